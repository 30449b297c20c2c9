"""Turn found paths into records, and say what their edges had to work around."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from engine.models.path import (
    EdgeFlag,
    EvidenceGraph,
    TracedEdge,
    TracedPath,
    TraceWarning,
    Traversed,
)
from engine.trace.cost import CONFIDENCE_FLOOR, OTHER_TYPE_COST, CostSettings, edge_cost, nats
from engine.trace.spur import Found

_MESSAGES = {
    EdgeFlag.CONFIDENCE_FLOORED: (
        f"Confidence below {CONFIDENCE_FLOOR:g} on {{edges}}: that floor was charged."
    ),
    EdgeFlag.TIMESTAMP_MISSING: "No time on {edges}: an age of 0 was charged.",
    EdgeFlag.TIMESTAMP_FUTURE: "A time after 'now' on {edges}: an age of 0 was charged.",
    EdgeFlag.TYPE_UNKNOWN: (
        f"A type without a cost of its own on {{edges}}: {OTHER_TYPE_COST:g} was charged."
    ),
}


class Teller:
    """Turns found paths into records, each edge with its cost and the parts of it.

    Parameters
    ----------
    graph : EvidenceGraph
        Its nodes and edges are numbered in their order.
    settings : CostSettings
        As the search used them.

    Notes
    -----
    Paths of one answer share most of their edges, so each is told once.
    """

    def __init__(self, graph: EvidenceGraph, settings: CostSettings) -> None:
        self._graph = graph
        self._settings = settings
        self._told: dict[tuple[int, int], tuple[TracedEdge, int]] = {}

    def path(self, found: Found) -> TracedPath:
        """Return a found path as a record."""
        told = [
            self._edge(number, *ends)
            for number, ends in zip(found.edges, pairwise(found.nodes), strict=True)
        ]
        edges = tuple(edge for edge, _ in told)
        return TracedPath(
            path=tuple(self._graph.nodes[node].id for node in found.nodes),
            total_cost=nats(sum(units for _, units in told)),
            hops=len(edges),
            probability=math.prod(max(edge.confidence, CONFIDENCE_FLOOR) for edge in edges),
            edges=edges,
        )

    def _edge(self, number: int, start: int, end: int) -> tuple[TracedEdge, int]:
        """Return an edge as the path reads it, and its cost in whole units."""
        known = self._told.get((number, start))
        if known is not None:
            return known
        nodes, edge = self._graph.nodes, self._graph.edges[number]
        cost = edge_cost(edge, self._settings)
        along = edge.source == nodes[start].id
        told = TracedEdge(
            id=edge.id,
            from_id=nodes[start].id,
            to_id=nodes[end].id,
            edge_type=edge.edge_type,
            confidence=edge.confidence,
            cost=nats(cost.units),
            cost_parts=cost.parts,
            traversed=Traversed.FORWARD if along else Traversed.REVERSE,
            age_hours=cost.age_hours,
            flags=cost.flags,
        )
        self._told[number, start] = (told, cost.units)
        return told, cost.units


def edge_warnings(paths: Iterable[TracedPath]) -> list[TraceWarning]:
    """Return one warning for each kind of flag on the paths' edges, by kind."""
    flagged: dict[EdgeFlag, set[str]] = {flag: set() for flag in EdgeFlag}
    for path in paths:
        for edge in path.edges:
            for flag in edge.flags:
                flagged[flag].add(edge.id)
    warnings = []
    for flag in sorted(EdgeFlag):
        edges = sorted(flagged[flag])
        if edges:
            count = f"{len(edges)} edge{'s' if len(edges) > 1 else ''}"
            message = _MESSAGES[flag].format(edges=count)
            warnings.append(TraceWarning(code=flag.value, message=message, edges=tuple(edges)))
    return warnings
