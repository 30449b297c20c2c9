"""From selector scores to a probability that can be read as one."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence


def shares(scores: Mapping[str, float]) -> dict[str, float]:
    """Share of each candidate in the total of exponentiated scores (softmax).

    Parameters
    ----------
    scores : mapping of str to float
        Selector scores, in log-odds.

    Returns
    -------
    dict of str to float
        In (0, 1], summing to 1; empty for no scores. It says how the candidates stand to each
        other, not whether any of them is right: that is what :func:`calibrated` adds.

    Examples
    --------
    >>> shares({"a": 1.0, "b": 1.0})
    {'a': 0.5, 'b': 0.5}
    """
    if not scores:
        return {}
    best = max(scores.values())
    weights = {name: math.exp(score - best) for name, score in scores.items()}
    total = math.fsum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def calibrated(share: float, knots: Sequence[tuple[float, float]]) -> float:
    """Read the accuracy that was observed at a share, between the knots by straight lines.

    Parameters
    ----------
    share : float
        In [0, 1].
    knots : sequence of (share, accuracy)
        Rising in both, at least one.

    Examples
    --------
    >>> calibrated(0.5, [(0.0, 0.2), (1.0, 0.8)])
    0.5
    >>> calibrated(0.05, [(0.1, 0.2), (0.9, 0.8)])
    0.2
    """
    position = bisect_right([x for x, _ in knots], share)
    if position == 0:
        return knots[0][1]
    if position == len(knots):
        return knots[-1][1]
    (x0, y0), (x1, y1) = knots[position - 1], knots[position]
    return y0 + (y1 - y0) * (share - x0) / (x1 - x0)
