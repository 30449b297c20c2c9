select runs.*, suite_pins.run_id is not null as pinned
from runs
left join suite_pins on suite_pins.run_id = runs.run_id
where (runs.run_id = $run_id or $run_id is null)
  and (runs.suite = $suite or $suite is null)
order by runs.created_at desc, runs.run desc
limit $limit
