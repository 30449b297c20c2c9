"""Every limit of learning, in one record."""

from __future__ import annotations

from pydantic import Field

from engine.models.base import Record


class LearningPolicy(Record):
    """What a suggestion must show before it may take part in rankings."""

    min_observations: int = Field(default=3, ge=1)
    """Successes that say the same."""

    min_sessions: int = Field(default=2, ge=1)
    """Different sessions among them: one agent in a loop is one voice."""

    min_stability: float = Field(default=0.8, ge=0, le=1)
    """Share of the family's successes that agree."""

    max_failure_ratio: float = Field(default=0.25, ge=0, le=1)
    """Share of failures among the newest attempts that did as it says; never passed over."""

    recent_attempts: int = Field(default=20, ge=1)
    """Newest attempts that the failure ratio looks at."""

    half_life_days: float = Field(default=30.0, gt=0)
    """Age at which an observation counts half."""

    expires_after_days: float = Field(default=90.0, gt=0)
    """Time without a confirming success after which a suggestion counts no more."""

    full_weight: float = Field(default=8.0, gt=0)
    """Decayed observations from which a signal gives all that it can."""

    producer_share: float = Field(default=0.5, gt=0, le=1)
    """What a plan's earlier tool, or an edge's producer, gets of a signal; the target gets all."""

    max_suggestions: int = Field(default=500, ge=1)
    """Suggestions of a collection, those with most observations first."""
