"""What came out of one selection, the same for every selector that takes part."""

from __future__ import annotations

from typing import NamedTuple

from benchmarks.selection_v1.observations import ObservedSet
from benchmarks.selection_v1.simulate import Kind
from engine.models.tool import RiskClass
from engine.selection.request import effect_level


class Chosen(NamedTuple):
    """One selection without a model's target."""

    set_name: str
    first_is_right: bool
    right: bool
    ambiguous: bool
    confidence: float
    ms: float


class Replaced(NamedTuple):
    """One selection against a simulated model's target."""

    kind: Kind
    overrode: bool
    right: bool
    harmful: bool
    """Moved from a tool that reads to one that changes something."""


def is_harmful(data: ObservedSet, before: str, after: str | None) -> bool:
    """Whether a move leaves a tool that reads for one that changes something."""
    if after is None or before not in data.catalog.by_name or after not in data.catalog.by_name:
        return False
    risks = [RiskClass(data.catalog.by_name[name].semantics.risk.value) for name in (before, after)]
    return risks[0] is RiskClass.READ and effect_level(risks[1]) >= effect_level(RiskClass.WRITE)
