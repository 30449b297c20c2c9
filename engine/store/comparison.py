"""Two runs side by side as light rows, paired and told apart by the database."""

from __future__ import annotations

import duckdb
from pydantic import TypeAdapter

from engine.models.diff import SignalDifference
from engine.models.listing import CaseRow, EvidenceChange, PairedRow
from engine.store import documents, listing, rows

_ROWS = "select * from case_results where run = $run order by place"
_SIGNALS = TypeAdapter(dict[str, tuple[SignalDifference, ...]])


def paired(connection: duckdb.DuckDBPyConnection, base: int, run: int) -> tuple[PairedRow, ...]:
    """Return every case of either run, by case id."""
    before = _by_id(connection, base)
    now = _by_id(connection, run)
    changed = evidence(connection, base, run)
    none = EvidenceChange()
    return tuple(
        PairedRow(
            case_id=case_id,
            base=before.get(case_id),
            run=now.get(case_id),
            overtaken_by=changed.get(case_id, none).overtaken_by,
            signals=changed.get(case_id, none).signals,
        )
        for case_id in sorted(before.keys() | now.keys())
    )


def evidence(
    connection: duckdb.DuckDBPyConnection, base: int, run: int
) -> dict[str, EvidenceChange]:
    """Return what differs in the evidence, by case id; cases without a difference are absent."""
    both: dict[str, object] = {"base": base, "run": run}
    overtaken = rows.fetch(connection, documents.query("overtaken"), both)
    names = {row["case_id"]: tuple(row["names"]) for row in overtaken}
    changed = rows.fetch(connection, documents.query("signals"), both)
    signals = _SIGNALS.validate_python({row["case_id"]: row["signals"] for row in changed})
    return {
        case_id: EvidenceChange(names.get(case_id, ()), signals.get(case_id, ()))
        for case_id in sorted(names.keys() | signals.keys())
    }


def _by_id(connection: duckdb.DuckDBPyConnection, run: int) -> dict[str, CaseRow]:
    found = listing.typed(rows.fetch(connection, _ROWS, {"run": run}))
    return {row.case_id: row for row in found}
