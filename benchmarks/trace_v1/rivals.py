"""The same question asked of other libraries, on graphs converted for them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import networkx as nx

from benchmarks.trace_v1.graphs import NOW
from engine.models.path import EvidenceGraph, Recency
from engine.trace.cost import CostSettings, edge_cost, nats

Answer = list[tuple[float, tuple[str, ...]]]
"""Cost of each path, ascending, and its edge ids; none where the library gives nodes only."""

Question = Callable[[str, str, int], Answer]
"""(source, target, k) to an answer."""


def costs_of(graph: EvidenceGraph) -> list[float]:
    """Return each edge's cost in nats, in the graph's order."""
    settings = CostSettings(168.0, Recency.HALF_LIFE, NOW)
    return [nats(edge_cost(edge, settings).units) for edge in graph.edges]


def with_networkx(graph: EvidenceGraph, costs: list[float]) -> Question:
    """Use ``shortest_simple_paths``, which takes no multigraph: the cheapest edge a pair stays."""
    plain: Any = nx.DiGraph()
    plain.add_nodes_from(node.id for node in graph.nodes)
    for edge, cost in zip(graph.edges, costs, strict=True):
        known = plain.get_edge_data(edge.source, edge.target)
        if known is None or known["weight"] > cost:
            plain.add_edge(edge.source, edge.target, weight=cost)

    def ask(source: str, target: str, k: int) -> Answer:
        paths = nx.shortest_simple_paths(plain, source, target, weight="weight")
        return [(nx.path_weight(plain, path, "weight"), ()) for path in islice(paths, k)]

    return ask


def with_igraph(graph: EvidenceGraph, costs: list[float]) -> Question | None:
    """Use ``get_k_shortest_paths``; None where igraph (GPL) is not installed."""
    try:
        import igraph
    except ImportError:
        return None
    number = {node.id: position for position, node in enumerate(graph.nodes)}
    whole = igraph.Graph(
        n=len(number),
        edges=[(number[edge.source], number[edge.target]) for edge in graph.edges],
        directed=True,
    )

    def ask(source: str, target: str, k: int) -> Answer:
        paths = whole.get_k_shortest_paths(
            number[source], number[target], k=k, weights=costs, output="epath"
        )
        return [
            (sum(costs[edge] for edge in path), tuple(graph.edges[edge].id for edge in path))
            for path in paths
        ]

    return ask
