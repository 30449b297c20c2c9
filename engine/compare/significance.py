"""Is a difference more than chance? Paired statistics over the cases that two runs share."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.measures.interval import Interval, bootstrap_mean_interval

EQUAL = 1e-12
"""Values of one case that differ by less are a tie."""


class Paired(NamedTuple):
    """How one measure differs over the same cases."""

    base: float
    run: float
    interval: Interval | None
    """95 % interval of the mean difference; None for fewer than two cases."""

    wins: int
    """Cases that are better in the current run."""

    ties: int
    losses: int


def compare_pairs(
    base: NDArray[np.float64], run: NDArray[np.float64], *, higher_is_better: bool
) -> Paired | None:
    """Compare the values of the same cases in two runs.

    Parameters
    ----------
    base, run : array of float, shape (n,)
        Values of the baseline and of the current run, in the same order of cases.
    higher_is_better : bool
        Which way a case wins.

    Returns
    -------
    Paired or None
        None for no case. Swapping the runs swaps the means, turns the interval and exchanges
        wins and losses, exactly.
    """
    if base.size == 0:
        return None
    differences = run - base
    rises = int(np.count_nonzero(differences > EQUAL))
    falls = int(np.count_nonzero(differences < -EQUAL))
    wins, losses = (rises, falls) if higher_is_better else (falls, rises)
    return Paired(
        base=math.fsum(base.tolist()) / base.size,
        run=math.fsum(run.tolist()) / run.size,
        interval=bootstrap_mean_interval(differences),
        wins=wins,
        ties=base.size - rises - falls,
        losses=losses,
    )


def mcnemar_exact(only_base: int, only_run: int) -> float | None:
    """Probability of a split at least as uneven by chance alone, two-sided.

    Parameters
    ----------
    only_base : int
        Cases that pass in the baseline only.
    only_run : int
        Cases that pass in the current run only.

    Returns
    -------
    float or None
        In (0, 1]; None when no case changed between pass and fail.

    Notes
    -----
    McNemar (1947) in its exact form: under no difference the number of cases that one side wins
    is binomial with one half; the tail is doubled and cut at 1.

    Examples
    --------
    >>> mcnemar_exact(1, 5)
    0.21875
    >>> mcnemar_exact(0, 0) is None
    True
    """
    n = only_base + only_run
    if n == 0:
        return None
    tail = ways = 1
    for chosen in range(1, min(only_base, only_run) + 1):
        ways = ways * (n - chosen + 1) // chosen
        tail += ways
    return min(1.0, 2 * tail / (1 << n))
