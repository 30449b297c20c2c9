"""JSON of catalogs that others wrote, read leniently: keys that are not known are left alone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import cast

from pydantic import JsonValue

from engine.errors import DocumentError
from engine.ingest.json_text import parse_json
from engine.ingest.reading import Malformed, type_name

IDS = ("case_id", "scenario_id", "episode_id")

Object = Mapping[str, JsonValue]


def parsed(data: bytes, name: str) -> JsonValue:
    """Return the JSON of a file, or refuse the file."""
    try:
        value = cast("JsonValue", parse_json(data)[0])
    except Malformed as refusal:
        raise DocumentError(name, [refusal.problem]) from None
    return value


def case_id_of(row: Object) -> str:
    """Return the id of a case, whatever its catalog calls it."""
    found = next((row[name] for name in IDS if isinstance(row.get(name), str)), None)
    if found is None:
        raise ValueError(f"it has none of {', '.join(IDS)}")
    return str(found)


def object_of(value: JsonValue) -> Object:
    """Return an object; anything else cannot be used."""
    if not isinstance(value, dict):
        raise TypeError(f"an object is expected, but {type_name(value)} stands there")
    return value


def values_of(value: JsonValue | Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return the entries of an object; none for anything else."""
    return dict(value) if isinstance(value, Mapping) else {}


def list_of(value: JsonValue) -> list[JsonValue]:
    """Return the items of a list; none for anything else."""
    return value if isinstance(value, list) else []


def name_of(value: JsonValue) -> str:
    """Return the name of something that is given by name or as an object with one."""
    return (
        str(value.get("name", value.get("predicate", "")))
        if isinstance(value, dict)
        else str(value)
    )


def slug(text: str) -> str:
    """Return a name that can stand in a path."""
    return "".join(sign if sign.isalnum() else "_" for sign in text) or "_"


def time_of(value: JsonValue, *, end: bool = False) -> datetime | None:
    """Return a moment; a bare date ends with its day. None for what is no time."""
    if not isinstance(value, str):
        return None
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return None
    if end and len(value) == len("2026-01-01"):
        found = found.replace(hour=23, minute=59, second=59)
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
