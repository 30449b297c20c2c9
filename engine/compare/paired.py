"""Evidence of a comparison from paired rows, so that whole results need not be loaded."""

from __future__ import annotations

from collections.abc import Iterable

from engine.models.diff import CaseChange, RunDiff
from engine.models.listing import PairedRow


def with_evidence(difference: RunDiff, rows: Iterable[PairedRow]) -> RunDiff:
    """Fill in which signals changed and which tools overtook the expected one.

    Parameters
    ----------
    difference : RunDiff
        Of runs without evidence.
    rows : iterable of PairedRow
        Of the same two runs.

    Returns
    -------
    RunDiff
        As :func:`engine.compare.diff.diff_runs` makes it of runs with evidence.
    """
    by_case = {row.case_id: row for row in rows}
    return difference.model_copy(
        update={
            "cases": tuple(_filled(case, by_case.get(case.case_id)) for case in difference.cases)
        }
    )


def _filled(case: CaseChange, row: PairedRow | None) -> CaseChange:
    if row is None or row.base is None or row.run is None:
        return case
    # A tool that was not among the candidates before cannot have been overtaken.
    overtaken_by = row.overtaken_by if case.rank_base is not None else ()
    if not row.signals and not overtaken_by:
        return case
    return case.model_copy(update={"signals": row.signals, "overtaken_by": overtaken_by})
