"""When the selector may replace a model's target."""

from __future__ import annotations

from engine.errors import InvalidInput, nearest
from engine.models.selection import OverrideAssessment, Policy, RankSignal, ReasonCode
from engine.models.tool import RiskClass
from engine.selection.risk import blocks_move
from engine.selection.standing import Standing, difference
from engine.selection.table import (
    OVERRIDE_CONFIDENCE,
    OVERRIDE_CONFIDENCE_MISSED,
    OVERRIDE_MARGIN,
)

POLICY_PRESERVES = "policy_preserves_llm"
WEAK_WINNER = "weak_winner_evidence"
TARGET_COVERS_QUERY = "llm_target_covers_query"


def parse_policy(policy: Policy | str) -> Policy:
    """Return the policy of this name.

    Raises
    ------
    InvalidInput
        If there is no such policy; the message lists them.

    Examples
    --------
    >>> parse_policy("risk_limited")
    <Policy.RISK_LIMITED: 'risk_limited'>
    """
    try:
        return Policy(policy)
    except ValueError:
        known = [p.value for p in Policy]
        near = nearest(str(policy), known)
        hint = f" Did you mean {near!r}?" if near else ""
        raise InvalidInput(
            f"policy {str(policy)!r} is not known; there are {', '.join(known)}.{hint}"
        ) from None


def assess_override(
    standing: Standing, winner: RankSignal, llm_target: str, policy: Policy, asked: RiskClass
) -> OverrideAssessment:
    """Say whether ``winner`` may replace the model's target, and what decided it.

    Every policy but ``preserve_llm`` may override; risk binds all of them, ``deterministic``
    too. ``strong_evidence`` asks for a decisive lead and for a winner that is almost surely
    right; a target that carries more of the query's words than the winner never gives way, and
    one that retrieval missed not even to an equal. ``risk_limited`` asks for the same and for a
    winner that only reads.

    Parameters
    ----------
    standing : Standing
        All candidates, the model's target among them.
    winner : RankSignal
        The best of the others.
    llm_target : str
        The model's target.
    policy : Policy
        In force.
    asked : RiskClass
        Greatest effect that the query asks for.
    """
    current = standing.row(llm_target)
    supporting, contradicting = difference(winner, current)
    reasons: list[str] = []
    winner_risk = standing.risks[winner.name]
    if blocks_move(standing.risks[llm_target], winner_risk, asked):
        reasons.append(ReasonCode.ACTION_RISK_BLOCKED)
    if policy is Policy.PRESERVE_LLM:
        reasons.append(POLICY_PRESERVES)
    elif policy is Policy.RISK_LIMITED and winner_risk is not RiskClass.READ:
        reasons.append(ReasonCode.ACTION_RISK_BLOCKED)
    if policy in (Policy.STRONG_EVIDENCE, Policy.RISK_LIMITED):
        if winner.selector_score - current.selector_score < OVERRIDE_MARGIN:
            reasons.append(ReasonCode.INSUFFICIENT_MARGIN)
        # A target that retrieval missed has no score to compare: its words decide.
        missed = current.rank is None
        least = OVERRIDE_CONFIDENCE_MISSED if missed else OVERRIDE_CONFIDENCE
        if standing.confidence(winner.name) < least:
            reasons.append(WEAK_WINNER)
        lead = standing.coverage[winner.name] - standing.coverage[llm_target]
        if lead < 0 or (lead == 0 and missed):
            reasons.append(TARGET_COVERS_QUERY)
    return OverrideAssessment(
        evaluated=True,
        allowed=not reasons,
        winner=winner.name,
        supporting=supporting,
        contradicting=contradicting,
        reason_codes=tuple(dict.fromkeys(str(reason) for reason in reasons)),
    )
