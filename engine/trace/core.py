"""The cheapest paths of a space: by the compiled search where that can be used, else in Python."""

from __future__ import annotations

from collections.abc import Iterator

from engine.trace import compiled
from engine.trace.compiled import Cheapest
from engine.trace.paths import KCheapest
from engine.trace.potential import Budget, BudgetSpent, Hops, Space
from engine.trace.spur import Found


def k_cheapest(
    space: Space,
    ends: tuple[int, int],
    to_target: Hops,
    max_hops: int,
    budget: Budget,
    wanted: int,
    *,
    max_overlap: float = 1.0,
    seek_tie: bool = True,
) -> Cheapest:
    """Return the cheapest paths; both searches give the same ones, and spend the same budget.

    Parameters
    ----------
    space : Space
        Where to search.
    ends : pair of int
        Source and target, different node numbers.
    to_target : sequence of int
        Fewest hops from each node to the target.
    max_hops : int
        No path is longer.
    budget : Budget
        The search is cut when it is used up; what was found until then is returned.
    wanted : int
        Number of paths, at least 1.
    max_overlap : float
        Largest share of its edges, in [0, 1], that a path has in common with a cheaper one that is
        returned. Below 1 a tie is not looked for.
    seek_tie : bool
        Whether to say if the next path weighs as much as the last one.
    """
    if space.weights is not None:
        found = compiled.k_cheapest(
            space,
            ends,
            to_target,
            max_hops,
            budget,
            wanted,
            max_overlap=max_overlap,
            seek_tie=seek_tie and max_overlap >= 1.0,
        )
        if found is not None:
            return found
    if not isinstance(to_target, list):
        to_target = [int(hops) for hops in to_target]
    paths = list[Found]()
    try:
        search = KCheapest(space, *ends, to_target, max_hops, budget)
        if max_overlap < 1.0:
            for path in _distinct(search, paths, max_overlap):
                paths.append(path)
                if len(paths) == wanted:
                    break
            return Cheapest(paths, None, cut=False)
        while len(paths) < wanted:
            following = search.next_path(wanted - len(paths))
            if following is None:
                return Cheapest(paths, tie=False, cut=False)
            paths.append(following)
        return Cheapest(paths, search.has_tie(paths[-1].weight) if seek_tie else None, cut=False)
    except BudgetSpent:
        return Cheapest(paths, None, cut=True)


def _distinct(search: KCheapest, kept: list[Found], most: float) -> Iterator[Found]:
    """Yield paths that share little with those kept so far."""
    while path := search.next_path():
        edges = set(path.edges)
        if all(len(edges.intersection(p.edges)) <= most * len(edges) for p in kept):
            yield path
