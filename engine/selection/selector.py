"""Choose one of the ranked tools, or keep the model's choice, and say why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.errors import UnknownTool
from engine.models.candidate import Candidate
from engine.models.selection import (
    Decision,
    OverrideAssessment,
    Policy,
    RankSignal,
    ReasonCode,
    Selection,
    TargetPreference,
)
from engine.models.tool import Tool
from engine.selection.policy import assess_override, parse_policy
from engine.selection.profile import profile_of
from engine.selection.reasons import Choice, explain
from engine.selection.request import Request, effect_level, read_request
from engine.selection.risk import WRITES
from engine.selection.signals import compare, coverage, similarities
from engine.selection.standing import Standing


def select_target_candidate(
    query: str,
    candidates: Sequence[str],
    tools: Mapping[str, Tool],
    retrieval_results: Sequence[Candidate],
    llm_target: str | None = None,
    learning_suggestions: Sequence[TargetPreference] = (),
    policy: Policy | str = Policy.STRONG_EVIDENCE,
) -> Selection:
    """Choose the target among the candidates, against a model's own choice if there is one.

    Candidates are compared by what distinguishes them; what they share weighs nothing. Without
    strong evidence the first of the ranking is taken, and a model's target is kept.

    Parameters
    ----------
    query : str
        What the caller asked for; untrusted.
    candidates : sequence of str
        Names to choose from, in any order; a repeated name counts once.
    tools : mapping of str to Tool
        The catalog, by name.
    retrieval_results : sequence of Candidate
        Retrieval's rows; those of tools that are no candidates are left aside.
    llm_target : str, optional
        The tool that a model chose. One of the catalog that is no candidate joins them without a
        rank; one that the catalog lacks is reported and the selector chooses alone.
    learning_suggestions : sequence of TargetPreference
        Only promoted ones count.
    policy : Policy or str
        When a model's target may be replaced.

    Returns
    -------
    Selection
        ``selected_target`` is None only when there is nothing to choose from. The order of
        ``candidates`` and of the rows never changes the answer; equal scores go by name.

    Raises
    ------
    UnknownTool
        If a candidate is not in the catalog.
    InvalidInput
        If the policy is unknown.
    """
    in_force = parse_policy(policy)
    names = set(candidates)
    for name in sorted(names):
        if name not in tools:
            raise UnknownTool(name, "the candidate list", tools)
    known_llm = llm_target if llm_target in tools else None
    codes: list[ReasonCode] = []
    if llm_target is not None and known_llm is None:
        codes.append(ReasonCode.LLM_TARGET_NOT_IN_CANDIDATES)
    if not names:
        codes.append(ReasonCode.NO_CANDIDATES)
    pool = sorted(names | {known_llm}) if known_llm is not None else sorted(names)
    if not pool:
        return Selection(llm_target=llm_target, policy=in_force, reason_codes=tuple(codes))
    request = read_request(query)
    standing = _stand(request, pool, tools, retrieval_results, learning_suggestions)
    if known_llm is None:
        choice = _choose(standing, request, fallback=llm_target is not None)
    else:
        choice = _judge_model(standing, request, known_llm, in_force)
    return explain(standing, choice, llm_target, in_force, codes)


def _stand(
    request: Request,
    pool: Sequence[str],
    tools: Mapping[str, Tool],
    results: Sequence[Candidate],
    suggestions: Sequence[TargetPreference],
) -> Standing:
    members = set(pool)
    rows = {row.name: row for row in results if row.name in members}
    profiles = {name: profile_of(tools[name]) for name in pool}
    preferred = frozenset(s.tool for s in suggestions if s.promoted)
    return Standing.of(
        compare(request, profiles, rows, preferred),
        {name: row.rank for name, row in rows.items()},
        {name: profile.risk for name, profile in profiles.items()},
        {name: coverage(request, profile) for name, profile in profiles.items()},
        similarities(rows.values()),
    )


def _choose(standing: Standing, request: Request, *, fallback: bool) -> Choice:
    """Take the best candidate; leave retrieval's first for no effect that nobody asked for."""
    first = standing.first()
    blocked = frozenset(
        row.name
        for row in standing.signals
        if row.name != first.name and _adds_unasked_effect(standing, request, first, row)
    )
    selected = next(row for row in standing.signals if row.name not in blocked)
    decision = Decision.SELECT_FALLBACK if fallback else Decision.SELECT
    better = {row.name for row in standing.signals[: standing.signals.index(selected)]}
    codes = [ReasonCode.ACTION_RISK_BLOCKED] if better else []
    return Choice(selected, decision, tuple(codes), OverrideAssessment(), blocked)


def _adds_unasked_effect(
    standing: Standing, request: Request, first: RankSignal, row: RankSignal
) -> bool:
    level = effect_level(standing.risks[row.name])
    return (
        level >= WRITES
        and level > effect_level(request.effect)
        and level > effect_level(standing.risks[first.name])
    )


def _judge_model(standing: Standing, request: Request, llm_target: str, policy: Policy) -> Choice:
    """Keep or replace the model's target."""
    current = standing.row(llm_target)
    winner = standing.signals[0]
    if winner.name == llm_target:
        return Choice(
            current, Decision.AGREE, (ReasonCode.LLM_TARGET_CONFIRMED,), OverrideAssessment()
        )
    assessment = assess_override(standing, winner, llm_target, policy, request.effect)
    if assessment.allowed:
        return Choice(
            winner, Decision.OVERRIDE_LLM, (ReasonCode.LLM_TARGET_OVERRIDDEN,), assessment
        )
    named = [ReasonCode(code) for code in assessment.reason_codes if code in set(ReasonCode)]
    return Choice(
        current,
        Decision.PRESERVE_LLM,
        (ReasonCode.LLM_TARGET_PRESERVED, *named),
        assessment,
    )
