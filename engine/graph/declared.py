"""Edges that somebody declared or that recorded calls have shown."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from engine.models.catalog import DeclaredLink
from engine.models.graph import EdgeKind, EdgeOrigin, GraphEdge, ObservedFlow

DECLARED_CONFIDENCE = 0.98

_SAID_BY = {
    EdgeKind.OPENAPI_LINK: "The document links {source} to {target}",
    EdgeKind.ARAZZO: "A workflow calls {target} with the result of {source}",
    EdgeKind.OVERLAY: "The catalog's overlay pairs {source} with {target}",
}


def declared_edges(
    links: Sequence[DeclaredLink], kind: EdgeKind | None = None
) -> Iterable[GraphEdge]:
    """Return one edge for every link.

    Parameters
    ----------
    links : sequence of DeclaredLink
        A catalog's own links, or an overlay's pairs.
    kind : EdgeKind or None
        The kind of all of them; None takes each link's own.
    """
    for link in links:
        stands_for = kind or EdgeKind(link.kind)
        said = _SAID_BY[stands_for].format(source=link.source, target=link.target)
        yield GraphEdge(
            source=link.source,
            target=link.target,
            kind=stands_for,
            origin=EdgeOrigin.DECLARED,
            confidence=DECLARED_CONFIDENCE,
            evidence=f"{said}{_with_fields(link.fields)}.",
            reasons=(stands_for.value,),
            fields=link.fields,
        )


def observed_edges(flows: Sequence[ObservedFlow]) -> Iterable[GraphEdge]:
    """Return one edge for every flow that recorded calls show.

    Confidence is that of a rate whose every trial succeeded, by its Wilson lower bound at 95 %:
    n / (n + 1.96²), so that a single call is worth little and a hundred nearly everything.
    """
    for flow in flows:
        confidence = round(flow.count / (flow.count + math.pow(1.96, 2)), 4)
        calls = "1 recorded call" if flow.count == 1 else f"{flow.count} recorded calls"
        verb = "uses" if flow.count == 1 else "use"
        said = f"{calls} of {flow.target} {verb} the result of {flow.source}"
        yield GraphEdge(
            source=flow.source,
            target=flow.target,
            kind=EdgeKind.OBSERVED,
            origin=EdgeOrigin.OBSERVED,
            confidence=confidence,
            evidence=f"{said}{_with_fields(flow.fields)}.",
            reasons=("calls",),
            fields=flow.fields,
        )


def _with_fields(fields: Sequence[tuple[str, str]]) -> str:
    return f" ({', '.join(f'{given} as {taken}' for given, taken in fields)})" if fields else ""
