from datetime import UTC, datetime

import duckdb
import pytest

from engine.errors import StoreError
from engine.models.case import Case
from engine.models.learning import TraceRecord
from engine.store import erasure, migrate
from engine.store.store import Store
from tests.engine.store.samples import (
    START,
    candidate,
    catalog,
    large_run,
    result,
    run,
    suite,
    tool,
)

MARK = "planted-marker-7f3a"


def bytes_of(path):
    return b"".join(entry.read_bytes() for entry in sorted(path.parent.iterdir()))


def plant_run(store):
    marked = result(f"case {MARK}", candidates=(candidate(f"tool {MARK}"),), tags=(MARK,))
    store.save_run(run("aaaa1", marked, note=MARK))
    store.pin_run("aaaa1")


def plant_suite(store):
    store.save_suite(suite("marked", Case(case_id=MARK, query=f"where is {MARK}")), START)


def plant_catalog(store):
    store.save_catalog(catalog("marked", tool("getOrder", description=MARK)), START)


@pytest.mark.parametrize(
    ("plant", "delete"),
    [
        pytest.param(plant_run, lambda store: store.delete_run("aaaa1"), id="run"),
        pytest.param(plant_suite, lambda store: store.delete_suite("marked"), id="suite"),
        pytest.param(plant_catalog, lambda store: store.delete_catalog("marked"), id="catalog"),
    ],
)
def test_what_is_deleted_leaves_the_file_itself(store, path, plant, delete):
    kept = large_run("bbbb1", cases=20, candidates=3, seed=1)
    store.save_run(kept)
    store.save_suite(suite(), START)
    store.save_catalog(catalog(), START)
    plant(store)
    assert MARK.encode() in bytes_of(path)
    delete(store)
    assert MARK.encode() not in bytes_of(path)
    assert [entry.name for entry in path.parent.iterdir()] == ["lab.duckdb"]
    assert store.run_results("bbbb1", evidence=True) == kept.results
    assert store.load_suite("core") == suite()
    assert store.load_catalog("shop") == catalog()
    assert [x.run_id for x in store.runs()] == ["bbbb1"]


def test_a_deletion_gives_the_space_back(store, path):
    store.save_run(run("bbbb1"))
    store.save_run(large_run("aaaa1", cases=100, candidates=20, seed=1))
    before = path.stat().st_size
    store.delete_run("aaaa1")
    assert path.stat().st_size < before


def test_the_rewritten_file_keeps_keys_and_checks(store):
    def constraints():
        with store._database.reading() as connection:
            return connection.execute(
                "select table_name, constraint_text from duckdb_constraints() order by all"
            ).fetchall()

    plant_suite(store)
    before = constraints()
    store.delete_suite("marked")
    assert constraints() == before
    assert ("runs", "PRIMARY KEY(run)") in before
    store.save_run(run("aaaa1"))
    store.pin_run("aaaa1")
    store.pin_run("aaaa1")


def test_an_erasure_that_failed_is_made_up_for_by_the_next_write(store, path, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    plant_run(store)
    with monkeypatch.context() as patch:
        patch.setattr(erasure, "rewrite", fail)
        with pytest.raises(StoreError, match=r"rows were deleted, but .* No space left on device"):
            store.delete_run("aaaa1")
        assert store.runs() == ()
        store.save_suite(suite(), START)
        with store._database.reading() as connection:
            assert erasure.requested(connection)
    store.save_run(run("bbbb1"))
    with store._database.reading() as connection:
        assert not erasure.requested(connection)
    assert MARK.encode() not in bytes_of(path)
    assert [x.run_id for x in store.runs()] == ["bbbb1"]


def test_another_store_of_the_process_sees_the_new_file(store, path):
    other = Store(path)
    plant_run(store)
    assert len(other.runs()) == 1
    store.delete_run("aaaa1")
    other.save_run(run("cccc1"))
    assert [x.run_id for x in store.runs()] == ["cccc1"]
    with duckdb.connect(str(path)) as outside:
        assert outside.execute("select run_id from runs").fetchall() == [("cccc1",)]


def test_the_size_of_the_file_is_told(store, path):
    store.save_run(run("aaaa1"))
    info = store.file_info()
    assert info.size == path.stat().st_size
    assert 0 < info.used <= info.size
    assert info.free >= 0
    assert info.schema_version == migrate.current_version()


def test_a_deleted_trace_leaves_the_file_itself(store, path):
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    records = [
        TraceRecord(
            trace_id=f"trace-v1:{name}",
            collection="shop",
            session="session-v1:1",
            family="family-v1:1",
            query_fingerprint="query-v1:1",
            known_words=(name,),
            happened_at=moment,
        )
        for name in (MARK, "kept")
    ]
    store.learning.add("shop", records)
    assert MARK.encode() in bytes_of(path)
    store.learning.delete_trace(f"trace-v1:{MARK}")
    assert MARK.encode() not in bytes_of(path)
    assert store.learning.traces("shop") == (records[1],)
