-- How often each value of some measures occurs in each of some runs. A crashed case counts zero on
-- a measure that it does not hold, and a case that cannot be scored is left out, as in a mean.
with wanted as (select unnest($names) as name),
scored as (
    select
        runs.run_id, wanted.name,
        case
            when map_contains(result.measures, wanted.name) then result.measures[wanted.name]
            when result.verdict = 'error' then 0.0
        end as value
    from runs
    join case_results as result on result.run = runs.run
    cross join wanted
    where list_contains($run_ids, runs.run_id)
)
select run_id, name, value, count(*) as cases
from scored
where value is not null
group by run_id, name, value
order by run_id, name, value
