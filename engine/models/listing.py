"""Light records: what lists, tables, trends and comparisons read instead of whole documents."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from pydantic import AwareDatetime, Field

from engine.models.base import Record
from engine.models.catalog import SourceDocument
from engine.models.diff import EvidenceDifference, SignalDifference
from engine.models.failure import FailureReason, FailureStage
from engine.models.run import CaseResult, MeasureValue, RunStatus, Verdict
from engine.models.selection import Decision


class CatalogInfo(Record):
    """One version of a catalog, without its tools."""

    name: str
    fingerprint: str
    """Content of its tools and declared links."""

    created_at: AwareDatetime
    """When this version was stored."""

    tools: int = Field(ge=0)
    links: int = Field(ge=0)
    warnings: int = Field(ge=0)
    """Ingest's warnings."""

    documents: tuple[SourceDocument, ...] = ()
    """What it was made from, sorted by name."""


class GraphInfo(Record):
    """An imported evidence graph, without its nodes and edges."""

    name: str
    fingerprint: str
    created_at: AwareDatetime
    """When it was imported."""

    nodes: int = Field(ge=1)
    edges: int = Field(ge=0)


class ToolKind(Record):
    """What comparisons need to know of a tool."""

    name: str
    fingerprint: str
    """Content of the tool."""

    action: str = "unknown"
    module: str = "unknown"
    """Module of its path."""


class SuiteInfo(Record):
    """One version of a suite, without its cases."""

    name: str
    fingerprint: str
    created_at: AwareDatetime
    """When this version was stored."""

    cases: int = Field(ge=0)


class CaseRow(Record):
    """One case of one run as a table shows it: what came out, without the evidence."""

    case_id: str
    case_fingerprint: str
    query_fingerprint: str
    query: str | None = None
    """The query's text from the case's suite; None where the suite is no longer stored, or where
    it was not asked for. Untrusted."""

    verdict: Verdict
    expected_target: str | None = None
    selected_target: str | None = None
    llm_target: str | None = None
    rank: int | None = None
    """Rank of the expected tool; None when it is not among the candidates."""

    full_rank: int | None = None
    """Its rank among all scored tools; None when it has no score."""

    top_k: int
    candidates: int = Field(ge=0)
    """Candidates that the run kept."""

    overrode_llm: bool = False
    ambiguous: bool = False
    decision: Decision = Decision.ABSTAIN
    confidence: float = 0.0
    margin: float | None = None
    reason_codes: tuple[str, ...] = ()
    """The selector's reasons."""

    stage: FailureStage | None = None
    """Where the case first went wrong; None when it did not."""

    reason: FailureReason | None = None
    lang: str | None = None
    tags: tuple[str, ...] = ()
    measures: dict[str, float | None] = Field(default_factory=dict)
    """Measures of this case; None where it cannot be scored on one."""


class CaseOrder(StrEnum):
    """How case rows are sorted; equal rows always stand by case id."""

    FAILING_FIRST = "failing_first"
    """Errors, failures, unscored, passes."""

    CASE_ID = "case_id"
    RANK = "rank"
    """Best rank first; absent ones last."""

    CONFIDENCE = "confidence"
    """Least sure first."""


class CaseFilter(Record):
    """Which cases of a run are wanted; an empty part lets everything through.

    The parts are joined by *and*, the values inside one part by *or*.
    """

    verdicts: tuple[Verdict, ...] = ()
    stages: tuple[FailureStage, ...] = ()
    reasons: tuple[FailureReason, ...] = ()
    decisions: tuple[Decision, ...] = ()
    tags: tuple[str, ...] = ()
    """Cases that carry at least one of them."""

    langs: tuple[str, ...] = ()
    overrode_llm: bool | None = None
    """None: both."""

    ambiguous: bool | None = None
    """None: both."""

    text: str = ""
    """Found, whatever its case, inside the case id, the query, the expected or the selected
    target."""


class FacetCount(Record):
    """One value that cases can be filtered by, and how many cases have it."""

    value: str | None
    """None for cases without a value (no failure, no language)."""

    cases: int = Field(ge=0)


class CaseFacets(Record):
    """Counts for every filter, most frequent first.

    The counts of one part are over the cases that all *other* parts of the filter let through,
    so a filter that is set still shows what its alternatives would bring.
    """

    verdict: tuple[FacetCount, ...] = ()
    stage: tuple[FacetCount, ...] = ()
    reason: tuple[FacetCount, ...] = ()
    decision: tuple[FacetCount, ...] = ()
    lang: tuple[FacetCount, ...] = ()
    tag: tuple[FacetCount, ...] = ()


class CaseRows(Record):
    """One page of a run's cases."""

    rows: tuple[CaseRow, ...] = ()
    total: int = Field(default=0, ge=0)
    """Cases that the filter lets through, on all pages."""

    of: int = Field(default=0, ge=0)
    """Cases of the run."""

    facets: CaseFacets = CaseFacets()


class CaseHistoryRow(Record):
    """How one case came out in one run."""

    run_id: str
    created_at: AwareDatetime
    suite: str
    catalog: str
    case_fingerprint: str
    """Changes when the case's content changed between runs."""

    verdict: Verdict
    rank: int | None = None
    top_k: int
    expected_target: str | None = None
    selected_target: str | None = None
    note: str = ""
    pinned: bool = False


class TrendPoint(Record):
    """One run of a suite as a point of a trend."""

    run_id: str
    created_at: AwareDatetime
    catalog: str
    catalog_fingerprint: str
    suite_fingerprint: str
    settings_fingerprint: str
    note: str = ""
    status: RunStatus = RunStatus.COMPLETE
    pinned: bool = False
    cases: int = Field(ge=0)
    verdicts: dict[str, int] = Field(default_factory=dict)
    """Cases by :class:`Verdict`."""

    measures: dict[str, MeasureValue] = Field(default_factory=dict)
    intervals: dict[str, tuple[float, float]] = Field(default_factory=dict)
    """95 % intervals (bootstrap over cases) of the measures that were asked for, where at least
    two cases were scored."""


class EvidenceChange(NamedTuple):
    """What differs in the evidence of one case between two runs."""

    overtaken_by: tuple[str, ...] = ()
    """Tools that stand above the expected one now and did not in the baseline, best first; empty
    when it was not among the candidates then."""

    signals: tuple[SignalDifference, ...] = ()
    """Contributions to the expected tool that differ, largest change first; empty when one side
    holds no evidence for it."""


class CasePair(Record):
    """One case in two runs, with its whole evidence on both sides."""

    base: CaseResult
    run: CaseResult
    evidence: EvidenceDifference
    """How the evidence of the expected tool changed."""


class FileInfo(Record):
    """The store's file."""

    schema_version: int
    """Number of the newest migration that was applied."""

    size: int = Field(ge=0)
    """Bytes on disk."""

    used: int = Field(ge=0)
    """Bytes in blocks that hold something."""

    free: int = Field(ge=0)
    """Bytes in blocks that the next write will reuse."""
