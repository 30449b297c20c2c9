"""How far every node is from the target: exact where it matters, a safe bound elsewhere."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import NamedTuple

from engine.trace.snapshot import IntArray, Rows

UNSETTLED = -1
"""Stands for a distance that is not known yet."""


class BudgetSpent(Exception):
    """The search has expanded as many nodes as it was allowed to."""


class Budget:
    """Nodes that a search may still expand."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.used = 0

    def spend(self, expansions: int) -> None:
        """Count expansions.

        Raises
        ------
        BudgetSpent
            If the limit is passed.
        """
        self.used += expansions
        if self.used > self.limit:
            self.used = self.limit
            raise BudgetSpent


Hops = Sequence[int] | IntArray
"""Fewest hops by node number."""


class Space(NamedTuple):
    """What a search moves in: neighbours either way, weights, and nodes it must not enter."""

    out: Rows
    """Arrows that leave each node, in the direction of the search."""

    into: Rows
    """The same arrows from the other end."""

    weight: Sequence[int]
    """By edge number; at least 1."""

    blocked: bytearray
    """By node number; 1 for a node outside the hop-limited subgraph."""

    weights: IntArray | None = None
    """The same weights as 64-bit numbers, for the compiled search; None where plain Python
    searches."""


class Potential:
    r"""Lower bounds on the weight from each node to the target, for A* and for Yen's deviations.

    Parameters
    ----------
    space : Space
        Where to search.
    source, target : int
        Different node numbers.
    budget : Budget
        Shared with the searches that read the bounds.

    Attributes
    ----------
    exact : list of int
        Weight from each node to the target, or :data:`UNSETTLED`.
    near : dict of int to int
        Weight from the source to each node where that is below ``reach``.
    reach : int
        Every other node is at least this far from the source.
    radius : int
        Every node v with (source to v) + (v to target) ≤ radius is in ``exact``, where
        (source to v) is capped at ``reach``.
    outside : int
        Every node that is not in ``exact`` lies on walks of at least this weight only.
    exhausted : bool
        True when ``exact`` holds every node that reaches the target.
    joined : bool
        Whether any walk joins source and target.

    Notes
    -----
    A bidirectional Dijkstra search meets in the middle; the forward ball then guides the reverse
    search on, so that it settles only nodes that lie on walks of at most ``radius``. With
    p(v) = ``near.get(v, reach)``, the bound min(exact(v), outside - p(v)) is consistent: p
    falls by no more than an arrow's weight, and so does the exact distance (on consistent
    potentials: Goldberg and Harrelson, *Computing the shortest path: A\* search meets graph
    theory*, 2005, section 2).
    """

    def __init__(self, space: Space, source: int, target: int, budget: Budget) -> None:
        self._space = space
        self._budget = budget
        count = len(space.blocked)
        self.exact = [UNSETTLED] * count
        self._tentative = [UNSETTLED] * count
        self._tentative[target] = 0
        self.exhausted = False
        self.radius = 0
        self.outside = 0
        self._settled = 0
        frontier = [(0, target)]
        self.near, self.reach, self.joined = self._meet(source, target, frontier)
        behind = frontier[0][0] if frontier else 0
        # From here on the reverse search is ordered by what a walk through the node weighs.
        self._frontier = [
            (far + self.near.get(node, self.reach), node)
            for far, node in frontier
            if self.exact[node] == UNSETTLED and far == self._tentative[node]
        ]
        heapq.heapify(self._frontier)
        self.extend(self.reach + behind)

    def _meet(
        self, source: int, target: int, behind: list[tuple[int, int]]
    ) -> tuple[dict[int, int], int, bool]:
        """Search from both ends until no lighter walk can join them."""
        space, exact, far = self._space, self.exact, self._tentative
        near = {source: 0}
        settled = set()
        ahead = [(0, source)]
        best = UNSETTLED
        expanded = 0
        weight, blocked = space.weight, space.blocked
        push, pop = heapq.heappush, heapq.heappop
        while ahead and behind:
            if best != UNSETTLED and ahead[0][0] + behind[0][0] >= best:
                break
            expanded += 1
            if not expanded & 255:
                self._budget.spend(256)
            if len(ahead) <= len(behind):
                gone, node = pop(ahead)
                if node in settled:
                    continue
                settled.add(node)
                for other, edge in space.out[node]:
                    reached = gone + weight[edge]
                    if blocked[other] or near.get(other, reached + 1) <= reached:
                        continue
                    near[other] = reached
                    push(ahead, (reached, other))
                    if far[other] >= 0 and (best == UNSETTLED or reached + far[other] < best):
                        best = reached + far[other]
            else:
                gone, node = pop(behind)
                if exact[node] >= 0:
                    continue
                exact[node] = gone
                for other, edge in space.into[node]:
                    reached = gone + weight[edge]
                    if blocked[other] or 0 <= far[other] <= reached:
                        continue
                    far[other] = reached
                    push(behind, (reached, other))
                    met = near.get(other, UNSETTLED)
                    if met >= 0 and (best == UNSETTLED or reached + met < best):
                        best = reached + met
        self._budget.spend(expanded & 255)
        reach = ahead[0][0] if ahead else max(near.values()) + 1
        # Tentative distances of nodes that are not settled are at least ``reach``.
        inner = {node: distance for node, distance in near.items() if distance < reach}
        return inner, reach, best != UNSETTLED

    def extend(self, radius: int) -> None:
        """Make the distance exact of every node on a walk of at most ``radius``.

        Each call but the first settles a quarter more nodes than are settled already, so that a
        bound which is lifted in small steps asks only a few times.
        """
        if radius <= self.radius or self.exhausted:
            return
        least = 64 + (self._settled >> 2) if self._settled else 0
        space, exact, far = self._space, self.exact, self._tentative
        near, reach = self.near, self.reach
        weight, blocked, frontier = space.weight, space.blocked, self._frontier
        expanded = 0
        while frontier and (frontier[0][0] <= radius or expanded < least):
            _, node = heapq.heappop(frontier)
            if exact[node] >= 0:
                continue
            gone = far[node]
            exact[node] = gone
            expanded += 1
            if not expanded & 255:
                self._budget.spend(256)
            for other, edge in space.into[node]:
                reached = gone + weight[edge]
                if blocked[other] or 0 <= far[other] <= reached:
                    continue
                far[other] = reached
                heapq.heappush(frontier, (reached + near.get(other, reach), other))
        self._budget.spend(expanded & 255)
        self._settled += expanded
        self.exhausted = not frontier
        if frontier:
            self.outside = frontier[0][0]
            self.radius = max(radius, self.outside - 1)

    def bound(self, node: int) -> int:
        """Return a lower bound on the weight from a node to the target; UNSETTLED: no walk."""
        known = self.exact[node]
        if known >= 0:
            return known
        if self.exhausted:
            return UNSETTLED
        return max(self.outside - self.near.get(node, self.reach), 0)
