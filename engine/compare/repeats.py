"""Repeats: a flip counts only where the side that passes does so every time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.compare.changes import in_order
from engine.models.diff import CaseChange, Change, Repeats

RepeatsByCase = Mapping[str, Repeats]
"""How a case came out in all runs under one stamp, by case id."""


def with_repeats(
    changes: Iterable[CaseChange], base: RepeatsByCase, run: RepeatsByCase
) -> tuple[CaseChange, ...]:
    """Say how often each case passes in the repeats, and which flips are flaky.

    A case that passes in the baseline only now and then has not regressed when it fails, and one
    that passes now and then in the current run has not improved. A case that always passed and
    now fails in some repeats has regressed. Turned round, the rule gives the mirror image.

    Parameters
    ----------
    changes : iterable of CaseChange
        As single runs show them.
    base, run : mapping of str to Repeats
        By case id; a case that is absent was not repeated.

    Returns
    -------
    tuple of CaseChange
        In order of severity.
    """
    if not base and not run:
        return tuple(changes)
    return in_order(
        _told_apart(each, base.get(each.case_id), run.get(each.case_id)) for each in changes
    )


def _told_apart(change: CaseChange, base: Repeats | None, run: Repeats | None) -> CaseChange:
    # One side only: the other side's repeats are of a case that it does not hold.
    base = None if change.change is Change.ADDED else base
    run = None if change.change is Change.REMOVED else run
    passing = {Change.REGRESSED: base, Change.IMPROVED: run}.get(change.change)
    flaky = passing is not None and passing.disagree
    return change.model_copy(
        update={
            "change": Change.FLAKY if flaky else change.change,
            "repeats_base": base,
            "repeats_run": run,
        }
    )
