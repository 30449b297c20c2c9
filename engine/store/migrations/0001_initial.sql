-- Times are UTC without a zone. "extra" columns hold, as JSON, what a record carries that has no
-- column here: keys of a newer engine, and fields that nobody filters or sorts by; NULL when there
-- is nothing of the kind. Unknown and unscored are NULL, never NaN.

-- Catalogs: tools are stored once for each content, versions point at them. ----------------------

create table tools (
    fingerprint varchar primary key,
    name varchar not null,
    document varchar not null                 -- the tool as JSON, without its source
);

create table catalog_versions (
    version bigint primary key,
    name varchar not null,
    fingerprint varchar not null,             -- tools and declared links
    content varchar not null,                 -- SHA-256 of everything that was stored
    created_at timestamp not null,
    documents varchar not null,               -- JSON lists, as ingest reported them
    links varchar not null,
    warnings varchar not null,
    tool_count integer not null,
    link_count integer not null,
    warning_count integer not null
);

create table catalog_tools (
    version bigint not null,
    place integer not null,
    tool_fingerprint varchar not null,
    source varchar not null                   -- name of the document it came from
);

-- Suites: the only place where a query stands. ---------------------------------------------------

create table cases (
    fingerprint varchar primary key,
    case_id varchar not null,
    query varchar not null,
    document varchar not null                 -- the storable case as JSON
);

create table suite_versions (
    version bigint primary key,
    name varchar not null,
    fingerprint varchar not null,
    created_at timestamp not null,
    case_count integer not null
);

create table suite_cases (
    version bigint not null,
    place integer not null,
    case_fingerprint varchar not null
);

-- Runs: written once, never changed. -------------------------------------------------------------

create table runs (
    run bigint primary key,                   -- joins the tables below; the run's name is run_id
    run_id varchar not null unique,
    catalog varchar not null,
    suite varchar not null,
    created_at timestamp not null,
    note varchar not null,
    status varchar not null,
    cases integer not null,
    planned integer not null,
    engine_version varchar not null,
    store_schema integer not null,
    evidence_format integer not null,
    catalog_fingerprint varchar not null,
    graph_fingerprint varchar,
    encoder varchar,
    suite_fingerprint varchar not null,
    settings_fingerprint varchar not null,
    git_commit varchar,
    git_dirty boolean,
    stamp_extra varchar,
    summary_extra varchar,
    settings varchar not null,                -- JSON
    verdicts map(varchar, integer) not null,
    failures map(varchar, integer) not null,
    latency_ms map(varchar, struct(p50 double, p95 double)) not null
);

create table run_measures (
    run bigint not null,
    place integer not null,
    name varchar not null,
    value double,
    scored integer not null,
    unscored integer not null
);

create table pins (
    place integer primary key check (place = 1),
    run_id varchar not null
);

create table case_results (
    run bigint not null,
    place integer not null,                   -- of the case in the run, sorted by case id
    case_id varchar not null,
    case_fingerprint varchar not null,
    query_fingerprint varchar not null,
    verdict varchar not null,
    expected_target varchar,
    rank integer,
    full_rank integer,
    top_k integer not null,
    candidates integer not null,
    lang varchar,
    tags varchar[] not null,
    selected_target varchar,
    llm_target varchar,
    overrode_llm boolean not null,
    ambiguous boolean not null,
    decision varchar not null,
    policy varchar not null,
    reason_codes varchar[] not null,
    confidence double not null,
    margin double,
    llm_margin double,
    stage varchar,
    reason varchar,
    failure_evidence varchar,                 -- JSON
    measures map(varchar, double) not null,
    latency_ms map(varchar, double) not null
);

create table case_evidence (
    run bigint not null,
    place integer not null,
    intent struct(dominant varchar, read double, write double, "delete" double) not null,
    seeds varchar[] not null,
    visited_nodes bigint not null,
    visited_edges bigint not null,
    token_budget_used bigint not null,
    elapsed_ms double not null,
    empty_reason varchar,
    stats_extra varchar,
    counterfactuals struct(
        signal varchar, expected double, winner double, rank_without integer
    )[] not null,
    ambiguity_set varchar[] not null,
    rank_signals struct(
        name varchar, rank integer, selector_score double, signals map(varchar, double)
    )[] not null,
    why_selected struct(name varchar, reason_codes varchar[], score_difference double),
    why_rejected struct(name varchar, reason_codes varchar[], score_difference double)[] not null,
    override_evaluated boolean not null,
    override_allowed boolean not null,
    override_winner varchar,
    override_supporting varchar[] not null,
    override_contradicting varchar[] not null,
    override_reason_codes varchar[] not null,
    selection_extra varchar,
    result_extra varchar
);

create table candidates (
    run bigint not null,
    place integer not null,
    below_cutoff boolean not null,            -- the expected tool, kept although it was cut off
    rank integer not null,
    name varchar not null,
    tool_fingerprint varchar not null,
    score double not null,
    candidate_extra varchar,
    seed double not null,                     -- contributions: they sum to the score
    dense double not null,
    graph double not null,
    learning double not null,
    name_match double not null,
    action_match double not null,
    resource_match double not null,
    module_match double not null,
    shape_match double not null,
    contract_match double not null,
    graph_expansion double not null,
    history double not null,
    history_demoted boolean not null,
    breakdown_extra varchar,
    expanded_from varchar,
    edges struct(
        source varchar, target varchar, kind varchar, confidence double, evidence varchar,
        fields struct(produced varchar, consumed varchar)[], extra varchar
    )[] not null,
    canonical_action varchar not null,
    primary_resource varchar not null,
    result_shape varchar not null,
    path_module varchar not null,
    query_action varchar not null,
    query_result_shape varchar not null,
    action_matches boolean,
    resource_matches boolean,
    module_matches boolean,
    shape_matches boolean,
    contract_matches boolean,
    matched_terms varchar[] not null,
    matched_fields struct(
        term varchar, field varchar, step varchar, indexed varchar, contribution double
    )[] not null,
    semantic_extra varchar,
    learning_evidence struct(
        suggestion_id varchar, suggestion_type varchar, status varchar, observations integer,
        extra varchar
    )
);

-- Rows were deleted whose bytes are still to be erased from the file.
create table pending_erasures (
    requested_at timestamp not null
);
