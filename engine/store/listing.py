"""Light rows of one run: filtered, counted, sorted and cut into pages by the database."""

from __future__ import annotations

import unicodedata
from itertools import groupby

import duckdb
from pydantic import TypeAdapter

from engine.models.listing import (
    CaseFacets,
    CaseFilter,
    CaseHistoryRow,
    CaseOrder,
    CaseRow,
    CaseRows,
    FacetCount,
)
from engine.store import documents, rows

_COLUMNS = tuple(CaseRow.model_fields)
_ROWS = TypeAdapter(tuple[CaseRow, ...])


def case_rows(
    connection: duckdb.DuckDBPyConnection,
    run: int,
    wanted: CaseFilter,
    *,
    order: CaseOrder = CaseOrder.FAILING_FIRST,
    limit: int | None = None,
    offset: int = 0,
) -> CaseRows:
    """Return one page of the cases that a filter lets through, with the counts of all."""
    parameters = _parameters(wanted) | {"run": run}
    page = {"order": order.value, "limit": limit, "offset": offset}
    found = rows.fetch(connection, documents.query("case_rows"), parameters | page)
    counted = connection.execute(documents.query("case_facets"), parameters).fetchall()
    counts = {
        facet: tuple(FacetCount(value=value, cases=cases) for _, value, cases in group)
        for facet, group in groupby(counted, key=lambda row: row[0])
    }
    (total,), (of,) = counts.pop("total"), counts.pop("of")
    return CaseRows(
        rows=typed(found),
        total=total.cases,
        of=of.cases,
        facets=CaseFacets.model_validate(counts),
    )


def typed(found: list[rows.Row]) -> tuple[CaseRow, ...]:
    """Return rows of ``case_results`` as records."""
    return _ROWS.validate_python([{name: row.get(name) for name in _COLUMNS} for row in found])


def history(
    connection: duckdb.DuckDBPyConnection, case_id: str, suite: str | None, limit: int
) -> tuple[CaseHistoryRow, ...]:
    """Return how a case came out in the newest runs, newest first."""
    parameters = {"case_id": case_id, "suite": suite, "limit": limit}
    found = rows.fetch(connection, documents.query("case_history"), parameters)
    return tuple(
        CaseHistoryRow.model_validate(row | {"created_at": rows.moment(row["created_at"])})
        for row in found
    )


def _parameters(wanted: CaseFilter) -> dict[str, object]:
    return {
        "verdicts": [x.value for x in wanted.verdicts],
        "stages": [x.value for x in wanted.stages],
        "reasons": [x.value for x in wanted.reasons],
        "decisions": [x.value for x in wanted.decisions],
        "langs": list(wanted.langs),
        "tags": list(wanted.tags),
        "overrode_llm": wanted.overrode_llm,
        "ambiguous": wanted.ambiguous,
        "text": unicodedata.normalize("NFC", wanted.text.strip()).lower(),
    }
