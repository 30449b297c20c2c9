"""What every report of a comparison says, as plain texts; a format only sets and escapes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.models.diff import (
    CaseChange,
    Change,
    GroupBy,
    GroupDifference,
    MeasureDifference,
    Repeats,
    Rollup,
)
from engine.models.failure import Failure
from engine.models.report import Comparison
from engine.models.run import RunSummary
from engine.report import words

SHOWN_CASES = 10
"""Regressions that a report lists."""

SHOWN_TOOLS = 3
"""Tools that overtook the expected one, named for each case."""


GROUP_WORDS: dict[GroupBy, str] = {
    GroupBy.SUITE: "suite",
    GroupBy.TAG: "tag",
    GroupBy.MODULE: "module",
    GroupBy.ACTION: "action",
    GroupBy.LANG: "language",
}


class Side(NamedTuple):
    """One thing that both runs were made with."""

    what: str
    base: str
    run: str


class Table(NamedTuple):
    """Rows under a header; a title that ends in ``>`` stands over numbers."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def verdict(comparison: Comparison) -> str:
    """Return the one sentence that a report begins with."""
    base, run = comparison.base, comparison.run
    return words.diff_line(comparison.diff, base=base.run_id, run=run.run_id, status=run.status)


def stamps(comparison: Comparison) -> tuple[Side, ...]:
    """Return what both runs were made with, line by line."""
    sides = [dict(_stamp(each)) for each in (comparison.base, comparison.run)]
    return tuple(Side(what, value, sides[1][what]) for what, value in sides[0].items())


def _stamp(run: RunSummary) -> list[tuple[str, str]]:
    stamp, settings = run.stamp, run.settings
    top_k = "each case's own" if settings.top_k is None else str(settings.top_k)
    return [
        ("run", run.run_id),
        ("made", f"{words.moment(run.created_at)} UTC"),
        ("note", run.note or words.MISSING),
        ("status", f"{run.status.value}, {run.cases:,} of {run.planned:,} cases"),
        ("engine", stamp.engine_version),
        ("catalog", f"{run.catalog} {_short(stamp.catalog_fingerprint)}"),
        ("suite", f"{run.suite} {_short(stamp.suite_fingerprint)}"),
        (
            "settings",
            f"{settings.channels.value}, {settings.policy.value}, top k {top_k}, "
            f"{_short(stamp.settings_fingerprint)}",
        ),
    ]


def _short(fingerprint: str) -> str:
    return fingerprint.rpartition(":")[2][:8]


def common(comparison: Comparison) -> str:
    """Say over how many cases the numbers are, and which are not in them."""
    fit, diff = comparison.diff.comparable, comparison.diff
    parts = [f"{words.count(fit.common, 'case')} in common"]
    if fit.only_base:
        parts.append(f"{fit.only_base:,} only in the baseline")
    if fit.only_run:
        parts.append(f"{fit.only_run:,} only in the current run")
    if fit.changed_cases:
        parts.append(f"{fit.changed_cases:,} with other content, not compared")
    if diff.repeats_base > 1 or diff.repeats_run > 1:
        repeats = f"{diff.repeats_base:,} and {diff.repeats_run:,}"
        parts.append(f"{repeats} runs under the stamps of the baseline and the current run")
    return "; ".join(parts)


def counts(comparison: Comparison) -> tuple[tuple[str, int], ...]:
    """Return how many cases changed in which way; changes that do not occur are left out."""
    found = comparison.diff.counts
    return tuple(
        (change.value, count) for change in Change if (count := found.get(change.value, 0))
    )


def measures(differences: Sequence[MeasureDifference]) -> Table:
    """Return measures with interval, significance in words and how many cases were scored."""
    header = (
        *("measure", "baseline>", "current>", "difference>", "95 % interval>", "more than chance?"),
        *("win / tie / loss>", "scored>", "not scored>"),
    )
    return Table(
        header,
        tuple(
            (
                each.name,
                words.number(each.base),
                words.number(each.run),
                words.signed(each.difference),
                span(each),
                words.certainty(each) or "no interval",
                f"{each.wins:,} / {each.ties:,} / {each.losses:,}",
                f"{each.scored:,}",
                f"{each.unscored:,}",
            )
            for each in differences
        ),
    )


