"""Latency of the stages over the cases of a run."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from engine.models.run import CaseResult, StageLatency


def stage_latency(results: Iterable[CaseResult]) -> dict[str, StageLatency]:
    """Return p50 and p95 of each stage in milliseconds, by the nearest-rank definition.

    A case that did not reach a stage is left out of it.

    Parameters
    ----------
    results : iterable of CaseResult
        In any order.

    Returns
    -------
    dict of str to StageLatency
        By stage name, sorted; empty when no case was measured.
    """
    by_stage: dict[str, list[float]] = defaultdict(list)
    for result in results:
        for stage, milliseconds in result.latency_ms.items():
            by_stage[stage].append(milliseconds)
    return {
        stage: StageLatency(
            p50=percentile(by_stage[stage], 50), p95=percentile(by_stage[stage], 95)
        )
        for stage in sorted(by_stage)
    }


def percentile(values: Iterable[float], percent: float) -> float:
    """Return the smallest value that at least ``percent`` per cent of the values do not exceed.

    Parameters
    ----------
    values : iterable of float
        At least one.
    percent : float
        In (0, 100].

    Raises
    ------
    ValueError
        If there are no values.

    Examples
    --------
    >>> percentile([4.0, 1.0, 3.0, 2.0], 50)
    2.0
    """
    ordered = sorted(values)
    if not ordered:
        raise ValueError("a percentile needs at least one value")
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]
