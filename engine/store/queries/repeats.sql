-- Every run that was made under the stamp of one run, oldest first, itself among them.
select other.run, other.run_id
from runs as one
join runs as other
  on other.catalog_fingerprint = one.catalog_fingerprint
 and other.suite_fingerprint = one.suite_fingerprint
 and other.settings_fingerprint = one.settings_fingerprint
 and other.engine_version = one.engine_version
 and other.evidence_format = one.evidence_format
 and other.graph_fingerprint is not distinct from one.graph_fingerprint
 and other.encoder is not distinct from one.encoder
 and other.git_commit is not distinct from one.git_commit
 and other.git_dirty is not distinct from one.git_dirty
 and other.stamp_extra is not distinct from one.stamp_extra
where one.run = $run
order by other.created_at, other.run
