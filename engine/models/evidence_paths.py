"""What a run's own evidence answers: why this tool, what it rests on, and what changed."""

from __future__ import annotations

from pydantic import Field

from engine.models.base import Record
from engine.models.path import TraceResult
from engine.models.path_difference import GraphDifference, PathDifference


class SourceReach(Record):
    """One source of a case's evidence, and its cheapest path to what was asked about."""

    id: str
    kind: str
    """``case``, ``document`` or ``suggestion``."""

    label: str
    cost: float | None
    """Nats; None when no path leads from it."""

    hops: int | None


class CaseTrace(Record):
    """Why a run came to a tool for one case."""

    run: str
    """Full run id."""

    case: str
    source_id: str
    target_id: str
    trace: TraceResult
    sources: tuple[SourceReach, ...]
    """Every source of the case's evidence, the nearest first, then those without a path."""

    nodes: int = Field(ge=1)
    """Of the whole evidence graph."""

    edges: int = Field(ge=0)


class CaseTraceDifference(Record):
    """How one case's evidence and its paths changed from one run to another."""

    base: str
    run: str
    case: str
    target_base: str
    """The node that the baseline's paths lead to."""

    target_run: str
    graph: GraphDifference
    """Times and wording are left aside: they differ between any two runs."""

    paths: PathDifference


class UnfoundedSelection(Record):
    """A tool that was selected though nothing that counts as evidence leads to it."""

    case_id: str
    selected_target: str
    message: str
    """One sentence for a person: what the selection rests on instead."""


class EvidenceAudit(Record):
    """Whether every selected tool of a run rests on a source."""

    run: str
    cases: int = Field(ge=0)
    selected: int = Field(ge=0)
    """Cases in which a tool was selected: these were audited."""

    not_selected: int = Field(ge=0)
    """Cases without a selected tool: there is nothing to audit."""

    without_source: tuple[UnfoundedSelection, ...] = ()
    """By case id."""

    @property
    def founded(self) -> int:
        """Selected tools that rest on at least one source."""
        return self.selected - len(self.without_source)
