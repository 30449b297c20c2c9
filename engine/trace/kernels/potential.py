"""The bounds of :mod:`engine.trace.potential` over arrays."""

from __future__ import annotations

import numpy as np

from engine.trace.kernels.heap import pop, push
from engine.trace.kernels.jit import Arrows, Bytes, Ints, jit


@jit
def meet(
    out: Arrows,
    into: Arrows,
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
    ahead = push(ahead, 0, 0, source, 0)
    behind = push(behind, 0, 0, target, 0)
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
            pop(ahead, ahead_size)
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
                ahead = push(ahead, ahead_size, reached, other, 0)
                ahead_size += 1
                if far[other] >= 0 and (best == -1 or reached + far[other] < best):
                    best = reached + far[other]
        else:
            gone, node = behind[0, 0], behind[0, 1]
            pop(behind, behind_size)
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
                behind = push(behind, behind_size, reached, other, 0)
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
            frontier = push(frontier, kept, gone + before, node, 0)
            kept += 1
    return frontier, kept


@jit
def extend(
    frontier: tuple[Ints, int],
    into: Arrows,
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
        pop(heap, size)
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
            heap = push(heap, size, reached + before, other, 0)
            size += 1
    return heap, size, expanded


@jit
def bound(node: int, exact: Ints, near: Ints, reach: int, outside: int, exhausted: bool) -> int:
    """Return a lower bound on the weight to the target; -1: there is no walk."""
    if exact[node] >= 0:
        return int(exact[node])
    if exhausted:
        return -1
    before = near[node] if 0 <= near[node] < reach else reach
    return int(max(outside - before, 0))


REACH, OUTSIDE, EXHAUSTED, RADIUS, SETTLED, WAITING = range(6)
"""Places in what is kept of a potential between its extensions; WAITING: rows of its heap."""


@jit
def widen(
    heap: Ints,
    into: Arrows,
    weight: Ints,
    blocked: Bytes,
    known: tuple[Ints, Ints, Ints],
    kept: Ints,
    radius: int,
    left: int,
) -> tuple[Ints, int]:
    """Make distances exact up to a radius; return the heap and expansions."""
    if radius <= kept[RADIUS] or kept[EXHAUSTED] == 1:
        return heap, 0
    least = 64 + (kept[SETTLED] >> 2) if kept[SETTLED] > 0 else 0
    heap, size, expanded = extend(
        (heap, kept[WAITING]), into, weight, blocked, known, kept[REACH], (radius, least, left)
    )
    kept[WAITING] = size
    kept[SETTLED] += expanded
    kept[EXHAUSTED] = 0 if size > 0 else 1
    if size > 0:
        kept[OUTSIDE] = heap[0, 0]
        kept[RADIUS] = max(radius, heap[0, 0] - 1)
    return heap, expanded
