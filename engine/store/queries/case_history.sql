select
    runs.run_id, runs.created_at, runs.suite, runs.catalog, result.case_fingerprint,
    result.verdict, result.rank, result.top_k, result.expected_target, result.selected_target,
    runs.note, suite_pins.run_id is not null as pinned
from case_results as result
join runs on runs.run = result.run
left join suite_pins on suite_pins.run_id = runs.run_id
where result.case_id = $case_id
  and (runs.suite = $suite or $suite is null)
order by runs.created_at desc, runs.run desc
limit $limit
