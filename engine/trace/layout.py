"""Places for the nodes of traced paths, so that they can be drawn from left to right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from engine.models.path import TracedEdge, TracedPath


class PlacedNode(NamedTuple):
    """A node with a place in the picture."""

    id: str
    x: int
    """Layer, 0 for the source."""

    y: float
    """Place in the layer, around 0; neighbours in a layer are 1 apart."""


class PlacedEdge(NamedTuple):
    """An edge with the best path that it lies on."""

    edge: TracedEdge
    """As that path reads it."""

    rank: int
    """0 for an edge of the best path."""

    bend: float
    """How far it bows: 0 for the only edge between two nodes, else different for each."""


class PathLayout(NamedTuple):
    """A picture of paths; the same set of paths always gives the same places."""

    nodes: tuple[PlacedNode, ...]
    """By layer, then by place."""

    edges: tuple[PlacedEdge, ...]
    """The best path's first, in path order."""

    layers: int
    widest: int
    """Nodes of the fullest layer."""


def layout(paths: Sequence[TracedPath]) -> PathLayout:
    """Return places for the nodes of paths that join one pair of nodes.

    Parameters
    ----------
    paths : sequence of TracedPath
        Best first. The places depend on the set alone, not on the ranks: when a slider turns the
        order round, the picture stays and only the strokes change.

    Notes
    -----
    A node's mean position along the paths orients every edge, so that no circle is left; its layer
    is then the longest way to it, and its neighbours in the layer follow by id.
    """
    if not paths:
        return PathLayout((), (), 0, 0)
    before = _oriented(paths)
    order = _mean_positions(paths)
    layer: dict[str, int] = {}
    for name in sorted(order, key=lambda node: (order[node], node)):
        layer[name] = max((layer[other] + 1 for other in before[name]), default=0)
    last = max(layer.values())
    layer[paths[0].path[-1]] = last
    rows: dict[int, list[str]] = defaultdict(list)
    for name in sorted(layer):
        rows[layer[name]].append(name)
    nodes = [
        PlacedNode(name, x, (len(rows[x]) - 1) / 2 - place)
        for x in sorted(rows)
        for place, name in enumerate(rows[x])
    ]
    return PathLayout(tuple(nodes), _edges(paths), last + 1, max(map(len, rows.values())))


def _mean_positions(paths: Sequence[TracedPath]) -> dict[str, float]:
    places: dict[str, list[float]] = defaultdict(list)
    for path in paths:
        for place, name in enumerate(path.path):
            places[name].append(place / path.hops)
    return {name: sum(sorted(found)) / len(found) for name, found in places.items()}


def _oriented(paths: Sequence[TracedPath]) -> dict[str, set[str]]:
    """Return for each node its neighbours that stand before it."""
    order = _mean_positions(paths)
    before: dict[str, set[str]] = defaultdict(set)
    for path in paths:
        for left, right in zip(path.path, path.path[1:], strict=False):
            first, second = sorted((left, right), key=lambda node: (order[node], node))
            before[second].add(first)
    return before


def _edges(paths: Sequence[TracedPath]) -> tuple[PlacedEdge, ...]:
    found: dict[str, tuple[int, TracedEdge]] = {}
    for rank, path in enumerate(paths):
        for edge in path.edges:
            found.setdefault(edge.id, (rank, edge))
    between: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name in sorted(found):
        edge = found[name][1]
        between[tuple(sorted((edge.from_id, edge.to_id)))].append(name)
    bends = {}
    for pair, names in between.items():
        for place, name in enumerate(names):
            bend = place - (len(names) - 1) / 2
            # Edges of both directions between a pair must bow apart, not onto each other.
            bends[name] = bend if found[name][1].from_id == pair[0] else -bend
    return tuple(PlacedEdge(edge, rank, bends[name]) for name, (rank, edge) in found.items())
