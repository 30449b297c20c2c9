-- Tools above the expected one in the current run that were not above it in the baseline, best
-- first. A tool that was not among the candidates before cannot have been overtaken; one that is
-- missing now stands below all of them.
with pairs as materialized (
    select
        now.case_id, now.place as place, base.place as base_place,
        coalesce(now.rank, 2147483647) as rank, base.rank as base_rank
    from case_results as now
    join case_results as base on base.case_id = now.case_id and base.run = $base
    where now.run = $run and base.rank is not null and now.rank is distinct from 1
),
above_now as (
    select pairs.place, pairs.case_id, candidates.rank, candidates.name
    from pairs
    join candidates on candidates.run = $run and candidates.place = pairs.place
    where not candidates.below_cutoff and candidates.rank < pairs.rank
),
above_base as (
    select pairs.place, candidates.name
    from pairs
    join candidates on candidates.run = $base and candidates.place = pairs.base_place
    where not candidates.below_cutoff and candidates.rank < pairs.base_rank
)
select case_id, name
from above_now
anti join above_base using (place, name)
order by place, rank
