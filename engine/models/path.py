"""Evidence graphs, and the answer to "by which path does this rest on that?"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Self

from pydantic import AwareDatetime, ConfigDict, Field, StrictStr, field_validator, model_validator

from engine.errors import Problem, nearest
from engine.fingerprint import fingerprint
from engine.models.base import Envelope, Record


class EdgeType(StrEnum):
    """Edge types that have a cost of their own; any other type costs the default and is flagged."""

    CAUSAL = "causal"
    SUPPORTS = "supports"
    RELATED_TO = "related_to"
    CONTRADICTS = "contradicts"


class Standing(StrEnum):
    """What an edge rests on."""

    DECLARED = "declared"
    """A document says so."""

    DERIVED = "derived"
    """A rule worked it out."""

    OBSERVED = "observed"
    """A run showed it."""


class Recency(StrEnum):
    """How an edge's age is charged."""

    HALF_LIFE = "half_life"
    """ln 2 · age / half-life: one half-life costs what halving the confidence costs."""

    LINEAR = "linear"
    """age / half-life."""

    OFF = "off"
    """Nothing."""


class EdgeFlag(StrEnum):
    """Something about an edge that its cost had to work around."""

    CONFIDENCE_FLOORED = "confidence_floored"
    """The confidence lies below the floor and was charged as the floor."""

    TIMESTAMP_MISSING = "timestamp_missing"
    """The edge has no time; its age was charged as 0."""

    TIMESTAMP_FUTURE = "timestamp_future"
    """The edge is dated after ``now``; its age was charged as 0."""

    TYPE_UNKNOWN = "type_unknown"
    """The type has no cost of its own; the default was charged."""


class Traversed(StrEnum):
    """Which way a path runs over an edge."""

    FORWARD = "forward"
    """Along the edge's arrow."""

    REVERSE = "reverse"
    """Against it: the stored edge points from ``to`` to ``from``."""


class NoPathReason(StrEnum):
    """Why no path was found."""

    DISCONNECTED = "disconnected"
    """Nothing joins the two nodes, whatever the direction and however many hops."""

    WRONG_DIRECTION = "wrong_direction"
    """They are joined only if some arrows are read backwards."""

    HOP_LIMIT = "hop_limit"
    """They are joined, but every path is longer than ``max_hops``."""

    BUDGET = "budget"
    """The search was cut by its budget before it found a path."""


class EvidenceNode(Envelope):
    """One thing that evidence is about. Unknown keys of a file are kept."""

    id: StrictStr = Field(min_length=1)
    """Unique in its graph."""

    kind: StrictStr = ""
    """``case``, ``tool``, ``source``, …; empty when the graph does not say."""

    label: StrictStr = ""
    """What a person reads; empty stands for the id."""


class EvidenceEdge(Envelope):
    """One arrow between two nodes; several may join the same pair."""

    id: StrictStr = Field(min_length=1)
    """Unique in its graph; paths are told apart by edge ids."""

    source: StrictStr = Field(min_length=1)
    target: StrictStr = Field(min_length=1)

    edge_type: StrictStr = Field(min_length=1)
    """An :class:`EdgeType`, or another word, which then costs the default."""

    confidence: float = Field(ge=0.0, le=1.0, allow_inf_nan=False, strict=True)
    """In [0, 1]; the probability-like strength of the edge alone."""

    created_at: AwareDatetime | None = None
    """When the evidence came about, with its time zone; None when nobody says."""

    evidence: StrictStr = ""
    """A sentence for a person."""

    standing: Standing | None = None
    """What the edge rests on; None when nobody says."""


