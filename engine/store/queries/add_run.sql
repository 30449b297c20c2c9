insert into runs (
    run, run_id, catalog, suite, created_at, note, status, cases, planned,
    engine_version, store_schema, evidence_format, catalog_fingerprint, graph_fingerprint,
    encoder, suite_fingerprint, settings_fingerprint, git_commit, git_dirty, stamp_extra,
    settings, verdicts, failures, latency_ms
) values (
    $run, $run_id, $catalog, $suite, $created_at, $note, $status, $cases, $planned,
    $engine_version, $store_schema, $evidence_format, $catalog_fingerprint, $graph_fingerprint,
    $encoder, $suite_fingerprint, $settings_fingerprint, $git_commit, $git_dirty, $stamp_extra,
    $settings, $verdicts, $failures, $latency_ms
)
