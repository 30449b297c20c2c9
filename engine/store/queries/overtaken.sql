-- Tools above the expected one in the current run that were not above it in the baseline.
-- A rank that is missing counts as one below everything.
with pairs as (
    select
        now.case_id,
        now.run as run, now.place as place,
        base.run as base_run, base.place as base_place,
        coalesce(now.rank, 2147483647) as limit_now,
        coalesce(base.rank, 2147483647) as limit_base
    from case_results as now
    join case_results as base on base.case_id = now.case_id and base.run = $base
    where now.run = $run and now.expected_target is not null
),
above_now as (
    select pairs.case_id, candidates.name, candidates.rank
    from pairs
    join candidates on candidates.run = $run and candidates.place = pairs.place
    where not candidates.below_cutoff and candidates.rank < pairs.limit_now
),
above_base as (
    select pairs.case_id, candidates.name
    from pairs
    join candidates on candidates.run = $base and candidates.place = pairs.base_place
    where not candidates.below_cutoff and candidates.rank < pairs.limit_base
)
select above_now.case_id, list(above_now.name order by above_now.rank) as names
from above_now
anti join above_base on above_base.case_id = above_now.case_id and above_base.name = above_now.name
group by above_now.case_id
