"""Put a choice into words and codes: certainty, ambiguity, why this one, why not the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.models.selection import (
    Decision,
    OverrideAssessment,
    Policy,
    RankSignal,
    ReasonCode,
    Reasoned,
    Selection,
)
from engine.selection.signals import Signal
from engine.selection.standing import Standing, difference
from engine.selection.table import AMBIGUOUS_BELOW, LOW_CONFIDENCE_BELOW

CLOSE = 0.2
"""A rival is close when it has at least this share of the selected tool's probability."""

TIE = 1e-9
"""Selector scores that differ by less are equal."""

LOWER_SCORE = "lower_selector_score"
HIGHER_SCORE = "higher_selector_score"
HIGHEST_SCORE = "highest_selector_score"

_RANKING = {Signal.RETRIEVAL.value, Signal.RETRIEVAL_FIRST.value}


class Choice(NamedTuple):
    """What was decided, before it is explained."""

    selected: RankSignal
    decision: Decision
    codes: tuple[ReasonCode, ...]
    assessment: OverrideAssessment
    blocked: frozenset[str] = frozenset()
    """Candidates that risk ruled out."""


def explain(
    standing: Standing,
    choice: Choice,
    llm_target: str | None,
    policy: Policy,
    codes: Sequence[ReasonCode],
) -> Selection:
    """Return the whole answer for a choice.

    Parameters
    ----------
    standing : Standing
        All candidates.
    choice : Choice
        What was decided.
    llm_target : str or None
        The model's target as it was given.
    policy : Policy
        In force.
    codes : sequence of ReasonCode
        What was noticed before the choice.
    """
    selected = choice.selected
    rival = standing.rival_of(selected.name)
    confidence = standing.confidence(selected.name)
    tied = rival is not None and abs(rival.selector_score - selected.selector_score) < TIE
    ambiguous = tied or (rival is not None and confidence < AMBIGUOUS_BELOW)
    found = [*codes, *choice.codes]
    if choice.decision is not Decision.PRESERVE_LLM:
        found.append(_grounds(selected, rival, ambiguous))
    if ambiguous:
        found.append(ReasonCode.AMBIGUOUS_TARGET)
    if tied:
        found.append(ReasonCode.CANDIDATE_TIE)
    if confidence < LOW_CONFIDENCE_BELOW:
        found.append(ReasonCode.LOW_CONFIDENCE)
    overrode = choice.decision is Decision.OVERRIDE_LLM
    best = standing.signals[0]
    present = llm_target is not None and llm_target in standing.shares
    return Selection(
        selected_target=selected.name,
        llm_target=llm_target,
        overrode_llm=overrode,
        ambiguous=ambiguous,
        decision=choice.decision,
        policy=policy,
        reason_codes=tuple(dict.fromkeys(found)),
        confidence=confidence,
        margin=selected.selector_score - rival.selector_score if rival else None,
        llm_margin=(
            best.selector_score - standing.row(llm_target).selector_score
            if present and llm_target is not None
            else None
        ),
        ambiguity_set=(selected.name, *_close(standing, selected)) if ambiguous else (),
        rank_signals=standing.signals,
        why_selected=Reasoned(name=selected.name, reason_codes=_why(selected, rival)),
        why_rejected=tuple(
            _why_not(selected, row, choice, overrode and row.name == llm_target)
            for row in standing.signals
            if row.name != selected.name
        ),
        override_assessment=choice.assessment,
    )


def _close(standing: Standing, selected: RankSignal) -> tuple[str, ...]:
    """Names of the candidates that come close to the selected one, best first; at least one."""
    least = CLOSE * standing.shares[selected.name]
    others = [row.name for row in standing.signals if row.name != selected.name]
    return tuple(n for place, n in enumerate(others) if not place or standing.shares[n] >= least)


def _grounds(selected: RankSignal, rival: RankSignal | None, ambiguous: bool) -> ReasonCode:
    """Strong evidence is a signal beyond the ranking itself that sets the tool apart."""
    if rival is None or ambiguous:
        return ReasonCode.SELECTED_BY_RANK
    supporting, _ = difference(selected, rival)
    strong = any(signal not in _RANKING for signal in supporting)
    return ReasonCode.SELECTED_BY_STRONG_EVIDENCE if strong else ReasonCode.SELECTED_BY_RANK


def _why(selected: RankSignal, rival: RankSignal | None) -> tuple[str, ...]:
    if rival is None:
        return ("only_candidate",)
    supporting, _ = difference(selected, rival)
    best = selected.selector_score >= rival.selector_score
    return ((HIGHEST_SCORE,) if best else ()) + supporting


def _why_not(selected: RankSignal, row: RankSignal, choice: Choice, overridden: bool) -> Reasoned:
    gap = selected.selector_score - row.selector_score
    supporting, _ = difference(selected, row)
    codes: list[str] = []
    if overridden:
        codes.append(ReasonCode.LLM_TARGET_OVERRIDDEN)
    if row.name in choice.blocked:
        codes.append(ReasonCode.ACTION_RISK_BLOCKED)
    if row.name == choice.assessment.winner and not choice.assessment.allowed:
        codes.extend(choice.assessment.reason_codes)
    if abs(gap) < TIE:
        codes.append(ReasonCode.CANDIDATE_TIE)
    else:
        codes.append(LOWER_SCORE if gap > 0 else HIGHER_SCORE)
    return Reasoned(
        name=row.name,
        reason_codes=tuple(dict.fromkeys(str(code) for code in (*codes, *supporting))),
        score_difference=gap,
    )
