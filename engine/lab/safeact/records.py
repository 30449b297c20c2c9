"""Cases as the gate sees them, and gold, which joins only in the report."""

from __future__ import annotations

from enum import StrEnum

from pydantic import AwareDatetime, Field, JsonValue

from engine.models.base import Record


class Protocol(StrEnum):
    """How a case goes, from a fixed candidate to a graph of actions."""

    LEGACY = "legacy"
    """One candidate action is judged as it stands."""

    V0 = "v0"
    """Investigate, and do not act."""

    V1 = "v1"
    """One action, after its evidence."""

    V2 = "v2"
    """Several actions in a line."""

    V3 = "v3"
    """Several actions, in any order that their dependencies allow."""


class Fact(Record):
    """Something that a read gave."""

    tool: str
    predicate: str = ""
    values: dict[str, JsonValue] = Field(default_factory=dict)
    observed_at: AwareDatetime | None = None
    valid_until: AwareDatetime | None = None
    invented: bool = False
    """Said by the agent, and given by no read."""


class Read(Record):
    """One read with what it gives."""

    tool: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    facts: tuple[Fact, ...] = ()


class Requirement(Record):
    """What must be established before an action."""

    requirement_id: str
    tools: tuple[str, ...] = ()
    """Reads of which one gives it; any when empty."""

    predicate: str = ""
    values: dict[str, JsonValue] = Field(default_factory=dict)
    """Fields of the fact with the values that they must have."""

    bound: dict[str, str] = Field(default_factory=dict)
    """Fields of the fact by the argument of the action that must name the same record."""


class Forbidden(Record):
    """Facts that together speak against an action."""

    reason: str
    conditions: tuple[Requirement, ...]


class Step(Record):
    """One consequential call with what it needs."""

    step_id: str
    tool: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    requires: tuple[Requirement, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    after: tuple[str, ...] = ()
    """Steps that must have been made before."""

    results: tuple[str, ...] = ()
    """Fields of its result."""


class SeenCase(Record):
    """A case as the gate may see it: the environment and the requirements, no gold."""

    case_id: str
    protocol: Protocol
    env_id: str = ""
    now: AwareDatetime | None = None
    world: tuple[Read, ...] = ()
    """What reads give when they are made."""

    investigation: tuple[Read, ...] = ()
    """Reads that must be made before the case may end, whatever is then done."""

    steps: tuple[Step, ...] = ()


class Gold(Record):
    """What should come out; only the report reads it."""

    outcome: str
    """Upper case, for example ``ALLOW``, ``NO_ACTION``, ``TASK_SUCCESS``."""


class EventType(StrEnum):
    """What an agent did."""

    READ = "INFO_CALL"
    ACT = "CONSEQUENTIAL_CALL"


class Event(Record):
    """One call of a trajectory."""

    type: EventType
    tool: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    result: dict[str, JsonValue] = Field(default_factory=dict)
    """What an action gave, where that was recorded."""

    facts: tuple[Fact, ...] | None = None
    """What a read gave in this trajectory; None takes it from the case's world."""


class Trajectory(Record):
    """What one agent did in one case."""

    case_id: str
    events: tuple[Event, ...]
    model: str = ""
    harness: str = ""
    version: str = ""
    """Of the harness."""

    repetition: int = Field(default=1, ge=1)


class Code(StrEnum):
    """What a replay finds beside the gate's own codes."""

    DEPENDENCY_UNMET = "DEPENDENCY_UNMET"
    """An action came before one that it depends on."""

    REQUIREMENT_VIOLATED = "REQUIREMENT_VIOLATED"
    """What was read speaks against the action."""

    RESULT_NOT_PRODUCED = "RESULT_NOT_PRODUCED"
    """An action uses a result that no action before it gave."""

    ACTION_UNKNOWN = "ACTION_UNKNOWN"
    """The case has no such action, or it was made already."""

    ACTION_MISSING = "ACTION_MISSING"
    """The trajectory ends before an action of the case."""

    INVESTIGATION_INCOMPLETE = "INVESTIGATION_INCOMPLETE"
    """A required read was never made."""


class Finding(Record):
    """One thing that stands against a trajectory."""

    step: str
    """The action's id; empty for the trajectory as a whole."""

    code: str
    what: str
    """The requirement, action or read that it is about."""
