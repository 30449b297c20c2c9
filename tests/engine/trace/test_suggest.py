from __future__ import annotations

from itertools import pairwise

from engine.models.path import EvidenceGraph
from engine.trace.suggest import Ends, suggest_ends


def chain(graph_of, names):
    pairs = pairwise(names)
    return graph_of(*((f"{a}{b}", a, b, "causal", 0.9) for a, b in pairs))


def test_the_first_start_that_leads_far_enough_is_asked_for_the_node_there(graph_of):
    assert suggest_ends(chain(graph_of, "abcdefg")) == Ends("a", "e")


def test_a_short_graph_is_asked_for_its_farthest_pair(graph_of):
    assert suggest_ends(chain(graph_of, "cab")) == Ends("c", "b")


def test_sources_are_preferred(graph_of):
    graph = chain(graph_of, "abcde")
    nodes = [
        node.model_copy(update={"kind": "document"}) if node.id == "c" else node
        for node in graph.nodes
    ]
    assert suggest_ends(EvidenceGraph(nodes=tuple(nodes), edges=graph.edges)) == Ends("c", "e")


def test_a_graph_without_arrows_suggests_nothing(graph_of):
    assert suggest_ends(graph_of(nodes="a b")) is None
    assert suggest_ends(graph_of(("1", "a", "a", "causal", 0.5))) is None
