from __future__ import annotations

from datetime import timedelta

import pytest

from engine.models.failure import FailureReason, FailureStage
from engine.models.triage import (
    FailureIdentity,
    TriageCause,
    TriageChange,
    TriageStatus,
    TriageVerdict,
)
from tests.engine.store.samples import START

VERDICT = TriageVerdict(
    status=TriageStatus.WONT_FIX,
    cause=TriageCause.CASE_LABEL,
    owner="search",
    note="two\nlines, ü",
    link="https://tracker.example/7",
)


def change(case_id="a", *, minutes=0, suite="shop", verdict=VERDICT):
    identity = FailureIdentity(
        catalog="shop",
        suite=suite,
        case_id=case_id,
        query_fingerprint="query-v1:1",
        stage=FailureStage.EXECUTE,
        reason=FailureReason.HTTP_5XX,
        facts={"absent": ("x", "y"), "status": 503},
    )
    return TriageChange(
        signature=identity.signature,
        identity=identity,
        verdict=verdict,
        changed_at=START + timedelta(minutes=minutes),
    )


def add(store, *changes):
    store.triage.add([each.signature for each in changes], lambda history: changes)


def test_a_decision_comes_back_as_it_was_stored(store):
    add(store, change())
    (entry,) = store.triage.history()
    assert entry.change == change()
    assert entry.change.change_id == change().change_id
    assert entry.revision == 1


def test_the_latest_decision_of_each_failure_holds_whatever_order_they_came_in(store):
    add(store, change(minutes=5), change("b"))
    add(store, change(minutes=2, verdict=TriageVerdict()))
    latest = store.triage.latest("shop", "shop")
    assert [(e.change.identity.case_id, e.revision) for e in latest] == [("a", 2), ("b", 1)]
    assert latest[0].verdict == VERDICT
    assert store.triage.count() == 3


def test_decisions_are_those_of_one_suite_or_case(store):
    add(store, change(), change("b"), change(suite="other"))
    assert len(store.triage.history(suite="shop")) == 2
    assert len(store.triage.history(case_id="a")) == 2
    assert store.triage.latest("shop", "nowhere") == ()


def test_who_adds_sees_the_whole_history_of_the_failures_that_were_named(store):
    add(store, change(), change("b"))
    add(store, change(minutes=1))
    seen = {}
    store.triage.add([change().signature], lambda history: seen.update(history) or [])
    assert list(seen) == [change().signature]
    assert [entry.revision for entry in seen[change().signature]] == [1, 2]


def test_an_error_while_deciding_leaves_everything_as_it_was(store):
    add(store, change())

    def fails(history):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.triage.add([change().signature], fails)
    assert store.triage.count() == 1
