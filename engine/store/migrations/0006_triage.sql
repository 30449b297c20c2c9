-- What people decided about failures. Rows are only ever added: the latest one of a signature is
-- what holds, and its revision is how many there are. Nothing here refers to a run, a suite or a
-- catalog, so that a decision outlives them; queries are not kept, only their fingerprints.

create table triage_changes (
    change_id varchar primary key,            -- fingerprint of the whole decision
    signature varchar not null,               -- fingerprint of the failure
    catalog varchar not null,
    suite varchar not null,
    case_id varchar not null,
    identity varchar not null,                -- JSON: what the signature is the fingerprint of
    run_id varchar,
    status varchar not null,
    cause varchar,
    owner varchar not null,
    note varchar not null,
    link varchar not null,
    changed_at timestamp not null
);
