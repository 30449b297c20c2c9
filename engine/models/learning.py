"""Trace learning: what was observed, what it suggests, and what became of the suggestion."""

from __future__ import annotations

from enum import StrEnum

from pydantic import AwareDatetime, Field

from engine.models.base import Record
from engine.models.scrubbing import ScrubReport


class ObservedEdge(Record):
    """A value that one call gave and a later one took; the value itself is not kept."""

    source: str
    """Tool that gave it."""

    source_field: str
    target: str
    """Tool that took it."""

    target_field: str


class TraceRecord(Record):
    """One agent's attempt at a query, as it is kept: no text of the query, no value of a call."""

    trace_id: str
    """Fingerprint of the trace's own id, or of its content when it has none."""

    collection: str
    """Catalog that the calls belong to; nothing is learned across collections."""

    session: str
    """Fingerprint of the session, or of the trace when it names none."""

    family: str
    """Fingerprint of the query's family."""

    query_fingerprint: str
    known_words: tuple[str, ...] = ()
    """Stems of the query that the catalog's own words have, sorted."""

    word_prints: tuple[str, ...] = ()
    """Fingerprints of its other stems, sorted."""

    lang: str = "en"
    selected_target: str | None = None
    """Tool that the trace ended in."""

    llm_target: str | None = None
    plan: tuple[str, ...] = ()
    """Tools that were called, in order, repeats in a row once."""

    edges: tuple[ObservedEdge, ...] = ()
    success: bool | None = None
    """None when the trace does not say; such a trace counts for nothing."""

    failure_reason: str | None = None
    latency_ms: float | None = Field(default=None, ge=0)
    happened_at: AwareDatetime
    source: str = "jsonl"
    """``jsonl`` or ``otel``."""

    scrubbed: int = Field(default=0, ge=0)
    """Secrets that the trace's texts held."""


class SuggestionType(StrEnum):
    """What can be learned."""

    TARGET_PREFERENCE = "target_preference"
    """Queries of this family end in this tool."""

    PLAN_PATH = "plan_path"
    """Queries of this family are solved by these tools in this order."""

    DATA_FLOW_EDGE = "data_flow_edge"
    """What this tool gives is what that one takes."""

    ALIAS = "alias"
    """A word that the catalog lacks stands for this tool."""


class SuggestionStatus(StrEnum):
    """Where a suggestion stands."""

    OBSERVE = "observe"
    """Traces say so; nothing follows from it."""

    SHADOW = "shadow"
    """Runs compute what it would change, beside what they answer."""

    PROMOTED = "promoted"
    """It takes part in rankings."""

    REJECTED = "rejected"
    EXPIRED = "expired"
    """It was promoted, and nothing has confirmed it for too long."""


class GateCode(StrEnum):
    """What a suggestion must pass before it is promoted."""

    INSUFFICIENT_REPEATED_SUCCESS = "insufficient_repeated_success"
    UNSTABLE_TARGET = "unstable_target"
    FAILURE_RATIO_TOO_HIGH = "failure_ratio_too_high"
    COLLECTION_MISMATCH = "collection_mismatch"
    EXPIRED = "expired"
    NOT_VALIDATED_BY_RUN = "not_validated_by_run"
    OPERATOR_APPROVAL_REQUIRED = "operator_approval_required"


class Gate(Record):
    """One condition, whether it holds, and on what grounds."""

    code: GateCode
    """The code of the refusal when it does not hold."""

    passed: bool
    needed: str
    """What is asked for, in words."""

    found: str
    """What there is, in words."""

    always: bool = False
    """Whether even ``--force`` cannot pass it."""


