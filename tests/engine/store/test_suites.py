import pytest

from engine.errors import NotStored
from engine.models.case import Case
from tests.engine.store.samples import START, suite


def test_a_suite_saved_twice_is_stored_once(store):
    assert store.save_suite(suite(), START)
    assert not store.save_suite(suite(), START)
    assert store.load_suite("core") == suite()
    assert [(x.name, x.cases, x.created_at) for x in store.suites()] == [("core", 2, START)]


def test_values_that_the_caller_provided_are_never_written(store, path):
    case = Case(case_id="a", query="refund", provided_entities={"email": "planted@example.org"})
    store.save_suite(suite("core", case), START)
    assert store.load_suite("core").cases[0].provided_entities == {"email": None}
    assert b"planted@example.org" not in path.read_bytes()


def test_unknown_keys_of_a_case_are_kept(store):
    case = Case.model_validate({"case_id": "a", "query": "q", "later": {"한": [1, None, "é"]}})
    store.save_suite(suite("core", case), START)
    assert store.load_suite("core").cases == (case,)


def test_an_older_version_stays_readable(store):
    old = suite("core", Case(case_id="a", query="old"))
    new = suite("core", Case(case_id="a", query="new"))
    store.save_suite(old, START)
    store.save_suite(new, START)
    assert store.load_suite("core") == new
    assert store.load_suite("core", old.fingerprint) == old
    assert [x.fingerprint for x in store.suite_versions("core")] == [
        new.fingerprint,
        old.fingerprint,
    ]


def test_queries_and_one_case_are_those_of_the_asked_version(store):
    old = suite("core", Case(case_id="a", query="old"), Case(case_id="b", query="more"))
    store.save_suite(old, START)
    store.save_suite(suite("core", Case(case_id="a", query="new")), START)
    assert store.suite_queries("core") == {"a": "new"}
    assert store.suite_queries("core", old.fingerprint) == {"a": "old", "b": "more"}
    assert store.suite_case("core", old.fingerprint, "b") == old.cases[1]
    assert store.suite_case("core", None, "b") is None
    with pytest.raises(NotStored, match="no suite 'gone'"):
        store.suite_queries("gone")


def test_two_suites_share_a_case_and_one_can_go(store):
    shared = Case(case_id="a", query="shared")
    store.save_suite(suite("one", shared), START)
    store.save_suite(suite("two", shared, Case(case_id="b", query="own")), START)
    store.delete_suite("two")
    assert store.load_suite("one").cases == (shared,)
    with pytest.raises(NotStored, match=r"no suite 'two' in the store"):
        store.load_suite("two")


def test_an_unknown_suite_or_version_says_what_there_is(store):
    with pytest.raises(NotStored, match=r"no suite 'core' in the store, which holds no suite yet"):
        store.load_suite("core")
    store.save_suite(suite(), START)
    with pytest.raises(NotStored, match=r"no suite 'cor' in the store. Did you mean 'core'\?"):
        store.delete_suite("cor")
    with pytest.raises(NotStored, match=r"no version of suite 'core' 'x'"):
        store.load_suite("core", "x")
