"""Why a case failed: exactly one stage and one reason."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field, JsonValue

from engine.models.base import Record


class FailureStage(StrEnum):
    """Stage in which a case went wrong; an earlier one masks the later ones."""

    RETRIEVE = "retrieve"
    SELECT_TARGET = "select_target"
    SYNTHESIZE = "synthesize"
    AUTH_PREFLIGHT = "auth_preflight"
    GATE = "gate"
    EXECUTE = "execute"
    SERVICE = "service"


class FailureReason(StrEnum):
    """What went wrong, in the field's words."""

    NO_CANDIDATES = "no_candidates"
    NOT_RETRIEVED = "not_retrieved"
    LOW_RANK = "low_rank"
    LOW_CONFIDENCE = "low_confidence"
    LLM_TARGET_MISMATCH = "llm_target_mismatch"
    LLM_TARGET_NOT_IN_CANDIDATES = "llm_target_not_in_candidates"
    AMBIGUOUS_TARGET = "ambiguous_target"
    SELECTOR_MISMATCH = "selector_mismatch"
    UNKNOWN_TARGET = "unknown_target"
    UNSATISFIED_FIELD = "unsatisfied_field"
    ENUM_REQUIRED = "enum_required"
    CYCLE = "cycle"
    MISSING_REQUIRED_ARGUMENT = "missing_required_argument"
    AUTH_CONTEXT_REQUIRED = "auth_context_required"
    AUTH_PROFILE_MISSING = "auth_profile_missing"
    AUTH_HEADER_RESOLUTION_FAILED = "auth_header_resolution_failed"
    AUTH_FAILED = "auth_failed"
    EVIDENCE_REFUSED = "evidence_refused"
    HTTP_4XX = "http_4xx"
    HTTP_5XX = "http_5xx"
    TIMEOUT = "timeout"
    NETWORK_ERROR = "network_error"
    EXECUTION_ERROR = "execution_error"
    ASSERTION_FAILED = "assertion_failed"
    ENGINE_ERROR = "engine_error"


class Failure(Record):
    """The one place where a case first went wrong."""

    stage: FailureStage
    reason: FailureReason

    evidence: dict[str, JsonValue] = Field(default_factory=dict)
    """A few compact facts: ranks, names, margins. Never query text or values."""


class Guidance(Record):
    """What a failure looks like, what usually causes it, and what to do about it."""

    symptom: str
    cause: str
    inspect: tuple[str, ...]
    """Evidence to look at, as field names of a case result."""

    action: str
    """What an operator can do, one sentence."""

    retryable: bool = False
    """Whether the same call may succeed without any change."""
