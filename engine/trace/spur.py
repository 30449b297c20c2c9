"""The cheapest way from one node to the target that avoids some nodes and some first edges."""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Mapping, Set
from typing import NamedTuple, TypeVar

from engine.trace.potential import UNSETTLED, Budget, Hops, Potential, Space

State = TypeVar("State", bound=Hashable)


class Found(NamedTuple):
    """A path as numbers."""

    weight: int
    edges: tuple[int, ...]
    nodes: tuple[int, ...]
    """One more than edges."""


class SpurSearch:
    """A* searches to one target, guided by one potential.

    Parameters
    ----------
    space : Space
        ``blocked`` may change between searches; that only makes the bounds lower than they
        could be.
    potential : Potential
        Must not be extended during a search.
    target : int
        Node number.
    to_target : sequence of int
        Fewest hops from each node to the target.
    budget : Budget
        One expansion is counted for each node that is taken up.
    """

    def __init__(
        self,
        space: Space,
        potential: Potential,
        target: int,
        to_target: Hops,
        budget: Budget,
    ) -> None:
        self._space = space
        self.potential = potential
        self._target = target
        self._to_target = to_target
        self._budget = budget

    def cheapest(
        self, start: int, banned: Set[int], max_hops: int, ceiling: int | None
    ) -> Found | None:
        """Return the first path by (weight, edge numbers) of at most ``max_hops`` edges.

        Parameters
        ----------
        start : int
            Node number; not the target.
        banned : set of int
            Edges that must not be the first.
        max_hops : int
            If not even the target's nearest way fits, there is none.
        ceiling : int, optional
            A path heavier than this is of no use and is not looked for.

        Notes
        -----
        The hop limit seldom matters, so the first search ignores it. Its path is the cheapest
        of all; if it keeps the limit, it is the cheapest within it too. Otherwise the search is
        repeated over (node, hops).
        """
        if max_hops < 1:
            return None
        found = self._free(start, banned, ceiling)
        if found is None or len(found.edges) <= max_hops:
            return found
        return self._within(start, banned, max_hops, ceiling)

    def least(self, nodes: tuple[int, ...], banned: Set[int]) -> int:
        """Return a lower bound on the weight that follows a prefix of nodes.

        UNSETTLED when nothing follows: every arrow of the last node is banned, leads into the
        prefix or a blocked node, or to where no walk leads to the target.
        """
        potential, weight, blocked = self.potential, self._space.weight, self._space.blocked
        exact, exhausted = potential.exact, potential.exhausted
        near, reach, outside = potential.near, potential.reach, potential.outside
        best = UNSETTLED
        for other, edge in self._space.out[nodes[-1]]:
            if blocked[other] or edge in banned or other in nodes:
                continue
            rest = exact[other]
            if rest < 0:
                if exhausted:
                    continue
                rest = max(outside - near.get(other, reach), 0)
            if best == UNSETTLED or weight[edge] + rest < best:
                best = weight[edge] + rest
        return best

    def _free(self, start: int, banned: Set[int], ceiling: int | None) -> Found | None:
        space, potential, target = self._space, self.potential, self._target
        out, weight, blocked = space.out, space.weight, space.blocked
        exact, exhausted = potential.exact, potential.exhausted
        near, reach, outside = potential.near, potential.reach, potential.outside
        best = {start: 0}
        came: dict[int, tuple[int, int]] = {}
        queue = [(0, 0, start)]
        push, pop = heapq.heappush, heapq.heappop
        expanded = 0
        while queue:
            _, gone, node = pop(queue)
            if gone > best[node]:
                continue
            if node == target:
                self._budget.spend(expanded & 255)
                edges, nodes = _trail(node, came)
                return Found(gone, edges, nodes)
            expanded += 1
            if not expanded & 255:
                self._budget.spend(256)
            for other, edge in out[node]:
                if blocked[other] or (edge in banned and node == start):
                    continue
                reached = gone + weight[edge]
                known = best.get(other)
                if known is not None and known <= reached:
                    # Every light way into a node is seen before the node is taken up (bounds
                    # are consistent and weights positive), so the choice here is final.
                    if known == reached and _precedes(node, edge, came[other], came):
                        came[other] = (node, edge)
                    continue
                rest = exact[other]
                if rest < 0:
                    if exhausted:
                        continue
                    rest = outside - near.get(other, reach)
                    rest = max(rest, 0)
                total = reached + rest
                if ceiling is not None and total > ceiling:
                    continue
                best[other] = reached
                came[other] = (node, edge)
                push(queue, (total, reached, other))
        self._budget.spend(expanded & 255)
        return None

    def _within(
        self, start: int, banned: Set[int], max_hops: int, ceiling: int | None
    ) -> Found | None:
        """Search over (node, hops): the same, but a dearer way with fewer hops is kept too."""
        space, potential, target = self._space, self.potential, self._target
        to_target = self._to_target
        best: dict[tuple[int, int], int] = {(start, 0): 0}
        came: dict[tuple[int, int], tuple[tuple[int, int], int]] = {}
        fewest: dict[int, int] = {}
        queue = [(0, 0, start, 0)]
        expanded = 0
        while queue:
            _, gone, node, hops = heapq.heappop(queue)
            # A state with fewer hops came first, so it was lighter too: it is better throughout.
            if gone > best[node, hops] or fewest.get(node, hops + 1) <= hops:
                continue
            fewest[node] = hops
            if node == target:
                self._budget.spend(expanded & 255)
                edges, states = _trail((node, hops), came)
                return Found(gone, edges, tuple(place for place, _ in states))
            expanded += 1
            if not expanded & 255:
                self._budget.spend(256)
            for other, edge in space.out[node]:
                if space.blocked[other] or (edge in banned and node == start):
                    continue
                if hops + 1 + to_target[other] > max_hops:
                    continue
                if fewest.get(other, hops + 2) <= hops + 1:
                    continue
                reached, state = gone + space.weight[edge], (other, hops + 1)
                known = best.get(state)
                if known is not None and known <= reached:
                    if known == reached and _precedes((node, hops), edge, came[state], came):
                        came[state] = ((node, hops), edge)
                    continue
                rest = potential.bound(other)
                if rest < 0 or (ceiling is not None and reached + rest > ceiling):
                    continue
                best[state] = reached
                came[state] = ((node, hops), edge)
                heapq.heappush(queue, (reached + rest, reached, other, hops + 1))
        self._budget.spend(expanded & 255)
        return None


def _trail(
    state: State, came: Mapping[State, tuple[State, int]]
) -> tuple[tuple[int, ...], tuple[State, ...]]:
    """Return the edges and the states that lead to a state, from the start on."""
    edges: list[int] = []
    states = [state]
    while state in came:
        state, edge = came[state]
        edges.append(edge)
        states.append(state)
    return tuple(reversed(edges)), tuple(reversed(states))


def _precedes(
    state: State,
    edge: int,
    chosen: tuple[State, int],
    came: Mapping[State, tuple[State, int]],
) -> bool:
    """Return whether going on from ``state`` over ``edge`` comes before the way chosen so far.

    Both ways weigh the same, so they have equally many edges. They are walked back side by side
    until they meet; the difference nearest to the start decides.
    """
    other, other_edge = chosen
    earlier = edge < other_edge
    while state != other:
        step, rival = came.get(state), came.get(other)
        if step is None or rival is None:
            break
        (state, edge), (other, other_edge) = step, rival
        if edge != other_edge:
            earlier = edge < other_edge
    return earlier
