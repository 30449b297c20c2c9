"""Graphs written as CSV pairs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from pydantic import JsonValue

from engine.trace.assumed import fill_unstated
from engine.trace.rows import GraphRows

_COLUMNS = (
    "id",
    "source",
    "target",
    "edge_type",
    "confidence",
    "created_at",
    "evidence",
    "standing",
)


def read_csv(content: bytes, rows: GraphRows) -> None:
    """Read a header and one pair a line; only ``source`` and ``target`` are needed.

    Without a column of types every pair is taken as ``related_to``, and without confidences as
    certain; warnings say so. Without ids an edge is named after its ends.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        rows.problem(f"byte {error.start}", "is not UTF-8; save the file as UTF-8.")
        return
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        header = [name.strip() for name in reader.fieldnames or ()]
        if not _check_header(header, rows):
            return
        reader.fieldnames = header
        lines = list(_lines(reader, rows))
    except csv.Error as error:
        rows.problem(f"line {reader.line_num}", f"cannot be read as CSV: {error}.")
        return
    fill_unstated(lines, header, rows)
    ends = sorted(
        {str(row[key]) for _, row in lines for key in ("source", "target") if row.get(key)}
    )
    for name in ends:
        rows.add_node(f"node {name!r}", {"id": name})
    for where, row in lines:
        if rows.full:
            break
        rows.add_edge(where, row)


def _check_header(header: list[str], rows: GraphRows) -> bool:
    missing = [name for name in ("source", "target") if name not in header]
    if missing:
        names = ", ".join(header) or "nothing"
        rows.problem("line 1", f"the header must name source and target, but holds {names}.")
    repeated = sorted({name for name in header if header.count(name) > 1})
    if repeated:
        rows.problem("line 1", f"the header names {', '.join(repeated)} more than once.")
    return not missing and not repeated


def _lines(
    reader: csv.DictReader[str], rows: GraphRows
) -> Iterator[tuple[str, dict[str, JsonValue]]]:
    for record in reader:
        where = f"line {reader.line_num}"
        if None in record or None in record.values():
            rows.problem(where, "has more or fewer cells than the header.")
            continue
        row: dict[str, JsonValue] = {}
        for name, cell in record.items():
            value = cell.strip()
            if value or name not in _COLUMNS:
                row[name] = value
        stated = row.get("confidence")
        if isinstance(stated, str):
            try:
                row["confidence"] = float(stated)
            except ValueError:
                row["confidence"] = stated
        yield where, row
