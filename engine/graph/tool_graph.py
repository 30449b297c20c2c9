"""The tool graph: typed edges over a networkx multigraph, and the questions asked of it."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from engine.errors import InvalidInput, UnknownTool
from engine.fingerprint import fingerprint
from engine.graph.cycles import find_cycles
from engine.models.graph import Cycle, EdgeKind, EdgeOrigin, GraphEdge, GraphSummary

_HIGH, _MEDIUM = 0.75, 0.5


class Adjacency(NamedTuple):
    """Edges as arrays, in compressed rows over the source.

    The edges that leave tool ``i`` stand at ``indptr[i]:indptr[i + 1]``.
    """

    indptr: NDArray[np.int64]
    """Shape (tools + 1,)."""

    targets: NDArray[np.int32]
    """Shape (edges,): index of the target in the graph's tools."""

    weights: NDArray[np.float32]
    """Shape (edges,): confidence in (0, 1]."""

    edges: tuple[GraphEdge, ...]
    """The edge behind each entry, in the same order."""


class ToolGraph:
    """Tools and what joins them.

    Parameters
    ----------
    tools : sequence of str
        The catalog's tool names, sorted.
    edges : iterable of GraphEdge
        In any order; of two edges of one kind between the same tools the more trusted one stays.

    Raises
    ------
    UnknownTool
        If an edge names a tool that is not among ``tools``.
    """

    def __init__(self, tools: Sequence[str], edges: Iterable[GraphEdge]) -> None:
        self.tools = tuple(tools)
        """Names, sorted."""

        self._index = {name: index for index, name in enumerate(self.tools)}
        self._graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        self._graph.add_nodes_from(self.tools)
        for edge in _distinct(edges):
            for name in (edge.source, edge.target):
                if name not in self._index:
                    raise UnknownTool(name, f"an edge of kind {edge.kind.value}", self.tools)
            self._graph.add_edge(edge.source, edge.target, key=edge.kind.value, edge=edge)

    def __len__(self) -> int:
        return len(self.tools)

    def __contains__(self, name: object) -> bool:
        return name in self._index

    @cached_property
    def edges(self) -> tuple[GraphEdge, ...]:
        """Every edge, by source, target and kind."""
        return tuple(edge for _, _, edge in self._graph.edges(data="edge"))

    @cached_property
    def fingerprint(self) -> str:
        """Content of tools and edges."""
        rows = [
            [e.source, e.target, e.kind.value, e.origin.value, e.confidence, *map(list, e.fields)]
            for e in self.edges
        ]
        return fingerprint("graph", {"tools": self.tools, "edges": rows})

    @cached_property
    def summary(self) -> GraphSummary:
        """How large the graph is and how well its edges are founded."""
        kinds = Counter(edge.kind for edge in self.edges)
        origins = Counter(edge.origin for edge in self.edges)
        bands = Counter(_band(edge.confidence) for edge in self.edges)
        sizes = [len(cycle.tools) for cycle in self.cycles]
        return GraphSummary(
            fingerprint=self.fingerprint,
            nodes=len(self.tools),
            edges=len(self.edges),
            by_kind={kind.value: kinds[kind] for kind in EdgeKind},
            by_origin={origin.value: origins[origin] for origin in EdgeOrigin},
            by_confidence={band: bands[band] for band in ("high", "medium", "low")},
            isolated=sum(1 for _, degree in self._graph.degree() if degree == 0),
            cycles=len(sizes),
            largest_cycle=max(sizes, default=0),
        )

    def index_of(self, name: str) -> int:
        """Return a tool's index in ``tools``; :class:`UnknownTool` when there is none."""
        self._require(name)
        return self._index[name]

    def between(self, left: str, right: str) -> tuple[GraphEdge, ...]:
        """Return every edge between two tools, in either direction, sorted."""
        self._require(left)
        self._require(right)
        both = [*self._joining(left, right), *(self._joining(right, left) if left != right else ())]
        return tuple(sorted(both, key=_order))

    def into(self, name: str) -> tuple[GraphEdge, ...]:
        """Return the edges that end in a tool, most trusted first."""
        self._require(name)
        edges = (edge for _, _, edge in self._graph.in_edges(name, data="edge"))
        return tuple(sorted(edges, key=_by_trust))

    def out_of(self, name: str) -> tuple[GraphEdge, ...]:
        """Return the edges that start in a tool, most trusted first."""
        self._require(name)
        edges = (edge for _, _, edge in self._graph.out_edges(name, data="edge"))
        return tuple(sorted(edges, key=_by_trust))

    def producers_of(self, name: str, json_path: str | None = None) -> tuple[GraphEdge, ...]:
        """Return the data-carrying edges into a tool, most trusted first.

        Parameters
        ----------
        name : str
            The consumer.
        json_path : str or None
            Only edges that fill this consumed field; None for all.
        """
        return tuple(
            edge
            for edge in self.into(name)
            if edge.kind.carries_data
            and (json_path is None or any(taken == json_path for _, taken in edge.fields))
        )

    def hops_from(self, name: str, hops: int) -> dict[str, int]:
        """Return every tool within so many edges of a tool, in either direction, by distance.

        Raises
        ------
        InvalidInput
            If ``hops`` is negative.
        """
        self._require(name)
        if hops < 0:
            raise InvalidInput(f"hops counts edges and cannot be negative, but {hops} was given.")
        distance = {name: 0}
        queue = deque([name])
        while queue:
            here = queue.popleft()
            if distance[here] == hops:
                continue
            for near in sorted({*self._graph.successors(here), *self._graph.predecessors(here)}):
                if near not in distance:
                    distance[near] = distance[here] + 1
                    queue.append(near)
        return distance

    def adjacency(self, kinds: Iterable[EdgeKind] | None = None) -> Adjacency:
        """Return the edges of some kinds as arrays.

        Parameters
        ----------
        kinds : iterable of EdgeKind or None
            None for all.
        """
        wanted = frozenset(EdgeKind if kinds is None else kinds)
        edges = tuple(edge for edge in self.edges if edge.kind in wanted)
        sources = np.fromiter((self._index[e.source] for e in edges), np.int64, len(edges))
        counts = np.bincount(sources, minlength=len(self.tools))
        return Adjacency(
            indptr=np.concatenate(([0], np.cumsum(counts))).astype(np.int64),
            targets=np.fromiter((self._index[e.target] for e in edges), np.int32, len(edges)),
            weights=np.fromiter((e.confidence for e in edges), np.float32, len(edges)),
            edges=edges,
        )

    @cached_property
    def cycles(self) -> tuple[Cycle, ...]:
        """Tools that feed each other in a circle, largest first."""
        return find_cycles(self.edges)

    def _within(self, names: frozenset[str]) -> Iterator[GraphEdge]:
        for name in sorted(names):
            for _, target, edge in self._graph.out_edges(name, data="edge"):
                if target in names:
                    yield edge

    def within(self, names: Iterable[str]) -> tuple[GraphEdge, ...]:
        """Return every edge whose two tools are both among ``names``, sorted."""
        return tuple(sorted(self._within(frozenset(names)), key=_order))

    def _joining(self, source: str, target: str) -> Iterator[GraphEdge]:
        data = self._graph.get_edge_data(source, target, default={})
        return (attributes["edge"] for attributes in data.values())

    def _require(self, name: str) -> None:
        if name not in self._index:
            raise UnknownTool(name, "the graph query", self.tools)


def _distinct(edges: Iterable[GraphEdge]) -> list[GraphEdge]:
    """Keep the most trusted edge of each kind between two tools; sorted, no tool with itself."""
    best: dict[tuple[str, str, str], GraphEdge] = {}
    for edge in edges:
        held = best.get(_order(edge))
        if edge.source != edge.target and (held is None or _by_trust(edge) < _by_trust(held)):
            best[_order(edge)] = edge
    return [best[key] for key in sorted(best)]


def _order(edge: GraphEdge) -> tuple[str, str, str]:
    return (edge.source, edge.target, edge.kind.value)


def _by_trust(edge: GraphEdge) -> tuple[float, str, str, str, tuple[tuple[str, str], ...]]:
    return (-edge.confidence, edge.source, edge.target, edge.kind.value, edge.fields)


def _band(confidence: float) -> str:
    if confidence >= _HIGH:
        return "high"
    return "medium" if confidence >= _MEDIUM else "low"
