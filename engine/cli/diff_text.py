"""A comparison as lines and tables for a terminal."""

from __future__ import annotations

from engine.cli.output import MISSING, Output, number
from engine.models.diff import CaseChange, Change, GroupDifference, RunDiff
from engine.models.report import Comparison
from engine.report import facts, words
from engine.report.words import count

SHOWN_CASES = 20
"""Changed cases printed for people; JSON has them all."""

SHOWN_GROUPS = 6
"""Groups of one kind printed for people."""


def print_comparison(comparison: Comparison, output: Output) -> None:
    """Print the verdict, what both runs were made with, measures, groups and changed cases."""
    diff = comparison.diff
    output.line(facts.verdict(comparison))
    output.line()
    _comparable(diff, output)
    counts = ", ".join(f"{count:,} {change}" for change, count in facts.counts(comparison))
    output.line(counts)
    output.table(
        ("measure", "baseline>", "current>", "difference>", "95 % interval>", ""),
        [
            (
                measure.name,
                number(measure.base),
                number(measure.run),
                words.signed(measure.difference),
                facts.span(measure),
                words.certainty(measure),
            )
            for measure in diff.measures
        ],
    )
    _groups(diff, output)
    _cases(diff, output)


def _comparable(diff: RunDiff, output: Output) -> None:
    fit = diff.comparable
    output.line(f"baseline {diff.base}, current {diff.run}: {count(fit.common, 'case')} in common")
    if not fit.comparable:
        output.line("these runs have no case in common; nothing can be compared.")
    if fit.only_base or fit.only_run or fit.changed_cases:
        output.line(
            f"  {fit.only_base:,} only in the baseline, {fit.only_run:,} only in the current run, "
            f"{fit.changed_cases:,} with other content"
        )
    if diff.repeats_base > 1 or diff.repeats_run > 1:
        output.line(
            f"  repeats: {words.count(diff.repeats_base, 'run')} under the baseline's stamp, "
            f"{diff.repeats_run:,} under the current run's"
        )
    for difference in fit.differences:
        output.line(f"  {difference.what}: {difference.message}")


def _groups(diff: RunDiff, output: Output) -> None:
    """Print the groups in which a case regressed, or in which the difference is significant."""
    for rollup in diff.rollups:
        # One group that holds every case says nothing that the measures above did not.
        if len(rollup.groups) < 2:
            continue
        table = facts.groups(rollup)
        pairs = zip(rollup.groups, table.rows, strict=True)
        moved = [row for group, row in pairs if group.regressed or _significant(group)]
        if moved:
            output.line()
            output.table(table.header, moved[:SHOWN_GROUPS])
        if len(moved) > SHOWN_GROUPS:
            output.line(f"… {len(moved) - SHOWN_GROUPS:,} more with --json")


def _significant(group: GroupDifference) -> bool:
    speaks = facts.headline(group)
    return speaks is not None and speaks.significant


def _cases(diff: RunDiff, output: Output) -> None:
    changed = [case for case in diff.cases if case.change is not Change.SAME]
    repeated = any(case.repeats_base or case.repeats_run for case in changed)
    if changed:
        output.line()
    header = ("case", "change", "rank", "delta>", "selected", "why now", "signal that moved")
    output.table(
        (*header, "repeats that pass") if repeated else header,
        [
            (*_row(case), facts.repeats(case)) if repeated else _row(case)
            for case in changed[:SHOWN_CASES]
        ],
    )
    if len(changed) > SHOWN_CASES:
        output.line(f"… {len(changed) - SHOWN_CASES:,} more with --json")


def _row(case: CaseChange) -> tuple[str, ...]:
    selected = case.selected_run or MISSING
    if case.selected_base != case.selected_run:
        selected = f"{case.selected_base or MISSING} → {selected}"
    failure = case.failure_run
    return (
        case.case_id,
        case.change.value,
        words.rank_move(case.rank_base, case.rank_run),
        words.places(case.delta) if case.delta else "",
        selected,
        "" if failure is None else f"{failure.stage.value} › {failure.reason.value}",
        facts.moved(case),
    )
