"""Cases files: read with every problem at once, written without the values of entities."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence

import orjson
from pydantic import ValidationError

from engine.errors import DocumentError, Problem
from engine.ingest.case_cells import write_cell
from engine.ingest.case_rows import Row, read_rows
from engine.ingest.case_targets import unknown_targets
from engine.ingest.fixtures import case_row
from engine.ingest.reading import Malformed, as_object, type_name
from engine.ingest.source import SourceFile
from engine.ingest.validation import field_problems
from engine.models.case import Case
from engine.models.catalog import Catalog
from engine.models.contract import EvidenceItem


def read_cases(file: SourceFile, *, catalog: Catalog | None = None) -> tuple[Case, ...]:
    """Read the cases of one file.

    Parameters
    ----------
    file : SourceFile
        JSON lines, a JSON array, or CSV with a header row; UTF-8 with or without a byte order
        mark. Where a regression fixture stands, its case is read.
    catalog : Catalog, optional
        When given, every tool that a case expects must be in it, by name or by the method and
        path that the case gives for it. ``llm_target`` may name anything: a model that names an
        unknown tool is something to diagnose.

    Returns
    -------
    tuple of Case
        Sorted by ``case_id``, at least one.

    Raises
    ------
    DocumentError
        With every problem of the file: text that cannot be read, a missing, repeated or numeric
        id, a wrong type in a field, an expected tool that the catalog lacks.
    """
    try:
        rows = read_rows(file)
    except Malformed as refusal:
        raise DocumentError(file.name, [refusal.problem]) from None
    problems: list[Problem] = []
    cases: dict[str, Case] = {}
    first: dict[str, str] = {}
    for row in map(case_row, rows):
        if row.problem is not None:
            problems.append(row.problem)
            continue
        identity = as_object(row.value).get("case_id")
        if isinstance(identity, str) and identity in first:
            message = f"case_id {identity!r} already stands at {first[identity]}; ids are unique."
            problems.append(Problem(row.where, message))
            continue
        if isinstance(identity, str):
            first[identity] = row.where
        case = _case(row, problems)
        if case is not None:
            cases[case.case_id] = case
            if catalog is not None:
                problems += unknown_targets(case, row.where, catalog)
    if not rows:
        problems.append(Problem("", "the file holds no case; give at least one."))
    if problems:
        raise DocumentError(file.name, problems)
    return tuple(cases[key] for key in sorted(cases))


def _case(row: Row, problems: list[Problem]) -> Case | None:
    if not isinstance(row.value, dict):
        given = type_name(row.value)
        problems.append(Problem(row.where, f"a case is an object, but {given} stands there."))
        return None
    try:
        if row.is_text:
            return Case.model_validate(row.value)
        # Strict, so that "8" is not taken for 8; by way of JSON, so that a list may be a tuple.
        return Case.model_validate_json(orjson.dumps(row.value), strict=True)
    except ValidationError as error:
        # A case keeps unknown keys; of its parts, evidence does not.
        found = field_problems(error, row.where, EvidenceItem.model_fields)
        identity = row.value.get("case_id")
        if "case_id" not in row.value:
            found["case_id"] = Problem(row.where, "case_id is missing; every case needs one.")
        elif isinstance(identity, int | float) and not isinstance(identity, bool):
            message = f'case_id is the number {identity}; ids are text, so write "{identity}".'
            found["case_id"] = Problem(row.where, message)
        problems += found.values()
        return None


def write_cases(cases: Iterable[Case]) -> bytes:
    """Return cases as JSON lines, sorted by id; of provided entities only the names are written.

    Reading them again gives the same cases without those values.
    """
    lines = [
        json.dumps(case.storable(), ensure_ascii=False, allow_nan=False)
        for case in sorted(cases, key=lambda case: case.case_id)
    ]
    return "".join(f"{line}\n" for line in lines).encode("utf-8", errors="backslashreplace")


def write_cases_csv(cases: Sequence[Case]) -> bytes:
    """Return cases as CSV for a spreadsheet, sorted by id.

    UTF-8 with a byte order mark, one column for every field that any case sets. A cell that a
    spreadsheet would run as a formula begins with ``'``. Of provided entities only the names are
    written.
    """
    rows = [case.storable() for case in sorted(cases, key=lambda case: case.case_id)]
    known = [name for name in Case.model_fields if any(name in row for row in rows)]
    columns = known + sorted({name for row in rows for name in row} - set(known))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([write_cell(name, row.get(name)) for name in columns])
    return out.getvalue().encode("utf-8-sig", errors="backslashreplace")
