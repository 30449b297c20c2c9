-- One pinned run a suite in place of one for all: the pin that there is becomes that of its suite.
create table suite_pins (
    suite varchar primary key,
    run_id varchar not null
);

insert into suite_pins
select runs.suite, pins.run_id
from pins
join runs on runs.run_id = pins.run_id;

drop table pins;
