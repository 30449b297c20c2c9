"""Circles of data: tools that feed each other, and the edges that close the circle."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Sequence

import networkx as nx

from engine.models.graph import Cycle, GraphEdge


def find_cycles(edges: Sequence[GraphEdge]) -> tuple[Cycle, ...]:
    """Return the circles among data-carrying edges, largest first, ties by name.

    Parameters
    ----------
    edges : sequence of GraphEdge
        Edges of any kind; only those that carry data are looked at.

    Returns
    -------
    tuple of Cycle
        Strongly connected components of at least two tools (Tarjan, 1972), each with the edges
        that run against the order which keeps most of the confidence (see :func:`order_tools`).
        Takes O(E log E) time.
    """
    data = [e for e in edges if e.kind.carries_data and e.source != e.target]
    graph = nx.DiGraph((e.source, e.target) for e in data)
    parts = [sorted(part) for part in nx.strongly_connected_components(graph) if len(part) > 1]
    parts.sort(key=lambda part: (-len(part), part))
    number = {name: index for index, part in enumerate(parts) for name in part}
    inside: dict[int, list[GraphEdge]] = defaultdict(list)
    for edge in data:
        part_of = number.get(edge.source)
        if part_of is not None and part_of == number.get(edge.target):
            inside[part_of].append(edge)
    return tuple(_cycle(part, inside[index]) for index, part in enumerate(parts))


def _cycle(part: Sequence[str], edges: Sequence[GraphEdge]) -> Cycle:
    place = {name: index for index, name in enumerate(order_tools(part, edges))}
    closing = (edge for edge in edges if place[edge.source] > place[edge.target])
    weakest_first = sorted(closing, key=lambda e: (e.confidence, e.source, e.target, e.kind.value))
    return Cycle(tools=tuple(part), closing_edges=tuple(weakest_first))


def order_tools(names: Iterable[str], edges: Iterable[GraphEdge]) -> tuple[str, ...]:
    """Return the tools in an order that most of the edges' confidence runs along.

    Parameters
    ----------
    names : iterable of str
        The tools to order; edges to or from others are left out.
    edges : iterable of GraphEdge
        In any order.

    Notes
    -----
    The greedy sequence of Eades, Lin and Smyth, *A fast and effective heuristic for the feedback
    arc set problem* (1993), weighted by confidence; ties by name. For a graph without circles it
    is a topological order.
    """
    names = sorted(names)
    forward: dict[str, dict[str, float]] = {name: defaultdict(float) for name in names}
    backward: dict[str, dict[str, float]] = {name: defaultdict(float) for name in names}
    for edge in edges:
        if edge.source in forward and edge.target in forward and edge.source != edge.target:
            forward[edge.source][edge.target] += edge.confidence
            backward[edge.target][edge.source] += edge.confidence
    left = _Left(names, forward, backward)
    head: list[str] = []
    tail: list[str] = []
    while left:
        name, is_sink = left.take()
        (tail if is_sink else head).append(name)
    return (*head, *reversed(tail))


class _Left:
    """The tools that have no place yet."""

    def __init__(
        self,
        names: Sequence[str],
        forward: dict[str, dict[str, float]],
        backward: dict[str, dict[str, float]],
    ) -> None:
        self._forward, self._backward = forward, backward
        self._names = set(names)
        self._out = {name: len(forward[name]) for name in names}
        self._in = {name: len(backward[name]) for name in names}
        self._surplus = {
            name: round(sum(forward[name].values()) - sum(backward[name].values()), 9)
            for name in names
        }
        self._sinks = [name for name in names if not self._out[name]]
        self._sources = [name for name in names if not self._in[name]]
        self._rest = [(-surplus, name) for name, surplus in self._surplus.items()]
        heapq.heapify(self._rest)

    def __len__(self) -> int:
        return len(self._names)

    def take(self) -> tuple[str, bool]:
        """Take the next tool out; with it, whether it belongs to the end."""
        for ends, is_sink in ((self._sinks, True), (self._sources, False)):
            while ends:
                name = heapq.heappop(ends)
                if name in self._names:
                    return self._remove(name), is_sink
        while True:
            surplus, name = heapq.heappop(self._rest)
            # An entry whose surplus has changed since has been put in anew.
            if name in self._names and -surplus == self._surplus[name]:
                return self._remove(name), False

    def _remove(self, name: str) -> str:
        self._names.remove(name)
        for near, weight in self._forward[name].items():
            if near in self._names:
                self._in[near] -= 1
                self._change(near, weight)
                if not self._in[near]:
                    heapq.heappush(self._sources, near)
        for near, weight in self._backward[name].items():
            if near in self._names:
                self._out[near] -= 1
                self._change(near, -weight)
                if not self._out[near]:
                    heapq.heappush(self._sinks, near)
        return name

    def _change(self, name: str, by: float) -> None:
        self._surplus[name] = round(self._surplus[name] + by, 9)
        heapq.heappush(self._rest, (-self._surplus[name], name))