def span(difference: MeasureDifference) -> str:
    """Return the 95 % interval of a difference, a dash when there is none."""
    if difference.ci is None:
        return words.MISSING
    low, high = difference.ci
    return f"{words.signed(low)} to {words.signed(high)}"


def worst(comparison: Comparison, change: Change = Change.REGRESSED) -> tuple[CaseChange, ...]:
    """Return the cases that changed in one way, worst first."""
    return tuple(case for case in comparison.diff.cases if case.change is change)


def cases(changes: Sequence[CaseChange]) -> Table:
    """Return cases with rank, selection, cause, who overtook and the signal that moved most."""
    repeated = any(each.repeats_base or each.repeats_run for each in changes)
    header = ["case", "rank", "expected", "selected", "cause", "overtaken by", "signal that moved"]
    rows = []
    for each in changes:
        row = [
            each.case_id,
            f"{words.rank_move(each.rank_base, each.rank_run)} ({words.places(each.delta)})",
            each.expected_target or words.MISSING,
            " → ".join(
                dict.fromkeys(
                    tool or words.MISSING for tool in (each.selected_base, each.selected_run)
                )
            ),
            cause(each.failure_run),
            overtaken_by(each) or words.MISSING,
            moved(each) or words.MISSING,
        ]
        rows.append(tuple([*row, repeats(each)] if repeated else row))
    return Table(tuple([*header, "repeats that pass"] if repeated else header), tuple(rows))


def cause(failure: Failure | None) -> str:
    """Return where and why a case failed; a dash for one that did not."""
    if failure is None:
        return words.MISSING
    return f"{words.stage(failure.stage)}: {words.code(failure.reason.value)}"


def overtaken_by(change: CaseChange) -> str:
    """Return the tools that overtook the expected one, the best placed first."""
    shown = ", ".join(change.overtaken_by[:SHOWN_TOOLS])
    more = len(change.overtaken_by) - SHOWN_TOOLS
    return f"{shown}, {more:,} more" if more > 0 else shown


def moved(change: CaseChange) -> str:
    """Return the contribution to the expected tool that changed most; empty when none did."""
    if not change.signals:
        return ""
    first = change.signals[0]
    return f"{words.code(first.signal)} {words.signed(first.run - first.base)}"


def repeats(change: CaseChange) -> str:
    """Return in how many repeats a case passes, before and now."""
    return f"{passing(change.repeats_base)} → {passing(change.repeats_run)}"


def passing(found: Repeats | None) -> str:
    """Return in how many repeats a case passes; a dash when it was not repeated."""
    return words.MISSING if found is None else f"{found.passed:,} of {found.runs:,}"


def groups(rollup: Rollup) -> Table:
    """Return the groups of one kind with the one measure that speaks for each."""
    header = (
        *(GROUP_WORDS[rollup.by], "cases>", "regressed>", "improved>", "measure", "difference>"),
        *("95 % interval>", "more than chance?", "scored>", "not scored>"),
    )
    return Table(
        header,
        tuple(_group(group, headline(group)) for group in rollup.groups),
    )


def headline(group: GroupDifference) -> MeasureDifference | None:
    """Return the one measure that speaks for a group; None when nothing was measured."""
    name = words.headline_measure([each.name for each in group.measures])
    return next((each for each in group.measures if each.name == name), None)


def _group(group: GroupDifference, measure: MeasureDifference | None) -> tuple[str, ...]:
    head = (
        "(none)" if group.value is None else group.value,
        f"{group.cases:,}",
        f"{group.regressed:,}",
        f"{group.improved:,}",
    )
    if measure is None:
        return (*head, *[words.MISSING] * 6)
    return (
        *head,
        measure.name,
        words.signed(measure.difference),
        span(measure),
        words.certainty(measure) or "no interval",
        f"{measure.scored:,}",
        f"{measure.unscored:,}",
    )
