-- How many cases of a run have each value, counted over the cases that every other part of the
-- filter lets through. Facet 'of' counts all cases, 'total' those that the whole filter passes.
with worded as (
    select case_results.*, cases.query
    from case_results
    left join cases on cases.fingerprint = case_results.case_fingerprint
    where case_results.run = $run
),
judged as (
    select
        *,
        len($verdicts) = 0 or list_contains($verdicts, verdict) as in_verdicts,
        len($stages) = 0 or coalesce(list_contains($stages, stage), false) as in_stages,
        len($reasons) = 0 or coalesce(list_contains($reasons, reason), false) as in_reasons,
        len($decisions) = 0 or list_contains($decisions, decision) as in_decisions,
        len($langs) = 0 or coalesce(list_contains($langs, lang), false) as in_langs,
        len($tags) = 0 or list_has_any($tags, tags) as in_tags,
        ($overrode_llm is null or overrode_llm = $overrode_llm)
        and ($ambiguous is null or ambiguous = $ambiguous)
        and (
            $text = ''
            or contains(lower(nfc_normalize(case_id)), $text)
            or coalesce(contains(lower(nfc_normalize(query)), $text), false)
            or coalesce(contains(lower(nfc_normalize(expected_target)), $text), false)
            or coalesce(contains(lower(nfc_normalize(selected_target)), $text), false)
        ) as in_rest
    from worded
),
counted as (
    select 'of' as facet, null as value, count(*) as cases
    from judged
    union all
    select 'total', null, count(*)
    from judged
    where in_verdicts and in_stages and in_reasons and in_decisions and in_langs and in_tags
      and in_rest
    union all
    select 'verdict', verdict, count(*)
    from judged
    where in_stages and in_reasons and in_decisions and in_langs and in_tags and in_rest
    group by verdict
    union all
    select 'stage', stage, count(*)
    from judged
    where in_verdicts and in_reasons and in_decisions and in_langs and in_tags and in_rest
    group by stage
    union all
    select 'reason', reason, count(*)
    from judged
    where in_verdicts and in_stages and in_decisions and in_langs and in_tags and in_rest
    group by reason
    union all
    select 'decision', decision, count(*)
    from judged
    where in_verdicts and in_stages and in_reasons and in_langs and in_tags and in_rest
    group by decision
    union all
    select 'lang', lang, count(*)
    from judged
    where in_verdicts and in_stages and in_reasons and in_decisions and in_tags and in_rest
    group by lang
    union all
    select 'tag', tag, count(*)
    from (
        select unnest(list_distinct(tags)) as tag
        from judged
        where in_verdicts and in_stages and in_reasons and in_decisions and in_langs and in_rest
    )
    group by tag
)
select facet, value, cases
from counted
order by facet, cases desc, value nulls last
