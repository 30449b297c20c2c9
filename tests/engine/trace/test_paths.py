"""The search against brute force: every simple path listed, sorted by (cost, hops, edge ids)."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.models.path import EvidenceEdge, EvidenceGraph, EvidenceNode, Recency
from engine.trace.cost import CostSettings, edge_cost
from engine.trace.tracer import Tracer, trace
from tests.engine.trace.conftest import NOW

AGES = [None, timedelta(hours=-5), timedelta(0), timedelta(hours=168), timedelta(days=40)]


@st.composite
def multigraphs(draw):
    """Small graphs with free edges, ties, parallel edges, self-loops and undated edges."""
    count = draw(st.integers(2, 6))
    names = [f"n{i}" for i in range(count)]
    ends = st.sampled_from(names)
    rows = draw(
        st.lists(
            st.tuples(
                ends,
                ends,
                st.sampled_from(["causal", "supports", "related_to", "contradicts", "cites"]),
                st.sampled_from([1.0, 1.0, 0.9, 0.5, 0.25, 0.0]),
                st.sampled_from(AGES),
            ),
            max_size=13,
        )
    )
    ids = draw(st.permutations([f"e{i}" for i in range(len(rows))]))
    edges = [
        EvidenceEdge(
            id=name,
            source=source,
            target=target,
            edge_type=kind,
            confidence=confidence,
            created_at=None if age is None else NOW - age,
        )
        for name, (source, target, kind, confidence, age) in zip(ids, rows, strict=True)
    ]
    return EvidenceGraph(nodes=[EvidenceNode(id=name) for name in names], edges=edges)


def brute_force(graph, source, target, *, both, max_hops, recency=Recency.HALF_LIFE, clean=False):
    """Every simple path as (units, hops, edge ids), sorted."""
    cost_settings = CostSettings(168.0, recency, NOW)
    cost = {edge.id: edge_cost(edge, cost_settings).units for edge in graph.edges}
    paths = []

    def walk(node, seen, ids):
        if node == target:
            paths.append((sum(cost[name] for name in ids), len(ids), ids))
            return
        if len(ids) == max_hops:
            return
        for edge in graph.edges:
            if clean and edge.edge_type == "contradicts":
                continue
            ways = [(edge.source, edge.target)]
            if both:
                ways.append((edge.target, edge.source))
            for start, end in ways:
                if start == node and end not in seen:
                    walk(end, {*seen, end}, (*ids, edge.id))

    walk(source, {source}, ())
    return sorted(paths)


def as_rows(paths):
    return [(round(p.total_cost * 1e12), p.hops, p.edge_ids) for p in paths]


@settings(max_examples=150, deadline=None)
@given(multigraphs(), st.integers(1, 12), st.booleans(), st.integers(1, 5))
def test_paths_are_the_first_k_of_brute_force(graph, k, both, max_hops):
    answer = trace(graph, "n0", "n1", k=k, bidirectional=both, max_hops=max_hops, now=NOW)
    expected = brute_force(graph, "n0", "n1", both=both, max_hops=max_hops)
    kept = min(k, 10)
    assert as_rows(answer.paths) == expected[:kept]
    if expected:
        costs = [row[0] for row in expected]
        assert answer.tie_at_cutoff == (len(costs) > kept and costs[kept] == costs[kept - 1])
    else:
        assert answer.reason is not None


@settings(max_examples=60, deadline=None)
@given(multigraphs(), st.booleans(), st.integers(1, 5))
def test_the_best_path_without_contradictions_is_that_of_brute_force(graph, both, max_hops):
    answer = trace(graph, "n0", "n1", k=2, bidirectional=both, max_hops=max_hops, now=NOW)
    clean = brute_force(graph, "n0", "n1", both=both, max_hops=max_hops, clean=True)
    if any(path.contradictions for path in answer.paths):
        found = answer.best_without_contradictions
        assert (as_rows([found]) if found else []) == clean[:1]
        assert answer.warnings[0].code == "contradiction"
    else:
        assert answer.best_without_contradictions is None


@settings(max_examples=60, deadline=None)
@given(multigraphs(), st.integers(1, 3), st.booleans(), st.integers(1, 5))
def test_dominators_are_the_nodes_of_every_path(graph, k, both, max_hops):
    answer = trace(graph, "n0", "n1", k=k, bidirectional=both, max_hops=max_hops, now=NOW)
    edges = graph.edge_by_id
    crossed = None
    for _, _, ids in brute_force(graph, "n0", "n1", both=both, max_hops=max_hops):
        nodes = {end for name in ids for end in (edges[name].source, edges[name].target)}
        crossed = nodes if crossed is None else crossed & nodes
    if crossed is None:
        assert answer.dominators is None
    else:
        assert set(answer.dominators) == crossed - {"n0", "n1"}


@settings(max_examples=50, deadline=None)
@given(multigraphs(), st.sampled_from([0.0, 0.34, 0.5, 0.75]), st.booleans())
def test_diverse_paths_are_those_that_overlap_little_with_cheaper_ones(graph, overlap, both):
    answer = trace(graph, "n0", "n1", k=4, bidirectional=both, max_overlap=overlap, now=NOW)
    kept = []
    for row in brute_force(graph, "n0", "n1", both=both, max_hops=10):
        shares = [len(set(row[2]) & set(other[2])) / row[1] for other in kept]
        if all(share <= overlap for share in shares):
            kept.append(row)
    assert as_rows(answer.paths) == kept[:4]


@given(multigraphs(), st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_the_order_of_nodes_and_edges_never_changes_the_answer(graph, order):
    nodes, edges = list(graph.nodes), list(graph.edges)
    order.shuffle(nodes)
    order.shuffle(edges)
    shuffled = EvidenceGraph(nodes=nodes, edges=edges)
    first = trace(graph, "n0", "n1", k=5, now=NOW).model_dump_json()
    assert trace(shuffled, "n0", "n1", k=5, now=NOW).model_dump_json() == first


@given(multigraphs(), st.floats(0.5, 5000), st.floats(0.5, 5000))
@settings(max_examples=30, deadline=None)
def test_a_longer_half_life_never_makes_a_path_dearer(graph, one, other):
    shorter, longer = sorted([one, other])
    tracer = Tracer(graph)
    young = tracer.trace("n0", "n1", half_life_hours=shorter, now=NOW).paths
    old = tracer.trace("n0", "n1", half_life_hours=longer, now=NOW).paths
    assert [p.total_cost for p in old] <= [p.total_cost for p in young]


@pytest.mark.parametrize("max_hops", [3, 5, 8, 12])
@pytest.mark.parametrize("both", [True, False])
def test_larger_graphs_with_many_ties_agree_with_brute_force(max_hops, both):
    for seed in range(6):
        draw = random.Random(seed)
        names = [f"n{i}" for i in range(9)]
        edges = [
            EvidenceEdge(
                id=f"e{i}",
                source=draw.choice(names),
                target=draw.choice(names),
                edge_type=draw.choice(["causal", "supports"]),
                confidence=draw.choice([1.0, 0.9, 0.81]),
            )
            for i in range(17)
        ]
        graph = EvidenceGraph(nodes=[EvidenceNode(id=name) for name in names], edges=edges)
        answer = trace(graph, "n0", "n8", k=10, bidirectional=both, max_hops=max_hops, now=NOW)
        expected = brute_force(graph, "n0", "n8", both=both, max_hops=max_hops)
        assert as_rows(answer.paths) == expected[:10]
