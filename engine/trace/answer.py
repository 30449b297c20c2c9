"""Turn found paths into records, and say what their edges had to work around."""

from __future__ import annotations

import math
from collections.abc import Iterable

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


def traced_path(graph: EvidenceGraph, found: Found, settings: CostSettings) -> TracedPath:
    """Return a found path as a record, each edge with its cost and the parts of it.

    Parameters
    ----------
    graph : EvidenceGraph
        Its nodes and edges are numbered in their order.
    found : Found
        Node and edge numbers.
    settings : CostSettings
        As the search used them.
    """
    names = tuple(graph.nodes[node].id for node in found.nodes)
    steps = []
    units = 0
    chances = []
    for place, number in enumerate(found.edges):
        edge = graph.edges[number]
        cost = edge_cost(edge, settings)
        units += cost.units
        chances.append(max(edge.confidence, CONFIDENCE_FLOOR))
        along = edge.source == names[place]
        steps.append(
            TracedEdge(
                id=edge.id,
                from_id=names[place],
                to_id=names[place + 1],
                edge_type=edge.edge_type,
                confidence=edge.confidence,
                cost=nats(cost.units),
                cost_parts=cost.parts,
                traversed=Traversed.FORWARD if along else Traversed.REVERSE,
                age_hours=cost.age_hours,
                flags=cost.flags,
            )
        )
    return TracedPath(
        path=names,
        total_cost=nats(units),
        hops=len(steps),
        probability=math.prod(chances),
        edges=tuple(steps),
    )


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
