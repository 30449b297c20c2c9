"""From selector scores to a probability that can be read as one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

LEAST = 1e-6
"""A share is read no closer than this to 0 or 1."""


class Calibration(NamedTuple):
    """A logistic curve from what a selection rests on to how often it is right."""

    share: float
    """Slope over the log-odds of the share; not negative."""

    coverage: float
    """Slope over the part of the query that the tool carries; not negative."""

    intercept: float

    similarity: float = 0.0
    """Slope over how near in meaning the tool is to the query; not negative."""


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


def calibrated(share: float, coverage: float, curve: Calibration, similarity: float = 0.0) -> float:
    """Return the probability that a candidate is right.

    Platt scaling over three inputs: how far the candidate leads the others, how much of the
    query it carries at all, and how near it is in meaning (a clear leader among strangers is no
    answer).

    Parameters
    ----------
    share : float
        The candidate's share, in [0, 1].
    coverage : float
        Part of the query's words that it carries, in [0, 1].
    curve : Calibration
        Fitted on labelled cases.
    similarity : float
        Cosine of the query with the candidate, in [-1, 1]; a curve for candidates that no encoder
        compared has no slope for it.

    Notes
    -----
    J. Platt, *Probabilistic outputs for support vector machines* (1999).

    Examples
    --------
    >>> calibrated(0.5, 0.0, Calibration(1.0, 1.0, 0.0))
    0.5
    """
    bounded = min(max(share, LEAST), 1 - LEAST)
    odds = math.log(bounded / (1 - bounded))
    exponent = (
        curve.share * odds
        + curve.coverage * coverage
        + curve.similarity * similarity
        + curve.intercept
    )
    return 1 / (1 + math.exp(-exponent))
