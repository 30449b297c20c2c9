"""Fixture files: read with every problem at once, written small and in one order."""

from __future__ import annotations

import json
from collections.abc import Sequence

import orjson
from pydantic import ValidationError

from engine.errors import DocumentError, Problem
from engine.ingest.case_rows import Row, read_rows
from engine.ingest.reading import Malformed, as_object, type_name
from engine.ingest.source import SourceFile
from engine.ingest.validation import field_problems
from engine.models.fixture import FORMAT, Fixture

MARK = "quality_lab_fixture"
"""The key that tells a fixture from a case."""


def read_fixtures(file: SourceFile) -> tuple[Fixture, ...]:
    """Read the fixtures of one file: one object, an array, or JSON lines.

    Returns
    -------
    tuple of Fixture
        Sorted by case id, at least one.

    Raises
    ------
    DocumentError
        With every problem of the file: no JSON, no fixture, another format, a wrong field, a case
        id that stands twice.
    """
    try:
        rows = read_rows(file)
    except Malformed as refusal:
        raise DocumentError(file.name, [refusal.problem]) from None
    problems: list[Problem] = []
    found: dict[str, Fixture] = {}
    for row in rows:
        fixture = _fixture(row, problems)
        if fixture is None:
            continue
        case_id = fixture.case.case_id
        if case_id in found:
            message = f"a fixture of case {case_id!r} stands twice; keep one."
            problems.append(Problem(row.where, message))
        found[case_id] = fixture
    if not rows:
        problems.append(Problem("", "the file holds no fixture."))
    if problems:
        raise DocumentError(file.name, problems)
    return tuple(found[key] for key in sorted(found))


def _fixture(row: Row, problems: list[Problem]) -> Fixture | None:
    if row.problem is not None:
        problems.append(row.problem)
        return None
    number = as_object(row.value).get(MARK)
    if number is None:
        given = "a case" if "case_id" in as_object(row.value) else type_name(row.value)
        message = f"a fixture has the key {MARK!r}, but {given} stands there."
        problems.append(Problem(row.where, message))
        return None
    if number != FORMAT or isinstance(number, bool):
        message = f"{MARK} is {json.dumps(number)}; this engine reads format {FORMAT}."
        problems.append(Problem(row.where, message))
        return None
    try:
        return Fixture.model_validate_json(orjson.dumps(row.value))
    except ValidationError as error:
        problems += field_problems(error, row.where).values()
        return None


def write_fixtures(fixtures: Sequence[Fixture]) -> bytes:
    """Return fixtures as indented JSON by case id: one object for one, an array for several.

    What has its default value is left out; reading them again gives the same fixtures. Of
    provided entities only the names are written.
    """
    ordered = sorted(fixtures, key=lambda fixture: fixture.case.case_id)
    values = [_value(fixture) for fixture in ordered]
    text = json.dumps(
        values[0] if len(values) == 1 else values, ensure_ascii=False, allow_nan=False, indent=2
    )
    return f"{text}\n".encode("utf-8", errors="backslashreplace")


def _value(fixture: Fixture) -> dict[str, object]:
    value: dict[str, object] = fixture.model_dump(mode="json", exclude_defaults=True)
    value["case"] = fixture.case.storable()
    return value


def case_row(row: Row) -> Row:
    """Return the row of a fixture as that of its case; any other row as it is."""
    value = as_object(row.value)
    return row._replace(value=value.get("case")) if MARK in value else row
