"""What a model answered when it was asked which tool to call."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from engine.models.base import Record


class AnswerCode(StrEnum):
    """How asking a model ended."""

    PICKED = "picked"
    """It named a tool of the catalog."""

    DECLINED = "declined"
    """It said that no candidate fits."""

    UNKNOWN_TOOL = "unknown_tool"
    """It named something that the catalog does not hold; the name is not kept."""

    UNUSABLE = "unusable"
    """Its answer is not in the form that was asked for, or the server's is no completion."""

    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    """The server answered with an error status, or stayed busy."""

    NOT_ASKED = "not_asked"
    """There was nothing to choose from."""


class ModelAnswer(Record):
    """One answer: what a run keeps, and what lets it be repeated without the model."""

    model: str
    """Name of the model, as the user gave it."""

    code: AnswerCode
    target: str | None = None
    """Name of a tool of the catalog; set exactly when the code is ``picked``."""

    latency_ms: float | None = Field(default=None, ge=0.0)
    """Milliseconds until the answer was there; None for one that was read from a run."""
