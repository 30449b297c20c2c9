"""The tool graph: which tool's result another tool needs, and what else joins two tools."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from engine.models.base import Record


class EdgeKind(StrEnum):
    """What an edge says about its two tools."""

    DATA_FLOW = "data_flow"
    """The target consumes a field that the source produces."""

    PARENT_PATH = "parent_path"
    """The source reads the record under whose path the target works."""

    LIFE_CYCLE = "life_cycle"
    """The source creates the record that the target reads, changes or deletes."""

    SAME_RESOURCE = "same_resource"
    """Both work on one resource; without direction, stored once with the lesser name as source."""

    OPENAPI_LINK = "openapi_link"
    """An OpenAPI link object says so."""

    ARAZZO = "arazzo"
    """A step of an Arazzo workflow uses an earlier step's result."""

    OVERLAY = "overlay"
    """The catalog's author said so in an overlay file."""

    OBSERVED = "observed"
    """Recorded calls used the source's result in the target."""

    @property
    def is_directed(self) -> bool:
        """Whether source and target play different parts."""
        return self is not EdgeKind.SAME_RESOURCE

    @property
    def carries_data(self) -> bool:
        """Whether the source's result is what the target needs."""
        return self not in (EdgeKind.SAME_RESOURCE, EdgeKind.LIFE_CYCLE)


class EdgeOrigin(StrEnum):
    """Who says that an edge is there."""

    DECLARED = "declared"
    """A document or its author."""

    DERIVED = "derived"
    """This engine, from names, types, paths and texts."""

    OBSERVED = "observed"
    """Recorded calls."""


class GraphEdge(Record):
    """One edge from a tool to another, always producer to consumer, earlier to later."""

    source: str
    """Tool that comes first: the producer, the parent, the creator."""

    target: str
    """Tool that comes after it: the consumer, the child, what lives on the created record."""

    kind: EdgeKind
    origin: EdgeOrigin

    confidence: float = Field(gt=0.0, le=1.0)
    """How far to trust it, in (0, 1]; see ``engine.graph`` for what it rests on."""

    evidence: str
    """One sentence for a person."""

    reasons: tuple[str, ...] = ()
    """Machine-readable grounds, strongest first, for example ``identifier`` or ``mention``."""

    fields: tuple[tuple[str, str], ...] = ()
    """Pairs of JSON paths (field produced, field consumed), strongest first."""


class ObservedFlow(Record):
    """A flow of data between two tools that recorded calls have shown."""

    source: str
    """Tool whose result was used."""

    target: str
    """Tool that used it."""

    fields: tuple[tuple[str, str], ...] = ()
    """Pairs of JSON paths (field produced, field consumed)."""

    count: int = Field(ge=1)
    """How many recorded calls show it."""


class Cycle(Record):
    """Tools that feed each other in a circle."""

    tools: tuple[str, ...]
    """Members of one strongly connected component, sorted; at least two."""

    closing_edges: tuple[GraphEdge, ...]
    """Data-carrying edges inside it that close a circle: without them its tools can be put into
    one order. Weakest first."""


class GraphSummary(Record):
    """How large a graph is and how well its edges are founded."""

    fingerprint: str
    nodes: int
    edges: int

    by_kind: dict[str, int]
    """Count of edges by kind, for every kind, in the order of :class:`EdgeKind`."""

    by_origin: dict[str, int]
    """Count of edges by origin, for every origin."""

    by_confidence: dict[str, int]
    """Count of edges by confidence: ``high`` (from 0.75), ``medium`` (from 0.5), ``low``."""

    isolated: int
    """Tools without any edge."""

    cycles: int
    """Strongly connected components of at least two tools over data-carrying edges."""

    largest_cycle: int
    """Tools in the largest of them; 0 without one."""


class PlacedTool(Record):
    """A tool of a neighbourhood with a place for it in a picture."""

    name: str
    hops: int = Field(ge=0)
    """Fewest edges from the centre, in either direction."""

    x: float
    """In [-1, 1]; producers stand left of what they feed."""

    y: float
    """In [-1, 1]."""


class Neighbourhood(Record):
    """The surroundings of one tool, small enough to be drawn."""

    centre: str
    tools: tuple[PlacedTool, ...]
    """By hops, then by name; the centre first."""

    edges: tuple[GraphEdge, ...]
    """Every edge between these tools, sorted."""

    left_out: int = Field(ge=0)
    """Tools within the hops that the limit left out."""
