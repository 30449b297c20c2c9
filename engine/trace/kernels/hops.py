"""Fewest edges to every node, and ways round one node, over arrays."""

from __future__ import annotations

import numpy as np

from engine.trace.kernels.heap import pop, push
from engine.trace.kernels.jit import CUT, FOUND, NOTHING, Arrows, Bytes, Ints, jit


@jit
def hops(first: Ints, neighbour: Ints, start: int, limit: int, unreached: int) -> Ints:
    """Return the fewest edges from ``start`` to each node, up to ``limit``."""
    count = len(first) - 1
    distance = np.full(count, unreached, np.int64)
    queue = np.empty(count, np.int64)
    distance[start] = 0
    queue[0] = start
    head, tail = 0, 1
    while head < tail:
        node = queue[head]
        head += 1
        if distance[node] == limit:
            break
        for arrow in range(first[node], first[node + 1]):
            other = neighbour[arrow]
            if distance[other] == unreached:
                distance[other] = distance[node] + 1
                queue[tail] = other
                tail += 1
    return distance


@jit
def way_without(
    out: Arrows,
    blocked: Bytes,
    to_target: Ints,
    avoided: int,
    source: int,
    target: int,
    max_hops: int,
    left: int,
) -> tuple[int, Ints, int]:
    """Search a way within the hops that avoids one node; return the end, its nodes, expansions."""
    fewest = np.full(len(to_target), -1, np.int64)
    came = np.full(len(to_target), -1, np.int64)
    fewest[source] = 0
    heap = push(np.empty((64, 3), np.int64), 0, to_target[source], 0, source)
    size, expanded = 1, 0
    way = np.empty(max_hops + 1, np.int64)
    while size > 0:
        gone, node = -heap[0, 1], heap[0, 2]
        pop(heap, size)
        size -= 1
        if gone > fewest[node]:
            continue
        if node == target:
            length = 0
            while node >= 0:
                way[length] = node
                length += 1
                node = came[node]
            return FOUND, way[:length], expanded
        expanded += 1
        if expanded > left:
            return CUT, way[:0], expanded
        for arrow in range(out[0][node], out[0][node + 1]):
            other = out[1][arrow]
            total = gone + 1 + to_target[other]
            if other == avoided or blocked[other] or total > max_hops:
                continue
            if fewest[other] < 0 or fewest[other] > gone + 1:
                fewest[other] = gone + 1
                came[other] = node
                heap = push(heap, size, total, -gone - 1, other)
                size += 1
    return NOTHING, way[:0], expanded


@jit
def neighbourhood(
    out: Arrows,
    into: Arrows,
    ends: tuple[Ints, Ints],
    source: int,
    target: int,
    limit: int,
    unreached: int,
) -> tuple[Ints, Ints, Bytes, int, int]:
    """Return hops from and to every node, which ones the limit keeps, nodes and edges kept."""
    behind = hops(out[0], out[1], source, limit, unreached)
    ahead = hops(into[0], into[1], target, limit, unreached)
    inside = np.empty(len(behind), np.uint8)
    nodes, edges = 0, 0
    for node in range(len(behind)):
        inside[node] = behind[node] + ahead[node] <= limit
        nodes += inside[node]
    # Every edge is looked at without a branch: which ones lie inside follows no pattern.
    for edge in range(len(ends[0])):
        edges += inside[ends[0][edge]] & inside[ends[1][edge]]
    return behind, ahead, inside, nodes, edges
