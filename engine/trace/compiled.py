"""The search core over arrays: the same answers as plain Python, several times sooner.

It needs numba, an optional extra; nothing is compiled or loaded before it is asked for.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence, Set
from functools import cache
from typing import TYPE_CHECKING, overload

import numpy as np

from engine.trace.potential import UNSETTLED, Budget, BudgetSpent, Hops, Potential, Space
from engine.trace.snapshot import IntArray, Rows, Weights
from engine.trace.spur import Found, SpurSearch

if TYPE_CHECKING:
    from engine.trace.kernels import Bytes

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


class CompiledPotential(Potential):
    """A :class:`~engine.trace.potential.Potential` that is kept in arrays.

    What plain Python reads of it (``exact``, ``near``) is made when that is asked for.
    """

    def __init__(self, space: Space, source: int, target: int, budget: Budget) -> None:
        from engine.trace import kernels

        self._kernels = kernels
        self._space = space
        self._budget = budget
        self.out, self.into = _arrays(space.out), _arrays(space.into)
        self.weights = _weights(space)
        self.blocked: Bytes = np.frombuffer(space.blocked, dtype=np.uint8)
        count = len(space.blocked)
        self.exact_array: IntArray = np.full(count, UNSETTLED, dtype=np.int64)
        self._far: IntArray = np.full(count, UNSETTLED, dtype=np.int64)
        self.near_array: IntArray = np.full(count, UNSETTLED, dtype=np.int64)
        self._known = (self.exact_array, self._far, self.near_array)
        self.exhausted = False
        self.radius = 0
        self.outside = 0
        self._settled = 0
        behind, size, self.reach, self.joined, expanded = kernels.meet(
            self.out,
            self.into,
            self.weights,
            self.blocked,
            source,
            target,
            self._known,
            budget.limit - budget.used,
        )
        budget.spend(expanded)
        nearest = int(behind[0, 0]) if size else 0
        self._heap = kernels.refocus(
            behind, size, self.exact_array, self._far, self.near_array, self.reach
        )
        self.extend(self.reach + nearest)

    def extend(self, radius: int) -> None:
        """Make the distance exact of every node on a walk of at most ``radius``."""
        if radius <= self.radius or self.exhausted:
            return
        least = 64 + (self._settled >> 2) if self._settled else 0
        heap, size, expanded = self._kernels.extend(
            self._heap,
            self.into,
            self.weights,
            self.blocked,
            self._known,
            self.reach,
            (radius, least, self._budget.limit - self._budget.used),
        )
        self._budget.spend(expanded)
        self._heap = (heap, size)
        self._settled += expanded
        self.exhausted = not size
        if size:
            self.outside = int(heap[0, 0])
            self.radius = max(radius, self.outside - 1)

    @property
    def bounds(self) -> tuple[int, int, bool]:
        """Reach, outside and exhausted, as the compiled searches read them."""
        return self.reach, self.outside, self.exhausted

    def in_python(self) -> Potential:
        """Return a copy that plain Python can read."""
        copy = Potential.__new__(Potential)
        copy.exact = self.exact_array.tolist()
        near = self.near_array
        inner = np.flatnonzero((near >= 0) & (near < self.reach))
        copy.near = dict(zip(inner.tolist(), near[inner].tolist(), strict=True))
        copy.reach, copy.outside, copy.exhausted = self.bounds
        return copy


class CompiledSearch(SpurSearch):
    """A :class:`~engine.trace.spur.SpurSearch` over arrays.

    The search within a hop limit that binds, and weights that leave 64 bits, are rare: plain
    Python does them.
    """

    def __init__(
        self,
        space: Space,
        potential: CompiledPotential,
        target: int,
        to_target: Hops,
        budget: Budget,
    ) -> None:
        super().__init__(space, potential, target, to_target, budget)
        self._arrays = potential
        self._kernels = potential._kernels
        count = len(space.blocked)
        self._marks = tuple(np.zeros(count, dtype=np.int64) for _ in range(4))
        self._turn = 0

    def least(self, nodes: tuple[int, ...], banned: Set[int]) -> int:
        """Return a lower bound on the weight that follows a prefix of nodes."""
        found = self._kernels.least(
            self._arrays.out,
            self._arrays.weights,
            self._arrays.blocked,
            self._arrays.exact_array,
            self._arrays.near_array,
            self._arrays.bounds,
            np.array(nodes, dtype=np.int64),
            np.fromiter(sorted(banned), dtype=np.int64, count=len(banned)),
        )
        return int(found)

    def _free(self, start: int, banned: Set[int], ceiling: int | None) -> Found | None:
        self._turn += 1
        best, came_node, came_edge, seen = self._marks
        if ceiling is not None and ceiling < 0:
            # No weight is below 0; to the compiled search it would mean that there is none.
            ceiling = 0
        ended, weight, expanded = self._kernels.cheapest(
            self._arrays.out,
            self._arrays.weights,
            self._arrays.blocked,
            self._arrays.exact_array,
            self._arrays.near_array,
            self._arrays.bounds,
            start,
            self._target,
            np.fromiter(sorted(banned), dtype=np.int64, count=len(banned)),
            UNSETTLED if ceiling is None else ceiling,
            (best, came_node, came_edge, seen),
            self._turn,
            self._budget.limit - self._budget.used,
        )
        if ended == self._kernels.TOO_LARGE:
            return self._in_python()._free(start, banned, ceiling)
        self._budget.spend(expanded)
        if ended == self._kernels.NOTHING:
            return None
        nodes, edges = [self._target], list[int]()
        while nodes[-1] != start:
            edges.append(int(came_edge[nodes[-1]]))
            nodes.append(int(came_node[nodes[-1]]))
        return Found(int(weight), tuple(reversed(edges)), tuple(reversed(nodes)))

    def _within(
        self, start: int, banned: Set[int], max_hops: int, ceiling: int | None
    ) -> Found | None:
        return self._in_python()._within(start, banned, max_hops, ceiling)

    def _in_python(self) -> SpurSearch:
        potential = self._arrays.in_python()
        to_target = np.asarray(self._to_target).tolist()
        return SpurSearch(self._space, potential, self._target, to_target, self._budget)


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
    from engine.trace import kernels

    ended, way, expanded = kernels.way_without(
        _arrays(space.out),
        np.frombuffer(space.blocked, dtype=np.uint8),
        np.asarray(to_target, dtype=np.int64),
        avoided,
        source,
        target,
        max_hops,
        budget.limit - budget.used,
    )
    budget.spend(expanded)
    if ended == kernels.CUT:
        raise BudgetSpent
    return set(way.tolist()) if ended == kernels.FOUND else None


def _arrays(rows: Rows) -> tuple[IntArray, IntArray, IntArray]:
    adjacency = rows.adjacency
    return adjacency.first, adjacency.neighbour, adjacency.edge


def _weights(space: Space) -> IntArray:
    if space.weights is None:
        raise AssertionError("a space without an array of weights is for plain Python")
    return space.weights
