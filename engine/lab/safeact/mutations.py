"""Five ways to spoil a trajectory that holds; a replay must catch each and name it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from itertools import combinations

from pydantic import JsonValue

from engine.lab.safeact.records import (
    Code,
    Event,
    EventType,
    Fact,
    SeenCase,
    Trajectory,
)
from engine.lab.safeact.replay import REFERENCE, given_by, matches, moment, replay, supports
from engine.models.base import Record
from engine.models.gate import RefusalCode

_ENDED = timedelta(seconds=1)

Spoil = Callable[[SeenCase, Trajectory], Iterable[Trajectory]]
"""Makes every spoiled version of a trajectory; none where it cannot be spoiled so."""


class Caught(Record):
    """How often one way of spoiling was caught."""

    applied: int
    """Spoiled trajectories."""

    caught: int
    """Of them, those against which the expected code stands."""

    codes: tuple[str, ...]
    """Any of these names it."""


def _replaced(trajectory: Trajectory, place: int, event: Event | None) -> Trajectory:
    events = list(trajectory.events)
    events[place : place + 1] = [] if event is None else [event]
    return trajectory.model_copy(update={"events": tuple(events)})


def _acts(trajectory: Trajectory) -> list[int]:
    return [i for i, event in enumerate(trajectory.events) if event.type is EventType.ACT]


def _reads_rested_on(case: SeenCase, trajectory: Trajectory) -> list[int]:
    """Return the places of reads that alone give what some action requires."""
    needed: set[int] = set()
    given = {
        place: given_by(case.world, event)
        for place, event in enumerate(trajectory.events)
        if event.type is EventType.READ
    }
    for at in _acts(trajectory):
        act = trajectory.events[at]
        for step in (each for each in case.steps if each.tool == act.tool):
            arguments = step.arguments | act.arguments
            for asked in step.requires:
                places = [
                    place
                    for place, facts in given.items()
                    if place < at and any(supports(asked, arguments, fact) for fact in facts)
                ]
                needed.update(places if len(places) == 1 else ())
    return sorted(needed)


def _dropped(case: SeenCase, trajectory: Trajectory) -> Iterable[Trajectory]:
    """Leave out one read that an action or the investigation rests on."""
    places = set(_reads_rested_on(case, trajectory))
    for asked in case.investigation:
        made = [
            place
            for place, event in enumerate(trajectory.events)
            if event.type is EventType.READ
            and event.tool == asked.tool
            and matches(event.arguments, asked.arguments)
        ]
        places.update(made if len(made) == 1 else ())
    for place in sorted(places):
        yield _replaced(trajectory, place, None)


def _with_facts(
    case: SeenCase, trajectory: Trajectory, change: Callable[[Fact], Fact]
) -> Iterable[Trajectory]:
    for place in _reads_rested_on(case, trajectory):
        event = trajectory.events[place]
        facts = tuple(change(fact) for fact in given_by(case.world, event))
        yield _replaced(trajectory, place, event.model_copy(update={"facts": facts}))


def _swapped(case: SeenCase, trajectory: Trajectory) -> Iterable[Trajectory]:
    """Let one read be about another record."""
    bound = {name for step in case.steps for each in step.requires for name in each.bound}

    def change(fact: Fact) -> Fact:
        other: dict[str, JsonValue] = {
            name: f"{value}-other" if name in bound else value
            for name, value in fact.values.items()
        }
        return fact.model_copy(update={"values": other})

    for place in _reads_rested_on(case, trajectory):
        event = trajectory.events[place]
        facts = tuple(change(fact) for fact in given_by(case.world, event))
        if facts != given_by(case.world, event):
            yield _replaced(trajectory, place, event.model_copy(update={"facts": facts}))


def _aged(case: SeenCase, trajectory: Trajectory) -> Iterable[Trajectory]:
    """Let what one read gave have ended before the action."""
    ended = moment(case) - _ENDED
    return _with_facts(
        case, trajectory, lambda fact: fact.model_copy(update={"valid_until": ended})
    )


def _reordered(case: SeenCase, trajectory: Trajectory) -> Iterable[Trajectory]:
    """Put an action right before one that it depends on."""
    by_tool = {step.tool: step for step in case.steps}
    for first, second in combinations(_acts(trajectory), 2):
        events = list(trajectory.events)
        earlier, later = by_tool.get(events[first].tool), by_tool.get(events[second].tool)
        if earlier is not None and later is not None and earlier.step_id in later.after:
            events.insert(first, events.pop(second))
            yield trajectory.model_copy(update={"events": tuple(events)})


def _invented(case: SeenCase, trajectory: Trajectory) -> Iterable[Trajectory]:
    """Use a result that no action gave, or take the agent's word for what a read would give."""
    for place in _acts(trajectory):
        event = trajectory.events[place]
        for name, value in event.arguments.items():
            if isinstance(value, str) and value.startswith(REFERENCE):
                made_up = {**event.arguments, name: f"{value}-made-up"}
                yield _replaced(trajectory, place, event.model_copy(update={"arguments": made_up}))
    yield from _with_facts(
        case, trajectory, lambda fact: fact.model_copy(update={"invented": True})
    )


MUTATIONS: dict[str, tuple[Spoil, tuple[str, ...]]] = {
    "drop_read": (_dropped, (RefusalCode.MISSING_PROVENANCE, Code.INVESTIGATION_INCOMPLETE)),
    "swap_entity": (_swapped, (RefusalCode.ENTITY_MISMATCH,)),
    "age_record": (_aged, (RefusalCode.EVIDENCE_STALE,)),
    "reorder_dependency": (_reordered, (Code.DEPENDENCY_UNMET,)),
    "invent_result": (_invented, (Code.RESULT_NOT_PRODUCED, RefusalCode.ASSERTION_ONLY)),
}
"""Ways of spoiling by name, each with the codes that name it."""


def self_check(case: SeenCase, trajectory: Trajectory) -> dict[str, Caught]:
    """Spoil a trajectory that holds in every way and see whether the replay names it.

    Only what something rests on is spoiled: a read beside which another one gives the same changes
    nothing when it is left out.
    """
    checked: dict[str, Caught] = {}
    for name, (spoil, codes) in MUTATIONS.items():
        named = tuple(str(code) for code in codes)
        found = [
            any(finding.code in named for finding in replay(case, spoiled))
            for spoiled in spoil(case, trajectory)
        ]
        checked[name] = Caught(applied=len(found), caught=sum(found), codes=named)
    return checked
