-- What the evidence gate answered: entries are only ever added, each chained to the one before.

create table ledger (
    sequence bigint primary key,
    recorded_at timestamp not null,           -- UTC
    permission varchar not null,              -- allow, refuse
    tool varchar not null,
    contract varchar not null,
    codes varchar[] not null,                 -- why it was refused
    line blob not null                        -- the entry itself, byte for byte as it is hashed
);
