"""Places for the nodes of traced paths, so that they can be drawn from left to right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.models.path import TracedEdge, TracedPath

NEAR_NODE = 0.3
"""A line that passes a node by less than this, in places of a layer, seems to join it."""

CLEAR_BEND = 1.3
"""How far such a line bows."""


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
    Steps are taken from the shortest path on, by edge ids; one that would close a circle is turned
    round, so that none is left. A node's layer is then the longest way to it, and its neighbours
    in the layer follow by id.
    """
    if not paths:
        return PathLayout((), (), 0, 0)
    layer = _layers(_before(paths))
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
    places = {node.id: (node.x, node.y) for node in nodes}
    edges = tuple(_clear_of_nodes(edge, places) for edge in _edges(paths))
    return PathLayout(tuple(nodes), edges, last + 1, max(map(len, rows.values())))


def _before(paths: Sequence[TracedPath]) -> dict[str, set[str]]:
    """Return for each node its neighbours that stand before it, without circles."""
    before: dict[str, set[str]] = {paths[0].path[0]: set()}
    for path in sorted(paths, key=lambda each: (each.hops, each.edge_ids)):
        for left, right in pairwise(path.path):
            before.setdefault(right, set())
            if _stands_before(before, right, left):
                before[left].add(right)
            else:
                before[right].add(left)
    return before


def _stands_before(before: dict[str, set[str]], early: str, late: str) -> bool:
    waiting, seen = [late], set[str]()
    while waiting:
        node = waiting.pop()
        if node == early:
            return True
        if node not in seen:
            seen.add(node)
            waiting.extend(before[node])
    return False


def _layers(before: dict[str, set[str]]) -> dict[str, int]:
    layer: dict[str, int] = {}
    while len(layer) < len(before):
        for name in sorted(before.keys() - layer.keys()):
            if before[name] <= layer.keys():
                layer[name] = max((layer[other] + 1 for other in before[name]), default=0)
    return layer


def _clear_of_nodes(placed: PlacedEdge, places: Mapping[str, tuple[int, float]]) -> PlacedEdge:
    """Bow an edge that would run straight through a node of a layer between its ends."""
    (x0, y0), (x1, y1) = places[placed.edge.from_id], places[placed.edge.to_id]
    if placed.bend or abs(x1 - x0) < 2:
        return placed
    for x, y in places.values():
        between = min(x0, x1) < x < max(x0, x1)
        if between and abs(y0 + (y1 - y0) * (x - x0) / (x1 - x0) - y) < NEAR_NODE:
            return placed._replace(bend=CLEAR_BEND if x1 > x0 else -CLEAR_BEND)
    return placed


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
