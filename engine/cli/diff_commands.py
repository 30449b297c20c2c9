"""``diff``."""

from __future__ import annotations

import argparse

from engine.cli.output import MISSING, Output, number
from engine.cli.session import open_lab
from engine.compare.gate import evaluate_gate, parse_condition
from engine.fingerprint import JsonValue
from engine.models.diff import CaseChange, Change, GateDecision, RunDiff
from engine.models.failure import Failure

SHOWN_CASES = 20
"""Changed cases printed for people; JSON has them all."""


def diff(arguments: argparse.Namespace, output: Output) -> int:
    """Compare two runs; with ``--fail-on``, decide whether to ship."""
    conditions = [parse_condition(text) for text in arguments.fail_on]
    changes = open_lab(arguments).runs.diff(arguments.base, arguments.run)
    output.data(diff_json(changes))
    _diff(changes, output)
    outcome = evaluate_gate(changes, conditions)
    for result in outcome.conditions:
        output.note(f"quality-lab: {result.decision.value}: {result.message}")
    codes = {GateDecision.SHIP: 0, GateDecision.BLOCK: 1, GateDecision.INCONCLUSIVE: 3}
    return codes[outcome.decision]


def diff_json(changes: RunDiff) -> dict[str, JsonValue]:
    """Return a run difference as the command line prints it: measures by name."""
    value: dict[str, JsonValue] = changes.model_dump(mode="json")
    value["measures"] = {
        measure.name: measure.model_dump(mode="json", exclude={"name"})
        for measure in changes.measures
    }
    return value


def _diff(changes: RunDiff, output: Output) -> None:
    fit = changes.comparable
    output.line(f"baseline {changes.base}, current {changes.run}: {fit.common:,} cases in common")
    if not fit.comparable:
        output.line("these runs have no case in common; nothing can be compared.")
    if fit.only_base or fit.only_run or fit.changed_cases:
        output.line(
            f"  {fit.only_base:,} only in the baseline, {fit.only_run:,} only in the current run, "
            f"{fit.changed_cases:,} with other content"
        )
    for difference in fit.differences:
        output.line(f"  {difference.what}: {difference.message}")
    counts = ", ".join(f"{count:,} {change}" for change, count in changes.counts.items() if count)
    output.line(counts)
    output.table(
        ("measure", "baseline>", "current>", "difference>", "95 % interval>", ""),
        [
            (
                measure.name,
                number(measure.base),
                number(measure.run),
                MISSING if measure.difference is None else f"{measure.difference:+.3f}",
                MISSING if measure.ci is None else f"{measure.ci[0]:+.3f} to {measure.ci[1]:+.3f}",
                "" if measure.significant else "not significant",
            )
            for measure in changes.measures
        ],
    )
    changed = [case for case in changes.cases if case.change is not Change.SAME]
    output.table(
        ("case", "change", "rank", "delta>", "selected", "why now"),
        [_row(case) for case in changed[:SHOWN_CASES]],
    )
    if len(changed) > SHOWN_CASES:
        output.line(f"… {len(changed) - SHOWN_CASES:,} more with --json")


def _row(case: CaseChange) -> tuple[str, ...]:
    before, after = (
        MISSING if rank is None else str(rank) for rank in (case.rank_base, case.rank_run)
    )
    selected = case.selected_run or MISSING
    if case.selected_base != case.selected_run:
        selected = f"{case.selected_base or MISSING} → {selected}"
    return (
        case.case_id,
        case.change.value,
        f"{before} → {after}",
        f"{case.delta:+d}" if case.delta else "",
        selected,
        _reason(case.failure_run),
    )


def _reason(failure: Failure | None) -> str:
    return "" if failure is None else f"{failure.stage.value} › {failure.reason.value}"
