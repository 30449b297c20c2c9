"""Runs as a whole: stored once, listed, found by reference, pinned, deleted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import duckdb

from engine.errors import InvalidInput, NotPinned, NotStored
from engine.models.listing import TrendPoint
from engine.models.run import (
    CaseResult,
    MeasureValue,
    Run,
    RunSettings,
    RunSummary,
)
from engine.store import candidates, columns, documents, evidence, results, rows

SHORTEST_PREFIX = 4
"""Fewest characters of a run id that stand for it."""

AT_ONCE = 1000
"""Cases that are turned into columns together: few enough that their values stay near the
processor from one column to the next, enough that a statement a part costs nothing."""

_NUMBER = "select run from runs where run_id = $run_id"
_NEXT = "select coalesce(max(run), 0) + 1 from runs"
_ADD = "insert into runs by name select * from incoming"
_ADD_MEASURES = "insert into run_measures select * from incoming"
_IDS = "select run_id from runs order by created_at desc, run desc"
_MEASURES = """
select run, name, value, scored, unscored from run_measures
where run in (select unnest($runs)) order by run, place
"""
_SUITE = "select suite from runs where run_id = $run_id"
_PINNED = "select run_id from suite_pins where suite = $suite"
_UNPIN = "delete from suite_pins where suite = $suite or $suite is null"
_PIN = """
insert into suite_pins values ($suite, $run_id)
on conflict do update set run_id = excluded.run_id
"""
_DELETE = (
    "delete from candidates where run = $run",
    "delete from case_evidence where run = $run",
    "delete from case_results where run = $run",
    "delete from run_measures where run = $run",
    "delete from suite_pins where run_id = (select run_id from runs where run = $run)",
    "delete from runs where run = $run",
)
_STAMP_TEXTS = (
    "engine_version",
    "catalog_fingerprint",
    "graph_fingerprint",
    "encoder",
    "suite_fingerprint",
    "settings_fingerprint",
    "git_commit",
)
_STAMP = (*_STAMP_TEXTS, "store_schema", "evidence_format", "git_dirty")
_SUMMARY = frozenset(
    {
        "run_id",
        "catalog",
        "suite",
        "created_at",
        "note",
        "status",
        "cases",
        "planned",
        "stamp",
        "settings",
        "verdicts",
        "failures",
        "measures",
        "latency_ms",
        "pinned",
    }
)


def save(connection: duckdb.DuckDBPyConnection, run: Run) -> None:
    """Store a run with every result.

    Raises
    ------
    InvalidInput
        If a run of that id is stored already: a stored run never changes.
    """
    summary = run.summary
    if rows.first(connection, _NUMBER, {"run_id": summary.run_id}) is not None:
        raise InvalidInput(
            f"run {summary.run_id!r} is stored already, and a stored run never changes. "
            "Store it under a new id, or delete the stored one first."
        )
    row = rows.first(connection, _NEXT)
    number = int(row[0]) if row else 1
    _save_summary(connection, number, summary)
    _save_measures(connection, number, summary)
    ordered = sorted(run.results, key=lambda result: result.case_id)
    rows.insert_all(connection, parts(number, ordered))
    if summary.pinned:
        pin(connection, summary.run_id)


def parts(number: int, ordered: Sequence[CaseResult]) -> Iterator[rows.Insert]:
    """Return what is inserted for the results of a run, sorted by case id, part by part."""
    for first in range(0, len(ordered), AT_ONCE):
        part = ordered[first : first + AT_ONCE]
        for table in (results, evidence, candidates):
            yield rows.Insert(table.ADD, table.incoming(number, first, part))


def summaries(
    connection: duckdb.DuckDBPyConnection,
    *,
    run_id: str | None = None,
    suite: str | None = None,
    limit: int | None = None,
) -> tuple[RunSummary, ...]:
    """Return runs, newest first: all, or one, or those of a suite."""
    parameters = {"run_id": run_id, "suite": suite, "limit": limit}
    found = rows.fetch(connection, documents.query("runs"), parameters)
    measures = _measures(connection, [row["run"] for row in found])
    return tuple(_summary(row, measures.get(row["run"], {})) for row in found)


def summary(connection: duckdb.DuckDBPyConnection, run_id: str) -> RunSummary:
    """Return one run without its results."""
    found = summaries(connection, run_id=run_id)
    if not found:
        raise NotStored("run", run_id, ids(connection))
    return found[0]


def trend(connection: duckdb.DuckDBPyConnection, suite: str, limit: int) -> tuple[TrendPoint, ...]:
    """Return the newest runs of a suite as points, newest first."""
    return tuple(
        TrendPoint(
            run_id=run.run_id,
            created_at=run.created_at,
            catalog=run.catalog,
            catalog_fingerprint=run.stamp.catalog_fingerprint,
            suite_fingerprint=run.stamp.suite_fingerprint,
            settings_fingerprint=run.stamp.settings_fingerprint,
            note=run.note,
            status=run.status,
            pinned=run.pinned,
            cases=run.cases,
            verdicts=run.verdicts,
            measures=run.measures,
        )
        for run in summaries(connection, suite=suite, limit=limit)
    )


def number(connection: duckdb.DuckDBPyConnection, run_id: str) -> int:
    """Return the key by which a run's tables are joined."""
    row = rows.first(connection, _NUMBER, {"run_id": run_id})
    if row is None:
        raise NotStored("run", run_id, ids(connection))
    return int(row[0])


