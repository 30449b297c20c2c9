"""What became of a regression fixture, as lines of text: the old evidence beside the new."""

from __future__ import annotations

from engine.models.diff import EvidenceDifference
from engine.models.fixture import FixtureCheck
from engine.models.run import CaseResult
from engine.report import facts, words

SHOWN_CANDIDATES = 5
"""Candidates shown side by side."""

SHOWN_SIGNALS = 6


def fixture_lines(check: FixtureCheck) -> tuple[str, ...]:
    """Say whether a fixture holds, and what changed: rank, who overtook, signals, matches, edges.

    Texts are as they came: the caller shows them safely.
    """
    old, new, change = check.reference.result, check.result, check.change
    head = f"{check.case_id}: {'holds' if check.holds else 'no longer holds'}"
    lines = [head, *(f"  {problem}" for problem in check.problems)]
    lines.append(
        f"  run {check.reference.run_id}: {_said(old)}; now: {_said(new)}; "
        f"rank {words.rank_move(change.rank_base, change.rank_run)}"
    )
    if change.overtaken_by:
        lines.append(f"  overtaken by {facts.overtaken_by(change)}")
    lines += [f"  {line}" for line in evidence_lines(check.evidence)]
    if check.made_with:
        lines.append(f"  made with another {', '.join(check.made_with)}")
    return tuple(lines)


def _said(result: CaseResult) -> str:
    selected = result.selection.selected_target or "nothing"
    failure = f" ({facts.cause(result.failure)})" if result.failure else ""
    return f"{result.verdict.value}{failure}, selected {selected}"


def evidence_lines(difference: EvidenceDifference) -> tuple[str, ...]:
    """Return what changed in the evidence of the expected tool, one line a kind."""
    lines = [
        f"{words.code(each.signal)}: {words.signed(each.base)} → {words.signed(each.run)} "
        f"({words.signed(each.run - each.base)})"
        for each in difference.signals[:SHOWN_SIGNALS]
    ]
    lines += [
        f"{words.code(each.badge)}: {_fits(each.base)} → {_fits(each.run)}"
        for each in difference.badges
    ]
    for title, gained, lost in (
        ("matched words", difference.terms_gained, difference.terms_lost),
        ("graph edges", difference.edges_gained, difference.edges_lost),
    ):
        if gained or lost:
            shown = [f"+{each}" for each in gained] + [f"−{each}" for each in lost]
            lines.append(f"{title}: {', '.join(shown)}")
    return tuple(lines)


def _fits(value: bool | None) -> str:
    return {True: "yes", False: "no", None: "not said"}[value]


def side_by_side(check: FixtureCheck) -> facts.Table:
    """Return the best candidates of both results with score and strongest contribution."""
    old, new = check.reference.result.candidates, check.result.candidates
    rows = []
    for place in range(min(SHOWN_CANDIDATES, max(len(old), len(new)))):
        row = [str(place + 1)]
        for side in (old, new):
            if place >= len(side):
                row += [words.MISSING, "", ""]
                continue
            contributions = side[place].score_breakdown.contributions()
            name, value = max(contributions.items(), key=lambda item: (abs(item[1]), item[0]))
            row += [side[place].name, words.number(side[place].score), _strongest(name, value)]
        rows.append(tuple(row))
    return facts.Table(
        ("#>", "old", "score>", "strongest", "new", "score>", "strongest"), tuple(rows)
    )


def _strongest(name: str, value: float) -> str:
    return f"{words.code(name)} {words.signed(value)}" if value else ""
