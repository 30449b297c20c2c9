-- The encoder's part of the evidence, in columns of its own: the compared text repeats for every
-- case that a tool is ranked in, and a column holds it once.

alter table candidates add column dense_similarity double;
alter table candidates add column dense_text varchar;
alter table case_evidence add column encoder varchar;
