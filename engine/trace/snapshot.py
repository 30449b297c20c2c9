"""One graph in the form that searches read: numbered nodes and edges, and costs in arrays.

A snapshot is made once a graph; every query, half-life and direction then works on it.
"""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from functools import cached_property
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.models.path import EdgeType, EvidenceGraph, Recency
from engine.trace.cost import (
    UNITS_PER_NAT,
    CostSettings,
    confidence_units,
    epoch_microseconds,
    recency_rate,
    type_units,
)

IntArray = NDArray[np.int64]

HOP_SHIFT = 10
"""A weight is ``units << HOP_SHIFT`` plus 1, so that a sum of weights orders paths by cost, then
by hops, and no weight is ever 0."""

MOST_HOPS = (1 << HOP_SHIFT) - 1
"""Longest path whose hops fit below the cost."""

_LARGEST_FAST_NATS = float((1 << 61) >> HOP_SHIFT) / UNITS_PER_NAT
"""Above this a weight may leave 64 bits, and whole numbers of Python are used instead."""


_KEPT_SETTINGS = 4
"""Settings whose weights are kept."""


class Way(Enum):
    """Which way arrows are read."""

    FORWARD = 1
    BACKWARD = 2
    BOTH = 3


class Adjacency(NamedTuple):
    """Compressed rows: the arrows that leave each node."""

    first: IntArray
    """Row starts, length nodes + 1."""

    neighbour: IntArray
    """Node at the other end, length arrows."""

    edge: IntArray
    """Edge number, length arrows."""

    @property
    def arrays(self) -> tuple[IntArray, IntArray, IntArray]:
        """The three arrays, as the compiled search takes them."""
        return self.first, self.neighbour, self.edge


class Rows:
    """Neighbours of each node as lists of (node, edge), made on first use."""

    def __init__(self, adjacency: Adjacency) -> None:
        self.adjacency = adjacency
        self._rows: list[list[tuple[int, int]] | None] = [None] * (len(adjacency.first) - 1)

    def __getitem__(self, node: int) -> list[tuple[int, int]]:
        """Return (neighbour, edge) pairs of a node, by edge number."""
        row = self._rows[node]
        if row is None:
            first, last = self.adjacency.first[node], self.adjacency.first[node + 1]
            neighbours = self.adjacency.neighbour[first:last]
            edges = self.adjacency.edge[first:last]
            row = list(zip(_whole(neighbours), _whole(edges), strict=True))
            self._rows[node] = row
        return row

    def degree(self, node: int) -> int:
        """Return how many arrows leave a node."""
        return int(self.adjacency.first[node + 1] - self.adjacency.first[node])


