"""What the shape of an evidence graph says about it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from engine.models.base import Record


class Cycle(Record):
    """Nodes that all reach each other, so that evidence supports itself."""

    nodes: tuple[str, ...]
    """Sorted."""

    edges: tuple[str, ...]
    """Ids of the edges among them, sorted."""

    closing_edges: tuple[str, ...]
    """Edges that each close a cycle; without them all, none is left. Sorted. Strong edges are
    walked first, so that weak ones tend to be named."""


class CyclePreview(Record):
    """What an edge that is not in the graph yet would do."""

    makes_cycle: bool
    path: tuple[str, ...]
    """Nodes of the way back, from the edge's target to its source, with the fewest hops; empty
    when there is none."""

    edges: tuple[str, ...]
    """Ids of the edges of that way."""


class ContradictionRule(StrEnum):
    """By which rule two pieces of evidence oppose each other."""

    OPPOSING_EDGES = "opposing_edges"
    """The same two nodes are joined by a supporting and by a contradicting edge."""

    DECLARED_BUT_FAILED = "declared_but_failed"
    """The same, and what supports is declared or derived while what contradicts was observed."""

    SOURCES_DISAGREE = "sources_disagree"
    """One node supports and another contradicts the same third."""


class Contradiction(Record):
    """One place where evidence opposes evidence."""

    rule: ContradictionRule
    subjects: tuple[str, ...]
    """Nodes that speak, sorted."""

    about: str
    """The node that they speak about."""

    supporting: tuple[str, ...]
    """Ids of edges for it, sorted."""

    contradicting: tuple[str, ...]
    """Ids of edges against it, sorted."""

    message: str
    """One sentence for a person."""


class SinglePoints(Record):
    """What the graph cannot lose without falling apart, directions left aside."""

    nodes: tuple[str, ...]
    """Sorted; without one of them, nodes that were joined no longer are."""

    edges: tuple[str, ...]
    """Sorted ids; the same for edges. A pair with several edges has none."""


class SourceAudit(Record):
    """Which nodes rest on a source."""

    sources: tuple[str, ...]
    """Sorted."""

    checked: int = Field(ge=0)
    """Nodes that were asked about."""

    without_source: tuple[str, ...]
    """Sorted; no arrows lead from any source to them."""
