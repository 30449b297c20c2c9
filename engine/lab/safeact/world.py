"""What the reads of a case give: the environment, which is no gold."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import JsonValue

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
from engine.lab.safeact.records import Fact, Read

ENDS = ("fresh_until", "valid_until", "valid_through")
"""Keys that say until when a fact holds; the first that is a time counts."""


def rules_of(row: Object) -> tuple[Read, ...]:
    """Return what the reads of a case give, from its rules."""
    return tuple(
        _read(str(rule.get("tool", "")), rule.get("args_match"), rule.get("facts"))
        for rule in map(object_of, list_of(row.get("evidence_rules")))
    )


def deltas_of(row: Object) -> tuple[Read, ...]:
    """Return what the reads of a case give, from its frozen world."""
    found: list[Read] = []
    deltas = row.get("frozen_evidence_deltas")
    for key, facts in sorted(deltas.items()) if isinstance(deltas, dict) else ():
        tool, _, arguments = key.partition(":")
        found.append(_read(tool, json.loads(arguments or "{}"), facts))
    return tuple(found)


def shared_evidence(folder: Path) -> dict[str, tuple[Read, ...]]:
    """Read ``case_evidence.json``: what the reads of a case give, kept apart from the catalogs."""
    found: dict[str, tuple[Read, ...]] = {}
    for path in sorted(folder.rglob("case_evidence.json")):
        root = object_of(parsed(read_file(path).data, path.name))
        for case in map(object_of, list_of(root.get("cases"))):
            found[case_id_of(case)] = tuple(
                _read(str(each.get("tool_name", "")), each.get("arguments"), each.get("facts"))
                for each in map(object_of, list_of(case.get("records")))
            )
    return found


def _read(tool: str, arguments: JsonValue, facts: JsonValue) -> Read:
    return Read(
        tool=tool,
        arguments=values_of(arguments),
        facts=tuple(fact_of(object_of(each), tool) for each in list_of(facts)),
    )


def fact_of(row: Object, tool: str) -> Fact:
    """Return one fact that a read of a tool gives."""
    ends = (time_of(row.get(name), end=True) for name in ENDS)
    return Fact(
        tool=str(row.get("source_tool_name", tool)),
        predicate=str(row.get("predicate", "")),
        values=values_of(row),
        observed_at=time_of(row.get("observed_at")),
        valid_until=next((end for end in ends if end is not None), None),
    )
