"""The k cheapest simple paths of a multigraph, told apart by their edges.

The set of all paths is split into parts, and each part is searched only when nothing cheaper can
come from elsewhere (Lawler's partition of Yen's method, with lazy parts: Yen, *Finding the k
shortest loopless paths in a network*, 1971; Lawler, *A procedure for computing the k best
solutions*, 1972). One part is: the paths that begin with a fixed prefix, and do not continue with
one of some banned edges. Parts never overlap, so no path is found twice.
"""

from __future__ import annotations

import heapq
from bisect import insort
from typing import NamedTuple

from engine.trace.potential import UNSETTLED, Budget, Hops, Potential, Space
from engine.trace.snapshot import HOP_SHIFT
from engine.trace.spur import Found, SpurSearch

_ANY_HOPS = (1 << HOP_SHIFT) - 1


class Part(NamedTuple):
    """The paths that start with ``nodes`` and ``edges`` and do not go on with ``banned``."""

    nodes: tuple[int, ...]
    """Prefix, source first; the last is the node where the paths deviate."""

    edges: tuple[int, ...]
    """Edges of the prefix, one fewer than nodes."""

    weight: int
    """Of the prefix."""

    banned: frozenset[int]
    """Edges that must not leave the last node."""


class KCheapest:
    """Paths from a source to a target in the order (cost, hops, edge numbers).

    Parameters
    ----------
    space : Space
        Where to search.
    source, target : int
        Different node numbers.
    to_target : sequence of int
        Fewest hops from each node to the target.
    max_hops : int
        No path is longer.
    budget : Budget
        Shared by every search of this object.

    Raises
    ------
    BudgetSpent
        By the constructor and by every method, when the budget is used up; what was returned
        before that is right.
    """

    def __init__(
        self,
        space: Space,
        source: int,
        target: int,
        to_target: Hops,
        max_hops: int,
        budget: Budget,
    ) -> None:
        self._space = space
        self._max_hops = max_hops
        self._budget = budget
        # (bound, 0 for a part that is still to be searched, edges of its best path, tie-breaker)
        self._queue: list[tuple[int, int, tuple[int, ...], int, Part, Found | None]] = []
        self._pushed = 0
        self._last: tuple[Found, Part] | None = None
        self._waiting: list[int] = []
        """Weights of paths that were found and not yet returned, ascending."""
        self._potential = Potential(space, source, target, budget)
        self._search = SpurSearch(space, self._potential, target, to_target, budget)
        if self._potential.joined:
            self._push(Part((source,), (), 0, frozenset()))

    def next_path(self, wanted: int | None = None) -> Found | None:
        """Return the next path, or None when there is none.

        Parameters
        ----------
        wanted : int, optional
            How many more paths will be asked for, this one included: parts that cannot hold any
            of them are dropped. None keeps every part.
        """
        self._split_last(wanted)
        if not self._advance(wanted, None):
            return None
        _, _, _, _, part, found = heapq.heappop(self._queue)
        if found is None:
            raise AssertionError("a part was taken for a path")
        self._waiting.remove(found.weight)
        self._last = (found, part)
        return found

    def has_tie(self, weight: int) -> bool:
        """Return whether a path that was not returned costs as much as ``weight``.

        Dearer parts are dropped: no further path may be asked for.
        """
        self._split_last(1)
        return self._advance(1, weight | _ANY_HOPS)

    def _advance(self, wanted: int | None, limit: int | None) -> bool:
        """Search parts until the front of the queue is a path of at most ``limit``."""
        while self._queue and (limit is None or self._queue[0][0] <= limit):
            bound, _, _, _, part, found = self._queue[0]
            if found is not None:
                return True
            heapq.heappop(self._queue)
            # A larger exact zone may lift the bound, and the part may then wait.
            self._potential.extend(bound)
            lifted = self._bound(part)
            if lifted > bound:
                self._push(part, lifted)
            elif lifted != UNSETTLED:
                self._resolve(part, self._ceiling(wanted) if limit is None else limit)
        return False

    def _ceiling(self, wanted: int | None) -> int | None:
        """Weight above which a path cannot be among those wanted, nor tie with the last."""
        if wanted is None or len(self._waiting) < wanted:
            return None
        # A path of equal cost and more hops still matters: it makes a tie.
        return self._waiting[wanted - 1] | _ANY_HOPS

    def _resolve(self, part: Part, ceiling: int | None) -> None:
        """Find the cheapest path of a part and put it into the queue."""
        hops_left = self._max_hops - len(part.edges)
        blocked = self._space.blocked
        inner = part.nodes[:-1]
        for node in inner:
            blocked[node] = 1
        try:
            left = None if ceiling is None else ceiling - part.weight
            found = self._search.cheapest(part.nodes[-1], part.banned, hops_left, left)
        finally:
            for node in inner:
                blocked[node] = 0
        if found is None:
            return
        whole = Found(part.weight + found.weight, part.edges + found.edges, inner + found.nodes)
        insort(self._waiting, whole.weight)
        self._pushed += 1
        heapq.heappush(self._queue, (whole.weight, 1, whole.edges, self._pushed, part, whole))

    def _split_last(self, wanted: int | None) -> None:
        """Put into the queue what is left of a part when its best path is taken out."""
        if self._last is None:
            return
        (found, part), self._last = self._last, None
        weight = part.weight
        ceiling = self._ceiling(wanted)
        for place in range(len(part.edges), len(found.edges)):
            taken = found.edges[place]
            banned = frozenset((taken,))
            if place == len(part.edges):
                banned |= part.banned
            rest = Part(found.nodes[: place + 1], found.edges[:place], weight, banned)
            bound = self._bound(rest)
            if bound != UNSETTLED and (ceiling is None or bound <= ceiling):
                self._push(rest, bound)
            weight += self._space.weight[taken]

    def _bound(self, part: Part) -> int:
        """Return a lower bound on the weight of a part's paths; UNSETTLED when it has none."""
        row = self._space.out.degree(part.nodes[-1])
        # Long prefixes and wide nodes cost more to look at.
        self._budget.spend(1 + (row * len(part.nodes) >> 6))
        best = self._search.least(part.nodes, part.banned)
        return best if best == UNSETTLED else best + part.weight

    def _push(self, part: Part, bound: int = 0) -> None:
        self._pushed += 1
        heapq.heappush(self._queue, (bound, 0, (), self._pushed, part, None))
