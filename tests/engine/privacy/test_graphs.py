from __future__ import annotations

from itertools import pairwise

from engine.models.path import EvidenceEdge, EvidenceGraph, EvidenceNode
from engine.privacy.graphs import storable_graph

JANE, BEN = "jane" + "@example.org", "ben" + "@example.org"


def graph(*names, evidence=""):
    edges = [
        EvidenceEdge(
            id=f"e{at}",
            source=one,
            target=other,
            edge_type="supports",
            confidence=0.5,
            evidence=evidence,
        )
        for at, (one, other) in enumerate(pairwise(names))
    ]
    nodes = [EvidenceNode(id=name, kind="person", label=f"label of {name}") for name in names]
    return EvidenceGraph(nodes=tuple(nodes), edges=tuple(edges))


def test_nodes_whose_ids_are_secrets_stay_apart_and_joined():
    kept = storable_graph(graph(JANE, BEN, evidence=f"mail from {JANE}"))
    text = kept.model_dump_json()
    assert JANE not in text
    assert BEN not in text
    assert len({node.id for node in kept.nodes}) == 2
    assert {kept.edges[0].source, kept.edges[0].target} == {node.id for node in kept.nodes}


def test_a_graph_without_secrets_is_the_same_object():
    plain = graph("a", "b")
    assert storable_graph(plain) is plain


def test_storing_twice_changes_nothing():
    once = storable_graph(graph(JANE, "b"))
    assert storable_graph(once) == once