class Snapshot:
    """A graph as numbers: nodes and edges numbered in the order of their ids.

    Parameters
    ----------
    graph : EvidenceGraph
        Kept, since answers quote its edges.
    """

    def __init__(self, graph: EvidenceGraph) -> None:
        self.graph = graph
        self.number = {node.id: position for position, node in enumerate(graph.nodes)}
        edges = graph.edges
        number = self.number
        self.source: IntArray = np.array([number[e.source] for e in edges], dtype=np.int64)
        self.target: IntArray = np.array([number[e.target] for e in edges], dtype=np.int64)
        fixed: dict[tuple[float, str], int] = {}
        units = []
        for edge in edges:
            key = (edge.confidence, edge.edge_type)
            if key not in fixed:
                fixed[key] = confidence_units(edge.confidence) + type_units(edge.edge_type)
            units.append(fixed[key])
        self._fixed_units: IntArray = np.array(units, dtype=np.int64)
        times = [epoch_microseconds(e.created_at) if e.created_at else None for e in edges]
        self._dated: NDArray[np.bool_] = np.array([t is not None for t in times], dtype=np.bool_)
        self._created: IntArray = np.array([t or 0 for t in times], dtype=np.int64)
        self._weights: dict[CostSettings, Weights] = {}
        self._weighing = Lock()
        self._arrows: dict[Way, Adjacency] = {}
        self._rows: dict[tuple[Way, bool], Rows] = {}

    @cached_property
    def newest(self) -> datetime | None:
        """Time of the newest dated edge; None when no edge has a time."""
        return max((e.created_at for e in self.graph.edges if e.created_at), default=None)

    @cached_property
    def agreeing(self) -> NDArray[np.bool_]:
        """For each edge, whether it is anything but a contradiction."""
        types = [e.edge_type != EdgeType.CONTRADICTS for e in self.graph.edges]
        return np.array(types, dtype=np.bool_)

    def rows(self, way: Way, *, clean: bool = False) -> Rows:
        """Return the arrows of one way as rows; ``clean`` leaves contradictions out."""
        key = (way, clean)
        if key not in self._rows:
            arrows = self.arrows(way)
            self._rows[key] = Rows(_only(arrows, self.agreeing) if clean else arrows)
        return self._rows[key]

    def arrows(self, way: Way) -> Adjacency:
        """Return the arrows of one way."""
        if way not in self._arrows:
            tail, head = self.source, self.target
            if way is Way.BACKWARD:
                tail, head = head, tail
            elif way is Way.BOTH:
                tail, head = np.concatenate([tail, head]), np.concatenate([head, tail])
            self._arrows[way] = self._adjacency(tail, head)
        return self._arrows[way]

    def _adjacency(self, tail: IntArray, head: IntArray) -> Adjacency:
        count = len(self.source)
        edge = np.arange(len(tail), dtype=np.int64)
        edge[count:] -= count
        # A self-loop can lie on no simple path.
        keep = tail != head
        tail, head, edge = tail[keep], head[keep], edge[keep]
        order = np.lexsort((edge, tail))
        first = np.zeros(len(self.graph.nodes) + 1, dtype=np.int64)
        np.cumsum(np.bincount(tail, minlength=len(self.graph.nodes)), out=first[1:])
        return Adjacency(first, head[order], edge[order])

    def weights(self, settings: CostSettings) -> Weights:
        """Return each edge's weight: its cost in units, shifted, plus one hop.

        The costs equal those of :func:`engine.trace.cost.edge_cost` to the last unit.
        """
        with self._weighing:
            known = self._weights.get(settings)
            if known is None:
                # One moving slider must not fill the memory.
                if len(self._weights) >= _KEPT_SETTINGS:
                    self._weights.pop(next(iter(self._weights)))
                known = self._weights[settings] = self._weigh(settings)
        return known

    def _weigh(self, settings: CostSettings) -> Weights:
        fixed = self._fixed_units
        if settings.recency is Recency.OFF or settings.now is None or not len(fixed):
            return Weights((fixed << HOP_SHIFT) + 1)
        age = np.maximum(epoch_microseconds(settings.now) - self._created, 0)
        hours = np.where(self._dated, age, 0).astype(np.float64) / 3.6e9
        nats = recency_rate(settings) * hours / settings.half_life_hours
        recency = np.rint(nats * UNITS_PER_NAT)
        if float(nats.max()) < _LARGEST_FAST_NATS:
            return Weights(((fixed + recency.astype(np.int64)) << HOP_SHIFT) + 1)
        extras: list[float] = recency.tolist()
        return Weights(
            None,
            [
                ((base + int(extra)) << HOP_SHIFT) + 1
                for base, extra in zip(_whole(fixed), extras, strict=True)
            ],
        )


class Weights:
    """Weights of all edges, as an array where 64 bits hold them, and as whole numbers.

    Parameters
    ----------
    array : array of int64 or None
        None where a weight may leave 64 bits.
    numbers : list of int, optional
        By default made from the array when they are first asked for.
    """

    def __init__(self, array: IntArray | None, numbers: list[int] | None = None) -> None:
        self.array = array
        self._numbers = numbers

    @cached_property
    def largest(self) -> int | None:
        """The largest weight of the array; None without an array."""
        return None if self.array is None else int(self.array.max(initial=0))

    @property
    def numbers(self) -> list[int]:
        """By edge number."""
        if self._numbers is None:
            self._numbers = [] if self.array is None else _whole(self.array)
        return self._numbers


def _only(arrows: Adjacency, allowed: NDArray[np.bool_]) -> Adjacency:
    """Return the arrows whose edges are allowed."""
    keep = allowed[arrows.edge]
    before = np.concatenate(([0], np.cumsum(keep))).astype(np.int64)
    return Adjacency(before[arrows.first], arrows.neighbour[keep], arrows.edge[keep])


def _whole(numbers: IntArray) -> list[int]:
    values: list[int] = numbers.tolist()
    return values
