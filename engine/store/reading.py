"""Results of a run read back as they were: one case, or all of them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

import duckdb
from pydantic import TypeAdapter

from engine.errors import NotStored
from engine.models.run import CaseResult
from engine.store import candidates, documents, evidence, results, rows

_RESULTS = "select * from case_results where run = $run order by place"
_EVIDENCE = """
select * from case_evidence where run = $run and place between $first and $last order by place
"""
_CANDIDATES = """
select * from candidates where run = $run and place between $first and $last
order by place, below_cutoff, rank
"""
_IDS = "select case_id from case_results where run = $run order by place"
_RUN_ID = "select run_id from runs where run = $run"
_LIGHT = TypeAdapter(tuple[CaseResult, ...])
_AT_ONCE = 500
"""Cases whose evidence is held as rows at one time."""


def case(connection: duckdb.DuckDBPyConnection, run: int, case_id: str) -> CaseResult:
    """Return one case with its whole evidence."""
    parameters: dict[str, object] = {"run": run, "case_id": case_id}
    found = rows.fetch(connection, documents.query("case"), parameters)
    if not found:
        known = connection.execute(_IDS, {"run": run}).fetchall()
        raise NotStored("case", case_id, [row[0] for row in known], where=_name_of(connection, run))
    place = found[0]["place"]
    bounds = {"run": run, "first": place, "last": place}
    ranked = rows.fetch(connection, _CANDIDATES, bounds)
    return CaseResult.model_validate(_whole(found[0], found[0], ranked))


def _name_of(connection: duckdb.DuckDBPyConnection, run: int) -> str:
    named = rows.first(connection, _RUN_ID, {"run": run})
    return "a run" if named is None else f"run {named[0]!r}"


def run_results(
    connection: duckdb.DuckDBPyConnection, run: int, *, with_evidence: bool
) -> tuple[CaseResult, ...]:
    """Return every case of a run, by case id."""
    found = rows.fetch(connection, _RESULTS, {"run": run})
    if not with_evidence:
        return _LIGHT.validate_python([results.fields(row) for row in found])
    loaded: list[CaseResult] = []
    for start in range(0, len(found), _AT_ONCE):
        part = found[start : start + _AT_ONCE]
        bounds = {"run": run, "first": part[0]["place"], "last": part[-1]["place"]}
        proofs = rows.fetch(connection, _EVIDENCE, bounds)
        ranked = rows.fetch(connection, _CANDIDATES, bounds)
        by_place = {
            place: list(group) for place, group in groupby(ranked, key=lambda row: row["place"])
        }
        loaded.extend(
            CaseResult.model_validate(_whole(row, proof, by_place.get(row["place"], ())))
            for row, proof in zip(part, proofs, strict=True)
        )
    return tuple(loaded)


def _whole(row: rows.Row, proof: rows.Row, ranked: Iterable[rows.Row]) -> dict[str, Any]:
    """Join the three parts of a case: its result, its evidence, its candidates."""
    light = results.fields(row)
    kept: list[dict[str, Any]] = []
    expected = None
    for candidate in ranked:
        if candidate["below_cutoff"]:
            expected = candidates.fields(candidate)
        else:
            kept.append(candidates.fields(candidate))
    return {
        **light,
        **evidence.fields(proof),
        "selection": light["selection"] | evidence.selection_fields(proof),
        "candidates": kept,
        "expected_candidate": expected,
    }
