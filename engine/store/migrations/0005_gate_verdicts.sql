-- What the evidence gate said to the selected tool's call, in a run with a contract.

alter table case_results add column gate varchar;  -- JSON; null when it was not asked