def graph_problems(
    nodes: Sequence[EvidenceNode],
    edges: Sequence[EvidenceEdge],
    places: Sequence[str] | None = None,
) -> list[Problem]:
    """Return what is wrong between the parts of a graph: repeated ids and unknown ends.

    Parameters
    ----------
    nodes, edges : sequences
        Each valid on its own.
    places : sequence of str, optional
        Where each edge stands in its document, parallel to ``edges``; by default its id.

    Returns
    -------
    list of Problem
        Repeated node ids first, then repeated edge ids, then unknown ends in the order of
        ``edges``; empty for a sound graph.
    """
    problems = [
        Problem(f"node {name!r}", f"stands {count} times; node ids must be unique.")
        for name, count in _repeated(node.id for node in nodes)
    ]
    problems += [
        Problem(f"edge {name!r}", f"stands {count} times; edge ids must be unique.")
        for name, count in _repeated(edge.id for edge in edges)
    ]
    known = {node.id for node in nodes}
    names: list[str] | None = None
    for position, edge in enumerate(edges):
        for role, end in (("source", edge.source), ("target", edge.target)):
            if end in known:
                continue
            if names is None:
                # A suggestion costs a comparison with every name: only for a small graph.
                names = sorted(known) if len(known) <= 2000 else []
            near = nearest(end, names) if len(problems) < 50 else None
            hint = f" Did you mean {near!r}?" if near else ""
            where = places[position] if places is not None else f"edge {edge.id!r}"
            message = f"{role} {end!r} is not among the graph's {len(known)} nodes.{hint}"
            problems.append(Problem(where, message))
    return problems


def _repeated(names: Iterable[str]) -> list[tuple[str, int]]:
    return sorted((name, count) for name, count in Counter(names).items() if count > 1)


class EvidenceGraph(Record):
    """A directed multigraph of evidence, sorted by id, so that input order never matters."""

    nodes: tuple[EvidenceNode, ...]
    """Sorted by id; ids are unique."""

    edges: tuple[EvidenceEdge, ...] = ()
    """Sorted by id; ids are unique and both ends are among ``nodes``."""

    @field_validator("nodes")
    @classmethod
    def _sort_nodes(cls, nodes: tuple[EvidenceNode, ...]) -> tuple[EvidenceNode, ...]:
        return tuple(sorted(nodes, key=lambda node: node.id))

    @field_validator("edges")
    @classmethod
    def _sort_edges(cls, edges: tuple[EvidenceEdge, ...]) -> tuple[EvidenceEdge, ...]:
        return tuple(sorted(edges, key=lambda edge: edge.id))

    @model_validator(mode="after")
    def _check(self) -> Self:
        problems = graph_problems(self.nodes, self.edges)
        if problems:
            lines = [f"{problem.where}: {problem.message}" for problem in problems]
            raise ValueError("; ".join(lines))
        return self

    @cached_property
    def fingerprint(self) -> str:
        """Content of the graph, whatever order its parts came in."""
        return fingerprint("graph", self.model_dump(mode="json", exclude_defaults=True))

    @cached_property
    def node_by_id(self) -> dict[str, EvidenceNode]:
        """Nodes by id."""
        return {node.id: node for node in self.nodes}

    @cached_property
    def edge_by_id(self) -> dict[str, EvidenceEdge]:
        """Edges by id."""
        return {edge.id: edge for edge in self.edges}


class CostParts(Record):
    """What an edge's cost is made of, in nats; the parts sum to the cost."""

    confidence: float = Field(ge=0)
    """-ln(confidence), the confidence being at least the floor."""

    recency: float = Field(ge=0)
    """What the edge's age costs."""

    type: float = Field(ge=0)
    """What the edge's type costs."""


class TracedEdge(Record):
    """One step of a path, read in the path's direction.

    ``from`` and ``to`` follow the path; ``traversed`` says whether the stored arrow points the
    same way.
    """

    model_config = ConfigDict(
        validate_by_name=True, validate_by_alias=True, serialize_by_alias=True
    )

    id: str
    from_id: str = Field(alias="from")
    to_id: str = Field(alias="to")
    edge_type: str
    confidence: float
    """As the graph states it; ``flags`` says when a floor was charged instead."""

    cost: float = Field(ge=0)
    """Nats."""

    cost_parts: CostParts
    traversed: Traversed

    age_hours: float | None = None
    """Age at ``now``; None for an edge without a time, 0 for one dated after ``now``."""

    flags: tuple[EdgeFlag, ...] = ()
    """Sorted."""


