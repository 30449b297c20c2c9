"""An overlay: an author's corrections to what was derived of a catalog's documents."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from pydantic import Field

from engine.fingerprint import fingerprint
from engine.models.base import Record
from engine.models.tool import Action, ResultShape, RiskClass

OVERLAY_KEY = "quality_lab_overlay"
"""The key by which a file is known as an overlay; its value is the format's number."""


class ToolCorrection(Record):
    """What an author says about one tool; None leaves what was derived."""

    aliases: tuple[str, ...] = ()
    """Other words by which people ask for the tool, added to those it has."""

    action: Action | None = None
    resource: str | None = Field(default=None, min_length=1)
    """In singular lower case words, for example ``order item``."""

    result_shape: ResultShape | None = None
    risk: RiskClass | None = None


class Pair(Record):
    """A producer whose result feeds a consumer."""

    producer: str
    """Name or ``METHOD /path``."""

    consumer: str
    """Name or ``METHOD /path``."""

    fields: tuple[tuple[str, str], ...] = ()
    """Pairs of (field produced, field consumed)."""

    description: str = ""


class Overlay(Record):
    """An author's corrections to a catalog."""

    quality_lab_overlay: Literal[1] = 1
    """Number of this format."""

    tools: dict[str, ToolCorrection] = Field(default_factory=dict)
    """By the tool's name or ``METHOD /path``."""

    pairs: tuple[Pair, ...] = ()

    context: dict[str, str | None] = Field(default_factory=dict)
    """Names of input fields that are ambient, with their default as text; None when they have
    none."""

    glossary: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Words of queries with the words or phrases that they stand for in the catalog."""

    @cached_property
    def fingerprint(self) -> str:
        """Content of the overlay."""
        return fingerprint("overlay", self.model_dump(mode="json"))

    @property
    def is_empty(self) -> bool:
        """Whether it corrects nothing."""
        return not (self.tools or self.pairs or self.context or self.glossary)

    def merged(self, other: Overlay) -> Overlay:
        """Return this overlay with another on top; where both speak of one thing, it wins."""
        return Overlay(
            tools={**self.tools, **other.tools},
            pairs=(*self.pairs, *other.pairs),
            context={**self.context, **other.context},
            glossary={**self.glossary, **other.glossary},
        )
