from datetime import timedelta, timezone

import pytest

from engine.errors import InvalidInput, NotStored
from engine.models.run import VersionStamp
from tests.engine.store.samples import START, result, run


def test_runs_are_listed_newest_first(store):
    for number, day in ((1, 2), (2, 3), (3, 1)):
        store.save_run(run(f"aaaa{number}", day=day))
    assert [x.run_id for x in store.runs()] == ["aaaa2", "aaaa1", "aaaa3"]
    assert [x.run_id for x in store.runs(limit=1)] == ["aaaa2"]


def test_of_two_runs_of_one_moment_the_one_stored_last_is_newer(store):
    store.save_run(run("aaaa1"))
    store.save_run(run("aaaa2"))
    assert [x.run_id for x in store.runs()] == ["aaaa2", "aaaa1"]


def test_a_run_cannot_be_stored_twice(store):
    store.save_run(run("aaaa1"))
    with pytest.raises(InvalidInput, match=r"run 'aaaa1' is stored already"):
        store.save_run(run("aaaa1", result("other")))
    assert store.run_results("aaaa1", evidence=True) == run("aaaa1").results


def test_a_run_without_cases_can_be_stored(store):
    empty = run("aaaa1")
    empty = empty.model_copy(update={"results": ()})
    store.save_run(empty)
    assert store.run_results("aaaa1", evidence=True) == ()
    assert store.run_results("aaaa1", evidence=False) == ()


def test_a_time_in_another_zone_is_the_same_moment(store):
    seoul = timezone(timedelta(hours=9))
    store.save_run(run("aaaa1", created_at=START.astimezone(seoul)))
    assert store.run_summary("aaaa1").created_at == START


def test_an_unscored_measure_stays_unknown(store):
    store.save_run(run("aaaa1"))
    measure = store.run_summary("aaaa1").measures["All@8"]
    assert (measure.value, measure.scored, measure.unscored) == (None, 0, 2)
    assert store.case_result("aaaa1", "order-001").measures == {"RR": 1.0, "nDCG@10": None}


def test_a_measure_that_is_not_a_number_is_stored_as_unknown(store):
    store.save_run(run("aaaa1", result("a", measures={"RR": float("nan")})))
    assert store.case_result("aaaa1", "a").measures == {"RR": None}


def test_a_stamp_of_a_newer_engine_keeps_its_unknown_keys(store):
    stamp = run().summary.stamp.model_dump() | {"planner": "v9", "depth": {"max": 3}}
    newer = run("aaaa1", stamp=VersionStamp.model_validate(stamp))
    store.save_run(newer)
    assert store.run_summary("aaaa1") == newer.summary


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        pytest.param("abcd1111", "abcd1111", id="full-id"),
        pytest.param("abcd2", "abcd2222", id="beginning"),
        pytest.param("latest", "ffff0000", id="latest"),
        pytest.param("previous", "abcd2222", id="previous"),
        pytest.param("pinned", "abcd1111", id="pinned"),
    ],
)
def test_a_reference_names_one_run(store, reference, expected):
    for day, run_id in enumerate(("abcd1111", "abcd2222", "ffff0000")):
        store.save_run(run(run_id, day=day))
    store.pin_run("abcd1111")
    assert store.resolve_run(reference) == expected


@pytest.mark.parametrize(
    ("reference", "error", "message"),
    [
        pytest.param(
            "abcd", InvalidInput, r"2 runs begin with 'abcd': abcd1111, abcd2222", id="two"
        ),
        pytest.param("fff", NotStored, r"no run 'fff' in the store", id="too-short"),
        pytest.param("abcd1112", NotStored, r"Did you mean 'abcd1111'\?", id="near"),
        pytest.param("pinned", NotStored, r"no pinned run yet", id="none-pinned"),
    ],
)
def test_a_reference_that_names_no_run_or_several_is_refused(store, reference, error, message):
    for day, run_id in enumerate(("abcd1111", "abcd2222", "ffff0000")):
        store.save_run(run(run_id, day=day))
    with pytest.raises(error, match=message):
        store.resolve_run(reference)


def test_latest_and_previous_need_that_many_runs(store):
    with pytest.raises(NotStored, match=r"no run 'latest' in the store, which holds no run yet"):
        store.resolve_run("latest")
    store.save_run(run("aaaa1"))
    with pytest.raises(NotStored, match=r"no run 'previous'"):
        store.resolve_run("previous")


def test_at_most_one_run_of_a_suite_is_pinned(store):
    store.save_run(run("aaaa1"))
    store.save_run(run("aaaa2"))
    store.pin_run("aaaa1")
    store.pin_run("aaaa2")
    assert [(x.run_id, x.pinned) for x in store.runs()] == [("aaaa2", True), ("aaaa1", False)]
    store.unpin()
    assert not any(x.pinned for x in store.runs())
    with pytest.raises(NotStored, match=r"no run 'aaaa3'"):
        store.pin_run("aaaa3")


def test_every_suite_has_a_pin_of_its_own(store):
    for day, (run_id, suite) in enumerate(
        (("aaaa1", "core"), ("bbbb1", "more"), ("bbbb2", "more"), ("aaaa2", "core"))
    ):
        store.save_run(run(run_id, suite=suite, day=day))
    store.pin_run("aaaa1")
    store.pin_run("bbbb1")
    assert {x.run_id for x in store.runs() if x.pinned} == {"aaaa1", "bbbb1"}
    assert store.resolve_run("pinned") == "aaaa1"
    assert store.resolve_run("pinned", beside="bbbb2") == "bbbb1"
    store.unpin("core")
    assert [x.run_id for x in store.runs() if x.pinned] == ["bbbb1"]
    with pytest.raises(
        NotStored, match=r"no pinned run yet of suite 'core'; make one the baseline"
    ):
        store.resolve_run("pinned")


def test_deleting_the_pinned_run_leaves_none_pinned(store):
    store.save_run(run("aaaa1"))
    store.pin_run("aaaa1")
    store.delete_run("aaaa1")
    with pytest.raises(NotStored, match=r"no pinned run"):
        store.resolve_run("pinned")
    store.save_run(run("aaaa1"))
    assert not store.run_summary("aaaa1").pinned


def test_a_trend_has_the_newest_runs_of_one_suite(store):
    for day in range(3):
        store.save_run(run(f"aaaa{day}", day=day, note=f"day {day}"))
    store.save_run(run("bbbb0", suite="other", day=9))
    store.pin_run("aaaa1")
    points = store.trend("core", 2)
    assert [(x.run_id, x.note, x.pinned) for x in points] == [
        ("aaaa2", "day 2", False),
        ("aaaa1", "day 1", True),
    ]
    assert points[0].measures == run().summary.measures
    assert points[0].verdicts == run().summary.verdicts
    assert store.trend("none") == ()


def test_every_call_about_an_unknown_run_offers_the_nearest(store):
    store.save_run(run("abcd1111"))
    calls = (
        store.run_summary,
        store.delete_run,
        store.case_rows,
        lambda x: store.run_results(x, evidence=False),
        lambda x: store.case_result(x, "a"),
        lambda x: store.evidence_changes("abcd1111", x),
        lambda x: store.evidence_changes(x, "abcd1111"),
    )
    for call in calls:
        with pytest.raises(NotStored, match=r"no run 'abcd1119' .* mean 'abcd1111'"):
            call("abcd1119")
