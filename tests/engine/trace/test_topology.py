from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInput
from engine.models.path import EvidenceEdge, EvidenceGraph, EvidenceNode, Standing
from engine.trace.topology import (
    audit_sources,
    contradictions,
    cycles,
    single_points,
    would_make_cycle,
)


@st.composite
def small_graphs(draw):
    ends = st.sampled_from("abcde")
    rows = draw(st.lists(st.tuples(ends, ends, st.sampled_from([0.2, 0.9])), max_size=12))
    edges = [
        EvidenceEdge(id=f"e{i:02d}", source=s, target=t, edge_type="causal", confidence=c)
        for i, (s, t, c) in enumerate(rows)
    ]
    return EvidenceGraph(nodes=[EvidenceNode(id=name) for name in "abcde"], edges=edges)


def test_a_cycle_names_its_nodes_and_the_weak_edge_that_closes_it(graph_of):
    graph = graph_of(
        ("1", "a", "b", "causal", 0.9),
        ("2", "b", "c", "causal", 0.9),
        ("3", "c", "a", "causal", 0.3),
        ("4", "c", "d", "causal", 0.9),
        ("5", "e", "e", "causal", 0.9),
    )
    first, second = cycles(graph)
    assert (first.nodes, first.edges) == (("a", "b", "c"), ("1", "2", "3"))
    assert first.closing_edges == ("3",)
    assert (second.nodes, second.closing_edges) == (("e",), ("5",))


@settings(max_examples=60, deadline=None)
@given(small_graphs())
def test_without_the_closing_edges_no_cycle_is_left_and_each_closes_one(graph):
    closing = {edge for cycle in cycles(graph) for edge in cycle.closing_edges}
    rest = nx.MultiDiGraph((e.source, e.target) for e in graph.edges if e.id not in closing)
    assert nx.is_directed_acyclic_graph(rest)
    for name in closing:
        edge = graph.edge_by_id[name]
        again = nx.MultiDiGraph(rest)
        again.add_edge(edge.source, edge.target)
        assert not nx.is_directed_acyclic_graph(again)


@settings(max_examples=50, deadline=None)
@given(small_graphs(), st.sampled_from("abcde"), st.sampled_from("abcde"))
def test_the_preview_of_an_edge_agrees_with_reachability(graph, source, target):
    whole = nx.MultiDiGraph((e.source, e.target) for e in graph.edges)
    whole.add_nodes_from("abcde")
    preview = would_make_cycle(graph, source, target)
    assert preview.makes_cycle == nx.has_path(whole, target, source)
    if preview.edges:
        assert (preview.path[0], preview.path[-1]) == (target, source)
        steps = [(graph.edge_by_id[e].source, graph.edge_by_id[e].target) for e in preview.edges]
        assert steps == list(zip(preview.path, preview.path[1:], strict=False))


@settings(max_examples=50, deadline=None)
@given(small_graphs())
def test_single_points_are_the_nodes_and_edges_whose_loss_splits_the_graph(graph):
    def parts(nodes, edges):
        whole = nx.MultiGraph()
        whole.add_nodes_from(nodes)
        whole.add_edges_from((e.source, e.target) for e in edges)
        return nx.number_connected_components(whole)

    names = {node.id for node in graph.nodes}
    before = parts(names, graph.edges)
    found = single_points(graph)
    for edge in graph.edges:
        without = [other for other in graph.edges if other is not edge]
        assert (edge.id in found.edges) == (parts(names, without) > before)
    for name in names:
        rest = [e for e in graph.edges if name not in (e.source, e.target)]
        joined = any(e.source != e.target and name in (e.source, e.target) for e in graph.edges)
        # Taking out a node that stands alone takes a part away as well.
        splits = parts(names - {name}, rest) > before - (not joined)
        assert (name in found.nodes) == splits


def test_contradictions_are_listed_by_rule(graph_of):
    graph = graph_of(
        ("1", "a", "x", "supports", 0.9),
        ("2", "a", "x", "contradicts", 0.9),
        ("3", "b", "y", "causal", 0.9),
        ("4", "c", "y", "contradicts", 0.9),
        ("5", "d", "z", "supports", 0.9),
        ("6", "d", "z", "contradicts", 0.9),
    )
    standing = {"5": Standing.DECLARED, "6": Standing.OBSERVED}
    edges = [e.model_copy(update={"standing": standing.get(e.id)}) for e in graph.edges]
    found = contradictions(EvidenceGraph(nodes=graph.nodes, edges=edges))
    assert [(c.rule, c.about, c.supporting, c.contradicting) for c in found] == [
        ("declared_but_failed", "z", ("5",), ("6",)),
        ("opposing_edges", "x", ("1",), ("2",)),
        ("sources_disagree", "y", ("3",), ("4",)),
    ]


def test_nodes_that_no_source_stands_behind_are_listed(graph_of):
    graph = graph_of(
        ("1", "s", "a", "supports", 0.9),
        ("2", "a", "b", "supports", 0.9),
        ("3", "s", "c", "contradicts", 0.9),
        ("4", "d", "a", "supports", 0.9),
    )
    audit = audit_sources(graph, sources=["s"])
    assert audit.without_source == ("c", "d")
    assert audit.checked == 4
    assert audit_sources(graph, sources=["s"], conclusions=["b"]).without_source == ()


def test_unknown_nodes_are_named(graph_of):
    graph = graph_of(("1", "alpha", "b", "supports", 0.9))
    with pytest.raises(InvalidInput, match=r"'alpa' is not among the graph's 2 nodes\. Did you"):
        audit_sources(graph, conclusions=["alpa"])
    with pytest.raises(InvalidInput, match="'zz' is not among"):
        would_make_cycle(graph, "zz", "b")
