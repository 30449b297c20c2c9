-- Decisions with their revision, oldest first. A parameter that is NULL lets everything through;
-- with $latest, only what holds of each failure.
select
    *,
    row_number() over (partition by signature order by changed_at, change_id) as revision
from triage_changes
where ($signatures is null or list_contains($signatures, signature))
  and ($catalog is null or catalog = $catalog)
  and ($suite is null or suite = $suite)
  and ($case_id is null or case_id = $case_id)
qualify not $latest or revision = count(*) over (partition by signature)
order by suite, case_id, changed_at, change_id
