"""At which half-life the cheapest path becomes another one."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from engine.errors import InvalidInput
from engine.models.path import Recency, TracedPath
from engine.trace.cost import CostSettings, recency_rate
from engine.trace.tracer import DEFAULT_BUDGET, Tracer

_CLOSE = 1e-9
"""Costs nearer than this, in nats, are taken as equal here."""


class Flip(NamedTuple):
    """A half-life at which the cheapest path changes."""

    half_life_hours: float
    below: tuple[str, ...]
    """Edges of the cheapest path just below it."""

    above: tuple[str, ...]
    """Edges of the cheapest path just above it."""


class _Line(NamedTuple):
    """A path's cost as a function of x = 1 / half-life: ``fixed + slope * x``."""

    edges: tuple[str, ...]
    fixed: float
    slope: float


def half_life_flips(
    tracer: Tracer,
    source_id: str,
    target_id: str,
    *,
    bidirectional: bool = True,
    max_hops: int = 10,
    recency: Recency = Recency.HALF_LIFE,
    now: datetime | None = None,
    shortest_hours: float = 1.0,
    longest_hours: float = 8760.0,
    budget: int = DEFAULT_BUDGET,
) -> tuple[Flip, ...]:
    """Return every half-life in a range at which the cheapest path becomes another one.

    Parameters
    ----------
    tracer : Tracer
        Of the graph.
    source_id, target_id, bidirectional, max_hops, recency, now, budget
        As for :meth:`Tracer.trace`; the budget counts for each of its traces.
    shortest_hours, longest_hours : float
        The range, 0 < shortest < longest.

    Returns
    -------
    tuple of Flip
        By half-life, ascending; empty when one path is cheapest throughout, when there is no
        path, or when age is not charged.

    Raises
    ------
    InvalidInput
        If the range is empty, or as :meth:`Tracer.trace` does.

    Notes
    -----
    A path's cost is linear in 1 / half-life, so the cheapest cost is the lower envelope of lines.
    Where two neighbouring lines meet, either they are the envelope, or one trace there finds a
    line below both (Eisner and Severance, *Mathematical techniques for efficient record
    segmentation in large shared databases*, 1976). Two traces for each flip are enough.
    """
    if not 0 < shortest_hours < longest_hours:
        raise InvalidInput(
            "shortest_hours must be above 0 and below longest_hours, but"
            f" {shortest_hours!r} and {longest_hours!r} were given."
        )

    def cheapest(x: float) -> _Line | None:
        answer = tracer.trace(
            source_id,
            target_id,
            1,
            1 / x,
            bidirectional,
            max_hops,
            recency,
            now=now,
            budget=budget,
        )
        return _line(answer.paths[0], recency) if answer.paths else None

    near, far = 1 / longest_hours, 1 / shortest_hours
    left, right = cheapest(near), cheapest(far)
    if left is None or right is None:
        return ()
    flips = []
    open_spans = [(left, right)]
    while open_spans:
        left, right = open_spans.pop()
        if left.edges == right.edges or left.slope <= right.slope:
            continue
        x = (right.fixed - left.fixed) / (left.slope - right.slope)
        between = cheapest(min(max(x, near), far))
        if between is None or between.fixed + between.slope * x >= (
            left.fixed + left.slope * x - _CLOSE
        ):
            flips.append(Flip(1 / x, right.edges, left.edges))
        else:
            open_spans += [(left, between), (between, right)]
    return tuple(sorted(flips))


def _line(path: TracedPath, recency: Recency) -> _Line:
    rate = 0.0 if recency is Recency.OFF else recency_rate(CostSettings(1.0, recency, None))
    fixed = sum(edge.cost_parts.confidence + edge.cost_parts.type for edge in path.edges)
    return _Line(path.edge_ids, fixed, rate * sum(edge.age_hours or 0.0 for edge in path.edges))
