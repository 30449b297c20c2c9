"""Cases files to rows: JSON lines, a JSON array or CSV, each row with its place in the file."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from engine.errors import Problem
from engine.ingest.case_cells import read_cell
from engine.ingest.json_text import parse_json
from engine.ingest.parse import utf8
from engine.ingest.reading import Malformed, as_object, type_name
from engine.ingest.source import SourceFile


class Row(NamedTuple):
    """One case as the file writes it, or what is wrong with it."""

    where: str
    """``line 3``, or ``item 3`` of a JSON array."""

    value: object
    problem: Problem | None = None
    """Set when the row cannot be read at all."""

    is_text: bool = False
    """Whether every value was text in the file, as in CSV."""


def read_rows(file: SourceFile) -> tuple[Row, ...]:
    """Return the rows of a cases file in its order.

    The file's ending decides (``.csv``; ``.json``; ``.jsonl`` or ``.ndjson``); any other file is
    read by how it begins.

    Raises
    ------
    Malformed
        If the file as a whole cannot be read.
    """
    data = utf8(file.data)
    if not data.strip():
        raise Malformed(Problem("", f"the file is empty ({len(file.data)} bytes)."))
    ending = file.name.lower().rpartition(".")[2]
    begin = data.lstrip()[:1]
    if ending == "csv" or (ending not in ("json", "jsonl", "ndjson") and begin not in (b"{", b"[")):
        return tuple(_csv_rows(data.decode("utf-8")))
    if ending == "json" or (ending not in ("jsonl", "ndjson") and begin == b"["):
        rows = _array_rows(data)
        if rows is not None:
            return rows
    return tuple(_line_rows(data))


def _line_rows(data: bytes) -> Iterator[Row]:
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        where = f"line {number}"
        try:
            value, repeated = parse_json(line)
        except Malformed as refusal:
            # Inside one line only the column is news.
            column = refusal.problem.where.rpartition(", ")[2]
            place = f"{where}, {column}" if column else where
            yield Row(where, None, Problem(place, refusal.problem.message))
            continue
        if repeated:
            names = ", ".join(map(repr, repeated))
            message = f"{names} stands twice in this case; keep one."
            yield Row(where, None, Problem(where, message))
        else:
            yield Row(where, value)


def _array_rows(data: bytes) -> tuple[Row, ...] | None:
    """Return the items of an array, also of ``{"cases": [...]}``; None for JSON lines."""
    try:
        value, _ = parse_json(data)
    except Malformed:
        lines = [line for line in data.split(b"\n") if line.strip()]
        if data.lstrip()[:1] == b"{" and all(line.lstrip()[:1] == b"{" for line in lines):
            return None
        raise
    items = as_object(value).get("cases") if isinstance(value, dict) else value
    if isinstance(value, dict) and items is None:
        items = [value]
    if not isinstance(items, list):
        raise Malformed(
            Problem("", f"the file holds {type_name(items)}; an array of cases is needed.")
        )
    return tuple(Row(f"item {number}", item) for number, item in enumerate(items, start=1))


def _csv_rows(text: str) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    header: list[str] = []
    start = 1
    try:
        for cells in reader:
            where, start = f"line {start}", reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if not header:
                header = _header(cells, where)
            elif len(cells) > len(header):
                message = f"{len(cells)} cells stand under {len(header)} columns; quote the commas."
                yield Row(where, None, Problem(where, message))
            else:
                yield _csv_row(header, cells, where)
    except csv.Error as error:
        reason = str(error).rstrip(".")
        yield Row("", None, Problem(f"line {reader.line_num}", f"this is not CSV: {reason}."))


def _header(cells: list[str], where: str) -> list[str]:
    names = [cell.strip() for cell in cells]
    twice = sorted(name for name, count in Counter(names).items() if count > 1 and name)
    if twice:
        raise Malformed(Problem(where, f"the column {twice[0]!r} stands twice; keep one."))
    if "case_id" not in names:
        raise Malformed(
            Problem(
                where,
                f"the header names no column 'case_id', but {', '.join(map(repr, names[:8]))}; "
                "the first line must name the columns.",
            )
        )
    return names


def _csv_row(header: list[str], cells: list[str], where: str) -> Row:
    value: dict[str, object] = {}
    for name, cell in zip(header, cells, strict=False):
        if not name or cell == "":
            continue
        try:
            value[name] = read_cell(name, cell)
        except Malformed as refusal:
            return Row(where, None, Problem(f"{where}, {name}", refusal.problem.message))
    return Row(where, value, is_text=True)
