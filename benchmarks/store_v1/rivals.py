"""The same runs in SQLite, as JSON text, and in Parquet files, in the store's own columns."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from engine.models.run import CaseResult, Run, RunSummary
from engine.store import rows, runs

TABLES = ("case_results", "case_evidence", "candidates")


class Sqlite:
    """One row a case with the result as JSON text, one a candidate for joins."""

    name = "SQLite, JSON text"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.connection = sqlite3.connect(folder / "lab.sqlite")
        self.connection.executescript(
            "pragma journal_mode = wal; pragma synchronous = normal;"
            "create table runs (run text primary key, created_at text, body text);"
            "create table results (run text, case_id text, verdict text, rank int, body text,"
            " primary key (run, case_id)) without rowid;"
            "create table candidates (run text, case_id text, name text, rank int,"
            " primary key (run, case_id, name)) without rowid;"
        )

    def save(self, run: Run) -> None:
        """Store a run in one transaction."""
        run_id = run.summary.run_id
        created_at = run.summary.created_at.isoformat()
        summary = (run_id, created_at, run.summary.model_dump_json())
        with self.connection:
            self.connection.execute("insert into runs values (?, ?, ?)", summary)
            self.connection.executemany(
                "insert into results values (?, ?, ?, ?, ?)",
                (
                    (run_id, x.case_id, x.verdict.value, x.rank, x.model_dump_json())
                    for x in run.results
                ),
            )
            self.connection.executemany(
                "insert into candidates values (?, ?, ?, ?)",
                ((run_id, x.case_id, c.name, c.rank) for x in run.results for c in x.candidates),
            )

    def open_case(self, run_id: str, case_id: str) -> CaseResult:
        """Return one case whole."""
        statement = "select body from results where run = ? and case_id = ?"
        (body,) = self.connection.execute(statement, (run_id, case_id)).fetchone()
        return CaseResult.model_validate_json(body)

    def moved(self, base: str, run: str) -> int:
        """Count candidates that stand at another rank."""
        statement = (
            "select count(*) from candidates a join candidates b"
            " on a.case_id = b.case_id and a.name = b.name"
            " where a.run = ? and b.run = ? and a.rank <> b.rank"
        )
        return int(self.connection.execute(statement, (base, run)).fetchone()[0])

    def trend(self, limit: int) -> tuple[RunSummary, ...]:
        """Return the newest summaries, newest first."""
        statement = "select body from runs order by created_at desc limit ?"
        found = self.connection.execute(statement, (limit,)).fetchall()
        return tuple(RunSummary.model_validate_json(body) for (body,) in found)

    def flush(self) -> None:
        """Write everything from the log to the one file."""
        self.connection.execute("pragma wal_checkpoint(truncate)")

    def close(self) -> None:
        """Write everything to the one file."""
        self.flush()
        self.connection.close()


class Parquet:
    """Three files a run, compressed with zstd, queried by DuckDB."""

    name = "Parquet files"

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, run: Run) -> None:
        """Write the columns that the store would insert."""
        found: dict[str, list[pa.Table]] = {table: [] for table in TABLES}
        for part in runs.parts(0, run.results):
            table = next(x for x in TABLES if f"into {x} " in part.statement)
            found[table].append(pa.table(dict(part.columns)))
        for table, content in found.items():
            path = self.folder / f"{run.summary.run_id}.{table}.parquet"
            pq.write_table(
                pa.concat_tables(content), path, compression="zstd", row_group_size=20_000
            )
        summary = {
            "created_at": [run.summary.created_at.isoformat()],
            "body": [run.summary.model_dump_json()],
        }
        pq.write_table(pa.table(summary), self.folder / f"{run.summary.run_id}.run.parquet")

    def open_case(self, run_id: str, case_id: str) -> list[rows.Row]:
        """Return the rows of one case; the record is not rebuilt from them."""
        found: list[rows.Row] = []
        with duckdb.connect() as connection:
            place = connection.execute(
                "select place from read_parquet($path) where case_id = $case_id",
                {"path": self._path(run_id, "case_results"), "case_id": case_id},
            ).fetchall()[0][0]
            for table in TABLES:
                part = connection.sql(
                    "select * from read_parquet($path) where place = $place",
                    params={"path": self._path(run_id, table), "place": place},
                ).to_arrow_table()
                found.extend(part.to_pylist())
        return found

    def moved(self, base: str, run: str) -> int:
        """Count candidates that stand at another rank."""
        statement = (
            "select count(*) from read_parquet($base) a join read_parquet($run) b"
            " on a.place = b.place and a.name = b.name"
            " where a.rank <> b.rank and not a.below_cutoff and not b.below_cutoff"
        )
        with duckdb.connect() as connection:
            paths = {"base": self._path(base, "candidates"), "run": self._path(run, "candidates")}
            return int(connection.execute(statement, paths).fetchall()[0][0])

    def trend(self, limit: int) -> tuple[RunSummary, ...]:
        """Return the newest summaries, newest first, from the small file of each run."""
        statement = "select body from read_parquet($files) order by created_at desc limit $limit"
        with duckdb.connect() as connection:
            files = str(self.folder / "*.run.parquet")
            found = connection.execute(statement, {"files": files, "limit": limit}).fetchall()
        return tuple(RunSummary.model_validate_json(body) for (body,) in found)

    def flush(self) -> None:
        """Everything is written already."""

    def close(self) -> None:
        """Nothing is open."""

    def _path(self, run_id: str, table: str) -> str:
        return str(self.folder / f"{run_id}.{table}.parquet")


def size(folder: Path) -> int:
    """Bytes of all files of a folder."""
    return sum(entry.stat().st_size for entry in folder.rglob("*") if entry.is_file())


def as_json(table: Sequence[Mapping[str, object]]) -> str:
    """One JSON array, for ``--json``."""
    return json.dumps(table, indent=1)
