-- What a catalog's author corrected, so that the next import of its documents keeps it.
alter table catalog_versions add column overlay varchar;
