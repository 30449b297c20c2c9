"""Values of measures over the cases of runs, counted by the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import duckdb

from engine.store import documents, rows

Counted = tuple[tuple[float, int], ...]
"""Values, rising, with the number of cases that have each."""


def counted(
    connection: duckdb.DuckDBPyConnection, run_ids: Sequence[str], names: Sequence[str]
) -> dict[tuple[str, str], Counted]:
    """Return the values of measures by (run id, measure); absent where no case was scored."""
    found = rows.fetch(
        connection,
        documents.query("measure_values"),
        {"run_ids": list(run_ids), "names": list(names)},
    )
    grouped: dict[tuple[str, str], list[tuple[float, int]]] = defaultdict(list)
    for row in found:
        grouped[row["run_id"], row["name"]].append((row["value"], row["cases"]))
    return {key: tuple(values) for key, values in grouped.items()}
