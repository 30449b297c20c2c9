from __future__ import annotations

import itertools
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInput
from engine.models.path import EvidenceEdge, EvidenceGraph, EvidenceNode, Recency
from engine.trace.flips import half_life_flips
from engine.trace.tracer import Tracer
from tests.engine.trace.conftest import NOW


def test_a_strong_old_path_gives_way_to_a_weak_new_one_at_the_half_life_where_they_meet(
    graph_of, now
):
    graph = graph_of(
        ("new", "a", "b", "causal", 0.5, now),
        ("old", "a", "b", "causal", 1.0, now - timedelta(hours=100)),
    )
    (flip,) = half_life_flips(Tracer(graph), "a", "b", now=now)
    assert flip.half_life_hours == pytest.approx(100.0)
    assert (flip.below, flip.above) == (("new",), ("old",))
    assert half_life_flips(Tracer(graph), "a", "b", now=now, recency=Recency.OFF) == ()


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from([0.9, 0.6, 0.3, 0.1, 0.05]), st.integers(0, 2000)),
        min_size=2,
        max_size=6,
    )
)
def test_between_flips_the_cheapest_path_stays_and_at_each_it_changes(rows):
    edges = [
        EvidenceEdge(
            id=f"e{i}",
            source="a",
            target="b",
            edge_type="causal",
            confidence=confidence,
            created_at=NOW - timedelta(hours=hours),
        )
        for i, (confidence, hours) in enumerate(rows)
    ]
    tracer = Tracer(EvidenceGraph(nodes=[EvidenceNode(id="a"), EvidenceNode(id="b")], edges=edges))
    flips = half_life_flips(tracer, "a", "b", now=NOW)

    def cost(edge_ids, half_life):
        paths = tracer.trace("a", "b", 10, half_life, now=NOW).paths
        return next(p.total_cost for p in paths if p.edge_ids == edge_ids)

    def best(half_life):
        return tracer.trace("a", "b", 1, half_life, now=NOW).paths[0]

    places = [1.0, *(flip.half_life_hours for flip in flips), 8760.0]
    stays = [flip.below for flip in flips] + [flip.above for flip in flips[-1:]]
    for edges, (low, high) in zip(stays, itertools.pairwise(places), strict=bool(flips)):
        middle = (low * high) ** 0.5
        assert best(middle).total_cost == pytest.approx(cost(edges, middle), abs=1e-6)
    if not flips:
        assert best(1.0).edge_ids == best(8760.0).edge_ids
    for flip in flips:
        below, above = (cost(edges, flip.half_life_hours) for edges in (flip.below, flip.above))
        assert below == pytest.approx(above, abs=1e-6)
        assert flip.below != flip.above


def test_an_empty_range_is_refused(graph_of, now):
    tracer = Tracer(graph_of(("1", "a", "b", "causal", 0.9, now)))
    with pytest.raises(InvalidInput, match="below longest_hours"):
        half_life_flips(tracer, "a", "b", now=now, shortest_hours=5, longest_hours=5)
