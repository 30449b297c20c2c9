"""The search over (node, hops) of :mod:`engine.trace.spur`, where the hop limit binds."""

from __future__ import annotations

import numpy as np

from engine.trace.kernels.heap import pop, push
from engine.trace.kernels.jit import (
    ANY_HOPS,
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

NODE, HOPS, GONE, CAME, EDGE, NEXT = range(6)
"""Columns of a state: CAME is the state before it, NEXT another one of the same node."""

ROW = ANY_HOPS + 1


@jit
def _state(states: Ints, state: int, hops: int) -> int:
    """Return a node's state of so many hops, from its first state on; -1: there is none."""
    while state >= 0 and states[state, HOPS] != hops:
        state = states[state, NEXT]
    return state


@jit
def _precedes(states: Ints, state: int, edge: int, other: int, other_edge: int) -> bool:
    """Return whether a way over ``edge`` comes before the way chosen so far; both weigh alike."""
    earlier = edge < other_edge
    while state != other:
        if states[state, CAME] < 0 or states[other, CAME] < 0:
            break
        edge, other_edge = states[state, EDGE], states[other, EDGE]
        state, other = states[state, CAME], states[other, CAME]
        if edge != other_edge:
            earlier = edge < other_edge
    return earlier


@jit
def _way(states: Ints, state: int) -> Ints:
    """Return rows of a node and the edge that leaves it, up to a state."""
    length = states[state, HOPS]
    way = np.full((length + 1, 2), -1, np.int64)
    way[length, 0] = states[state, NODE]
    while length > 0:
        way[length - 1, 1] = states[state, EDGE]
        state = states[state, CAME]
        length -= 1
        way[length, 0] = states[state, NODE]
    return way


@jit
def cheapest_within(
    out: Arrows,
    weight: Ints,
    blocked: Bytes,
    exact: Ints,
    near: Ints,
    bounds: tuple[int, int, bool],
    to_target: Ints,
    start: int,
    target: int,
    banned: Ints,
    max_hops: int,
    ceiling: int,
    left: int,
) -> tuple[int, int, Ints, int]:
    """Search one path within the hops; return how it ended, weight, way and expansions."""
    reach, outside, exhausted = bounds
    nothing = np.empty((0, 2), np.int64)
    first = np.full(len(blocked), -1, np.int64)
    fewest = np.full(len(blocked), ROW, np.int64)
    states = np.full((64, 6), -1, np.int64)
    states[0, NODE], states[0, HOPS], states[0, GONE] = start, 0, 0
    first[start] = 0
    heap = push(np.empty((64, 3), np.int64), 0, 0, 0, start * ROW)
    count, size, expanded = 1, 1, 0
    while size > 0:
        gone, node, hops = heap[0, 1], heap[0, 2] // ROW, heap[0, 2] % ROW
        pop(heap, size)
        size -= 1
        state = _state(states, first[node], hops)
        if gone > states[state, GONE] or fewest[node] <= hops:
            continue
        fewest[node] = hops
        if node == target:
            return FOUND, gone, _way(states, state), expanded
        expanded += 1
        if expanded & 255 == 0 and expanded > left:
            return CUT, 0, nothing, expanded
        for arrow in range(out[0][node], out[0][node + 1]):
            other, edge = out[1][arrow], out[2][arrow]
            refused = blocked[other] != 0
            if node == start:
                for each in banned:
                    refused = refused or each == edge
            if refused or hops + 1 + to_target[other] > max_hops or fewest[other] <= hops + 1:
                continue
            reached = gone + weight[edge]
            if reached > LARGEST:
                return TOO_LARGE, 0, nothing, 0
            known = _state(states, first[other], hops + 1)
            if known >= 0 and states[known, GONE] <= reached:
                if states[known, GONE] == reached and _precedes(
                    states, state, edge, states[known, CAME], states[known, EDGE]
                ):
                    states[known, CAME], states[known, EDGE] = state, edge
                continue
            rest = bound(other, exact, near, reach, outside, exhausted)
            if rest < 0 or (ceiling >= 0 and reached + rest > ceiling):
                continue
            if known < 0:
                if count == len(states):
                    larger = np.full((2 * count, 6), -1, np.int64)
                    larger[:count] = states
                    states = larger
                known = count
                count += 1
                states[known, NODE], states[known, HOPS] = other, hops + 1
                states[known, NEXT] = first[other]
                first[other] = known
            states[known, GONE], states[known, CAME], states[known, EDGE] = reached, state, edge
            heap = push(heap, size, reached + rest, reached, other * ROW + hops + 1)
            size += 1
    return NOTHING, 0, nothing, expanded
