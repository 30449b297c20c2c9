-- Trace learning. No text of a query and no value of a call stands here: of a query its family's
-- fingerprint and those of its words that the catalog has.

create table traces (
    trace_id varchar primary key,
    collection varchar not null,              -- name of the catalog
    session varchar not null,                 -- fingerprint
    family varchar not null,                  -- fingerprint of the query's family
    query_fingerprint varchar not null,
    known_words varchar[] not null,           -- stems that the catalog has, too
    word_prints varchar[] not null,           -- fingerprints of the other stems
    lang varchar not null,
    selected_target varchar,
    llm_target varchar,
    plan varchar[] not null,                  -- names of tools
    edges varchar not null,                   -- JSON: names of tools and fields
    success boolean,
    failure_reason varchar,                   -- a code
    latency_ms double,
    happened_at timestamp not null,
    source varchar not null,
    scrubbed integer not null
);

-- What people decided about suggestions. Rows are only ever added; the latest of a suggestion holds.
create table learning_decisions (
    sequence bigint primary key,
    suggestion_id varchar not null,
    collection varchar not null,
    status varchar not null,
    reason varchar not null,
    forced boolean not null,
    run_id varchar,
    decided_by varchar not null,
    decided_at timestamp not null,
    gates varchar not null,                   -- JSON
    suggestion varchar not null               -- JSON: as it stood then
);

-- Suites whose queries no export may hold.
create table private_suites (
    name varchar primary key
);
