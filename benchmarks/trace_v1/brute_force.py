"""Small random multigraphs, and every path of one by listing them."""

from __future__ import annotations

import random
from datetime import timedelta

from benchmarks.trace_v1.graphs import NOW
from engine.models.path import EvidenceEdge, EvidenceGraph, EvidenceNode, Recency
from engine.trace.cost import CostSettings, edge_cost

Listed = tuple[int, int, tuple[str, ...]]
"""Cost in units, hops, edge ids."""


def small_graph(seed: int) -> EvidenceGraph:
    """Return 2 to 7 nodes and up to 16 edges: free, tied, parallel, undated, back to themselves."""
    draw = random.Random(seed)
    names = [f"n{number}" for number in range(draw.randint(2, 7))]
    edges = [
        EvidenceEdge(
            id=f"e{number}",
            source=draw.choice(names),
            target=draw.choice(names),
            edge_type=draw.choice(("causal", "causal", "supports", "contradicts", "cites")),
            confidence=draw.choice((1.0, 1.0, 0.9, 0.5, 0.0)),
            created_at=None
            if draw.random() < 0.3
            else NOW - timedelta(hours=draw.choice((0, 168, 500))),
        )
        for number in range(draw.randint(0, 16))
    ]
    return EvidenceGraph(nodes=tuple(EvidenceNode(id=name) for name in names), edges=tuple(edges))


def every_path(graph: EvidenceGraph, *, bidirectional: bool, max_hops: int) -> list[Listed]:
    """Return all simple paths from ``n0`` to ``n1`` by (cost, hops, edge ids)."""
    settings = CostSettings(168.0, Recency.HALF_LIFE, NOW)
    leaving: dict[str, list[tuple[str, str, int]]] = {}
    for edge in graph.edges:
        units = edge_cost(edge, settings).units
        leaving.setdefault(edge.source, []).append((edge.target, edge.id, units))
        if bidirectional:
            leaving.setdefault(edge.target, []).append((edge.source, edge.id, units))
    found: list[Listed] = []

    def walk(node: str, seen: frozenset[str], ids: tuple[str, ...], cost: int) -> None:
        if node == "n1":
            found.append((cost, len(ids), ids))
        elif len(ids) < max_hops:
            for other, name, units in leaving.get(node, ()):
                if other not in seen:
                    walk(other, seen | {other}, (*ids, name), cost + units)

    walk("n0", frozenset(("n0",)), (), 0)
    return sorted(found)
