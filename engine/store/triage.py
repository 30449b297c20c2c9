"""What people decided about failures: rows are added in one transaction and never changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

import duckdb

from engine import collector
from engine.models.triage import FailureIdentity, TriageChange, TriageEntry, TriageVerdict
from engine.models.triage_queue import FailedCase
from engine.store import columns, documents, rows, runs
from engine.store.connection import Database

History = Mapping[str, tuple[TriageEntry, ...]]
"""Every decision about each failure, by signature, oldest first; only signatures that have one."""

_FAILURES = """
select
    case_id, query_fingerprint, expected_target, selected_target, rank, top_k,
    stage, reason, failure_evidence
from case_results where run = $run and stage is not null order by place
"""
_COUNT = "select count(*) from triage_changes"
_ADD = "insert into triage_changes by name select * from incoming"
_VERDICT = ("status", "cause", "owner", "note", "link")


class StoredTriage:
    """The decisions of a store. They outlive the runs, suites and catalogs that they are about.

    Parameters
    ----------
    database : Database
        The store's file.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def failures(self, run_id: str) -> tuple[FailedCase, ...]:
        """Return the failing cases of a run, by case id.

        Raises
        ------
        NotStored
            If there is no such run.
        """
        with collector.paused(), self._database.reading() as connection:
            parameters = {"run": runs.number(connection, run_id)}
            return tuple(map(_failed, rows.fetch(connection, _FAILURES, parameters)))

    def count(self) -> int:
        """Return how many decisions there are; they are only added, so it names a state."""
        with self._database.reading() as connection:
            found = rows.first(connection, _COUNT)
            return int(found[0]) if found else 0

    def latest(self, catalog: str, suite: str) -> tuple[TriageEntry, ...]:
        """Return the latest decision about each failure of a suite over a catalog, by case id."""
        with collector.paused(), self._database.reading() as connection:
            return _history(connection, catalog=catalog, suite=suite, latest=True)

    def history(
        self, *, suite: str | None = None, case_id: str | None = None
    ) -> tuple[TriageEntry, ...]:
        """Return every decision, by suite, case and time; of one suite or case if given."""
        with collector.paused(), self._database.reading() as connection:
            return _history(connection, suite=suite, case_id=case_id)

    def add(
        self, signatures: Iterable[str], decide: Callable[[History], Sequence[TriageChange]]
    ) -> None:
        """Look at what was decided about some failures and add to it; nobody else adds in between.

        Parameters
        ----------
        signatures : iterable of str
            Failures to look at.
        decide : callable
            Gets their history and returns what to add; an error that it raises leaves everything
            as it was.
        """
        with collector.paused(), self._database.writing() as connection:
            by_signature: dict[str, tuple[TriageEntry, ...]] = {}
            for entry in _history(connection, signatures=sorted(set(signatures))):
                signature = entry.change.signature
                by_signature[signature] = (*by_signature.get(signature, ()), entry)
            _insert(connection, decide(by_signature))


def _insert(connection: duckdb.DuckDBPyConnection, changes: Sequence[TriageChange]) -> None:
    if not changes:
        return
    verdicts = [change.verdict for change in changes]
    rows.insert(
        connection,
        _ADD,
        {
            "change_id": columns.texts([x.change_id for x in changes]),
            "signature": columns.texts([x.signature for x in changes]),
            "catalog": columns.texts([x.identity.catalog for x in changes]),
            "suite": columns.texts([x.identity.suite for x in changes]),
            "case_id": columns.texts([x.identity.case_id for x in changes]),
            "identity": columns.texts([documents.record_text(x.identity) for x in changes]),
            "run_id": columns.texts([x.run_id for x in changes]),
            "status": columns.texts([x.status.value for x in verdicts]),
            "cause": columns.texts([x.cause.value if x.cause else None for x in verdicts]),
            "owner": columns.texts([x.owner for x in verdicts]),
            "note": columns.texts([x.note for x in verdicts]),
            "link": columns.texts([x.link for x in verdicts]),
            "changed_at": columns.moments([rows.stored_time(x.changed_at) for x in changes]),
        },
    )


def _history(
    connection: duckdb.DuckDBPyConnection,
    *,
    signatures: list[str] | None = None,
    catalog: str | None = None,
    suite: str | None = None,
    case_id: str | None = None,
    latest: bool = False,
) -> tuple[TriageEntry, ...]:
    parameters = {
        "latest": latest,
        "signatures": signatures,
        "catalog": catalog,
        "suite": suite,
        "case_id": case_id,
    }
    found = rows.fetch(connection, documents.query("triage_history"), parameters)
    return tuple(map(_entry, found))


def _entry(row: rows.Row) -> TriageEntry:
    # The signature was checked when the row was added; checking it again is what would cost.
    change = TriageChange.model_construct(
        signature=row["signature"],
        identity=documents.record(FailureIdentity, row["identity"]),
        verdict=TriageVerdict.model_validate({name: row[name] for name in _VERDICT}),
        run_id=row["run_id"],
        changed_at=rows.moment(row["changed_at"]),
    )
    return TriageEntry(change=change, revision=row["revision"])


def _failed(row: rows.Row) -> FailedCase:
    evidence = row.pop("failure_evidence")
    failure = {
        "stage": row.pop("stage"),
        "reason": row.pop("reason"),
        "evidence": json.loads(evidence) if evidence else {},
    }
    return FailedCase.model_validate({**row, "failure": failure})
