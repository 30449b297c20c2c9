-- Rows of one run that pass a filter. An empty list, an empty text or a NULL flag lets all pass.
-- A query's text is read from its suite: a run keeps the fingerprint alone.
with worded as (
    select case_results.*, cases.query
    from case_results
    left join cases on cases.fingerprint = case_results.case_fingerprint
    where case_results.run = $run
),
matching as (
    select *
    from worded
    where (len($verdicts) = 0 or list_contains($verdicts, verdict))
      and (len($stages) = 0 or list_contains($stages, stage))
      and (len($reasons) = 0 or list_contains($reasons, reason))
      and (len($decisions) = 0 or list_contains($decisions, decision))
      and (len($langs) = 0 or list_contains($langs, lang))
      and (len($tags) = 0 or list_has_any($tags, tags))
      and ($overrode_llm is null or overrode_llm = $overrode_llm)
      and ($ambiguous is null or ambiguous = $ambiguous)
      and (
          $text = ''
          or contains(lower(nfc_normalize(case_id)), $text)
          or contains(lower(nfc_normalize(query)), $text)
          or contains(lower(nfc_normalize(expected_target)), $text)
          or contains(lower(nfc_normalize(selected_target)), $text)
      )
)
select *
from matching
order by
    case when $order = 'failing_first' then
        case verdict when 'error' then 0 when 'fail' then 1 when 'unscored' then 2 else 3 end
    end,
    case when $order = 'rank' then rank end nulls last,
    case when $order = 'confidence' then confidence end,
    case_id
limit $limit offset $offset