class Suggestion(Record):
    """What traces suggest about one collection."""

    suggestion_id: str
    """Fingerprint of type, collection, family and content; the same traces give the same id."""

    type: SuggestionType
    collection: str
    family: str | None = None
    """Family of queries that it is about; None for an edge and an alias."""

    known_words: tuple[str, ...] = ()
    """Words of the family that the catalog has; they show what it is about."""

    tools: tuple[str, ...]
    """The preferred tool; the tools of the plan in order; producer and consumer of an edge."""

    fields: tuple[str, ...] = ()
    """Field given and field taken, for an edge."""

    word: str | None = None
    """Fingerprint of the word, for an alias."""

    observations: int = Field(default=0, ge=0)
    """Traces that speak for it: successes."""

    against: int = Field(default=0, ge=0)
    """Traces of the same family that succeeded otherwise."""

    failures: int = Field(default=0, ge=0)
    """Traces that did as it says and failed."""

    sessions: int = Field(default=0, ge=0)
    """Different sessions among the successes."""

    weight: float = Field(default=0.0, ge=0.0)
    """Successes, each halved for every half-life of its age."""

    first_seen: AwareDatetime
    last_seen: AwareDatetime
    expires_at: AwareDatetime
    """When it counts no more unless a trace confirms it."""

    status: SuggestionStatus = SuggestionStatus.OBSERVE
    writes: bool = False
    """Whether one of its tools changes something: an operator must approve it by name."""

    gates: tuple[Gate, ...] = ()


class LearningDecision(Record):
    """What was decided about a suggestion, with everything it rested on."""

    sequence: int = Field(ge=1)
    suggestion_id: str
    collection: str
    status: SuggestionStatus
    reason: str
    """Free text, scrubbed."""

    forced: bool = False
    """Whether a gate was passed over."""

    run_id: str | None = None
    """The run that proves it."""

    decided_by: str = ""
    """The operator who approved it; empty when nobody had to."""

    decided_at: AwareDatetime
    gates: tuple[Gate, ...] = ()
    suggestion: Suggestion
    """As it stood then; what is promoted stays so although its traces are deleted."""


class LearnedSignal(Record):
    """What takes part in a ranking."""

    suggestion_id: str
    type: SuggestionType
    status: SuggestionStatus
    family: str | None = None
    word: str | None = None
    consumer: str | None = None
    """For an edge: the tool that must be the best hit."""

    tools: tuple[tuple[str, float], ...]
    """Tools that are lifted, with a share in (0, 1] of what a signal can give at most."""

    observations: int = Field(ge=0)


class CaseShadow(Record):
    """Where the expected tool would stand with the suggestions in shadow."""

    rank: int | None = None
    """Rank among all scored tools; None when it has no score. Beside ``full_rank``."""

    applied: tuple[str, ...] = ()
    """Suggestions in shadow that concern the query, by id."""


class RankChange(Record):
    """Rank of one case's expected tool, now and with a suggestion."""

    case_id: str
    expected_target: str
    rank: int | None
    """Among all scored tools; None when it has no score."""

    shadow_rank: int | None
    delta: int
    """Ranks gained; negative when lost; one for entering or leaving the ranking."""


class ShadowEffect(Record):
    """What one suggestion would do to the cases that it applies to."""

    suggestion_id: str
    applied: int = Field(default=0, ge=0)
    improved: int = Field(default=0, ge=0)
    worsened: int = Field(default=0, ge=0)


class ShadowSummary(Record):
    """Current and shadow ranks of a run side by side, counted."""

    effects: tuple[ShadowEffect, ...] = ()
    """By suggestion id."""

    cases: int = Field(default=0, ge=0)
    """Cases that have a target."""

    improved: int = Field(default=0, ge=0)
    worsened: int = Field(default=0, ge=0)


class TraceImport(Record):
    """What became of a file of traces."""

    collection: str
    traces: int = Field(default=0, ge=0)
    new: int = Field(default=0, ge=0)
    known: int = Field(default=0, ge=0)
    """Traces that were stored before."""

    skipped: dict[str, int] = Field(default_factory=dict)
    """Traces that nothing can be learned from, by reason."""

    scrubbed: ScrubReport = ScrubReport()
    """Secrets that were met, by kind; none was kept."""
