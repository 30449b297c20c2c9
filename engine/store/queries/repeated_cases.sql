-- In how many of some runs each case passed, of those that judged it.
select case_id, count(*) filter (where verdict = 'pass') as passed, count(*) as runs
from case_results
where list_contains($runs, run) and verdict <> 'unscored'
group by case_id
order by case_id
