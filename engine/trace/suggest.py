"""A first question to a graph that nobody has asked anything yet."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable
from typing import NamedTuple

from engine.models.path import EvidenceGraph

FAR = 4
"""Hops of a path that is worth a look and fits on a page."""

_LOOKED_AT = 200
"""Possible starts that are tried: a page must not wait for more."""


class Ends(NamedTuple):
    """Two nodes that arrows join."""

    source: str
    target: str


def suggest_ends(
    graph: EvidenceGraph, *, source_kinds: Iterable[str] = ("source", "document", "observation")
) -> Ends | None:
    """Return a pair of nodes with a path between them, the same for the same graph.

    Parameters
    ----------
    graph : EvidenceGraph
        Arrows are followed.
    source_kinds : iterable of str
        Kinds to start from if there are any; else any node will do.

    Returns
    -------
    Ends or None
        The first start, by id, from which a node four hops away is reached, with the first such
        node; else the pair that is farthest apart. None for a graph without arrows.
    """
    after: dict[str, list[str]] = defaultdict(list)
    for edge in graph.edges:
        if edge.source != edge.target:
            after[edge.source].append(edge.target)
    kinds = set(source_kinds)
    starts = [node.id for node in graph.nodes if node.kind in kinds and node.id in after]
    best: tuple[int, Ends] | None = None
    for start in (starts or sorted(after))[:_LOOKED_AT]:
        hops = _hops(after, start)
        far = max(hops.values())
        if best is None or far > best[0]:
            target = min(name for name, distance in hops.items() if distance == far)
            best = (far, Ends(start, target))
        if far == FAR:
            break
    return best[1] if best else None


def _hops(after: dict[str, list[str]], start: str) -> dict[str, int]:
    hops = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        if hops[node] == FAR:
            continue
        for other in after.get(node, ()):
            if other not in hops:
                hops[other] = hops[node] + 1
                queue.append(other)
    return hops
