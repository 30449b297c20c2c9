"""What the benchmark of the evidence gate reports."""

from __future__ import annotations

from engine.models.base import Record


class Metric(Record):
    """A share with its interval, or a measured quantity with its spread."""

    value: float | None
    """n / total; for a quantity the median. None when nothing was counted."""

    n: int
    """Cases that count for it; for a quantity the cases measured."""

    total: int
    """Cases that it is counted over."""

    low: float | None
    """Wilson's 95 % interval; for a quantity the 5th percentile."""

    high: float | None
    """Wilson's 95 % interval; for a quantity the 95th percentile."""


class ConditionResult(Record):
    """One condition over one set."""

    metrics: dict[str, Metric]
    """Over all cases of the set, as the field reports them."""

    honest: dict[str, Metric]
    """Over the cases that a metric can be wrong about."""

    unsupported_by_topic: dict[str, int]
    """Unsupported actions by topic, most first; topics without any are left out."""


class CaseError(Record):
    """A case that the gated agent did not settle as it should."""

    case_id: str
    message: str
    """One sentence: what was expected, what happened, and on what grounds."""


class SetResult(Record):
    """One set of cases."""

    cases: int
    conditions: dict[str, ConditionResult]
    """vanilla, routing, gated."""

    ablation: dict[str, Metric]
    """Unsupported actions of the gated agent if refusals for one requirement were ignored."""

    errors: tuple[CaseError, ...]
    """Of the gated condition, by case id; empty when every case was settled as it should be."""


class Report(Record):
    """The whole benchmark."""

    benchmark: str
    engine_version: str
    catalog_fingerprint: str
    checksums: dict[str, str]
    """SHA-256 of each frozen input."""

    sets: dict[str, SetResult]
    """seed8, extended."""
