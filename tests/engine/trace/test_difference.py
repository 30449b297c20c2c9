from __future__ import annotations

from datetime import timedelta

from engine.models.path import EvidenceGraph
from engine.trace.difference import diff_graphs, diff_traces
from engine.trace.tracer import trace


def test_graphs_differ_by_what_came_went_and_changed(graph_of):
    base = graph_of(("1", "a", "b", "causal", 0.9), ("2", "b", "c", "causal", 0.9))
    run = graph_of(("1", "a", "b", "supports", 0.5), ("3", "b", "d", "causal", 0.9))
    found = diff_graphs(base, run)
    assert (found.nodes_added, found.nodes_removed) == (("d",), ("c",))
    assert (found.edges_added, found.edges_removed) == (("3",), ("2",))
    assert [(c.id, c.fields) for c in found.edges_changed] == [("1", ("confidence", "edge_type"))]
    assert not found.empty
    assert diff_graphs(base, base).empty


def test_traces_differ_by_paths_edges_and_costs(graph_of, now):
    left = [("a1", "s", "a", "causal", 0.9, now), ("a2", "a", "t", "causal", 0.9, now)]
    right = [("b1", "s", "b", "causal", 0.8, now), ("b2", "b", "t", "causal", 0.8, now)]
    gone = ("c", "s", "t", "causal", 0.1, now)
    aged = (*left[0][:5], now - timedelta(hours=168))
    base = trace(graph_of(*left, *right, gone), "s", "t", k=3, now=now)
    run = trace(graph_of(aged, left[1], *right), "s", "t", k=3, now=now)
    found = diff_traces(base, run)
    assert [(p.edges, p.rank_base, p.rank_run) for p in found.paths] == [
        (("b1", "b2"), 2, 1),
        (("a1", "a2"), 1, 2),
        (("c",), 3, None),
    ]
    assert found.edges_removed == ("c",)
    assert [(e.id, round(e.delta, 6)) for e in found.edges_recosted] == [("a1", 0.693147)]
    assert found.best_changed
    assert found.order_changed
    assert found.parameters_changed == ()


def test_a_trace_does_not_differ_from_itself(graph_of, now):
    graph: EvidenceGraph = graph_of(("1", "a", "b", "causal", 0.9, now))
    answer = trace(graph, "a", "b", now=now)
    found = diff_traces(answer, answer)
    assert not found.best_changed
    assert not found.order_changed
    assert found.edges_recosted == ()
    other = diff_traces(answer, trace(graph, "a", "b", half_life_hours=1.0, now=now))
    assert other.parameters_changed == ("half_life_hours",)
