import duckdb
import pytest

from engine.errors import SchemaAhead, StoreError
from engine.store import migrate
from engine.store.migrate import Migration
from engine.store.store import Store
from tests.engine.store.samples import START, suite

NEXT = "alter table suite_versions add column owner varchar default 'nobody'"


def known(monkeypatch, *extra):
    found = (*migrate.migrations(), *extra)
    monkeypatch.setattr(migrate, "migrations", lambda: found)


def execute(path, statement):
    with duckdb.connect(str(path)) as connection:
        connection.execute(statement)


def test_migrations_are_numbered_from_one_without_gaps():
    numbers = [migration.number for migration in migrate.migrations()]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_new_file_has_the_newest_schema(store):
    assert store.schema_version() == migrate.current_version()


def test_an_empty_database_becomes_a_store(path):
    path.parent.mkdir()
    execute(path, "select 1")
    store = Store(path)
    assert store.runs() == ()
    assert store.schema_version() == migrate.current_version()


def test_an_older_file_is_brought_up_to_date_with_its_rows(store, monkeypatch):
    store.save_suite(suite(), START)
    known(monkeypatch, Migration(migrate.current_version() + 1, "owner", NEXT))
    assert store.load_suite("core") == suite()
    assert store.schema_version() == migrate.current_version()
    with store._database.reading() as connection:
        assert connection.execute("select owner from suite_versions").fetchall() == [("nobody",)]


def test_a_migration_that_fails_leaves_the_file_as_it_was(store, monkeypatch):
    store.save_suite(suite(), START)
    before = migrate.current_version()
    with monkeypatch.context() as patch:
        known(patch, Migration(before + 1, "broken", f"{NEXT}; select nonsense"))
        with pytest.raises(StoreError, match=r"cannot be used: .*nonsense"):
            store.suites()
    assert store.schema_version() == before
    with store._database.reading() as connection, pytest.raises(duckdb.BinderException):
        connection.execute("select owner from suite_versions")


def test_a_file_of_a_newer_engine_is_refused(store, path):
    store.runs()
    execute(path, "insert into schema_migrations values (99, 'later', 'x', now()::timestamp)")
    with pytest.raises(SchemaAhead, match=r"has schema 99, and this engine knows schema \d+ at"):
        store.runs()
    with pytest.raises(SchemaAhead):
        store.save_suite(suite(), START)


def test_a_changed_migration_is_refused(store, path):
    store.runs()
    execute(path, "update schema_migrations set sha256 = 'other' where number = 1")
    with pytest.raises(StoreError, match=r"another text of migration 0001 \(initial\)"):
        store.runs()


def test_a_database_of_something_else_is_left_alone(path):
    path.parent.mkdir()
    execute(path, "create table wages (person varchar)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"not a store of Quality Lab: it holds wages"):
        Store(path).runs()
    with pytest.raises(StoreError, match=r"not a store of Quality Lab"):
        Store(path).save_suite(suite(), START)
    assert path.read_bytes() == before


def test_the_one_pin_of_an_older_file_becomes_the_pin_of_its_suite(path, monkeypatch):
    path.parent.mkdir(exist_ok=True)
    every = migrate.migrations()
    with monkeypatch.context() as patch:
        patch.setattr(migrate, "migrations", lambda: every[:9])
        with Store(path)._database.writing() as connection:
            connection.execute("insert into pins values (1, 'aaaa1')")
            connection.execute(
                "insert into runs select 1, 'aaaa1', 'shop', 'core', timestamp '2026-01-01', '', "
                "'complete', 0, 0, '1.0', 1, 1, 'catalog-v1:0', null, null, 'suite-v1:0', "
                "'settings-v1:0', null, null, null, null, '{}', map {}, map {}, map {}"
            )
    (found,) = Store(path).runs()
    assert (found.run_id, found.suite, found.pinned) == ("aaaa1", "core", True)
    assert Store(path).resolve_run("pinned") == "aaaa1"
