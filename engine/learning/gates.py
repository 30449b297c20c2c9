"""The gates between what traces say and what rankings do, each with the code of its refusal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine.errors import InvalidInput
from engine.learning.policy import LearningPolicy
from engine.models.learning import (
    Gate,
    GateCode,
    ShadowEffect,
    Suggestion,
    SuggestionStatus,
)


class Refused(InvalidInput):
    """A suggestion was not promoted.

    Parameters
    ----------
    suggestion : Suggestion
        What was to be promoted.
    gates : sequence of Gate
        Every gate that it does not pass, at least one.
    """

    def __init__(self, suggestion: Suggestion, gates: Sequence[Gate]) -> None:
        self.codes = tuple(gate.code for gate in gates)
        reasons = "; ".join(f"{g.code.value} (needed: {g.needed}; found: {g.found})" for g in gates)
        hard = [gate.code.value for gate in gates if gate.always]
        way = (
            f"{', '.join(hard)} cannot be forced."
            if hard
            else "Pass the gate, or force it and say why."
        )
        super().__init__(f"{suggestion.suggestion_id} is not promoted: {reasons}. {way}")


def gates_of(
    suggestion: Suggestion,
    failure_ratio: float,
    attempts: int,
    now: datetime,
    policy: LearningPolicy,
) -> tuple[Gate, ...]:
    """Return the gates that traces alone decide.

    Parameters
    ----------
    suggestion : Suggestion
        With its counts.
    failure_ratio : float
        Share of failures among the newest attempts that did as it says, in [0, 1].
    attempts : int
        How many those are.
    now : datetime
        Decides whether it is expired.
    policy : LearningPolicy
        Limits.
    """
    agreed = suggestion.observations / (suggestion.observations + suggestion.against)
    return (
        Gate(
            code=GateCode.INSUFFICIENT_REPEATED_SUCCESS,
            passed=suggestion.observations >= policy.min_observations
            and suggestion.sessions >= policy.min_sessions,
            needed=f"{policy.min_observations} successes in {policy.min_sessions} sessions",
            found=f"{suggestion.observations} successes in {suggestion.sessions} sessions",
        ),
        Gate(
            code=GateCode.UNSTABLE_TARGET,
            passed=agreed >= policy.min_stability,
            needed=f"{policy.min_stability:.0%} of the successes agree",
            found=f"{agreed:.0%} of {suggestion.observations + suggestion.against}",
        ),
        Gate(
            code=GateCode.FAILURE_RATIO_TOO_HIGH,
            passed=failure_ratio <= policy.max_failure_ratio,
            needed=f"at most {policy.max_failure_ratio:.0%} failures",
            found=f"{failure_ratio:.0%} of the newest {attempts}",
            always=True,
        ),
        Gate(
            code=GateCode.EXPIRED,
            passed=suggestion.expires_at > now,
            needed=f"a success within {policy.expires_after_days:.0f} days",
            found=f"the last one on {suggestion.last_seen:%Y-%m-%d}",
            always=True,
        ),
    )


def validation_gate(effect: ShadowEffect | None, run_id: str | None) -> Gate:
    """Return whether a run proves a suggestion: it improved a case and worsened none."""
    if effect is None:
        found = "no run" if run_id is None else f"run {run_id} did not compute its shadow ranks"
    else:
        found = (
            f"run {run_id}: applied to {effect.applied}, improved {effect.improved}, "
            f"worsened {effect.worsened}"
        )
    return Gate(
        code=GateCode.NOT_VALIDATED_BY_RUN,
        passed=effect is not None and effect.improved > 0 and effect.worsened == 0,
        needed="a run whose shadow ranks improve a case and worsen none",
        found=found,
    )


def collection_gate(suggestion: Suggestion, collection: str | None) -> Gate:
    """Return whether the proving run is one over the suggestion's own catalog."""
    return Gate(
        code=GateCode.COLLECTION_MISMATCH,
        passed=collection is None or collection == suggestion.collection,
        needed=f"catalog {suggestion.collection}",
        found=f"catalog {collection}" if collection is not None else "no run",
        always=True,
    )


def approval_gate(suggestion: Suggestion, approved_by: str) -> Gate:
    """Return whether an operator stands for a suggestion whose tools change something."""
    return Gate(
        code=GateCode.OPERATOR_APPROVAL_REQUIRED,
        passed=bool(approved_by) or not suggestion.writes,
        needed="the name of an operator who approves it" if suggestion.writes else "nothing",
        found=approved_by or "no name",
        always=True,
    )


def check_promotion(suggestion: Suggestion, gates: Sequence[Gate], *, forced: bool) -> None:
    """Refuse a promotion that gates forbid.

    Raises
    ------
    Refused
        With every gate that does not hold and was not, or cannot be, passed over.
    """
    closed = [gate for gate in gates if not gate.passed]
    if any(gate.always for gate in closed) or (closed and not forced):
        raise Refused(suggestion, closed)


_STEPS: dict[SuggestionStatus, frozenset[SuggestionStatus]] = {
    SuggestionStatus.OBSERVE: frozenset({SuggestionStatus.SHADOW, SuggestionStatus.REJECTED}),
    SuggestionStatus.SHADOW: frozenset(
        {SuggestionStatus.PROMOTED, SuggestionStatus.REJECTED, SuggestionStatus.OBSERVE}
    ),
    SuggestionStatus.PROMOTED: frozenset({SuggestionStatus.REJECTED, SuggestionStatus.SHADOW}),
    SuggestionStatus.REJECTED: frozenset({SuggestionStatus.OBSERVE, SuggestionStatus.SHADOW}),
    SuggestionStatus.EXPIRED: frozenset({SuggestionStatus.REJECTED, SuggestionStatus.SHADOW}),
}


def check_step(suggestion: Suggestion, to: SuggestionStatus) -> None:
    """Refuse a step that the way from observing to promoting does not have.

    Raises
    ------
    InvalidInput
        Names the steps that there are.
    """
    allowed = _STEPS[suggestion.status]
    if to not in allowed:
        names = ", ".join(sorted(status.value for status in allowed))
        raise InvalidInput(
            f"{suggestion.suggestion_id} is in {suggestion.status.value!r} and cannot become "
            f"{to.value!r}; it can become: {names}."
        )
