"""Read published catalogs and recorded trajectories from a folder that the user names.

Five catalogs, one a protocol, are looked for by name, wherever they lie in the folder. What only an
evaluator may see of a case (``gold_decision``, ``expected_outcome``, ``expected_gate``) goes into
:class:`.records.Gold` and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from engine.errors import DocumentError, InvalidInput, Problem
from engine.ingest.files import read_file
from engine.lab.safeact.objects import (
    Object,
    case_id_of,
    list_of,
    object_of,
    parsed,
    time_of,
    values_of,
)
from engine.lab.safeact.records import Event, EventType, Gold, Protocol, Read, SeenCase, Trajectory
from engine.lab.safeact.steps import investigation_of, steps_of
from engine.lab.safeact.world import deltas_of, fact_of, rules_of, shared_evidence

CATALOGS = {
    "cases.json": Protocol.LEGACY,
    "non_execution_cases.json": Protocol.V0,
    "state_action_cases.json": Protocol.V1,
    "linear_workflow_cases.json": Protocol.V2,
    "multi_step_cases.json": Protocol.V3,
}
"""File names with the protocol of the cases in them, unless a case names its own."""

_LISTS = ("cases", "scenarios", "episodes")
_OUTCOMES = ("gold_decision", "expected_outcome", "expected_gate")


class Entry(NamedTuple):
    """A case in its two halves."""

    seen: SeenCase
    gold: Gold | None
    """None where the catalog does not say what should come out."""

    recorded: Trajectory | None
    """The catalog's own trace, for protocols that carry one."""


def read_catalogs(folder: Path) -> tuple[Entry, ...]:
    """Read every case of a folder, by protocol and id.

    Raises
    ------
    InvalidInput
        If the folder holds none of the five catalogs.
    DocumentError
        With every case of a catalog that cannot be used.
    """
    paths = sorted(path for path in folder.rglob("*.json") if path.name in CATALOGS)
    if not paths:
        names = ", ".join(CATALOGS)
        raise InvalidInput(f"{str(folder)!r} holds no SafeActBench catalog; one of {names}.")
    shared = shared_evidence(folder)
    entries: dict[tuple[str, str], Entry] = {}
    for path in paths:
        for entry in _entries(path, CATALOGS[path.name], shared):
            entries[(entry.seen.protocol, entry.seen.case_id)] = entry
    return tuple(entries[key] for key in sorted(entries))


def read_trajectories(folder: Path) -> tuple[Trajectory, ...]:
    """Read recorded trajectories: every ``*.json`` and ``*.jsonl`` of a folder, by name.

    Raises
    ------
    InvalidInput
        If there is no such folder.
    DocumentError
        If a record has no id, or events that are none.
    """
    if not folder.is_dir():
        raise InvalidInput(f"there is no folder {str(folder)!r} of trajectories.")
    found: list[Trajectory] = []
    for path in sorted(p for p in folder.rglob("*") if p.suffix in {".json", ".jsonl"}):
        lines = path.read_bytes().splitlines() if path.suffix == ".jsonl" else [path.read_bytes()]
        for number, line in enumerate(lines, start=1):
            if line.strip():
                found.append(_trajectory(parsed(line, path.name), path.name, number))
    return tuple(sorted(found, key=lambda t: (t.case_id, t.model, t.harness, t.repetition)))


def _entries(
    path: Path, protocol: Protocol, shared: Mapping[str, tuple[Read, ...]]
) -> Iterator[Entry]:
    root = parsed(read_file(path).data, path.name)
    listed = root
    if isinstance(root, dict):
        listed = next((root[name] for name in _LISTS if isinstance(root.get(name), list)), None)
    if not isinstance(listed, list):
        message = f"holds no list of cases under {', '.join(_LISTS)}."
        raise DocumentError(path.name, [Problem("", message)])
    problems: list[Problem] = []
    entries: list[Entry] = []
    for place, row in enumerate(listed):
        try:
            entries.append(_entry(object_of(row), protocol, shared))
        except (ValueError, TypeError, KeyError) as error:
            reason = str(error).splitlines()[0] if isinstance(error, ValueError) else "is no case"
            problems.append(Problem(f"/{place}", f"the case cannot be used: {reason}."))
    if problems:
        raise DocumentError(path.name, problems)
    yield from entries


def _entry(row: Object, default: Protocol, shared: Mapping[str, tuple[Read, ...]]) -> Entry:
    case_id = case_id_of(row)
    named = str(row.get("protocol", "")).casefold()
    protocol = Protocol(named) if named in set(Protocol) else default
    world = (*rules_of(row), *deltas_of(row), *shared.get(case_id, ()))
    seen = SeenCase(
        case_id=case_id,
        protocol=protocol,
        env_id=str(row.get("env_id", "")),
        now=time_of(row.get("now")),
        world=world,
        investigation=investigation_of(row, protocol),
        steps=steps_of(row, protocol),
    )
    events = _traced(row.get("simulated_trace"))
    recorded = None
    if events:
        recorded = Trajectory(case_id=case_id, events=events)
    elif protocol is Protocol.LEGACY:
        recorded = _candidate(seen)
    return Entry(seen, _gold(row), recorded)


def _traced(trace: JsonValue) -> tuple[Event, ...]:
    """Return the calls of a catalog's own trace, in either of the two forms in use."""
    if not isinstance(trace, dict):
        return tuple(_event(each) for each in list_of(trace))
    if "events" in trace:
        return tuple(_event(each) for each in list_of(trace["events"]))
    reads = [_call(EventType.READ, each) for each in list_of(trace.get("info_calls"))]
    act = trace.get("consequential_call")
    return (*reads, *([] if act is None else [_call(EventType.ACT, act)]))


def _call(kind: EventType, value: JsonValue) -> Event:
    return _event({**object_of(value), "type": kind.value})


def _gold(row: Object) -> Gold | None:
    said = next((row[name] for name in _OUTCOMES if isinstance(row.get(name), str)), None)
    return Gold(outcome=str(said).upper()) if said is not None else None


def _candidate(case: SeenCase) -> Trajectory:
    """Return the reads that the case's world answers, then its candidate action."""
    reads = [
        Event(type=EventType.READ, tool=read.tool, arguments=read.arguments) for read in case.world
    ]
    acts = [
        Event(type=EventType.ACT, tool=step.tool, arguments=step.arguments) for step in case.steps
    ]
    return Trajectory(case_id=case.case_id, events=(*reads, *acts))


def _trajectory(root: JsonValue, file: str, line: int) -> Trajectory:
    try:
        row = object_of(root)
        repetition = row.get("repetition", 1)
        return Trajectory(
            case_id=case_id_of(row),
            events=tuple(_event(each) for each in list_of(row["events"])),
            model=str(row.get("model", "")),
            harness=str(row.get("harness", "")),
            version=str(row.get("harness_version", row.get("version", ""))),
            repetition=repetition if isinstance(repetition, int) else 1,
        )
    except (ValueError, TypeError, KeyError):
        message = "the trajectory has no case id, or events that are no calls."
        raise DocumentError(file, [Problem(f"line {line}", message)]) from None


def _event(value: JsonValue) -> Event:
    row = object_of(value)
    tool = str(row["tool"])
    facts = row.get("facts")
    return Event(
        type=EventType(str(row["type"])),
        tool=tool,
        arguments=values_of(row.get("arguments")),
        result=values_of(row.get("result")),
        facts=tuple(fact_of(object_of(each), tool) for each in facts)
        if isinstance(facts, list)
        else None,
    )
