"""What one edge of an evidence graph costs.

``cost = -ln(confidence) + recency(age) + type cost``, in nats. Costs are kept as whole numbers
of :data:`UNITS_PER_NAT`, part by part, so that sums are exact, a tie is a tie on every machine,
and the parts always add up to the total.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import NamedTuple

from engine.errors import InvalidInput
from engine.models.path import EdgeFlag, EdgeType, EvidenceEdge, Recency

UNITS_PER_NAT = 10**12
"""Resolution of a cost: one unit is 1e-12 nat."""

CONFIDENCE_FLOOR = 0.01
"""Lowest confidence that is charged as it stands; below it the floor is charged and flagged."""

TYPE_COSTS: Mapping[str, float] = MappingProxyType(
    {
        EdgeType.CAUSAL: 0.0,
        EdgeType.SUPPORTS: 0.1,
        EdgeType.RELATED_TO: 0.5,
        EdgeType.CONTRADICTS: 2.0,
    }
)
"""Nats by edge type."""

OTHER_TYPE_COST = 1.0
"""Nats for a type that has no cost of its own."""

SHORTEST_HALF_LIFE_HOURS = 1e-6
"""A half-life below this is refused: the cost of an old edge would leave the range of floats."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_MICROSECONDS_PER_HOUR = 3.6e9
_LN_2 = math.log(2.0)


class CostSettings(NamedTuple):
    """What the cost of an edge depends on besides the edge."""

    half_life_hours: float
    """Hours after which an edge costs ln 2 more (``half_life``) or 1 more (``linear``)."""

    recency: Recency
    now: datetime | None
    """The moment ages are counted to, time-zone aware; None charges every age as 0."""


class EdgeCost(NamedTuple):
    """The cost of one edge in whole units, part by part."""

    confidence: int
    recency: int
    type: int
    age_hours: float | None
    """None for an edge without a time, and for every edge when ``now`` is None."""

    flags: tuple[EdgeFlag, ...]
    """Sorted."""

    @property
    def units(self) -> int:
        """Sum of the parts."""
        return self.confidence + self.recency + self.type


def nats(units: int) -> float:
    """Return a cost in nats: the float nearest to ``units`` times 1e-12."""
    return units / UNITS_PER_NAT


def edge_cost(edge: EvidenceEdge, settings: CostSettings) -> EdgeCost:
    """Return what an edge costs, with its parts and what had to be worked around.

    Examples
    --------
    >>> edge = EvidenceEdge(id="e1", source="a", target="b", edge_type="supports", confidence=0.7)
    >>> cost = edge_cost(edge, CostSettings(168.0, Recency.HALF_LIFE, None))
    >>> round(nats(cost.units), 7)
    0.4566749
    >>> cost.flags
    (<EdgeFlag.TIMESTAMP_MISSING: 'timestamp_missing'>,)
    """
    flags = []
    if edge.confidence < CONFIDENCE_FLOOR:
        flags.append(EdgeFlag.CONFIDENCE_FLOORED)
    if edge.edge_type not in TYPE_COSTS:
        flags.append(EdgeFlag.TYPE_UNKNOWN)
    charged = settings.recency is not Recency.OFF
    age: float | None = None
    if edge.created_at is None:
        if charged:
            flags.append(EdgeFlag.TIMESTAMP_MISSING)
    elif settings.now is not None:
        microseconds = (settings.now - edge.created_at) // _MICROSECOND
        if microseconds < 0 and charged:
            flags.append(EdgeFlag.TIMESTAMP_FUTURE)
        age = age_in_hours(max(microseconds, 0))
    return EdgeCost(
        confidence=confidence_units(edge.confidence),
        recency=round(recency_nats(age, settings) * UNITS_PER_NAT) if age else 0,
        type=type_units(edge.edge_type),
        age_hours=age,
        flags=tuple(sorted(flags)) if flags else (),
    )


def confidence_units(confidence: float) -> int:
    """Return -ln of a confidence in whole units; at least the floor is charged."""
    # Adding zero turns the -0.0 of a certain edge into 0.0.
    return round((-math.log(max(confidence, CONFIDENCE_FLOOR)) + 0.0) * UNITS_PER_NAT)


def type_units(edge_type: str) -> int:
    """Return an edge type's cost in whole units."""
    return round(TYPE_COSTS.get(edge_type, OTHER_TYPE_COST) * UNITS_PER_NAT)


def recency_nats(age_hours: float, settings: CostSettings) -> float:
    """Return what an age of ``age_hours`` ≥ 0 costs, in nats.

    Examples
    --------
    >>> recency_nats(168.0, CostSettings(168.0, Recency.HALF_LIFE, None))
    0.6931471805599453
    >>> recency_nats(168.0, CostSettings(168.0, Recency.LINEAR, None))
    1.0
    """
    if settings.recency is Recency.OFF:
        return 0.0
    return recency_rate(settings) * age_hours / settings.half_life_hours


def recency_rate(settings: CostSettings) -> float:
    """Return what one half-life costs, in nats."""
    return _LN_2 if settings.recency is Recency.HALF_LIFE else 1.0


def epoch_microseconds(moment: datetime) -> int:
    """Return microseconds since 1970 of a time-zone aware moment, exactly."""
    return (moment - _EPOCH) // _MICROSECOND


def age_in_hours(microseconds: int) -> float:
    """Return hours; rounded as an array of them is, so that both ways agree to the last bit."""
    return float(microseconds) / _MICROSECONDS_PER_HOUR


def check_settings(settings: CostSettings) -> None:
    """Refuse a half-life or a moment that no cost can be worked out with.

    Raises
    ------
    InvalidInput
        If ``half_life_hours`` is not a finite number of at least a millionth of an hour, or if
        ``now`` has no time zone.
    """
    half_life = settings.half_life_hours
    try:
        usable = not isinstance(half_life, bool) and math.isfinite(half_life) and half_life > 0
    except (TypeError, OverflowError):
        usable = False
    if not usable:
        raise InvalidInput(
            f"half_life_hours must be a finite number of hours above 0, but {half_life!r} was"
            " given; 168 (a week) is the default."
        )
    if half_life < SHORTEST_HALF_LIFE_HOURS:
        raise InvalidInput(
            f"half_life_hours must be at least {SHORTEST_HALF_LIFE_HOURS:g}, but {half_life!r}"
            " was given; to leave age out of the cost, turn recency off."
        )
    if settings.now is not None and settings.now.utcoffset() is None:
        raise InvalidInput(
            f"now must name its time zone, but {settings.now.isoformat()!r} does not;"
            " add 'Z' or an offset such as '+00:00'."
        )
