"""The stage strip: what a case passed, where it first went wrong, what was skipped after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.models.case import Case
from engine.models.failure import FailureStage
from engine.models.plan import AuthState
from engine.models.run import CaseResult, Verdict
from pages.parts import badges, words
from pages.parts.badges import Chip

ORDER = (
    (FailureStage.RETRIEVE, "Search"),
    (FailureStage.SELECT_TARGET, "Select"),
    (FailureStage.SYNTHESIZE, "Plan"),
    (FailureStage.AUTH_PREFLIGHT, "Auth"),
    (FailureStage.GATE, "Gate"),
    (FailureStage.EXECUTE, "Execute"),
)
SKIPPED = Chip("skipped")


class StageState(NamedTuple):
    """One stage with how it went."""

    label: str
    chip: Chip


def states(result: CaseResult, case: Case | None) -> Iterator[StageState]:
    """Return the stages in order; those after the first failure are skipped.

    The gate is shown only where it was asked.
    """
    failed = result.failure.stage if result.failure else None
    if failed is FailureStage.SERVICE:
        failed = FailureStage.EXECUTE
    over = False
    for stage, label in ORDER:
        unasked = result.gate is None and failed is not FailureStage.GATE
        if stage is FailureStage.GATE and unasked:
            continue
        if over:
            yield StageState(label, SKIPPED)
        elif stage is failed and result.failure is not None:
            over = True
            chip = badges.STAGES[result.failure.stage]
            yield StageState(
                label, Chip(words.reason(result.failure.reason), chip.colour, chip.icon)
            )
        else:
            yield StageState(label, _passed(stage, result, case))


def _passed(stage: FailureStage, result: CaseResult, case: Case | None) -> Chip:
    if stage is FailureStage.RETRIEVE:
        return _search(result)
    if stage is FailureStage.SELECT_TARGET:
        return _select(result)
    if stage is FailureStage.SYNTHESIZE:
        return _plan(result)
    if stage is FailureStage.AUTH_PREFLIGHT:
        return _auth(result)
    if stage is FailureStage.GATE:
        return Chip("allowed", "green", "verified_user")
    recorded = case is not None and case.execution is not None
    return Chip("done", "green", "check") if recorded else Chip("not recorded")


def _search(result: CaseResult) -> Chip:
    if result.rank is not None:
        return Chip(f"hit @{result.rank}", "green", "check")
    if result.expected_target is None:
        return Chip("no tool expected")
    return Chip("not in the top", "orange", "warning")


def _select(result: CaseResult) -> Chip:
    selection = result.selection
    if selection.ambiguous:
        return Chip("ambiguous", "orange", "warning")
    if result.expected_target is not None and result.verdict is Verdict.PASS:
        return Chip("right", "green", "check")
    return Chip(words.code(selection.decision.value))


def _plan(result: CaseResult) -> Chip:
    if result.plan is None:
        return Chip("not asked for")
    if result.plan.complete:
        calls = words.count(len(result.plan.steps), "call")
        return Chip(calls, "green", "check")
    return Chip(f"{len(result.plan.user_input_slots):,} to ask for", "violet", "input")


def _auth(result: CaseResult) -> Chip:
    readiness = result.auth_readiness
    if readiness is None:
        return Chip("not asked for")
    if readiness.state in (AuthState.READY, AuthState.NOT_REQUIRED):
        return Chip(words.code(readiness.state.value), "green", "check")
    return Chip(words.code(readiness.state.value), "blue", "lock")


def line(result: CaseResult, case: Case | None) -> str:
    """Return the strip as one line of Markdown."""
    return " › ".join(
        f"**{state.label}** {badges.markdown(state.chip)}" for state in states(result, case)
    )
