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

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from engine.models.graph import GraphEdge
from engine.models.tool import Tool
from engine.retrieval.corpus import Ints, first_of_each
from engine.retrieval.index import Floats
from engine.retrieval.settings import ExpansionSettings


class EdgeSource(Protocol):
    """A graph of a catalog's tools."""

    @property
    def edges(self) -> Sequence[GraphEdge]:
        """Every edge, from producer to consumer, in a stable order."""


class Hop(NamedTuple):
    """Tools that one more edge leads to, by number. Parallel arrays."""

    tools: Ints
    worths: Floats
    """What the path to each gives, in units of score."""

    origins: Ints
    """The direct hit from which each path starts."""

    parents: Ints
    """The tool one edge nearer to the hit, as a position in the hop before."""

    edges: Ints
    """The edge from there, as a position in the expander's edges."""


class Expansion(NamedTuple):
    """What following the graph brought for one query."""

    tools: Ints
    """Numbers of the tools that a path leads to, ascending; no direct hit among them."""

    worths: Floats
    """What the strongest path to each gives, in units of score."""

    hops: tuple[Hop, ...]
    """The direct hits that were started from, then hop by hop what was reached."""

    seeds: tuple[int, ...]
    """Numbers of the direct hits that were started from, best first."""

    visited_edges: int
    edges: Sequence[GraphEdge]

    @property
    def visited_nodes(self) -> int:
        """Tools that were started from or reached."""
        return len(self.seeds) + len(self.tools)

    def path(self, tool: int) -> Path | None:
        """Return the strongest path to a tool; None when no path leads to it."""
        # A later hop is in here only where its path is stronger than any shorter one.
        for depth in range(len(self.hops) - 1, 0, -1):
            at = _position(self.hops[depth].tools, tool)
            if at is not None:
                return self._walk_back(depth, at)
        return None

    def _walk_back(self, depth: int, at: int) -> Path:
        origin = int(self.hops[depth].origins[at])
        edges: list[GraphEdge] = []
        for hop in self.hops[depth:0:-1]:
            edges.append(self.edges[hop.edges[at]])
            at = int(hop.parents[at])
        return Path(origin, tuple(reversed(edges)))


class Path(NamedTuple):
    """The edges that lead from a direct hit to a tool."""

    origin: int
    """Number of the direct hit."""

    edges: tuple[GraphEdge, ...]
    """From the direct hit outwards."""


def _position(numbers: Ints, number: int) -> int | None:
    at = int(np.searchsorted(numbers, number))
    return at if at < len(numbers) and numbers[at] == number else None


_NONE = np.zeros(0, dtype=np.int32)
NOTHING = Expansion(_NONE, np.zeros(0), (), (), 0, ())
"""Of a query without hits, and of a retriever without a graph."""


class _Steps(NamedTuple):
    """Edges as they are followed: from a consumer to its producers. Parallel arrays."""

    starts: Ints
    """Where each consumer's steps begin; one more at the end."""

    producers: Ints
    """Ascending within a consumer."""

    factors: Floats
    """What each leaves of a path's worth, in (0, 1)."""

    edges: tuple[GraphEdge, ...]

    def out_of(self, consumers: Ints) -> tuple[Ints, Ints]:
        """Return the steps out of consumers, and whose they are, as positions in both."""
        begins = self.starts[consumers]
        counts = self.starts[consumers + 1] - begins
        ends = np.cumsum(counts)
        owners = np.repeat(np.arange(len(consumers), dtype=np.int32), counts)
        steps = np.arange(len(owners)) + np.repeat(begins - ends + counts, counts)
        return steps.astype(np.int32), owners


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
        self._size = len(tools)
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
        started = np.sort(order)
        numbers = hits[started]
        hops = [Hop(numbers, totals[started] * self._settings.hit_share, numbers, _NONE, _NONE)]
        known = np.zeros(self._size)
        known[hits[direct]] = np.inf
        edges = 0
        for _ in range(self._settings.max_hops):
            steps, owners = self._steps.out_of(hops[-1].tools)
            edges += len(steps)
            hop = self._hop(hops[-1], steps, owners, known)
            if not len(hop.tools):
                break
            known[hop.tools] = hop.worths
            hops.append(hop)
        known[hits[direct]] = 0.0
        reached = np.flatnonzero(known).astype(np.int32)
        return Expansion(
            tools=reached,
            worths=known[reached],
            hops=tuple(hops),
            seeds=tuple(hits[order].tolist()),
            visited_edges=edges,
            edges=self._steps.edges,
        )

    def _hop(self, before: Hop, steps: Ints, owners: Ints, known: Floats) -> Hop:
        """Take one more step from each tool, keeping what is stronger than all before."""
        producers = self._steps.producers[steps]
        worths = before.worths[owners] * self._steps.factors[steps]
        stronger = np.flatnonzero(worths > known[producers])
        # Of equal paths the one by the first consumer counts.
        order = stronger[np.lexsort((owners[stronger], -worths[stronger], producers[stronger]))]
        tools = producers[order]
        first = first_of_each(tools)
        kept = order[first]
        parents = owners[kept]
        return Hop(tools[first], worths[kept], before.origins[parents], parents, steps[kept])


def _steps(graph: EdgeSource, tools: Sequence[Tool], settings: ExpansionSettings) -> _Steps:
    """Return the steps out of each consumer, the best one to each producer."""
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
    best: dict[tuple[int, int], tuple[float, GraphEdge]] = {}
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
        factor = settings.decay * edge.confidence**settings.trust * need
        known = best.get((consumer, producer))
        if producer != consumer and (known is None or factor > known[0]):
            best[consumer, producer] = (factor, edge)
    pairs = sorted(best)
    counts = np.bincount(
        np.array([consumer for consumer, _ in pairs], dtype=np.int64), minlength=len(tools)
    )
    return _Steps(
        starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
        producers=np.array([producer for _, producer in pairs], dtype=np.int32),
        factors=np.array([best[pair][0] for pair in pairs], dtype=np.float64),
        edges=tuple(best[pair][1] for pair in pairs),
    )
