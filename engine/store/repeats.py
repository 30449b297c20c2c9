"""Runs under one stamp, and how each case came out over them."""

from __future__ import annotations

import duckdb

from engine.models.diff import Repeats
from engine.store import documents, rows


def of_run(connection: duckdb.DuckDBPyConnection, run: int) -> tuple[str, ...]:
    """Return the ids of every run under the stamp of ``run``, oldest first, itself among them."""
    return tuple(row["run_id"] for row in _runs(connection, run))


def cases(connection: duckdb.DuckDBPyConnection, run: int) -> dict[str, Repeats]:
    """Return how often each case passed in the repeats of ``run``; empty without a repeat."""
    numbers = [row["run"] for row in _runs(connection, run)]
    if len(numbers) < 2:
        return {}
    found = rows.table(connection, documents.query("repeated_cases"), {"runs": numbers})
    counted = list(zip(found["passed"].to_pylist(), found["runs"].to_pylist(), strict=True))
    # Few counts, many cases: each count becomes a record once.
    known = {each: Repeats(passed=each[0], runs=each[1]) for each in set(counted)}
    return {
        case_id: known[each]
        for case_id, each in zip(found["case_id"].to_pylist(), counted, strict=True)
    }


def _runs(connection: duckdb.DuckDBPyConnection, run: int) -> list[rows.Row]:
    return rows.fetch(connection, documents.query("repeats"), {"run": run})
