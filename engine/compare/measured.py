"""Measures of two runs over the cases that both hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.compare.comparability import Shared
from engine.compare.significance import compare_pairs
from engine.measures.names import display_order, higher_is_better
from engine.models.diff import MeasureDifference
from engine.models.outcome import Outcomes
from engine.models.run import Verdict


class Values(NamedTuple):
    """One measure on both sides, case by case; NaN where a case cannot be scored."""

    name: str
    base: NDArray[np.float64]
    run: NDArray[np.float64]
    """Shape (n,) each, in the same order of cases."""

    def of(self, places: NDArray[np.int64]) -> Values:
        """Return the values of the cases at these places."""
        return Values(self.name, self.base[places], self.run[places])


def paired_values(base: Outcomes, run: Outcomes, shared: Shared) -> tuple[Values, ...]:
    """Return the values of every measure that a shared case holds, in display order.

    A case on which the engine crashed counts 0.0 on every measure that it does not hold, as in
    :func:`engine.measures.aggregate.aggregate`.
    """
    names = {
        *_held(base, shared.base_places),
        *_held(run, shared.run_places),
    }
    without_base, without_run = _without(base), _without(run)
    return tuple(
        Values(
            name,
            _column(base, name, without_base)[shared.base_places],
            _column(run, name, without_run)[shared.run_places],
        )
        for name in sorted(names, key=display_order)
    )


def _held(outcomes: Outcomes, places: NDArray[np.int64]) -> Iterable[str]:
    inside = np.zeros(len(outcomes.cases), dtype=np.bool_)
    inside[places] = True
    return (name for name, held in outcomes.measures.items() if inside[held.places].any())


def _without(outcomes: Outcomes) -> NDArray[np.float64]:
    """Value of every case on a measure that it does not hold."""
    crashed = np.array([case.verdict is Verdict.ERROR for case in outcomes.cases], dtype=np.bool_)
    return np.where(crashed, 0.0, np.nan)


def _column(outcomes: Outcomes, name: str, without: NDArray[np.float64]) -> NDArray[np.float64]:
    held = outcomes.measures.get(name)
    if held is None:
        return without
    column = without.copy()
    column[held.places] = held.values
    return column


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
