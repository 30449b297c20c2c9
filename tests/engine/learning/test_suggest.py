from __future__ import annotations

import random
from datetime import timedelta

import pytest

from engine.learning.suggest import decayed
from engine.models.learning import ObservedEdge, SuggestionType
from tests.engine.learning.builders import NOW, closed, record, suggestions


def preference(records, **values):
    found = suggestions(records, **values)
    return next(s for s in found if s.type is SuggestionType.TARGET_PREFERENCE)


def test_repeated_success_in_several_sessions_opens_every_gate_of_traces():
    found = preference([record(n) for n in range(4)])
    assert found.tools == ("getOrder",)
    assert (found.observations, found.sessions) == (4, 4)
    assert closed(found) == []


@pytest.mark.parametrize(
    ("records", "code"),
    [
        pytest.param([record(0)], "insufficient_repeated_success", id="once"),
        pytest.param(
            [record(n, session="one") for n in range(9)],
            "insufficient_repeated_success",
            id="one-session",
        ),
        pytest.param(
            [record(n) for n in range(4)] + [record(9 + n, target="listOrders") for n in range(2)],
            "unstable_target",
            id="two-targets",
        ),
        pytest.param(
            [record(n) for n in range(4)] + [record(9 + n, success=False) for n in range(2)],
            "failure_ratio_too_high",
            id="failures",
        ),
        pytest.param([record(n, days=91) for n in range(4)], "expired", id="old"),
    ],
)
def test_each_gate_closes_with_its_own_code(records, code):
    assert closed(preference(records)) == [code]


def test_the_failure_ratio_counts_however_many_successes_there_are():
    many = [record(n) for n in range(100)]
    failing = [record(1000 + n, success=False) for n in range(10)]
    assert closed(preference(many)) == []
    assert "failure_ratio_too_high" in closed(
        preference(
            [r.model_copy(update={"happened_at": NOW - timedelta(days=1)}) for r in many] + failing
        )
    )


def test_nothing_is_learned_across_collections():
    others = [record(n, collection="pets") for n in range(5)]
    assert suggestions(others) == ()


def test_a_trace_that_does_not_say_how_it_ended_counts_for_nothing():
    assert suggestions([record(n, success=None) for n in range(5)]) == ()


def test_queries_of_one_family_are_counted_together():
    records = [
        record(0, query="find pet by id"),
        record(1, query="find a pet by its id"),
        record(2, query="Find pets by ID"),
    ]
    assert preference(records).observations == 3


def test_a_plan_of_several_tools_is_a_suggestion_of_its_own():
    records = [record(n, plan=("findMember", "getOrder")) for n in range(3)]
    plan = next(s for s in suggestions(records) if s.type is SuggestionType.PLAN_PATH)
    assert plan.tools == ("findMember", "getOrder")


def test_an_edge_is_suggested_whatever_the_query():
    edge = ObservedEdge(
        source="findMember", source_field="$.id", target="getOrder", target_field="$.memberId"
    )
    records = [
        record(n, query=f"word{n} thing", plan=("findMember", "getOrder"), edges=(edge,))
        for n in range(3)
    ]
    found = next(s for s in suggestions(records) if s.type is SuggestionType.DATA_FLOW_EDGE)
    assert found.tools == ("findMember", "getOrder")
    assert found.fields == ("$.id", "$.memberId")
    assert found.family is None


def test_a_word_that_the_catalog_lacks_is_an_alias_only_across_families():
    one = [record(n, word_prints=("word-v1:a",)) for n in range(3)]
    other = [record(9, query="cancel it", word_prints=("word-v1:a",))]
    kinds = {s.type for s in suggestions(one)}
    assert SuggestionType.ALIAS not in kinds
    assert SuggestionType.ALIAS in {s.type for s in suggestions(one + other)}


def test_observations_lose_half_their_weight_in_every_half_life():
    assert decayed([record(days=0)], NOW, 30.0) == 1.0
    assert decayed([record(days=30)], NOW, 30.0) == 0.5
    assert decayed([record(days=-5)], NOW, 30.0) == 1.0


def test_suggestions_do_not_depend_on_the_order_of_traces():
    records = [
        record(n, query=q, days=n, target=t, plan=("a", t))
        for n, (q, t) in enumerate(
            [("find order", "getOrder"), ("cancel order", "cancelOrder")] * 6
        )
    ]
    shuffled = records[:]
    random.Random(3).shuffle(shuffled)
    assert suggestions(shuffled) == suggestions(records)
