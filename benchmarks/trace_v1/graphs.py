"""Seeded evidence graphs: communities, hubs, parallel edges, ties and free edges."""

from __future__ import annotations

import random
from collections import deque
from datetime import UTC, datetime, timedelta

from engine.models.path import EvidenceEdge, EvidenceGraph, EvidenceNode

NOW = datetime(2026, 1, 1, tzinfo=UTC)
"""The moment that every age in this benchmark is counted to."""

CONFIDENCES = (1.0, 1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.3)
TYPES = ("causal", "causal", "supports", "supports", "supports", "related_to", "contradicts")
COMMUNITY = 50
"""Nodes that mostly point at each other."""


def evidence_graph(edges: int, seed: int) -> EvidenceGraph:
    """Return a graph of ``edges`` edges on a quarter as many nodes.

    Seven of ten edges stay inside a community, two lead anywhere and one leads to a hub; about one
    in fifty repeats the ends of another. Ages run from nothing to a year, one edge in twenty has
    none.
    """
    draw = random.Random(seed)
    count = max(edges // 4, 2)
    hubs = [draw.randrange(count) for _ in range(max(count // 200, 1))]
    ends: list[tuple[int, int]] = []
    while len(ends) < edges:
        kind = draw.random()
        if ends and kind < 0.02:
            ends.append(draw.choice(ends))
            continue
        source = draw.randrange(count)
        if kind < 0.72:
            first = source - source % COMMUNITY
            target = first + draw.randrange(min(COMMUNITY, count - first))
        elif kind < 0.92:
            target = draw.randrange(count)
        else:
            target = draw.choice(hubs)
        if source != target:
            ends.append((source, target))
    return EvidenceGraph(
        nodes=tuple(EvidenceNode(id=f"n{number:07d}") for number in range(count)),
        edges=tuple(
            EvidenceEdge(
                id=f"e{number:07d}",
                source=f"n{source:07d}",
                target=f"n{target:07d}",
                edge_type=draw.choice(TYPES),
                confidence=draw.choice(CONFIDENCES),
                created_at=None
                if draw.random() < 0.05
                else NOW - timedelta(hours=draw.choice((0, 24, 168, 720, 2160, 8760))),
            )
            for number, (source, target) in enumerate(ends)
        ),
    )


def far_pairs(graph: EvidenceGraph, count: int, seed: int) -> list[tuple[str, str]]:
    """Return pairs of nodes that the arrows join in 2 to 6 hops."""
    draw = random.Random(seed)
    after: dict[str, list[str]] = {}
    for edge in graph.edges:
        after.setdefault(edge.source, []).append(edge.target)
    starts = sorted(after)
    pairs: list[tuple[str, str]] = []
    while len(pairs) < count:
        source = draw.choice(starts)
        hops = {source: 0}
        queue = deque([source])
        while queue:
            node = queue.popleft()
            for other in after.get(node, ()) if hops[node] < 6 else ():
                if other not in hops:
                    hops[other] = hops[node] + 1
                    queue.append(other)
        candidates = [node for node, distance in hops.items() if distance >= 2]
        if candidates:
            pairs.append((source, draw.choice(candidates)))
    return pairs
