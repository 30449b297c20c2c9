"""Repeats: a flip counts only where the side that passes does so every time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from engine.models.diff import Change, Repeats

RepeatsByCase = Mapping[str, Repeats]
"""How a case came out in all runs under one stamp, by case id; absent when not repeated."""

NOT_REPEATED: RepeatsByCase = {}


class ToldApart(TypedDict):
    """Fields of a :class:`engine.models.diff.CaseChange` that repeats decide."""

    change: Change
    repeats_base: Repeats | None
    repeats_run: Repeats | None


def told_apart(change: Change, base: Repeats | None, run: Repeats | None) -> ToldApart:
    """Say of one case how often it passes in the repeats, and whether its flip is flaky.

    A case that passes in the baseline only now and then has not regressed when it fails, and one
    that passes now and then in the current run has not improved. A case that always passed and
    now fails in some repeats has regressed. Turned round, the rule gives the mirror image.

    Parameters
    ----------
    change : Change
        As the two single runs show it.
    base, run : Repeats, optional
        Over the repeats of either run.
    """
    # One side only: the other side's repeats are of a case that it does not hold.
    base = None if change is Change.ADDED else base
    run = None if change is Change.REMOVED else run
    passing = {Change.REGRESSED: base, Change.IMPROVED: run}.get(change)
    flaky = passing is not None and passing.disagree
    return {
        "change": Change.FLAKY if flaky else change,
        "repeats_base": base,
        "repeats_run": run,
    }
