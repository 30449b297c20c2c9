-- Evidence graphs that a user imported, by name; the newest import of a name takes its place.

create table evidence_graphs (
    name varchar primary key,
    fingerprint varchar not null,
    created_at timestamp not null,            -- UTC
    nodes integer not null,
    edges integer not null,
    document blob not null                    -- the graph as JSON, deflated
);
