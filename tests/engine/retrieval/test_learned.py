from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models.candidate import Intent
from engine.models.learning import LearnedSignal, SuggestionStatus, SuggestionType
from engine.retrieval.learned import EVIDENCE_OF_MEANING, Lessons
from engine.retrieval.query import read_query
from engine.retrieval.retriever import Retriever
from engine.retrieval.scored import Scored
from engine.text.families import family_of
from tests.builders import tool

QUERIES = ("list orders", "get an order", "count the orders", "delete the order", "orders")


def signal(query, *tools, strength=1.0, **values):
    return LearnedSignal(
        **{
            "suggestion_id": "suggestion-v1:1",
            "type": SuggestionType.TARGET_PREFERENCE,
            "status": SuggestionStatus.PROMOTED,
            "family": family_of(query).key,
            "tools": tuple((name, strength) for name in tools),
            "observations": 5,
            **values,
        }
    )


@pytest.mark.parametrize("query", QUERIES)
def test_with_nothing_promoted_rankings_are_the_same_to_the_byte(orders, query):
    plain = Retriever(orders)
    assert (
        plain.taught(()).retrieve(query).model_dump_json()
        == plain.retrieve(query).model_dump_json()
    )


@pytest.mark.parametrize("query", QUERIES)
def test_a_signal_of_another_family_changes_nothing(orders, query):
    plain = Retriever(orders)
    other = plain.taught([signal("weather in the town", *orders.by_name)])
    assert other.retrieve(query).model_dump_json() == plain.retrieve(query).model_dump_json()


@pytest.mark.parametrize("query", QUERIES)
def test_what_learning_gives_is_named_and_the_contributions_sum_to_the_score(orders, query):
    taught = Retriever(orders).taught([signal(query, *orders.by_name)])
    for row in taught.retrieve(query, top_k=20).results:
        assert row.score == pytest.approx(row.score_breakdown.total, abs=1e-9)
        if row.score_breakdown.learning:
            assert row.learning_evidence.suggestion_id == "suggestion-v1:1"


@pytest.mark.parametrize("query", QUERIES)
def test_learning_brings_no_tool_in(orders, query):
    plain = Retriever(orders)
    taught = plain.taught([signal(query, *orders.by_name)])
    names = set(plain.retrieve(query, top_k=50).names)
    assert set(taught.retrieve(query, top_k=50).names) == names


def pass_of(totals, strengths, *, write=0.0, delete=0.0):
    count = len(totals)
    query = read_query("orders")._replace(intent=Intent(write=write, delete=delete))
    return Scored(
        query=query,
        sought=(),
        hits=np.arange(count, dtype=np.int32),
        contributions={"seed": np.array(totals, dtype=np.float64)},
        totals=np.array(totals, dtype=np.float64),
        strengths={
            name: np.array([row[at] for row in strengths])
            for at, name in enumerate(EVIDENCE_OF_MEANING)
        },
    )


RISKS = ("read", "unknown", "write", "destructive")
ROWS = st.lists(
    st.tuples(
        st.integers(1, 30),
        st.tuples(*[st.sampled_from((-1.0, 0.0, 0.5, 1.0))] * 3),
        st.sampled_from(RISKS),
    ),
    min_size=2,
    max_size=8,
)


@given(ROWS, st.data(), st.sampled_from((0.0, 1.0)), st.sampled_from((0.0, 1.0)))
def test_no_tool_is_lifted_past_one_that_fits_better_or_does_less_than_asked(
    rows, data, write, delete
):
    tools = [tool(f"t{at}", risk=risk) for at, (_, _, risk) in enumerate(rows)]
    lifted = data.draw(st.lists(st.sampled_from([t.name for t in tools]), min_size=1, unique=True))
    scored = pass_of([n for n, _, _ in rows], [s for _, s, _ in rows], write=write, delete=delete)
    lessons = Lessons([signal("orders", *lifted)], tools, share=0.5)
    after = lessons.apply(scored).scored
    asked = 3 if delete else 2 if write else 0
    levels = [RISKS.index(risk) for _, _, risk in rows]
    for one in range(len(rows)):
        for other in range(len(rows)):
            passed = scored.rank_at(one) > scored.rank_at(other) and after.rank_at(
                one
            ) < after.rank_at(other)
            if not passed:
                continue
            assert not any(b > a for a, b in zip(rows[one][1], rows[other][1], strict=True))
            assert levels[one] <= max(asked, levels[other])


@given(ROWS)
def test_a_lift_is_never_more_than_its_share_of_the_best_score(rows):
    tools = [tool(f"t{at}", risk="read") for at in range(len(rows))]
    scored = pass_of([n * 1000 for n, _, _ in rows], [s for _, s, _ in rows])
    lessons = Lessons([signal("orders", *(t.name for t in tools))], tools, share=0.1)
    lift = lessons.apply(scored).scored.totals - scored.totals
    assert (lift >= 0).all()
    assert (lift <= np.rint(0.1 * scored.totals.max())).all()


def test_a_tool_that_writes_is_not_lifted_for_a_query_that_only_asks():
    tools = [tool("a", risk="write"), tool("b", risk="read")]
    scored = pass_of([10, 11], [(0.0, 0.0, 0.0)] * 2)
    lessons = Lessons([signal("orders", "a")], tools, share=0.5)
    assert lessons.apply(scored).scored is scored


def test_an_edge_lifts_the_producer_when_its_consumer_is_the_best_hit():
    tools = [tool("a", risk="read"), tool("b", risk="read"), tool("c", risk="read")]
    edge = signal("x", "a", family=None, consumer="c", type=SuggestionType.DATA_FLOW_EDGE)
    same = [(0.0, 0.0, 0.0)] * 3
    best_is_c = Lessons([edge], tools, share=0.5).apply(pass_of([5, 6, 9], same))
    best_is_b = Lessons([edge], tools, share=0.5).apply(pass_of([5, 9, 6], same))
    assert best_is_c.scored.totals[0] > 5
    assert best_is_b.scored.totals[0] == 5


def test_the_shadow_rank_is_told_without_changing_the_ranking(orders):
    plain = Retriever(orders)
    query = "orders"
    names = plain.retrieve(query, top_k=50).names
    target = names[1]
    shadowed = plain.taught((), [signal(query, target)])
    assert shadowed.retrieve(query, top_k=50).names == names
    found = shadowed.shadow_rank(query, frozenset({target}))
    assert found.applied == ("suggestion-v1:1",)
    assert found.rank <= 2
