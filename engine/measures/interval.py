"""How far a measure may be off by the choice of cases: intervals for shares and for means."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import InvalidInput

CONFIDENCE = 0.95
RESAMPLES = 1000
"""Enough for the ends of a 95 % interval (Efron and Tibshirani, section 13.3)."""

SEED = 20_240_229
"""Any fixed number: intervals of equal data are equal."""

MAX_CLASSES = 256
"""Most classes of values that a resample is drawn from. More distinct values than this are
grouped by equal widths, each class standing for its mean: the mean of the data is kept, and the
variance falls short by at most the width squared over twelve."""


class Interval(NamedTuple):
    """A range of values, both ends included."""

    low: float
    high: float


def wilson_interval(successes: int, n: int, *, confidence: float = CONFIDENCE) -> Interval:
    """Score interval of a share, after Wilson (1927).

    Parameters
    ----------
    successes : int
        In [0, n].
    n : int
        Number of trials, at least 1.
    confidence : float, default 0.95
        In (0, 1).

    Returns
    -------
    Interval
        Within [0, 1]; never empty, also at 0 and n successes.

    Raises
    ------
    InvalidInput
        If ``n`` is below 1, ``successes`` is outside [0, n] or ``confidence`` outside (0, 1).

    Notes
    -----
    ``(p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n)``: E. B. Wilson, *Probable inference, the
    law of succession, and statistical inference*, JASA 22 (1927).

    Examples
    --------
    >>> low, high = wilson_interval(3, 8)
    >>> round(low, 3), round(high, 3)
    (0.137, 0.694)
    """
    _check_confidence(confidence)
    if n < 1 or not 0 <= successes <= n:
        raise InvalidInput(
            f"a share needs at least one trial and 0 to n successes, "
            f"but {successes} of {n} was given."
        )
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = successes / n
    centre = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    low = 0.0 if successes == 0 else (centre - spread) / scale
    high = 1.0 if successes == n else (centre + spread) / scale
    return Interval(low, high)


def bootstrap_mean_interval(
    values: Sequence[float] | NDArray[np.float64],
    *,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval | None:
    """Percentile bootstrap interval of a mean over cases.

    Given per-case differences of two runs it is the paired bootstrap interval of their
    difference. Turning the sign of every value turns the interval exactly.

    Parameters
    ----------
    values : sequence of float, length n
        One finite value a case, in any order; the order never changes the result.
    confidence : float, default 0.95
        In (0, 1).
    resamples : int, default 1000
        At least 1.
    seed : int
        Of the random numbers.

    Returns
    -------
    Interval or None
        None for fewer than two values: one case says nothing of its spread.

    Raises
    ------
    InvalidInput
        If a value is not finite, ``confidence`` is outside (0, 1) or ``resamples`` below 1.

    Notes
    -----
    B. Efron and R. J. Tibshirani, *An Introduction to the Bootstrap* (1993), section 13.3. A
    resample of n cases is a multinomial draw over the distinct values with their frequencies;
    drawing those counts gives the same distribution as drawing cases, in time that does not grow
    with n.

    Examples
    --------
    >>> bootstrap_mean_interval([1.0, 1.0, 1.0])
    Interval(low=1.0, high=1.0)
    >>> bootstrap_mean_interval([1.0]) is None
    True
    """
    _check_confidence(confidence)
    if resamples < 1:
        raise InvalidInput(f"a bootstrap needs at least 1 resample, but {resamples} was given.")
    data = np.sort(np.asarray(values, dtype=np.float64))
    if not np.all(np.isfinite(data)):
        raise InvalidInput("a bootstrap needs finite values; leave unknown ones out.")
    if data.size < 2:
        return None
    turned = _is_turned(data)
    means = _resampled_means(np.sort(-data) if turned else data, resamples, seed)
    tail = (1 - confidence) / 2
    low, high = (float(q) for q in np.quantile(means, [tail, 1 - tail]))
    return Interval(-high + 0.0, -low + 0.0) if turned else Interval(low, high)


def counted_mean_interval(counted: Sequence[tuple[float, int]]) -> Interval | None:
    """Percentile bootstrap interval of a mean, from values with how often each occurs.

    Parameters
    ----------
    counted : sequence of (float, int)
        Finite values with counts of at least 1, in any order.

    Returns
    -------
    Interval or None
        As :func:`bootstrap_mean_interval` of the same values written out.

    Examples
    --------
    >>> counted_mean_interval([(1.0, 3)])
    Interval(low=1.0, high=1.0)
    """
    values = np.array([value for value, _ in counted], dtype=np.float64)
    return bootstrap_mean_interval(
        np.repeat(values, np.array([n for _, n in counted], dtype=np.int64))
    )


def _is_turned(ordered: NDArray[np.float64]) -> bool:
    """Whether the values are the mirror image of the ones whose resamples are drawn."""
    mirrored = np.sort(-ordered)
    different = np.flatnonzero(mirrored != ordered)
    return bool(different.size) and bool(mirrored[different[0]] > ordered[different[0]])


def _resampled_means(
    ordered: NDArray[np.float64], resamples: int, seed: int
) -> NDArray[np.float64]:
    """Mean of each resample of ``ordered``."""
    values, counts = _classes(ordered)
    n = ordered.size
    drawn = np.random.default_rng(seed).multinomial(n, counts / n, size=resamples)
    return np.asarray(drawn @ values / n, dtype=np.float64)


def _classes(ordered: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Classes of equal or close values, rising, with how many cases are in each."""
    distinct, counts = np.unique(ordered, return_counts=True)
    if distinct.size <= MAX_CLASSES:
        return distinct, counts
    low, high = distinct[0], distinct[-1]
    place = ((ordered - low) / (high - low) * MAX_CLASSES).astype(np.int64)
    place = np.minimum(place, MAX_CLASSES - 1)
    counts = np.bincount(place, minlength=MAX_CLASSES)
    sums = np.bincount(place, weights=ordered, minlength=MAX_CLASSES)
    filled = counts > 0
    return sums[filled] / counts[filled], counts[filled]


def _check_confidence(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise InvalidInput(
            f"confidence is a share between 0 and 1, for example 0.95, "
            f"but {confidence!r} was given."
        )
