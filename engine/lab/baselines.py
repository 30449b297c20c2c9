"""Which earlier run a run is read against when nobody names one."""

from __future__ import annotations

from collections.abc import Sequence

from engine.models.run import RunSummary


def baseline_of(run: RunSummary, runs: Sequence[RunSummary]) -> RunSummary | None:
    """Return the pinned run of the same suite, else the one before on that suite.

    A pinned run of another suite shares no case with ``run``: nothing could be compared.

    Parameters
    ----------
    run : RunSummary
        The run that is read.
    runs : sequence of RunSummary
        All runs, newest first; ``run`` among them.

    Returns
    -------
    RunSummary or None
        None when the suite has neither a pinned run nor an earlier one.
    """
    same = [each for each in runs if each.suite == run.suite]
    pinned = next((each for each in same if each.pinned and each.run_id != run.run_id), None)
    if pinned is not None:
        return pinned
    position = [each.run_id for each in same].index(run.run_id)
    return next(iter(same[position + 1 :]), None)
