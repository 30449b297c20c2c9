from __future__ import annotations

import pytest

from engine.models.diff import Change
from engine.models.failure import Failure, FailureReason, FailureStage
from pages.parts.change_index import ChangeIndex, shown_first
from tests.pages.builders import change, run_diff

SEARCH = Failure(stage=FailureStage.RETRIEVE, reason=FailureReason.NOT_RETRIEVED)
SELECTOR = Failure(stage=FailureStage.SELECT_TARGET, reason=FailureReason.AMBIGUOUS_TARGET)

CASES = (
    change("a", change=Change.REGRESSED, failure_run=SEARCH),
    change("b", change=Change.REGRESSED, failure_run=SELECTOR),
    change("c", change=Change.IMPROVED, failure_base=SEARCH, expected_target="cancelOrder"),
    change("d", change=Change.SAME),
)
TEXTS = {"a": "Find REFUNDS", "d": "cancel it"}


@pytest.fixture
def index() -> ChangeIndex:
    return ChangeIndex(run_diff(cases=CASES), TEXTS)


def ids(changes):
    return [each.case_id for each in changes]


def test_cases_are_listed_by_how_they_changed_in_the_order_of_the_comparison(index):
    assert ids(index.select("regressed")) == ["a", "b"]
    assert ids(index.select("moved")) == []


def test_a_cause_is_that_of_the_current_failure_or_else_of_the_baseline(index):
    assert ids(index.select("regressed", cause="selector")) == ["b"]
    assert ids(index.select("improved", cause="search")) == ["c"]
    assert index.causes() == ("search", "selector")


@pytest.mark.parametrize(
    ("change", "text", "found"),
    [
        pytest.param("regressed", "refund", ["a"], id="query-whatever-its-case"),
        pytest.param("improved", "CANCEL", ["c"], id="expected-tool"),
        pytest.param("regressed", "b", ["b"], id="id"),
        pytest.param("same", "dcancel", [], id="parts-are-not-one-text"),
    ],
)
def test_a_text_is_looked_for_in_id_query_and_tools(change, text, found):
    cases = [each.model_copy(update={"selected_run": None}) for each in CASES]
    plain = [
        each if each.case_id == "c" else each.model_copy(update={"expected_target": None})
        for each in cases
    ]
    assert ids(ChangeIndex(run_diff(cases=plain), TEXTS).select(change, text=text)) == found


def test_a_group_narrows_the_cases_and_the_counts(index):
    inside = frozenset({"b", "d"})
    assert ids(index.select("regressed", inside=inside)) == ["b"]
    assert dict(index.counts(inside)) == {"regressed": 1, "same": 1}
    assert dict(index.counts()) == {"regressed": 2, "improved": 1, "same": 1}


@pytest.mark.parametrize(
    ("counts", "first"),
    [
        pytest.param({"moved": 3, "improved": 1}, "improved", id="improved-before-moved"),
        pytest.param({"same": 9, "flaky": 2}, "flaky", id="flaky-before-same"),
        pytest.param({}, "same", id="nothing"),
    ],
)
def test_the_worst_change_that_occurs_is_shown_first(counts, first):
    assert shown_first(counts) == first
