"""The searches of :mod:`engine.trace.spur` over arrays."""

from __future__ import annotations

import numpy as np

from engine.trace.kernels.heap import pop, push
from engine.trace.kernels.jit import (
    CUT,
    FOUND,
    LARGEST,
    NOTHING,
    TOO_LARGE,
    Arrows,
    Bytes,
    Ints,
    jit,
)
from engine.trace.kernels.potential import bound


@jit
def precedes(
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
    out: Arrows,
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
    heap = push(np.empty((64, 3), np.int64), 0, 0, 0, start)
    size, expanded = 1, 0
    while size > 0:
        gone, node = heap[0, 1], heap[0, 2]
        pop(heap, size)
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
                if best[other] == reached and precedes(
                    node, edge, came_node[other], came_edge[other], came_node, came_edge
                ):
                    came_node[other], came_edge[other] = node, edge
                continue
            rest = bound(other, exact, near, reach, outside, exhausted)
            if rest < 0 or (ceiling >= 0 and reached + rest > ceiling):
                continue
            best[other], seen[other] = reached, turn
            came_node[other], came_edge[other] = node, edge
            heap = push(heap, size, reached + rest, reached, other)
            size += 1
    return NOTHING, 0, expanded


@jit
def least(
    out: Arrows,
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
        rest = bound(other, exact, near, reach, outside, exhausted)
        if rest >= 0 and (best == -1 or weight[edge] + rest < best):
            best = weight[edge] + rest
    return best
