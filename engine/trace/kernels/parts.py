"""The parts of :mod:`engine.trace.paths` in rows of whole numbers.

A part is a prefix of a path that was found before (or of the path that is only the source), and a
chain of banned edges: its own, then those of the part that it was cut from.
"""

from __future__ import annotations

import numpy as np

from engine.trace.kernels.jit import ANY_HOPS, Ints, jit

BOUND, PATH, TURN, PREFIX, PLACE, WEIGHT, BAN, BEFORE = range(8)
"""Columns of a part. PATH: its best path, -1 until it is searched. PREFIX and PLACE: a path, and
how many of its edges are kept; WEIGHT: what they weigh. BAN: a banned edge; BEFORE: the part whose
banned edges are banned too."""

START, LENGTH = range(2)
"""Columns of a path: its first step, and its number of edges. A step is a node and the edge that
leaves it; the last node has a step as well."""


@jit
def room(rows: Ints, count: int) -> Ints:
    """Return the rows with room for ``count`` of them."""
    if count <= len(rows):
        return rows
    larger = np.empty((max(2 * len(rows), count), rows.shape[1]), np.int64)
    larger[: len(rows)] = rows
    return larger


@jit
def banned_edges(parts: Ints, part: int) -> Ints:
    """Return the edges that must not leave the last node of a part."""
    count, each = 0, part
    while each >= 0:
        count += parts[each, BAN] >= 0
        each = parts[each, BEFORE]
    banned = np.empty(count, np.int64)
    each = part
    while count > 0:
        if parts[each, BAN] >= 0:
            count -= 1
            banned[count] = parts[each, BAN]
        each = parts[each, BEFORE]
    return banned


@jit
def prefix_nodes(parts: Ints, paths: Ints, steps: Ints, part: int) -> Ints:
    """Return the nodes of a part's prefix, source first."""
    start = paths[parts[part, PREFIX], START]
    return steps[start : start + parts[part, PLACE] + 1, 0].copy()


@jit
def _first(parts: Ints, paths: Ints, steps: Ints, a: int, b: int) -> bool:
    """Return whether a part comes before another in the queue."""
    if parts[a, BOUND] != parts[b, BOUND]:
        return bool(parts[a, BOUND] < parts[b, BOUND])
    path, other = parts[a, PATH], parts[b, PATH]
    if (path < 0) != (other < 0):
        return bool(path < 0)
    if path >= 0:
        for step in range(min(paths[path, LENGTH], paths[other, LENGTH])):
            edge = steps[paths[path, START] + step, 1]
            rival = steps[paths[other, START] + step, 1]
            if edge != rival:
                return bool(edge < rival)
    return bool(parts[a, TURN] < parts[b, TURN])


@jit
def front(queue: Ints, queued: int, parts: Ints, paths: Ints, steps: Ints) -> int:
    """Return the place of the first part in the queue.

    There are at most as many as the paths returned have edges, so they are looked through.
    """
    first = 0
    for place in range(1, queued):
        if _first(parts, paths, steps, queue[place, 0], queue[first, 0]):
            first = place
    return first


@jit
def ceiling_of(queue: Ints, queued: int, parts: Ints, wanted: int) -> int:
    """Return the weight above which no path is wanted, -1: none; ``wanted`` 0 stands for all."""
    weights = np.empty(queued, np.int64)
    count = 0
    for place in range(queued):
        if parts[queue[place, 0], PATH] >= 0:
            weights[count] = parts[queue[place, 0], BOUND]
            count += 1
    if wanted == 0 or count < wanted:
        return -1
    return int(np.sort(weights[:count])[wanted - 1] | ANY_HOPS)


@jit
def overlaps(paths: Ints, steps: Ints, path: int, kept: Ints, most: float) -> bool:
    """Return whether a path has a larger share of its edges than ``most`` in one of those kept."""
    start, length = paths[path, START], paths[path, LENGTH]
    for other in kept:
        common = 0
        first = paths[other, START]
        for step in range(start, start + length):
            for rival in range(first, first + paths[other, LENGTH]):
                common += steps[step, 1] == steps[rival, 1]
        if common > most * length:
            return True
    return False
