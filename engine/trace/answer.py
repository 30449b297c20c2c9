"""Turn found paths into records, and say what their edges had to work around."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from pydantic import TypeAdapter

from engine.models.path import (
    EdgeFlag,
    EvidenceGraph,
    TracedEdge,
    TracedPath,
    TraceWarning,
    Traversed,
)
from engine.trace.cost import (
    CONFIDENCE_FLOOR,
    OTHER_TYPE_COST,
    CostSettings,
    EdgeCost,
    edge_cost,
    nats,
)
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

_EDGES = TypeAdapter(tuple[TracedEdge, ...])


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

    def paths(self, found: Sequence[Found]) -> tuple[TracedPath, ...]:
        """Return found paths as records, in their order."""
        self._tell(step for path in found for step in zip(path.edges, path.nodes, strict=False))
        return tuple(self._path(path) for path in found)

    def _path(self, found: Found) -> TracedPath:
        told = [self._told[step] for step in zip(found.edges, found.nodes, strict=False)]
        edges = tuple(edge for edge, _ in told)
        return TracedPath(
            path=tuple(self._graph.nodes[node].id for node in found.nodes),
            total_cost=nats(sum(units for _, units in told)),
            hops=len(edges),
            probability=math.prod(max(edge.confidence, CONFIDENCE_FLOOR) for edge in edges),
            edges=edges,
        )

    def _tell(self, steps: Iterable[tuple[int, int]]) -> None:
        """Make the records of edges, each told by its number and the node where it starts."""
        new = [step for step in dict.fromkeys(steps) if step not in self._told]
        costs = [edge_cost(self._graph.edges[number], self._settings) for number, _ in new]
        # One validation of all of them takes half as long as one for each.
        records = _EDGES.validate_python(
            [self._fields(*step, cost) for step, cost in zip(new, costs, strict=True)]
        )
        for step, record, cost in zip(new, records, costs, strict=True):
            self._told[step] = (record, cost.units)

    def _fields(self, number: int, start: int, cost: EdgeCost) -> dict[str, object]:
        edge, name = self._graph.edges[number], self._graph.nodes[start].id
        along = edge.source == name
        return {
            "id": edge.id,
            "from_id": name,
            "to_id": edge.target if along else edge.source,
            "edge_type": edge.edge_type,
            "confidence": edge.confidence,
            "cost": nats(cost.units),
            "cost_parts": {
                "confidence": nats(cost.confidence),
                "recency": nats(cost.recency),
                "type": nats(cost.type),
            },
            "traversed": Traversed.FORWARD if along else Traversed.REVERSE,
            "age_hours": cost.age_hours,
            "flags": cost.flags,
        }


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
