"""Headers that several pages share: run labels, measure cards, comparability chips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

import streamlit as st

from engine.models.diff import Change, Comparability, MeasureDifference, RunDiff
from engine.models.run import MeasureValue, RunSummary, Verdict
from pages.parts import badges, words
from pages.parts.badges import Chip
from pages.parts.untrusted import one_line

CARD_MEASURES = ("selector_accuracy", "Success@1", "MRR")
"""What a header shows: was the right tool chosen, was it first, how far from first."""

MORE_MEASURES = ("R@10", "nDCG@10", "Success@5")


SHORT_ID = 6
"""Characters of a run's id that are shown where nothing hangs on them."""


def run_label(run: RunSummary, *, shown: int = SHORT_ID) -> str:
    """Return a run's name for a list of choices; plain text, never Markdown.

    Parameters
    ----------
    run : RunSummary
        The run.
    shown : int
        Characters of its id.
    """
    parts = [run.run_id[:shown], words.moment(run.created_at)]
    if run.pinned:
        parts.append("pinned")
    parts.append(run.suite)
    if run.note:
        parts.append(one_line(run.note, limit=60))
    return " · ".join(parts)


def labels(runs: Sequence[RunSummary]) -> dict[str, str]:
    """Return labels by run id, no two alike: a browser names its choice by what it reads."""
    short = {run.run_id: run_label(run) for run in runs}
    seen = Counter(short.values())
    return {
        run.run_id: label if seen[label] == 1 else run_label(run, shown=len(run.run_id))
        for run, label in zip(runs, short.values(), strict=True)
    }


def run_chips(run: RunSummary) -> tuple[Chip, ...]:
    """Return what is worth saying about a run: baseline, status when not complete, the gate."""
    chips = []
    if run.pinned:
        chips.append(Chip("baseline", "gray", "keep"))
    status = badges.RUN_STATUSES[run.status]
    if status.colour != "gray":
        chips.append(status)
        chips.append(Chip(f"provisional, {run.cases:,} of {run.planned:,} cases", "orange"))
    if run.gate is not None:
        allowed = f"gate allowed {run.gate.allowed:,} of {words.count(run.gate.asked, 'call')}"
        chips.append(Chip(allowed, "gray", "verified_user"))
    return tuple(chips)


def comparability(value: Comparability) -> tuple[Chip, ...]:
    """Return whether the numbers may be read side by side, and what differs."""
    chips = [Chip(f"{value.common:,} cases in common", "gray", "check")]
    if value.only_base or value.only_run:
        only = f"{value.only_base:,} only in the baseline, {value.only_run:,} only now"
        chips.append(Chip(only, "orange", "warning"))
    if value.changed_cases:
        changed = f"{words.count(value.changed_cases, 'case')} with other content, left out"
        chips.append(Chip(changed, "orange", "warning"))
    chips.extend(
        Chip(one_line(difference.message, limit=90), "orange", "warning")
        for difference in value.differences
    )
    return tuple(chips)


def repeats(diff: RunDiff) -> tuple[Chip, ...]:
    """Return how often either side was repeated under its stamp; nothing for single runs."""
    sides = ((diff.repeats_base, "baseline"), (diff.repeats_run, "current run"))
    return tuple(
        Chip(f"{runs:,} repeats of the {side}", "gray", "repeat")
        for runs, side in sides
        if runs > 1
    )


def measure_card(
    name: str, value: MeasureValue | None, difference: MeasureDifference | None
) -> None:
    """Draw one measure with its movement; the arrow is grey unless it is more than chance."""
    shown = value.value if value is not None else None
    if difference is not None and difference.run is not None:
        shown = difference.run
    st.metric(
        words.measure_name(name),
        words.measure_value(name, shown),
        _delta(difference),
        delta_color=_delta_colour(difference),
        delta_description=None if difference is None else _step_words(difference),
        border=True,
        height="stretch",
        help=_card_help(value, difference),
    )


def _card_help(value: MeasureValue | None, difference: MeasureDifference | None) -> str | None:
    parts = []
    if difference is not None and difference.ci is not None:
        certain = "more than chance" if difference.significant else "not significant"
        parts.append(
            f"The movement is {certain}: {words.interval(difference)}, paired bootstrap over "
            f"{words.count(difference.scored, 'common case')}."
        )
    if value is not None:
        parts.append(f"{value.scored:,} cases scored, {value.unscored:,} could not be.")
    return " ".join(parts) or None


def _delta(difference: MeasureDifference | None) -> str | int | None:
    """Return the movement as Streamlit wants it: its arrow follows an ASCII minus, 0 has none."""
    if difference is None or difference.difference is None:
        return None
    step = words.measure_step(difference.name, difference.difference)
    return step.replace("−", "-") if step[0] in "+−" else 0


def _delta_colour(
    difference: MeasureDifference | None,
) -> Literal["off", "normal", "inverse"]:
    if difference is None or not difference.significant:
        return "off"
    return "normal" if difference.higher_is_better else "inverse"


def _step_words(difference: MeasureDifference) -> str:
    if difference.ci is None:
        return "no interval"
    return "no case differs" if difference.ci == (0.0, 0.0) else words.interval(difference)


def diff_cards(run: RunSummary, diff: RunDiff) -> None:
    """Draw three measures with their movement, and how many cases flipped."""
    by_name = {difference.name: difference for difference in diff.measures}
    regressed = diff.counts.get(Change.REGRESSED.value, 0)
    improved = diff.counts.get(Change.IMPROVED.value, 0)
    with st.grid(5, min_column_width=200):
        for name in _shown(run.measures, 3):
            measure_card(name, run.measures.get(name), by_name.get(name))
        st.metric(
            "Regressed",
            f"{regressed:,}",
            f"of {words.count(diff.comparable.common, 'common case')}",
            delta_color="off",
            delta_arrow="off",
            border=True,
            height="stretch",
            help="Passed in the baseline, fails now.",
        )
        st.metric(
            "Improved",
            f"{improved:,}",
            improved - regressed,
            delta_description="net of regressed",
            border=True,
            height="stretch",
            help="Failed in the baseline, passes now.",
        )


def run_cards(run: RunSummary) -> None:
    """Draw a run's measures when there is nothing to compare them with."""
    judged = words.pass_rate(run)
    failed = sum(run.verdicts.get(v.value, 0) for v in (Verdict.FAIL, Verdict.ERROR))
    with st.grid(5, min_column_width=200):
        for name in _shown(run.measures, 4):
            measure_card(name, run.measures.get(name), None)
        st.metric(
            "Failing",
            f"{failed:,}",
            border=True,
            height="stretch",
            help=f"{words.percent(judged)} of the judged cases passed.",
        )


def _shown(measures: Mapping[str, MeasureValue], at_most: int) -> list[str]:
    wanted = [name for name in (*CARD_MEASURES, *MORE_MEASURES) if name in measures]
    return wanted[:at_most]
