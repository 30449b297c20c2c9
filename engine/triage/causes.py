"""What is most probably behind a failure, suggested from its stage and reason."""

from __future__ import annotations

from engine.models.failure import Failure, FailureReason
from engine.models.triage import TriageCause

_CAUSES: dict[FailureReason, TriageCause] = {
    FailureReason.UNKNOWN_TARGET: TriageCause.CASE_LABEL,
    FailureReason.NO_CANDIDATES: TriageCause.TOOL_TEXTS,
    FailureReason.NOT_RETRIEVED: TriageCause.TOOL_TEXTS,
    FailureReason.LOW_RANK: TriageCause.TOOL_TEXTS,
    FailureReason.LOW_CONFIDENCE: TriageCause.VAGUE_QUERY,
    FailureReason.LLM_TARGET_MISMATCH: TriageCause.MODEL_CHOICE,
    FailureReason.LLM_TARGET_NOT_IN_CANDIDATES: TriageCause.MODEL_CHOICE,
    FailureReason.AMBIGUOUS_TARGET: TriageCause.SIBLING_TOOLS,
    FailureReason.SELECTOR_MISMATCH: TriageCause.SIBLING_TOOLS,
    FailureReason.UNSATISFIED_FIELD: TriageCause.MISSING_INPUT,
    FailureReason.ENUM_REQUIRED: TriageCause.MISSING_INPUT,
    FailureReason.CYCLE: TriageCause.MISSING_INPUT,
    FailureReason.MISSING_REQUIRED_ARGUMENT: TriageCause.MISSING_INPUT,
    FailureReason.AUTH_CONTEXT_REQUIRED: TriageCause.ACCESS,
    FailureReason.AUTH_PROFILE_MISSING: TriageCause.ACCESS,
    FailureReason.AUTH_HEADER_RESOLUTION_FAILED: TriageCause.ACCESS,
    FailureReason.AUTH_FAILED: TriageCause.ACCESS,
    FailureReason.EVIDENCE_REFUSED: TriageCause.EVIDENCE,
    FailureReason.HTTP_4XX: TriageCause.REQUEST,
    FailureReason.HTTP_5XX: TriageCause.SERVICE,
    FailureReason.TIMEOUT: TriageCause.SERVICE,
    FailureReason.NETWORK_ERROR: TriageCause.SERVICE,
    FailureReason.ENGINE_ERROR: TriageCause.ENGINE,
}


def suggested_cause(failure: Failure) -> TriageCause:
    """Return the cause to propose; a person confirms or replaces it.

    ``other`` for a reason that points nowhere by itself: an assertion that does not hold, an error
    of the caller's own kind, a reason of a newer engine.

    Examples
    --------
    >>> from engine.models.failure import FailureStage
    >>> failure = Failure(stage=FailureStage.EXECUTE, reason=FailureReason.TIMEOUT)
    >>> suggested_cause(failure).value
    'service'
    """
    return _CAUSES.get(failure.reason, TriageCause.OTHER)
