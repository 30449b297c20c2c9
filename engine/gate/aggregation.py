"""Which observations of a field are independent, and whether they agree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from engine.gate.evidence import Held
from engine.models.contract import AggregationBoundary, Corroboration


class Aggregation(NamedTuple):
    """What several observations of one field establish together."""

    independent: int
    """Distinct groups of sources, by the operator's boundary, that have an observation."""

    agrees: bool
    """Whether all observations, also those of other sources, lie within the tolerance."""

    counted: Sequence[Held]
    """The observations of the known groups, in their order."""


def aggregate(
    observations: Sequence[Held], boundary: AggregationBoundary, asked: Corroboration
) -> Aggregation:
    """Aggregate the observations of one field.

    Independence is the operator's word alone: what an item says of itself makes it no further
    group. Agreement is asked of every observation, so that a dissenting one is never outvoted;
    withdrawn ones no longer count as a group, and still dissent.

    Parameters
    ----------
    observations : sequence of Held
        Provenance items with a value that are fresh and about the right record.
    boundary : AggregationBoundary
        Sources by group.
    asked : Corroboration
        Its tolerance is the largest difference of two numbers that agree; text agrees when equal.
    """
    counted = [
        held
        for held in observations
        if not held.item.withdrawn and held.item.source in boundary.groups
    ]
    groups = {boundary.groups[held.item.source or ""] for held in counted}
    return Aggregation(len(groups), agree(observations, asked.tolerance), counted)


def agree(observations: Sequence[Held], tolerance: float) -> bool:
    """Whether values are of one unit and, as numbers, within a tolerance of each other."""
    if len({held.item.unit for held in observations}) > 1:
        return False
    values = [held.value for held in observations]
    numbers = [float(value) for value in values if isinstance(value, int | float)]
    if len(numbers) < len(values):
        return not numbers and len(set(values)) <= 1
    if not all(math.isfinite(number) for number in numbers):
        return False
    spread = max(numbers, default=0.0) - min(numbers, default=0.0)
    # A tolerance such as 0.1 has no exact binary form; a spread of just that much is within it.
    return spread <= tolerance or math.isclose(spread, tolerance)
