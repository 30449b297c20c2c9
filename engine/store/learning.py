"""Traces as they are kept, and what was decided about what they suggest."""

from __future__ import annotations

import json
from collections.abc import Sequence

import duckdb

from engine import collector
from engine.errors import NotStored
from engine.models.learning import Gate, LearningDecision, ObservedEdge, Suggestion, TraceRecord
from engine.store import columns, documents, rows
from engine.store.connection import Database

_ADD = "insert into traces by name select * from incoming on conflict do nothing"
_COUNT = "select count(*) from traces where collection = $collection"
_ALL = "select * from traces where collection = $collection order by happened_at, trace_id"
_COLLECTIONS = """
select collection from traces union select collection from learning_decisions order by collection
"""
_IDS = "select trace_id from traces order by trace_id"
_DELETE = "delete from traces where trace_id = $trace_id"
_DELETE_ALL = "delete from traces where collection = $collection"
_NEXT = "select coalesce(max(sequence), 0) + 1 from learning_decisions"
_DECIDE = """
insert into learning_decisions
values ($sequence, $suggestion_id, $collection, $status, $reason, $forced, $run_id, $decided_by,
        $decided_at, $gates, $suggestion)
"""
_DECISIONS = """
select * from learning_decisions where collection = $collection order by sequence
"""


class StoredLearning:
    """Traces and decisions of a store.

    Parameters
    ----------
    database : Database
        The store's file.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, collection: str, records: Sequence[TraceRecord]) -> int:
        """Keep the records that are not kept yet; return how many those were."""
        if not records:
            return 0
        with collector.paused(), self._database.writing() as connection:
            before = _count(connection, collection)
            rows.insert(connection, _ADD, _columns(records))
            return _count(connection, collection) - before

    def traces(self, collection: str) -> tuple[TraceRecord, ...]:
        """Return the traces of a catalog, oldest first."""
        with collector.paused(), self._database.reading() as connection:
            found = rows.fetch(connection, _ALL, {"collection": collection})
        return tuple(_record(row) for row in found)

    def collections(self) -> tuple[str, ...]:
        """Return the catalogs that traces or decisions are about, sorted."""
        with self._database.reading() as connection:
            return tuple(row[0] for row in connection.execute(_COLLECTIONS).fetchall())

    def delete_trace(self, trace_id: str) -> None:
        """Delete a trace, and its bytes from the file.

        Raises
        ------
        NotStored
            If there is none of that id.
        """
        with self._database.writing(erase=True) as connection:
            known = [row[0] for row in connection.execute(_IDS).fetchall()]
            if trace_id not in known:
                raise NotStored("trace", trace_id, known)
            connection.execute(_DELETE, {"trace_id": trace_id})

    def delete_traces(self, collection: str) -> int:
        """Delete every trace of a catalog, and their bytes; return how many there were."""
        with self._database.writing(erase=True) as connection:
            count = _count(connection, collection)
            connection.execute(_DELETE_ALL, {"collection": collection})
            return count

    def decide(self, decision: LearningDecision) -> LearningDecision:
        """Keep a decision under the next number; return it as it was kept."""
        with self._database.writing() as connection:
            row = rows.first(connection, _NEXT)
            numbered = decision.model_copy(update={"sequence": int(row[0]) if row else 1})
            rows.write(
                connection,
                _DECIDE,
                {
                    "sequence": numbered.sequence,
                    "suggestion_id": numbered.suggestion_id,
                    "collection": numbered.collection,
                    "status": numbered.status.value,
                    "reason": numbered.reason,
                    "forced": numbered.forced,
                    "run_id": numbered.run_id,
                    "decided_by": numbered.decided_by,
                    "decided_at": rows.stored_time(numbered.decided_at),
                    "gates": documents.to_text([g.model_dump(mode="json") for g in numbered.gates]),
                    "suggestion": documents.record_text(numbered.suggestion),
                },
            )
            return numbered

    def decisions(self, collection: str) -> tuple[LearningDecision, ...]:
        """Return every decision about a catalog's suggestions, oldest first."""
        with self._database.reading() as connection:
            found = rows.fetch(connection, _DECISIONS, {"collection": collection})
        return tuple(_decision(row) for row in found)


_TEXTS = (
    *("trace_id", "collection", "session", "family", "query_fingerprint", "lang"),
    *("selected_target", "llm_target", "failure_reason", "source"),
)


def _count(connection: duckdb.DuckDBPyConnection, collection: str) -> int:
    row = rows.first(connection, _COUNT, {"collection": collection})
    return int(row[0]) if row else 0


def _columns(records: Sequence[TraceRecord]) -> dict[str, object]:
    return {
        **{name: columns.texts([getattr(r, name) for r in records]) for name in _TEXTS},
        "known_words": columns.text_lists([r.known_words for r in records]),
        "word_prints": columns.text_lists([r.word_prints for r in records]),
        "plan": columns.text_lists([r.plan for r in records]),
        "edges": columns.texts(
            [documents.to_text([e.model_dump(mode="json") for e in r.edges]) for r in records]
        ),
        "success": columns.flags([r.success for r in records]),
        "latency_ms": columns.numbers([r.latency_ms for r in records]),
        "happened_at": columns.moments([rows.stored_time(r.happened_at) for r in records]),
        "scrubbed": columns.integers([r.scrubbed for r in records]),
    }


def _record(row: rows.Row) -> TraceRecord:
    edges = [ObservedEdge.model_validate(edge) for edge in json.loads(row["edges"])]
    moment = rows.moment(row["happened_at"])
    return TraceRecord.model_validate({**row, "edges": edges, "happened_at": moment})


def _decision(row: rows.Row) -> LearningDecision:
    return LearningDecision.model_validate(
        {
            **row,
            "decided_at": rows.moment(row["decided_at"]),
            "gates": [Gate.model_validate(gate) for gate in json.loads(row["gates"])],
            "suggestion": documents.record(Suggestion, row["suggestion"]),
        }
    )
