"""Rows into and out of the database: bulk inserts through Arrow, results by column name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any, NamedTuple

import duckdb
import pyarrow as pa

from engine.privacy.tables import Content, contents, kept

Row = dict[str, Any]
"""One result row by column name; typed again by the record that is made from it."""


def insert(
    connection: duckdb.DuckDBPyConnection, statement: str, columns: Mapping[str, object]
) -> None:
    """Run an ``insert ... from incoming`` over Arrow columns.

    What may stand in each column is looked up first; free text and foreign JSON are scrubbed.

    Raises
    ------
    NotAllowed
        If the table or a column is not on the list of what may be kept.
    """
    allowed = contents(_table_of(statement), tuple(columns))
    admitted = {name: _admitted(content, columns[name]) for name, content in allowed}
    connection.register("incoming", pa.table(admitted))
    try:
        connection.execute(statement)
    finally:
        connection.unregister("incoming")


class Insert(NamedTuple):
    """An ``insert ... from incoming``, and what comes in."""

    statement: str
    columns: Mapping[str, object]


def insert_all(connection: duckdb.DuckDBPyConnection, parts: Iterable[Insert]) -> None:
    """Run many inserts, in order: while the database takes one, the next is made ready.

    Raises
    ------
    NotAllowed
        As :func:`insert`.
    """
    with ThreadPoolExecutor(max_workers=1) as database:
        # One at a time: what is ahead of the database would only wait in memory.
        running: Future[None] | None = None
        for part in parts:
            if running is not None:
                running.result()
            running = database.submit(insert, connection, part.statement, part.columns)
        if running is not None:
            running.result()


def write(
    connection: duckdb.DuckDBPyConnection, statement: str, values: Mapping[str, object]
) -> None:
    """Run an ``insert ... values`` of one row, bound by name; its columns are looked up as above.

    Raises
    ------
    NotAllowed
        If the table or a column is not on the list of what may be kept.
    """
    allowed = contents(_table_of(statement), tuple(values))
    connection.execute(statement, {name: kept(content, values[name]) for name, content in allowed})


_INTO = re.compile(r"insert\s+(?:or\s+replace\s+)?into\s+(\w+)", re.IGNORECASE)


def _table_of(statement: str) -> str:
    found = _INTO.search(statement)
    if found is None:
        raise ValueError("only an insert writes rows")
    return found[1]


def _admitted(content: Content, column: object) -> object:
    """Return a column as it may be kept; a column of nothing is left alone."""
    if content not in (Content.NOTE, Content.JSON) or not isinstance(column, pa.Array):
        return column
    if column.null_count == len(column):
        return column
    # The same tags and findings come again and again: each is looked at once.
    known: dict[object, object] = {}
    values = column.to_pylist()
    clean = []
    for value in values:
        key = tuple(value) if isinstance(value, list) else value
        if key not in known:
            known[key] = kept(content, value)
        clean.append(known[key])
    return column if clean == values else pa.array(clean, type=column.type)


def fetch(
    connection: duckdb.DuckDBPyConnection,
    statement: str,
    parameters: Mapping[str, object] | None = None,
) -> list[Row]:
    """Return all rows of a query.

    Nested values come as lists and dicts, a map column as a dict, and a map inside another value
    as a list of pairs. Through Arrow that is several times faster than through DuckDB's own
    conversion, and than Arrow's own of maps to dicts.
    """
    found = table(connection, statement, parameters)
    maps = [field.name for field in found.schema if pa.types.is_map(field.type)]
    rows: list[Row] = found.to_pylist()
    for row in rows:
        for name in maps:
            row[name] = dict(row[name])
    return rows


def table(
    connection: duckdb.DuckDBPyConnection,
    statement: str,
    parameters: Mapping[str, object] | None = None,
) -> pa.Table:
    """Return the result of a query column by column."""
    return connection.sql(statement, params=dict(parameters or {})).to_arrow_table()


def first(
    connection: duckdb.DuckDBPyConnection,
    statement: str,
    parameters: Mapping[str, object] | None = None,
) -> Sequence[Any] | None:
    """Return the first row of a query, or None."""
    # An unread rest would keep the connection from doing anything else.
    found = connection.execute(statement, dict(parameters or {})).fetchall()
    return found[0] if found else None


def stored_time(moment: datetime) -> datetime:
    """Return a moment as the UTC time without a zone that the tables hold.

    Examples
    --------
    >>> stored_time(datetime.fromisoformat("2026-03-01T09:30:00+09:00")).isoformat()
    '2026-03-01T00:30:00'
    """
    return moment.astimezone(UTC).replace(tzinfo=None)


def moment(stored: datetime) -> datetime:
    """Return a stored time with its zone, UTC."""
    return stored.replace(tzinfo=UTC)
