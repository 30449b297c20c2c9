"""The surroundings of a tool with places for a picture, as plain numbers."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from engine.errors import InvalidInput
from engine.graph.cycles import order_tools
from engine.graph.tool_graph import ToolGraph
from engine.models.graph import GraphEdge, Neighbourhood, PlacedTool


def neighbourhood(
    graph: ToolGraph, centre: str, *, hops: int = 1, limit: int = 40
) -> Neighbourhood:
    """Return the tools around one, few enough to be read, each with a place.

    Parameters
    ----------
    graph : ToolGraph
        The whole graph.
    centre : str
        The tool in the middle.
    hops : int, default 1
        How many edges away a tool may stand, in either direction.
    limit : int, default 40
        How many tools are kept, the centre included: near ones before far ones, then those with
        the most trusted edge to what is already kept, then by name.

    Returns
    -------
    Neighbourhood
        The same for the same graph, whatever order its edges came in.

    Raises
    ------
    UnknownTool
        If the graph does not hold ``centre``.
    InvalidInput
        If ``hops`` is negative or ``limit`` below 1.
    """
    if limit < 1:
        raise InvalidInput(f"limit counts tools and must be at least 1, but {limit} was given.")
    distance = graph.hops_from(centre, hops)
    kept = _nearest(graph, distance, limit)
    edges = graph.within(kept)
    places = _places(kept, distance, edges)
    tools = tuple(
        PlacedTool(name=name, hops=distance[name], x=places[name][0], y=places[name][1])
        for name in sorted(kept, key=lambda name: (distance[name], name))
    )
    return Neighbourhood(
        centre=centre, tools=tools, edges=edges, left_out=len(distance) - len(kept)
    )


def _nearest(graph: ToolGraph, distance: Mapping[str, int], limit: int) -> frozenset[str]:
    kept: set[str] = set()
    rings: dict[int, list[str]] = defaultdict(list)
    for name, hops in distance.items():
        rings[hops].append(name)
    for hops in sorted(rings):
        inner = frozenset(kept)
        ranked = sorted(rings[hops], key=lambda name: (-_trust(graph, name, inner), name))
        kept.update(ranked[: limit - len(kept)])
    return frozenset(kept)


def _trust(graph: ToolGraph, name: str, inner: frozenset[str]) -> float:
    """Return the confidence of a tool's most trusted edge to one that is nearer."""
    if not inner:
        return 1.0
    touching = (*graph.into(name), *graph.out_of(name))
    near = (e.confidence for e in touching if (e.source if e.target == name else e.target) in inner)
    return max(near, default=0.0)


def _places(
    names: frozenset[str], distance: Mapping[str, int], edges: Sequence[GraphEdge]
) -> dict[str, tuple[float, float]]:
    """Put every tool into the column of the longest way of data to it, spread over the height.

    Circles are cut where they cost least, so that arrows run from left to right where they can.
    """
    flow = [edge for edge in edges if edge.kind.is_directed]
    columns = _columns(names, flow)
    members: dict[int, list[str]] = defaultdict(list)
    for name in sorted(names):
        members[columns[name]].append(name)
    width = max(members, default=0)
    places: dict[str, tuple[float, float]] = {}
    for column, inside in sorted(members.items()):
        x = 2.0 * column / width - 1.0 if width else 0.0
        inside.sort(key=lambda name: (_mean_height(name, flow, places), distance[name], name))
        for row, name in enumerate(inside):
            places[name] = (round(x, 6), _height(row, len(inside)))
    return places


def _columns(names: frozenset[str], flow: Sequence[GraphEdge]) -> dict[str, int]:
    order = {name: index for index, name in enumerate(order_tools(names, flow))}
    columns = dict.fromkeys(order, 0)
    incoming: dict[str, list[str]] = defaultdict(list)
    for edge in flow:
        if order[edge.source] < order[edge.target]:
            incoming[edge.target].append(edge.source)
    for name in order:
        columns[name] = max((columns[before] + 1 for before in incoming[name]), default=0)
    return columns


def _mean_height(
    name: str, flow: Sequence[GraphEdge], places: Mapping[str, tuple[float, float]]
) -> float:
    """Return the mean height of what feeds a tool, so that arrows cross less (barycentre)."""
    heights = [places[e.source][1] for e in flow if e.target == name and e.source in places]
    return round(math.fsum(heights) / len(heights), 9) if heights else 0.0


def _height(row: int, rows: int) -> float:
    return round(1.0 - 2.0 * (row + 0.5) / rows, 6)
