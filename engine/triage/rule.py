"""What a rule of the diagnosis is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pydantic import JsonValue

from engine.models.failure import FailureReason, FailureStage, Guidance
from engine.triage.facts import Facts

Evidence = dict[str, JsonValue]
"""A few compact facts: ranks, names, margins. Never query text or values."""


class Rule(NamedTuple):
    """One way in which a case goes wrong, with what a person needs to know about it."""

    stage: FailureStage
    reason: FailureReason
    finds: Callable[[Facts], Evidence | None]
    """Returns the evidence when the case went wrong in this way, else None."""

    guidance: Guidance
