"""Measures over many cases, with how many were scored and how many could not be."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from engine.measures.names import display_order
from engine.models.run import CaseResult, MeasureValue, Verdict


def aggregate(results: Iterable[CaseResult]) -> dict[str, MeasureValue]:
    """Average each measure over the cases that it can score.

    A case on which the engine crashed counts 0.0 on every measure that it does not hold, so that
    a run cannot improve by failing. A case that cannot be scored is left out and counted.

    Parameters
    ----------
    results : iterable of CaseResult
        In any order; the order never changes a value.

    Returns
    -------
    dict of str to MeasureValue
        By measure name, in display order. A measure that no case was scored on has value None.

    Examples
    --------
    >>> aggregate([])
    {}
    """
    kept = list(results)
    names = sorted({name for result in kept for name in result.measures}, key=display_order)
    return {name: mean(values_of(kept, name)) for name in names}


def values_of(results: Sequence[CaseResult], measure: str) -> list[float | None]:
    """Value of each case on ``measure``; None where it cannot be scored on it."""
    return [
        result.measures.get(measure, 0.0 if result.verdict is Verdict.ERROR else None)
        for result in results
    ]


def mean(values: Sequence[float | None]) -> MeasureValue:
    """Average the values that are known and count those that are not.

    Examples
    --------
    >>> mean([1.0, 0.0, None])
    MeasureValue(value=0.5, scored=2, unscored=1)
    """
    known = [value for value in values if value is not None]
    # fsum is exact before its one rounding: the order of the cases cannot show.
    value = math.fsum(known) / len(known) if known else None
    return MeasureValue(value=value, scored=len(known), unscored=len(values) - len(known))
