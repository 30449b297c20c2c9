"""Runs: one execution of a suite over a catalog, complete and immutable once stored."""

from __future__ import annotations

from enum import StrEnum

from pydantic import AwareDatetime, Field, JsonValue

from engine.models.base import Envelope, Record
from engine.models.candidate import Candidate, Intent, RankingStats
from engine.models.failure import Failure
from engine.models.gate import GateVerdict
from engine.models.learning import CaseShadow, ShadowSummary
from engine.models.model_answer import ModelAnswer
from engine.models.plan import AuthReadiness, Plan
from engine.models.selection import Policy, Selection

EVIDENCE_FORMAT = 1
"""Number of the evidence format; grows when a reader of the older one would misread it."""


class Channel(StrEnum):
    """Which signals retrieval uses."""

    HYBRID = "hybrid"
    """Lexical, semantic, graph and dense."""

    LEXICAL = "lexical"
    """Everything but the sentence encoder."""

    DENSE = "dense"
    """The sentence encoder alone; for comparison."""


class RunSettings(Record):
    """What a run was asked to do."""

    top_k: int | None = Field(default=None, ge=1, le=1000)
    """Candidates kept for each case; None keeps each case's own ``top_k``."""

    channels: Channel = Channel.HYBRID
    policy: Policy = Policy.STRONG_EVIDENCE

    retrieval: dict[str, JsonValue] = Field(default_factory=dict)
    """Dump of the retrieval settings in force (weights, limits)."""


class VersionStamp(Envelope):
    """Versions of everything that a run depended on; a comparison reads it first."""

    engine_version: str
    store_schema: int
    evidence_format: int = EVIDENCE_FORMAT
    catalog_fingerprint: str
    graph_fingerprint: str | None = None
    """None for a run without graph evidence."""

    encoder: str | None = None
    """Fingerprint of the sentence encoder; None when none was used."""

    learning_fingerprint: str | None = None
    """Promoted trace learning that took part; None when there was none."""

    llm_model: str | None = None
    """Name of the model that chose the cases' targets; None when none was asked."""

    suite_fingerprint: str
    settings_fingerprint: str
    contract_fingerprint: str | None = None
    """Of the evidence contracts and their aggregation; None for a run without a contract."""

    gate_evidence_fingerprint: str | None = None
    """Of the evidence that was held for every case; None when there was none."""

    gate_at: AwareDatetime | None = None
    """The moment as of which the gate judged; None for a run without a contract."""

    git_commit: str | None = None
    git_dirty: bool | None = None


class RunStatus(StrEnum):
    """How a run ended."""

    COMPLETE = "complete"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


class Verdict(StrEnum):
    """How a case came out."""

    PASS = "pass"
    FAIL = "fail"
    ERROR = "error"
    """The engine itself failed on the case: counted against the run."""

    UNSCORED = "unscored"
    """The case has nothing to be judged on: left out of measures, and counted."""


class MeasureValue(Record):
    """A measure over cases, with how many were scored and how many could not be."""

    value: float | None
    """None when no case was scored: unknown is not zero."""

    scored: int = Field(ge=0)
    unscored: int = Field(ge=0)


class StageLatency(Record):
    """Latency of one stage over the cases of a run, in milliseconds."""

    p50: float
    p95: float


class SignalCounterfactual(Record):
    """What one signal did for the expected tool and for the winner."""

    signal: str
    expected: float
    """Contribution to the expected tool."""

    winner: float
    """Contribution to the tool at rank 1 (at rank 2 when the expected tool is first)."""

    rank_without: int | None = None
    """Rank that the expected tool would have without this signal; None when not retrieved."""


class CaseResult(Record):
    """What happened to one case in one run."""

    case_id: str
    case_fingerprint: str
    query_fingerprint: str
    verdict: Verdict
    expected_target: str | None = None
    """The tool that counts as the target in this catalog; None when the case has none."""

    rank: int | None = None
    """Rank of the best placed tool that counts as the target; None when absent."""

    full_rank: int | None = None
    """Its rank among all scored tools, also below the cut-off; None when it has no score."""

    top_k: int
    """The cut-off that was in force."""

    candidates: tuple[Candidate, ...] = ()
    expected_candidate: Candidate | None = None
    """The expected tool with its evidence when it stands below the cut-off."""

    counterfactuals: tuple[SignalCounterfactual, ...] = ()
    """Expected against winner, signal by signal; empty for a case without a target."""

    intent: Intent = Intent()
    stats: RankingStats = RankingStats()
    selection: Selection = Selection()
    failure: Failure | None = None
    """None for a case that passed or could not be scored."""

    plan: Plan | None = None
    """How the selected tool's inputs could be met; None in mode ``search``."""

    auth_readiness: AuthReadiness | None = None
    """Whether the plan's tools can be called; None in mode ``search``."""

    gate: GateVerdict | None = None
    """What the evidence gate said to the selected tool's call; None when it was not asked: no
    contract governs the tool, or the mode is ``search``."""

    model_answer: ModelAnswer | None = None
    """What a model answered when the run asked one; None when it asked none."""

    shadow: CaseShadow | None = None
    """Set in a run that computes shadow ranks."""

    measures: dict[str, float | None] = Field(default_factory=dict)
    """Measures of this case by name; None where the case cannot be scored on one."""

    latency_ms: dict[str, float] = Field(default_factory=dict)
    """Milliseconds by stage: ``retrieve``, ``select``."""

    lang: str | None = None
    tags: tuple[str, ...] = ()


class GateTally(Record):
    """What the evidence gate said in a run with a contract."""

    asked: int = Field(ge=0)
    """Cases whose selected tool a contract governs, and that go beyond search."""

    allowed: int = Field(ge=0)

    @property
    def refused(self) -> int:
        """Cases whose call was refused."""
        return self.asked - self.allowed


class RunSummary(Record):
    """A run without its case results: what lists and headers show."""

    run_id: str
    """Short and unique: twelve hex digits."""

    catalog: str
    suite: str
    created_at: AwareDatetime
    note: str = ""
    status: RunStatus = RunStatus.COMPLETE
    stamp: VersionStamp
    settings: RunSettings
    cases: int = Field(ge=0)
    """Cases with a result; below ``planned`` for a cancelled run."""

    planned: int = Field(ge=0)
    """Cases of the suite."""

    verdicts: dict[str, int] = Field(default_factory=dict)
    """Cases by :class:`Verdict`; every verdict has an entry."""

    failures: dict[str, int] = Field(default_factory=dict)
    """Failing cases by :class:`FailureStage`; only stages that occur."""

    measures: dict[str, MeasureValue] = Field(default_factory=dict)
    latency_ms: dict[str, StageLatency] = Field(default_factory=dict)
    gate: GateTally | None = None
    """None for a run without a contract."""

    shadow: ShadowSummary | None = None
    """What suggestions in shadow would change; None in a run that did not compute it."""

    pinned: bool = False
    """The baseline against which newer runs of its suite are read: at most one run of each."""


class Run(Record):
    """A run with every case result, sorted by case id."""

    summary: RunSummary
    results: tuple[CaseResult, ...]
