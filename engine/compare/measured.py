"""Measures of two runs over the cases that both hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.compare.significance import compare_pairs
from engine.measures.aggregate import values_of
from engine.measures.names import display_order, higher_is_better
from engine.models.diff import MeasureDifference
from engine.models.run import CaseResult

Pairs = Sequence[tuple[CaseResult, CaseResult]]
"""Results of the same case: (baseline, current)."""


class Values(NamedTuple):
    """One measure on both sides, case by case; NaN where a case cannot be scored."""

    name: str
    base: NDArray[np.float64]
    run: NDArray[np.float64]
    """Shape (n,) each, in the same order of cases."""

    def of(self, places: Sequence[int]) -> Values:
        """Return the values of the cases at these places."""
        return Values(self.name, self.base[places], self.run[places])


def paired_values(pairs: Pairs, names: Iterable[str] | None = None) -> tuple[Values, ...]:
    """Return the values of every measure that a case holds, or of those named, in display order.

    A case on which the engine crashed counts 0.0.
    """
    before = [base for base, _ in pairs]
    after = [run for _, run in pairs]
    known = {name for result in (*before, *after) for name in result.measures}
    wanted = known if names is None else known.intersection(names)
    return tuple(
        Values(
            name,
            np.array(values_of(before, name), dtype=np.float64),
            np.array(values_of(after, name), dtype=np.float64),
        )
        for name in sorted(wanted, key=display_order)
    )


def measure_difference(values: Values) -> MeasureDifference:
    """Compare one measure; a case that either run could not score is left out and counted."""
    name, base, run = values
    known = ~(np.isnan(base) | np.isnan(run))
    scored = int(np.count_nonzero(known))
    higher = higher_is_better(name)
    paired = compare_pairs(base[known], run[known], higher_is_better=higher)
    if paired is None:
        return MeasureDifference(
            name=name,
            base=None,
            run=None,
            difference=None,
            higher_is_better=higher,
            unscored=base.size,
        )
    interval = paired.interval
    return MeasureDifference(
        name=name,
        base=paired.base,
        run=paired.run,
        difference=paired.run - paired.base,
        ci=interval,
        significant=interval is not None and (interval.low > 0 or interval.high < 0),
        higher_is_better=higher,
        scored=scored,
        unscored=base.size - scored,
        wins=paired.wins,
        ties=paired.ties,
        losses=paired.losses,
    )
