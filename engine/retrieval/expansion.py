"""Graph expansion: producers of what the direct hits need, each by its strongest path.

From the direct hits, data-carrying edges are followed against their direction: from a consumer
to the tools that produce its inputs, and on to what those need. A path is worth its hit's score
times, for each edge, the trust in it and a decay. Of all paths to a tool from all hits within
the hop limit the strongest counts, whichever is found first.

Restraint: a path is worth less than the weakest direct hit, so that expansion never moves one.
A tool with a weak hit of its own is lifted to the worth of its path, no further. When many tools
could produce one and the same input, each is worth a fraction, for the query asks for one of
them at most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from engine.models.graph import GraphEdge
from engine.models.tool import Tool
from engine.retrieval.corpus import Ints
from engine.retrieval.index import Floats
from engine.retrieval.settings import ExpansionSettings


class EdgeSource(Protocol):
    """A graph of a catalog's tools."""

    @property
    def edges(self) -> Sequence[GraphEdge]:
        """Every edge, from producer to consumer, in a stable order."""


class Reached(NamedTuple):
    """A tool that a path from a direct hit leads to."""

    worth: float
    """What the path gives, in units of score."""

    origin: int
    """Number of the direct hit."""

    path: tuple[GraphEdge, ...]
    """From the direct hit outwards."""


class Expansion(NamedTuple):
    """What following the graph brought for one query."""

    reached: Mapping[int, Reached]
    """By tool number; no direct hit among them."""

    seeds: tuple[int, ...]
    """Numbers of the direct hits that were started from, best first."""

    visited_nodes: int
    visited_edges: int


NOTHING = Expansion({}, (), 0, 0)
"""Of a query without hits, and of a retriever without a graph."""


class _Step(NamedTuple):
    """An edge into a tool, as it is followed: towards the producer."""

    producer: int
    factor: float
    """In (0, 1)."""

    edge: GraphEdge


class Expander:
    """Follows the edges of one graph.

    Parameters
    ----------
    graph : EdgeSource
        Edges whose tools the catalog lacks are passed over.
    tools : sequence of Tool
        The catalog's tools, sorted by name; a tool's position is its number.
    settings : ExpansionSettings
        Limits and weights.
    """

    def __init__(
        self, graph: EdgeSource, tools: Sequence[Tool], settings: ExpansionSettings
    ) -> None:
        self._settings = settings
        self._steps = _steps(graph, tools, settings)

    def expand(self, hits: Ints, totals: Floats) -> Expansion:
        """Follow the graph from the direct hits.

        Parameters
        ----------
        hits : numpy.ndarray
            Tool numbers, ascending.
        totals : numpy.ndarray
            Their scores, in units.
        """
        best = totals.max(initial=0.0)
        if best <= 0.0:
            return NOTHING
        direct = np.flatnonzero(totals >= self._settings.hit_share * best)
        order = direct[np.lexsort((direct, -totals[direct]))][: self._settings.max_seeds]
        seeds = tuple(hits[order].tolist())
        worth = [float(totals[at]) * self._settings.hit_share for at in order]
        frontier = {
            seed: Reached(value, seed, ()) for seed, value in zip(seeds, worth, strict=True)
        }
        closed = set(hits[direct].tolist())
        reached: dict[int, Reached] = {}
        edges = 0
        for _ in range(self._settings.max_hops):
            further: dict[int, Reached] = {}
            for number in sorted(frontier):
                here = frontier[number]
                for step in self._steps.get(number, ()):
                    edges += 1
                    there = step.producer
                    value = here.worth * step.factor
                    known = further.get(there) or reached.get(there)
                    if there in closed or (known is not None and known.worth >= value):
                        continue
                    further[there] = Reached(value, here.origin, (*here.path, step.edge))
            reached |= further
            frontier = further
        return Expansion(reached, seeds, len(seeds) + len(reached), edges)


def _steps(
    graph: EdgeSource, tools: Sequence[Tool], settings: ExpansionSettings
) -> dict[int, tuple[_Step, ...]]:
    """Return the steps out of each consumer, one a producer, by producer."""
    numbers = {tool.name: number for number, tool in enumerate(tools)}
    required = [{field.json_path for field in tool.consumes if field.required} for tool in tools]
    usable = [
        edge
        for edge in graph.edges
        if edge.kind.carries_data and edge.source in numbers and edge.target in numbers
    ]
    rivals: dict[tuple[str, str], set[str]] = {}
    for edge in usable:
        for taken in {taken for _, taken in edge.fields}:
            rivals.setdefault((edge.target, taken), set()).add(edge.source)
    best: dict[tuple[int, int], _Step] = {}
    for edge in usable:
        producer, consumer = numbers[edge.source], numbers[edge.target]
        need = max(
            (
                (1.0 if taken in required[consumer] else settings.optional_input)
                / len(rivals[edge.target, taken])
                for _, taken in edge.fields
            ),
            default=1.0,
        )
        step = _Step(producer, settings.decay * edge.confidence**settings.trust * need, edge)
        known = best.get((consumer, producer))
        if producer != consumer and (known is None or step.factor > known.factor):
            best[consumer, producer] = step
    steps: dict[int, list[_Step]] = {}
    for (consumer, _), step in sorted(best.items(), key=lambda item: item[0]):
        steps.setdefault(consumer, []).append(step)
    return {consumer: tuple(found) for consumer, found in steps.items()}
