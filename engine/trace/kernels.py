"""The inner loops of the search over arrays, compiled by numba; imported only where it is wanted.

Each function does what its namesake in plain Python does, in the same order: the same nodes are
taken up, the same ties are broken, the same number of expansions is counted. Arrays are int64 by
node or by edge number; -1 stands for unknown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
F = TypeVar("F", bound=Callable[..., object])

jit = cast(Callable[[F], F], numba.njit(cache=True, nogil=True))

FOUND, NOTHING, CUT, TOO_LARGE = 0, 1, 2, 3
"""How a search ended; TOO_LARGE: a weight may leave 64 bits, so plain Python has to do it."""

LARGEST = 1 << 61
"""Sums above this are left to plain Python."""


@jit
def _before(a: int, b: int, c: int, heap: Ints, place: int) -> bool:
    if a != heap[place, 0]:
        return bool(a < heap[place, 0])
    if b != heap[place, 1]:
        return bool(b < heap[place, 1])
    return bool(c < heap[place, 2])


@jit
def _push(heap: Ints, size: int, a: int, b: int, c: int) -> Ints:
    """Add a row to a heap of ``size`` rows, ordered by all three columns; return the heap."""
    if size == heap.shape[0]:
        larger = np.empty((2 * size, 3), np.int64)
        larger[:size] = heap
        heap = larger
    place = size
    while place > 0:
        parent = (place - 1) >> 1
        if not _before(a, b, c, heap, parent):
            break
        heap[place] = heap[parent]
        place = parent
    heap[place, 0], heap[place, 1], heap[place, 2] = a, b, c
    return heap


@jit
def _pop(heap: Ints, size: int) -> None:
    """Take the first row out of a heap of ``size`` rows."""
    last = size - 1
    a, b, c = heap[last, 0], heap[last, 1], heap[last, 2]
    place = 0
    while True:
        child = 2 * place + 1
        if child >= last:
            break
        if child + 1 < last and _before(
            heap[child + 1, 0], heap[child + 1, 1], heap[child + 1, 2], heap, child
        ):
            child += 1
        if _before(a, b, c, heap, child):
            break
        heap[place] = heap[child]
        place = child
    heap[place, 0], heap[place, 1], heap[place, 2] = a, b, c


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
def meet(
    out: tuple[Ints, Ints, Ints],
    into: tuple[Ints, Ints, Ints],
    weight: Ints,
    blocked: Bytes,
    source: int,
    target: int,
    known: tuple[Ints, Ints, Ints],
    left: int,
) -> tuple[Ints, int, int, bool, int]:
    """Search from both ends; return what lies behind, its size, reach, joined, expansions."""
    exact, far, near = known
    settled = np.zeros(len(exact), np.uint8)
    ahead, behind = np.empty((64, 3), np.int64), np.empty((64, 3), np.int64)
    ahead = _push(ahead, 0, 0, source, 0)
    behind = _push(behind, 0, 0, target, 0)
    ahead_size, behind_size = 1, 1
    near[source] = 0
    far[target] = 0
    best, farthest, expanded = -1, 0, 0
    while ahead_size > 0 and behind_size > 0:
        if best != -1 and ahead[0, 0] + behind[0, 0] >= best:
            break
        expanded += 1
        if expanded & 255 == 0 and expanded > left:
            break
        if ahead_size <= behind_size:
            gone, node = ahead[0, 0], ahead[0, 1]
            _pop(ahead, ahead_size)
            ahead_size -= 1
            if settled[node]:
                continue
            settled[node] = 1
            for arrow in range(out[0][node], out[0][node + 1]):
                other = out[1][arrow]
                reached = gone + weight[out[2][arrow]]
                if blocked[other] or (near[other] >= 0 and near[other] <= reached):
                    continue
                near[other] = reached
                ahead = _push(ahead, ahead_size, reached, other, 0)
                ahead_size += 1
                if far[other] >= 0 and (best == -1 or reached + far[other] < best):
                    best = reached + far[other]
        else:
            gone, node = behind[0, 0], behind[0, 1]
            _pop(behind, behind_size)
            behind_size -= 1
            if exact[node] >= 0:
                continue
            exact[node] = gone
            for arrow in range(into[0][node], into[0][node + 1]):
                other = into[1][arrow]
                reached = gone + weight[into[2][arrow]]
                if blocked[other] or (far[other] >= 0 and far[other] <= reached):
                    continue
                far[other] = reached
                behind = _push(behind, behind_size, reached, other, 0)
                behind_size += 1
                if near[other] >= 0 and (best == -1 or reached + near[other] < best):
                    best = reached + near[other]
    if ahead_size > 0:
        reach = ahead[0, 0]
    else:
        for node in range(len(near)):
            farthest = max(farthest, near[node])
        reach = farthest + 1
    return behind, behind_size, reach, best != -1, expanded


@jit
def refocus(
    behind: Ints, size: int, exact: Ints, far: Ints, near: Ints, reach: int
) -> tuple[Ints, int]:
    """Order a reverse frontier by what a walk through each node weighs."""
    frontier = np.empty((max(size, 64), 3), np.int64)
    kept = 0
    for place in range(size):
        gone, node = behind[place, 0], behind[place, 1]
        if exact[node] == -1 and gone == far[node]:
            before = near[node] if 0 <= near[node] < reach else reach
            frontier = _push(frontier, kept, gone + before, node, 0)
            kept += 1
    return frontier, kept


@jit
def extend(
    frontier: tuple[Ints, int],
    into: tuple[Ints, Ints, Ints],
    weight: Ints,
    blocked: Bytes,
    known: tuple[Ints, Ints, Ints],
    reach: int,
    limits: tuple[int, int, int],
) -> tuple[Ints, int, int]:
    """Settle nodes on walks up to a radius, at least so many; return frontier and expansions."""
    heap, size = frontier
    exact, far, near = known
    radius, least, left = limits
    expanded = 0
    while size > 0 and (heap[0, 0] <= radius or expanded < least):
        node = heap[0, 1]
        _pop(heap, size)
        size -= 1
        if exact[node] >= 0:
            continue
        gone = far[node]
        exact[node] = gone
        expanded += 1
        if expanded & 255 == 0 and expanded > left:
            break
        for arrow in range(into[0][node], into[0][node + 1]):
            other = into[1][arrow]
            reached = gone + weight[into[2][arrow]]
            if blocked[other] or (far[other] >= 0 and far[other] <= reached):
                continue
            far[other] = reached
            before = near[other] if 0 <= near[other] < reach else reach
            heap = _push(heap, size, reached + before, other, 0)
            size += 1
    return heap, size, expanded


@jit
def _rest(node: int, exact: Ints, near: Ints, reach: int, outside: int, exhausted: bool) -> int:
    """Return a lower bound on the weight to the target; -1: there is no walk."""
    if exact[node] >= 0:
        return int(exact[node])
    if exhausted:
        return -1
    before = near[node] if 0 <= near[node] < reach else reach
    return int(max(outside - before, 0))


@jit
def _precedes(
    node: int, edge: int, other: int, other_edge: int, came_node: Ints, came_edge: Ints
) -> bool:
    """Return whether a way over ``edge`` comes before the way chosen so far; both weigh alike."""
    earlier = edge < other_edge
    while node != other:
        if came_node[node] < 0 or came_node[other] < 0:
            break
        edge, other_edge = came_edge[node], came_edge[other]
        node, other = came_node[node], came_node[other]
        if edge != other_edge:
            earlier = edge < other_edge
    return earlier


@jit
def cheapest(
    out: tuple[Ints, Ints, Ints],
    weight: Ints,
    blocked: Bytes,
    exact: Ints,
    near: Ints,
    bounds: tuple[int, int, bool],
    start: int,
    target: int,
    banned: Ints,
    ceiling: int,
    marks: tuple[Ints, Ints, Ints, Ints],
    turn: int,
    left: int,
) -> tuple[int, int, int]:
    """Search one path; return how it ended, its weight, expansions. Marks tell the way back."""
    best, came_node, came_edge, seen = marks
    reach, outside, exhausted = bounds
    best[start], came_node[start], seen[start] = 0, -1, turn
    heap = _push(np.empty((64, 3), np.int64), 0, 0, 0, start)
    size, expanded = 1, 0
    while size > 0:
        gone, node = heap[0, 1], heap[0, 2]
        _pop(heap, size)
        size -= 1
        if gone > best[node]:
            continue
        if node == target:
            return FOUND, gone, expanded
        expanded += 1
        if expanded & 255 == 0 and expanded > left:
            return CUT, 0, expanded
        for arrow in range(out[0][node], out[0][node + 1]):
            other, edge = out[1][arrow], out[2][arrow]
            if blocked[other]:
                continue
            if node == start:
                refused = False
                for each in banned:
                    if each == edge:
                        refused = True
                if refused:
                    continue
            reached = gone + weight[edge]
            if reached > LARGEST:
                return TOO_LARGE, 0, 0
            if seen[other] == turn and best[other] <= reached:
                if best[other] == reached and _precedes(
                    node, edge, came_node[other], came_edge[other], came_node, came_edge
                ):
                    came_node[other], came_edge[other] = node, edge
                continue
            rest = _rest(other, exact, near, reach, outside, exhausted)
            if rest < 0 or (ceiling >= 0 and reached + rest > ceiling):
                continue
            best[other], seen[other] = reached, turn
            came_node[other], came_edge[other] = node, edge
            heap = _push(heap, size, reached + rest, reached, other)
            size += 1
    return NOTHING, 0, expanded


@jit
def least(
    out: tuple[Ints, Ints, Ints],
    weight: Ints,
    blocked: Bytes,
    exact: Ints,
    near: Ints,
    bounds: tuple[int, int, bool],
    nodes: Ints,
    banned: Ints,
) -> int:
    """Return a lower bound on what follows a prefix; -1 when nothing does."""
    reach, outside, exhausted = bounds
    node, best = nodes[-1], -1
    for arrow in range(out[0][node], out[0][node + 1]):
        other, edge = out[1][arrow], out[2][arrow]
        refused = blocked[other] != 0
        for each in banned:
            refused = refused or each == edge
        for each in nodes:
            refused = refused or each == other
        if refused:
            continue
        rest = _rest(other, exact, near, reach, outside, exhausted)
        if rest >= 0 and (best == -1 or weight[edge] + rest < best):
            best = weight[edge] + rest
    return best


@jit
def way_without(
    out: tuple[Ints, Ints, Ints],
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
    heap = _push(np.empty((64, 3), np.int64), 0, to_target[source], 0, source)
    size, expanded = 1, 0
    way = np.empty(max_hops + 1, np.int64)
    while size > 0:
        gone, node = -heap[0, 1], heap[0, 2]
        _pop(heap, size)
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
                heap = _push(heap, size, total, -gone - 1, other)
                size += 1
    return NOTHING, way[:0], expanded
