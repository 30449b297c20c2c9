"""Outcomes of a run's cases read column by column: what a comparison asks of ten thousand cases."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import duckdb
import numpy as np
import pyarrow as pa
from pydantic import TypeAdapter

from engine.models.outcome import Held, Outcome, Outcomes
from engine.models.run import Verdict
from engine.store import documents, results, rows

_VERDICTS = TypeAdapter(dict[str, Verdict])


def outcomes(connection: duckdb.DuckDBPyConnection, run: int) -> Outcomes:
    """Return how every case of a run came out, by case id.

    The table's columns are typed, and not null where a field may not be None; verdicts and
    failures are checked once for each distinct value. So no case is checked as a record again.
    """
    found = rows.table(connection, documents.query("outcomes"), {"run": run})
    failure = cache(results.failure_record)
    columns = {
        name: found[name].to_pylist()
        for name in found.column_names
        if name not in ("tags", "measures")
    }
    verdicts = columns["verdict"]
    known = _VERDICTS.validate_python({text: text for text in set(verdicts)})
    fields = (
        columns["case_id"],
        columns["case_fingerprint"],
        [known[text] for text in verdicts],
        columns["expected_target"],
        columns["rank"],
        columns["top_k"],
        columns["selected_target"],
        list(map(failure, columns["stage"], columns["reason"], columns["failure_evidence"])),
        columns["lang"],
        _tuples(found["tags"].combine_chunks()),
    )
    return Outcomes(
        cases=tuple(map(Outcome._make, zip(*fields, strict=True))),
        measures=_measures(found["measures"].combine_chunks()),
    )


def _tuples(lists: pa.ListArray[pa.StringScalar]) -> list[tuple[str, ...]]:
    flat = lists.values.to_pylist()
    return [tuple(flat[start:end]) for start, end in pairwise(lists.offsets.to_pylist())]


def _measures(maps: pa.MapArray[pa.StringScalar, pa.DoubleScalar]) -> dict[str, Held]:
    """Turn one map a case into one column a measure."""
    keys = maps.keys.to_pylist()
    values = np.array(maps.items.to_pylist(), dtype=np.float64)
    places = np.repeat(np.arange(len(maps)), np.diff(np.array(maps.offsets.to_pylist())))
    code = {name: number for number, name in enumerate(sorted(set(keys)))}
    codes = np.array([code[name] for name in keys], dtype=np.int64)
    return {
        name: Held(places[codes == number], values[codes == number])
        for name, number in code.items()
    }
