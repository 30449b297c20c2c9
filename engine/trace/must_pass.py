"""Nodes that every path within the hop limit must cross."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from engine.trace.compiled import way_without
from engine.trace.potential import Budget, Hops, Space
from engine.trace.spur import Found


def must_pass(
    space: Space,
    to_target: Hops,
    max_hops: int,
    found: Sequence[Found],
    budget: Budget,
) -> tuple[int, ...]:
    """Return the inner nodes that no path of at most ``max_hops`` edges avoids, in path order.

    Parameters
    ----------
    space : Space
        Where the paths were searched.
    to_target : sequence of int
        Fewest hops from each node to the target.
    max_hops : int
        The hop limit of the paths.
    found : sequence of Found
        At least one path; only nodes that all of them share can be on every path.
    budget : Budget
        One expansion is counted for each node that is looked at.

    Raises
    ------
    BudgetSpent
        If the budget is used up; the answer is then unknown.

    Notes
    -----
    Without a hop limit these are the dominators of the target. With one, a node may also be
    unavoidable because every way round it is too long; so each node that is still in question is
    taken out, and the fewest hops to the target are counted again.
    """
    first = found[0].nodes
    shared = set(first[1:-1]).intersection(*(path.nodes for path in found[1:]))
    certain = []
    for node in first[1:-1]:
        if node not in shared:
            continue
        way = _way_without(space, to_target, node, first[0], first[-1], max_hops, budget)
        if way is None:
            certain.append(node)
        else:
            # The way round clears every node that it does not cross as well.
            shared &= way
    return tuple(certain)


def _way_without(
    space: Space,
    to_target: Hops,
    avoided: int,
    source: int,
    target: int,
    max_hops: int,
    budget: Budget,
) -> set[int] | None:
    """Return the nodes of a way within the limit that avoids one node; None if there is none."""
    if space.weights is not None:
        return way_without(space, to_target, avoided, source, target, max_hops, budget)
    came: dict[int, int] = {}
    fewest = {source: 0}
    # Of equally short ways the one that has come farthest goes on: any way will do.
    queue = [(to_target[source], 0, source)]
    while queue:
        _, gone, node = heapq.heappop(queue)
        hops = -gone
        if hops > fewest[node]:
            continue
        if node == target:
            way = {node}
            while node in came:
                node = came[node]
                way.add(node)
            return way
        budget.spend(1)
        for other, _ in space.out[node]:
            total = hops + 1 + to_target[other]
            if other == avoided or space.blocked[other] or total > max_hops:
                continue
            if fewest.get(other, hops + 2) > hops + 1:
                fewest[other] = hops + 1
                came[other] = node
                heapq.heappush(queue, (total, -hops - 1, other))
    return None