class TracedPath(Record):
    """One simple path, from the source to the target."""

    path: tuple[str, ...]
    """Node ids, source first; each once."""

    total_cost: float = Field(ge=0)
    """Sum of the edges' costs, in nats."""

    hops: int = Field(ge=1)
    """Number of edges."""

    probability: float = Field(ge=0, le=1)
    """Product of the confidences that were charged: that every step holds, if they are
    independent and nothing else is held against them."""

    edges: tuple[TracedEdge, ...]

    @property
    def edge_ids(self) -> tuple[str, ...]:
        """What tells this path from every other."""
        return tuple(edge.id for edge in self.edges)

    @property
    def contradictions(self) -> tuple[str, ...]:
        """Ids of the ``contradicts`` edges that the path crosses, in path order."""
        return tuple(edge.id for edge in self.edges if edge.edge_type == EdgeType.CONTRADICTS)


class SubgraphSize(Record):
    """How much of the graph can lie on a path within the hop limit."""

    nodes: int = Field(ge=0)
    """Nodes with hops(source, v) + hops(v, target) ≤ max_hops."""

    edges: int = Field(ge=0)
    """Edges that join two such nodes."""


class TraceParameters(Record):
    """What a trace was asked for, as it was used."""

    source_id: str
    target_id: str
    k: int = Field(ge=1)
    """As used; at most 10."""

    requested_k: int = Field(ge=1)
    """As asked for."""

    half_life_hours: float
    bidirectional: bool
    """True reads edges in both directions."""

    max_hops: int
    recency: Recency
    now: AwareDatetime | None
    """The moment that ages are counted to; None when no edge has a time and none was given."""

    max_overlap: float
    """Largest share of its edges that a path may have in common with a cheaper one."""

    budget: int
    """Largest number of nodes that the search might expand."""


class TraceWarning(Record):
    """Something about an answer that must not pass in silence."""

    code: str
    """An :class:`EdgeFlag`, or ``contradiction``, ``k_clamped``, ``now_defaulted``,
    ``fewer_paths``, ``budget``."""

    message: str
    """One sentence for a person."""

    edges: tuple[str, ...] = ()
    """Ids of the edges it is about, sorted."""


class Frontier(Record):
    """How near the search came when it found no path."""

    reached: tuple[str, ...]
    """The farthest nodes that the source reaches within the hop limit, at most ten, sorted."""

    reached_count: int = Field(ge=1)
    """How many nodes the source reaches within the hop limit, itself included."""

    reaching: tuple[str, ...]
    """The farthest nodes that reach the target within the hop limit, at most ten, sorted."""

    reaching_count: int = Field(ge=1)
    """How many nodes reach the target within the hop limit, itself included."""

    edges_against: tuple[str, ...] = ()
    """For a wrong direction: the fewest edges that would have to be read backwards."""

    hops_needed: int | None = None
    """For a hop limit: the hops of the shortest path."""


class BudgetUse(Record):
    """How much of its budget a search used."""

    limit: int
    used: int
    """Nodes expanded."""

    exhausted: bool
    """True when the search was cut; paths found before that still are the cheapest."""


class TraceResult(Record):
    """The cheapest evidence paths between two nodes, and what they rest on."""

    paths: tuple[TracedPath, ...]
    """By (cost, hops, edge ids)."""

    subgraph_size: SubgraphSize
    parameters: TraceParameters
    warnings: tuple[TraceWarning, ...] = ()
    reason: NoPathReason | None = None
    """Why there is no path; None when there is one."""

    explanation: str = ""
    """The reason as one sentence for a person."""

    frontier: Frontier | None = None
    """How near the search came; None when there is a path."""

    dominators: tuple[str, ...] | None = None
    """Inner nodes that every path within the hop limit must cross, in path order; None when
    unknown: there is no path, or the budget was used up."""

    tie_at_cutoff: bool | None = None
    """True when a path that was left out costs as much as the last one returned; None when
    the budget was used up before that was known, when there is no path, and when paths were passed
    over for their overlap."""

    best_without_contradictions: TracedPath | None = None
    """Set when a returned path crosses a ``contradicts`` edge: the cheapest that crosses none."""

    budget: BudgetUse
