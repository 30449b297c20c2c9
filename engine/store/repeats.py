"""Runs under one stamp, and how each case came out over them."""

from __future__ import annotations

import duckdb
from pydantic import TypeAdapter

from engine.models.diff import Repeats
from engine.store import documents, rows

_REPEATS = TypeAdapter(dict[str, Repeats])


def of_run(connection: duckdb.DuckDBPyConnection, run: int) -> tuple[str, ...]:
    """Return the ids of every run under the stamp of ``run``, oldest first, itself among them."""
    return tuple(row["run_id"] for row in _runs(connection, run))


def cases(connection: duckdb.DuckDBPyConnection, run: int) -> dict[str, Repeats]:
    """Return how often each case passed in the repeats of ``run``; empty without a repeat."""
    numbers = [row["run"] for row in _runs(connection, run)]
    if len(numbers) < 2:
        return {}
    found = rows.fetch(connection, documents.query("repeated_cases"), {"runs": numbers})
    return _REPEATS.validate_python(
        {row["case_id"]: {"passed": row["passed"], "runs": row["runs"]} for row in found}
    )


def _runs(connection: duckdb.DuckDBPyConnection, run: int) -> list[rows.Row]:
    return rows.fetch(connection, documents.query("repeats"), {"run": run})
