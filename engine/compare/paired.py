"""Evidence of a comparison from the store, so that whole results need not be loaded."""

from __future__ import annotations

from collections.abc import Mapping

from engine.models.diff import CaseChange, RunDiff
from engine.models.listing import EvidenceChange


def with_evidence(difference: RunDiff, changed: Mapping[str, EvidenceChange]) -> RunDiff:
    """Fill in which signals changed and which tools overtook the expected one.

    Parameters
    ----------
    difference : RunDiff
        Of runs without evidence.
    changed : mapping of str to EvidenceChange
        Of the same two runs, by case id; absent where nothing differs.

    Returns
    -------
    RunDiff
        As :func:`engine.compare.diff.diff_runs` makes it of runs with evidence.
    """
    return difference.model_copy(
        update={
            "cases": tuple(_filled(case, changed.get(case.case_id)) for case in difference.cases)
        }
    )


def _filled(case: CaseChange, change: EvidenceChange | None) -> CaseChange:
    if change is None:
        return case
    # A tool that was not among the candidates before cannot have been overtaken.
    overtaken_by = change.overtaken_by if case.rank_base is not None else ()
    if not change.signals and not overtaken_by:
        return case
    return case.model_copy(update={"signals": change.signals, "overtaken_by": overtaken_by})
