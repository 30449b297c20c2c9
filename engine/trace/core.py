"""Which search is used: the compiled one where the space is made for it, else plain Python."""

from __future__ import annotations

from engine.trace.compiled import CompiledPotential, CompiledSearch
from engine.trace.potential import Budget, Hops, Potential, Space
from engine.trace.spur import SpurSearch


def make_search(
    space: Space, source: int, target: int, to_target: Hops, budget: Budget
) -> SpurSearch:
    """Return a search to ``target`` with its potential; every search gives the same answers."""
    if space.weights is None:
        potential = Potential(space, source, target, budget)
        return SpurSearch(space, potential, target, to_target, budget)
    compiled = CompiledPotential(space, source, target, budget)
    return CompiledSearch(space, compiled, target, to_target, budget)
