"""How the selected tool's inputs could be met, and whether its caller may call it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from engine.models.base import Record


class Producer(Record):
    """A tool whose result can fill an input."""

    tool: str
    field: str
    """JSON path of the output field."""

    confidence: float = Field(default=1.0, ge=0.0, le=1.0)
    """How far to trust the connection."""


class InputStatus(StrEnum):
    """Where a required input comes from."""

    GIVEN = "given"
    """The caller has it."""

    PRODUCED = "produced"
    """Another tool's result holds it."""

    CONTEXT = "context"
    """Ambient: paging and context fields take a default."""

    CHOOSE = "choose"
    """One of a few values, and nobody chose."""

    MISSING = "missing"
    """Nothing gives it; the user has to be asked."""


class PlanInput(Record):
    """One required input of one tool of the plan."""

    tool: str
    """The tool that needs it."""

    field: str
    """Its name."""

    status: InputStatus
    producer: str | None = None
    """The tool that gives it, when ``produced``."""

    producer_field: str | None = None
    """JSON path of the output field that gives it."""

    options: tuple[str, ...] = ()
    """Values to choose from, as the document lists them, when ``choose``."""

    producers: int = Field(default=0, ge=0)
    """How many tools could give it, usable or not."""

    blocked: tuple[str, ...] = ()
    """Why producers could not be used: ``mutation_denied``, ``cycle``, ``too_deep``,
    ``unresolved``; sorted."""


class Plan(Record):
    """Calls that lead to the target, and what each of them needs."""

    target: str
    complete: bool
    """True when every required input is given, produced, or ambient."""

    steps: tuple[str, ...] = ()
    """Tools in the order of their calls, the target last; each once."""

    inputs: tuple[PlanInput, ...] = ()
    """Required inputs, in the order of the calls, then by name."""

    @property
    def user_input_slots(self) -> tuple[str, ...]:
        """``tool.field`` of each input that the user has to be asked for."""
        asked = (InputStatus.CHOOSE, InputStatus.MISSING)
        return tuple(f"{i.tool}.{i.field}" for i in self.inputs if i.status in asked)


class AuthState(StrEnum):
    """Whether a caller can authenticate."""

    NOT_REQUIRED = "not_required"
    READY = "ready"
    UNKNOWN = "unknown"
    """The case does not say what the caller has."""

    MISSING = "missing"
    """The caller has none of the schemes that are needed."""

    PARTIAL = "partial"
    """The caller has some of the schemes of an alternative, not all."""


class AuthReadiness(Record):
    """What the tools of a plan need to authenticate, beside what the caller has. Names only."""

    state: AuthState
    tool: str | None = None
    """The first tool of the plan that cannot be called."""

    required: tuple[tuple[str, ...], ...] = ()
    """That tool's alternatives, each the schemes that must all be met."""

    missing: tuple[str, ...] = ()
    """Schemes that the nearest alternative lacks, sorted."""
