-- What a comparison reads of every case of a run.
select
    case_id, case_fingerprint, query_fingerprint, verdict, expected_target, rank, top_k,
    selected_target, stage, reason, failure_evidence, measures, lang, tags
from case_results
where run = $run
order by place