def ids(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Return every run id, newest first."""
    return [row[0] for row in connection.execute(_IDS).fetchall()]


def resolve(
    connection: duckdb.DuckDBPyConnection, reference: str, beside: str | None = None
) -> str:
    """Return the full run id that a person means.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
        The open store.
    reference : str
        A run id, its unique beginning of four characters or more, ``latest``, ``previous``
        (the one before the latest) or ``pinned``.
    beside : str, optional
        Full id of the run whose suite's pin ``pinned`` means; the newest run when absent.
    """
    known = ids(connection)
    if reference in known:
        return reference
    if reference == "pinned":
        if not known:
            raise NotStored("pinned run", reference)
        return _pinned(connection, suite(connection, beside or known[0]))
    places = {"latest": 0, "previous": 1}
    if reference in places:
        if len(known) <= places[reference]:
            raise NotStored("run", reference, known)
        return known[places[reference]]
    if len(reference) >= SHORTEST_PREFIX:
        matches = [run_id for run_id in known if run_id.startswith(reference)]
        if len(matches) > 1:
            raise InvalidInput(
                f"{len(matches)} runs begin with {reference!r}: {', '.join(sorted(matches)[:5])}. "
                "Give more of the id."
            )
        if matches:
            return matches[0]
    raise NotStored("run", reference, known)


def suite(connection: duckdb.DuckDBPyConnection, run_id: str) -> str:
    """Return the name of the suite that a run executed."""
    row = rows.first(connection, _SUITE, {"run_id": run_id})
    if row is None:
        raise NotStored("run", run_id, ids(connection))
    return str(row[0])


def _pinned(connection: duckdb.DuckDBPyConnection, suite: str) -> str:
    row = rows.first(connection, _PINNED, {"suite": suite})
    if row is None:
        raise NotPinned(suite)
    return str(row[0])


def pin(connection: duckdb.DuckDBPyConnection, run_id: str) -> None:
    """Make a run the pinned one of its suite, in place of the one before."""
    rows.write(connection, _PIN, {"suite": suite(connection, run_id), "run_id": run_id})


def unpin(connection: duckdb.DuckDBPyConnection, suite: str | None = None) -> None:
    """Leave no run of a suite pinned; without a suite, no run at all."""
    connection.execute(_UNPIN, {"suite": suite})


def delete(connection: duckdb.DuckDBPyConnection, run_id: str) -> None:
    """Delete a run's rows from every table."""
    key = number(connection, run_id)
    for statement in _DELETE:
        connection.execute(statement, {"run": key})


def _save_summary(connection: duckdb.DuckDBPyConnection, number: int, summary: RunSummary) -> None:
    stamp = summary.stamp
    latencies = list(summary.latency_ms.values())
    rows.insert(
        connection,
        _ADD,
        {
            "run": columns.integers([number]),
            "run_id": columns.texts([summary.run_id]),
            "catalog": columns.texts([summary.catalog]),
            "suite": columns.texts([summary.suite]),
            "created_at": columns.moments([rows.stored_time(summary.created_at)]),
            "note": columns.texts([summary.note]),
            "status": columns.texts([summary.status.value]),
            "cases": columns.integers([summary.cases]),
            "planned": columns.integers([summary.planned]),
            **{name: columns.texts([getattr(stamp, name)]) for name in _STAMP_TEXTS},
            "store_schema": columns.integers([stamp.store_schema]),
            "evidence_format": columns.integers([stamp.evidence_format]),
            "git_dirty": columns.flags([stamp.git_dirty]),
            "stamp_extra": columns.extras([stamp], frozenset(_STAMP)),
            "summary_extra": columns.extras([summary], _SUMMARY),
            "settings": columns.texts([documents.record_text(summary.settings)]),
            "verdicts": columns.count_maps([summary.verdicts]),
            "failures": columns.count_maps([summary.failures]),
            "latency_ms": columns.maps(
                [summary.latency_ms],
                columns.structs(
                    {
                        "p50": columns.numbers([latency.p50 for latency in latencies]),
                        "p95": columns.numbers([latency.p95 for latency in latencies]),
                    }
                ),
            ),
        },
    )


def _save_measures(connection: duckdb.DuckDBPyConnection, number: int, summary: RunSummary) -> None:
    values = list(summary.measures.values())
    rows.insert(
        connection,
        _ADD_MEASURES,
        {
            "run": columns.same(number, len(values)),
            "place": columns.integers(list(range(len(values)))),
            "name": columns.texts(list(summary.measures)),
            "value": columns.numbers([measure.value for measure in values]),
            "scored": columns.integers([measure.scored for measure in values]),
            "unscored": columns.integers([measure.unscored for measure in values]),
        },
    )


def _measures(
    connection: duckdb.DuckDBPyConnection, numbers: list[int]
) -> dict[int, dict[str, MeasureValue]]:
    found = connection.execute(_MEASURES, {"runs": numbers}).fetchall() if numbers else []
    return {
        run: {
            name: MeasureValue(value=value, scored=scored, unscored=unscored)
            for _, name, value, scored, unscored in group
        }
        for run, group in groupby(found, key=lambda row: row[0])
    }


def _summary(row: rows.Row, measures: dict[str, MeasureValue]) -> RunSummary:
    stamp = {name: row[name] for name in _STAMP}
    return RunSummary.model_validate(
        {
            "run_id": row["run_id"],
            "catalog": row["catalog"],
            "suite": row["suite"],
            "created_at": rows.moment(row["created_at"]),
            "note": row["note"],
            "status": row["status"],
            "stamp": stamp | documents.extra_values(row["stamp_extra"]),
            "settings": documents.record(RunSettings, row["settings"]),
            "cases": row["cases"],
            "planned": row["planned"],
            "verdicts": row["verdicts"],
            "failures": row["failures"],
            "measures": measures,
            "latency_ms": row["latency_ms"],
            "pinned": row["pinned"],
            **documents.extra_values(row["summary_extra"]),
        }
    )
