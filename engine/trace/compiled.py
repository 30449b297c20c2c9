"""The search core over arrays: the same answers as plain Python, several times sooner.

It needs numba, an optional extra; nothing is compiled or loaded before it is asked for.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, overload

import numpy as np

from engine.trace.potential import Budget, BudgetSpent, Hops, Space
from engine.trace.snapshot import IntArray, Weights
from engine.trace.spur import Found

_LARGEST = (1 << 63) - 1


@cache
def is_available() -> bool:
    """Return whether the extra is installed."""
    return importlib.util.find_spec("numba") is not None


def fits(weights: Weights, max_hops: int) -> bool:
    """Return whether sums along walks of ``max_hops`` edges stay within 64 bits.

    Every node of the subgraph is within ``max_hops`` of both ends, so no distance is larger than
    as many of the largest weight; two of them, one edge longer, are the most that is ever added.
    """
    largest = weights.largest
    return largest is not None and 2 * (max_hops + 1) * largest < _LARGEST


class LazyWeights(Sequence[int]):
    """Weights as whole numbers of Python, one at a time: a query reads a few of a million."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    @overload
    def __getitem__(self, edge: int) -> int: ...
    @overload
    def __getitem__(self, edge: slice) -> Sequence[int]: ...
    def __getitem__(self, edge: int | slice) -> int | Sequence[int]:
        """Return the weight of an edge."""
        if isinstance(edge, slice):
            return self._weights.numbers[edge]
        array = self._weights.array
        return self._weights.numbers[edge] if array is None else int(array[edge])

    def __len__(self) -> int:
        return len(self._weights.numbers if self._weights.array is None else self._weights.array)


class Cheapest(NamedTuple):
    """What a search for the cheapest paths came to."""

    found: list[Found]
    """By (weight, edge numbers)."""

    tie: bool | None
    """Whether a path that was left out weighs as much as the last one; None when unknown."""

    cut: bool
    """Whether the budget was used up."""


def k_cheapest(
    space: Space,
    ends: tuple[int, int],
    to_target: Hops,
    max_hops: int,
    budget: Budget,
    wanted: int,
    *,
    max_overlap: float,
    seek_tie: bool,
) -> Cheapest | None:
    """Return what :func:`engine.trace.core.k_cheapest` does; None where plain Python has to do it.

    That is where a sum of weights may leave 64 bits.
    """
    from engine.trace.kernels import jit, paths

    blocked = np.frombuffer(space.blocked, dtype=np.uint8)
    graph = (space.out.adjacency.arrays, space.into.adjacency.arrays, _weights(space), blocked)
    ended, tie, rows, steps, used = paths.k_cheapest(
        graph,
        np.asarray(to_target, dtype=np.int64),
        *ends,
        max_hops,
        wanted,
        max_overlap,
        seek_tie,
        budget.limit - budget.used,
    )
    if ended == jit.TOO_LARGE:
        return None
    # What is above the budget was not allowed, and is not counted.
    budget.used = min(budget.used + used, budget.limit)
    found = [
        _found(weight, steps[first : first + hops + 1]) for first, hops, weight in rows.tolist()
    ]
    return Cheapest(found, None if tie < 0 else tie == 1, ended == jit.CUT)


def _found(weight: int, way: IntArray) -> Found:
    nodes, edges = way.T.tolist()
    return Found(weight, tuple(edges[:-1]), tuple(nodes))


def way_without(
    space: Space,
    to_target: Hops,
    avoided: int,
    source: int,
    target: int,
    max_hops: int,
    budget: Budget,
) -> set[int] | None:
    """Return the nodes of a way within the limit that avoids one node; None if there is none."""
    from engine.trace.kernels import hops, jit

    ended, way, expanded = hops.way_without(
        space.out.adjacency.arrays,
        np.frombuffer(space.blocked, dtype=np.uint8),
        np.asarray(to_target, dtype=np.int64),
        avoided,
        source,
        target,
        max_hops,
        budget.limit - budget.used,
    )
    budget.spend(expanded)
    if ended == jit.CUT:
        raise BudgetSpent
    return set(way.tolist()) if ended == jit.FOUND else None


def _weights(space: Space) -> IntArray:
    if space.weights is None:
        raise AssertionError("a space without an array of weights is for plain Python")
    return space.weights
