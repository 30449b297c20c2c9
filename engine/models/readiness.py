"""How ready a catalog is to be searched, planned with and gated."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from engine.models.base import Record
from engine.models.graph import GraphSummary


class ReadinessCode(StrEnum):
    """What may keep a tool from being found, told apart, planned with or gated."""

    EMPTY_DESCRIPTION = "empty_description"
    """Neither title nor description."""

    DUPLICATE_DESCRIPTION = "duplicate_description"
    """The same text as another tool."""

    MISSING_RESPONSE_SCHEMA = "missing_response_schema"
    """Not a single field of its answer is described."""

    UNTYPED_FIELDS = "untyped_fields"
    """Fields whose type its document does not say."""

    UNKNOWN_ACTION = "unknown_action"
    UNASSIGNED_RESOURCE = "unassigned_resource"
    UNKNOWN_RISK = "unknown_risk"

    DEAD_END = "dead_end"
    """A required identifier that no tool of the catalog gives."""

    ISOLATED = "isolated"
    """No edge joins it with another tool."""

    LOOK_ALIKE = "look_alike"
    """Its name differs from another's in one word."""

    SAME_MEANING = "same_meaning"
    """Action, resource, result shape and module are all another's."""

    LONG_NAME = "long_name"
    """Longer than the 64 characters that model providers accept."""

    DEPRECATED = "deprecated"


class Finding(Record):
    """One kind of thing that a catalog should be looked at for."""

    code: ReadinessCode

    message: str
    """One sentence with the count."""

    count: int = Field(ge=1)
    """Tools that it applies to."""

    considered: int = Field(ge=1)
    """Tools that it could apply to."""

    share: float = Field(ge=0.0, le=1.0)
    """``count / considered``."""

    examples: tuple[str, ...]
    """The first few tools by name, with the place where that helps."""

    remedy: str
    """What the catalog's author can do, one sentence."""


class ToolFindings(Record):
    """What applies to one tool."""

    name: str
    codes: tuple[ReadinessCode, ...]
    """In the order of :class:`ReadinessCode`; at least one."""


class LookAlikes(Record):
    """Tools whose names differ in one word."""

    tools: tuple[str, ...]
    """Sorted; at least two."""

    shared: tuple[str, ...]
    """Words that all of them have, sorted."""


class ReadinessReport(Record):
    """A catalog's readiness as a whole and by tool."""

    catalog_fingerprint: str
    tools: int

    ready: int
    """Tools to which no finding applies."""

    findings: tuple[Finding, ...]
    """In the order of :class:`ReadinessCode`."""

    by_tool: tuple[ToolFindings, ...]
    """Tools to which something applies, by name."""

    look_alikes: tuple[LookAlikes, ...]
    """Largest first."""

    graph: GraphSummary
    """How well the catalog's edges are founded."""
