"""The part of a graph that a path within the hop limit can use."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.models.path import SubgraphSize
from engine.trace.snapshot import Adjacency, IntArray, Snapshot, Way

UNREACHED = int(np.iinfo(np.int64).max // 4)
"""Hops to a node that is not reached; twice this still is a number."""


class Subgraph(NamedTuple):
    """Nodes that lie on some walk of at most ``max_hops`` edges from source to target."""

    from_source: IntArray
    """Hops from the source to each node, or :data:`UNREACHED`."""

    to_target: IntArray
    """Hops from each node to the target, or :data:`UNREACHED`."""

    kept: NDArray[np.bool_]
    """For each node, hops from the source plus hops to the target ≤ max_hops."""

    size: SubgraphSize


KEPT = 2
"""Neighbourhoods kept: those of a slider that moves between two fixed ends."""


class HopLimits:
    """The hop-limited neighbourhoods of one graph, which costs do not change.

    Parameters
    ----------
    snapshot : Snapshot
        The graph.
    compiled : bool
        Use the compiled search; the answers are the same.

    Notes
    -----
    The last ones are kept. Threads may share it.
    """

    def __init__(self, snapshot: Snapshot, *, compiled: bool) -> None:
        self._snapshot = snapshot
        self._compiled = compiled
        self._lock = Lock()
        self._kept: OrderedDict[tuple[Way, int, int, int], Subgraph] = OrderedDict()

    def get(self, ways: tuple[Way, Way], source: int, target: int, max_hops: int) -> Subgraph:
        """Return the neighbourhood of a pair of nodes, arrows read in these ways."""
        key = (ways[0], source, target, max_hops)
        with self._lock:
            known = self._kept.get(key)
        if known is None:
            snapshot = self._snapshot
            known = hop_limited(
                snapshot.arrows(ways[0]),
                snapshot.arrows(ways[1]),
                (snapshot.source, snapshot.target),
                source,
                target,
                max_hops,
                compiled=self._compiled,
            )
            with self._lock:
                self._kept[key] = known
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
        return known


def hop_limited(
    out: Adjacency,
    into: Adjacency,
    ends: tuple[IntArray, IntArray],
    source: int,
    target: int,
    max_hops: int,
    *,
    compiled: bool = False,
) -> Subgraph:
    """Return the hop-limited neighbourhood of a pair of nodes.

    Parameters
    ----------
    out, into : Adjacency
        Arrows that leave and that enter each node, in the direction of the search.
    ends : pair of arrays
        Stored source and target of every edge.
    source, target : int
        Node numbers.
    max_hops : int
        At least 1.
    compiled : bool
        Use the compiled search; the answer is the same.

    Notes
    -----
    Two breadth-first searches, O(nodes + edges). Every path within the limit lies inside: each
    of its nodes has at most as many hops on either side as the path itself.
    """
    if compiled:
        return _compiled(out, into, ends, source, target, max_hops)
    from_source = hops(out, source, max_hops)
    to_target = hops(into, target, max_hops)
    kept = from_source + to_target <= max_hops
    joined = int(np.count_nonzero(kept[ends[0]] & kept[ends[1]]))
    size = SubgraphSize(nodes=int(np.count_nonzero(kept)), edges=joined)
    return Subgraph(from_source, to_target, kept, size)


def _compiled(
    out: Adjacency,
    into: Adjacency,
    ends: tuple[IntArray, IntArray],
    source: int,
    target: int,
    max_hops: int,
) -> Subgraph:
    from engine.trace.kernels.hops import neighbourhood

    from_source, to_target, inside, nodes, edges = neighbourhood(
        out.arrays, into.arrays, ends, source, target, max_hops, UNREACHED
    )
    size = SubgraphSize(nodes=int(nodes), edges=int(edges))
    return Subgraph(from_source, to_target, inside.view(np.bool_), size)


def hops(adjacency: Adjacency, start: int, limit: int) -> IntArray:
    """Return the fewest edges from ``start`` to each node, up to ``limit``.

    Returns
    -------
    array of int, length nodes
        :data:`UNREACHED` for a node that is farther or not joined.
    """
    first, neighbour = adjacency.first, adjacency.neighbour
    distance = np.full(len(first) - 1, UNREACHED, dtype=np.int64)
    distance[start] = 0
    writer = np.empty_like(distance)
    layer = np.array([start], dtype=np.int64)
    for level in range(1, limit + 1):
        starts = first[layer]
        counts = first[layer + 1] - starts
        ends = np.cumsum(counts)
        if not len(ends) or not ends[-1]:
            break
        arrows = np.arange(ends[-1]) + np.repeat(starts - (ends - counts), counts)
        reached = neighbour[arrows]
        reached = reached[distance[reached] == UNREACHED]
        if not len(reached):
            break
        distance[reached] = level
        # A node that several arrows reach keeps the last of them: each node once, unsorted.
        order = np.arange(len(reached))
        writer[reached] = order
        layer = reached[writer[reached] == order]
    return distance
