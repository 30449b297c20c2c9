"""The store: catalogs, suites and runs in one file that several processes may use at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from engine import collector
from engine.models.case import Case, Suite
from engine.models.catalog import Catalog
from engine.models.diff import Repeats
from engine.models.listing import (
    CaseFilter,
    CaseHistoryRow,
    CaseOrder,
    CaseRows,
    CatalogInfo,
    EvidenceChange,
    FileInfo,
    SuiteInfo,
    ToolKind,
    TrendPoint,
)
from engine.models.outcome import Outcomes
from engine.models.run import CaseResult, Run, RunSummary
from engine.privacy.records import storable_suite
from engine.store import (
    catalogs,
    comparison,
    listing,
    migrate,
    outcomes,
    reading,
    repeats,
    rows,
    runs,
    suites,
    values,
    vectors,
)
from engine.store.connection import Database
from engine.store.graphs import StoredGraphs
from engine.store.learning import StoredLearning
from engine.store.ledger import StoredLedger
from engine.store.triage import StoredTriage


class Store:
    """Everything that is kept, in one DuckDB file.

    No connection is held between calls, so the command line, a dashboard and a build server can
    use one file at the same time. A call that meets another process's lock waits for it.

    Parameters
    ----------
    path : Path
        The file; its folder is made at once, the file at the first call.
    wait_seconds : float, default 5.0
        How long a call waits for the file.

    Raises
    ------
    StoreLocked
        By every method: another process or thread kept the file for longer than that.
    SchemaAhead
        By every method: a newer engine wrote the file.
    StoreError
        By every method: the file is no store, or cannot be read or written.
    NotStored
        By methods that take a name or an id: nothing is stored under it.
    """

    def __init__(self, path: Path, *, wait_seconds: float = 5.0) -> None:
        self.path = path
        self._database = Database(path, wait_seconds)
        self.ledger = StoredLedger(self._database)
        """What the evidence gate answered."""

        self.graphs = StoredGraphs(self._database)
        """Evidence graphs that were imported."""

        self.learning = StoredLearning(self._database)
        """Traces, and what was decided about what they suggest."""
        self.triage = StoredTriage(self._database)
        """What people decided about failures."""

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keep the file open for the length of the block: several reads then open it once.

        Nothing may be written inside the block: a writer waits until no reader is left.
        """
        with self._database.reading():
            yield

    # Catalogs

    def catalogs(self) -> tuple[CatalogInfo, ...]:
        """Return the newest version of every catalog, by name."""
        with self._database.reading() as connection:
            return catalogs.newest(connection)

    def catalog_versions(self, name: str) -> tuple[CatalogInfo, ...]:
        """Return every version of a catalog, newest first; empty when there is none."""
        with self._database.reading() as connection:
            return catalogs.versions(connection, name)

    def save_catalog(self, catalog: Catalog, created_at: datetime) -> bool:
        """Store a catalog as the newest version of its name.

        Returns
        -------
        bool
            False when the newest version is the same in everything; nothing is stored then.
        """
        with self._database.writing() as connection:
            return catalogs.save(connection, catalog, created_at)

    def load_catalog(self, name: str, fingerprint: str | None = None) -> Catalog:
        """Return a catalog: its newest version, or the one with the given fingerprint."""
        with collector.paused(), self._database.reading() as connection:
            return catalogs.load(connection, name, fingerprint)

    def tool_kinds(self, name: str, fingerprint: str) -> tuple[ToolKind, ...]:
        """Return what comparisons need to know of a catalog's tools, by name.

        Empty when there is no such version: a run outlives its catalog.
        """
        with self._database.reading() as connection:
            return catalogs.kinds(connection, name, fingerprint)

    def delete_catalog(self, name: str) -> None:
        """Delete every version of a catalog, and its bytes from the file."""
        with self._database.writing(erase=True) as connection:
            catalogs.delete(connection, name)
            # Vectors do not know whose text they are of, and can be made again.
            vectors.clear(connection)

    def load_vectors(self, encoder: str, texts: Sequence[str]) -> dict[str, vectors.Vector]:
        """Return the known vectors by fingerprint of their text; shape (dimensions,) each."""
        with self._database.reading() as connection:
            return vectors.get(connection, encoder, texts)

    def save_vectors(self, encoder: str, found: Mapping[str, vectors.Vector]) -> None:
        """Keep vectors by fingerprint of their text."""
        with self._database.writing() as connection:
            vectors.put(connection, encoder, found)

    # Suites

    def suites(self) -> tuple[SuiteInfo, ...]:
        """Return the newest version of every suite, by name."""
        with self._database.reading() as connection:
            return suites.newest(connection)

    def suite_versions(self, name: str) -> tuple[SuiteInfo, ...]:
        """Return every version of a suite, newest first; empty when there is none."""
        with self._database.reading() as connection:
            return suites.versions(connection, name)

    def save_suite(self, suite: Suite, created_at: datetime) -> bool:
        """Store a suite as the newest version of its name, without values of entities.

        Returns
        -------
        bool
            False when the newest version has the same cases; nothing is stored then.
        """
        with self._database.writing() as connection:
            return suites.save(connection, storable_suite(suite), created_at)

    def load_suite(self, name: str, fingerprint: str | None = None) -> Suite:
        """Return a suite: its newest version, or the one with the given fingerprint."""
        with self._database.reading() as connection:
            return suites.load(connection, name, fingerprint)

    def suite_queries(self, name: str, fingerprint: str | None = None) -> dict[str, str]:
        """Return the queries of a suite by case id: one column, where the cases are not needed."""
        with self._database.reading() as connection:
            return suites.queries(connection, name, fingerprint)

    def suite_case(self, name: str, fingerprint: str | None, case_id: str) -> Case | None:
        """Return one case of a suite; None when it has no such case."""
        with self._database.reading() as connection:
            return suites.case(connection, name, fingerprint, case_id)

    def is_private(self, name: str) -> bool:
        """Whether the queries of a suite are kept out of exports."""
        with self._database.reading() as connection:
            return suites.is_private(connection, name)

    def set_private(self, name: str, *, private: bool) -> None:
        """Keep the queries of a suite out of exports, or let them in again."""
        with self._database.writing() as connection:
            suites.set_private(connection, name, private=private)

    def delete_suite(self, name: str) -> None:
        """Delete every version of a suite with its queries, and their bytes from the file."""
        with self._database.writing(erase=True) as connection:
            suites.delete(connection, name)

    # Runs

    def save_run(self, run: Run) -> None:
        """Store a run, complete or not at all.

        Raises
        ------
        InvalidInput
            If a run of that id is stored already: a stored run never changes.
        """
        with collector.paused(), self._database.writing() as connection:
            runs.save(connection, run)

    def runs(self, limit: int | None = None) -> tuple[RunSummary, ...]:
        """Return runs without their results, newest first."""
        with self._database.reading() as connection:
            return runs.summaries(connection, limit=limit)

    def run_summary(self, run_id: str) -> RunSummary:
        """Return one run without its results."""
        with self._database.reading() as connection:
            return runs.summary(connection, run_id)

    def resolve_run(self, reference: str, *, beside: str | None = None) -> str:
        """Return the full id of a run.

        Parameters
        ----------
        reference : str
            A run id, its unique beginning of four characters or more, ``latest``, ``previous``
            (the one before the latest) or ``pinned``.
        beside : str, optional
            Full id of the run whose suite's pin ``pinned`` means; the newest run when absent.
        """
        with self._database.reading() as connection:
            return runs.resolve(connection, reference, beside)

    def pin_run(self, run_id: str) -> None:
        """Make a run the baseline of its suite, in place of the one before."""
        with self._database.writing() as connection:
            runs.pin(connection, run_id)

    def unpin(self, suite: str | None = None) -> None:
        """Let no run of a suite be its baseline; without a suite, no run at all."""
        with self._database.writing() as connection:
            runs.unpin(connection, suite)

    def delete_run(self, run_id: str) -> None:
        """Delete a run with its evidence, and its bytes from the file."""
        with self._database.writing(erase=True) as connection:
            runs.delete(connection, run_id)

    # Results

    def case_rows(
        self,
        run_id: str,
        case_filter: CaseFilter | None = None,
        *,
        order: CaseOrder = CaseOrder.FAILING_FIRST,
        limit: int | None = None,
        offset: int = 0,
    ) -> CaseRows:
        """Return one page of a run's cases without evidence, with the counts of all.

        Parameters
        ----------
        run_id : str
            Full id.
        case_filter : CaseFilter, optional
            Which cases; all when absent.
        order : CaseOrder
            How they are sorted.
        limit, offset : int
            Which page; everything when ``limit`` is None.
        """
        with collector.paused(), self._database.reading() as connection:
            return listing.case_rows(
                connection,
                runs.number(connection, run_id),
                case_filter or CaseFilter(),
                order=order,
                limit=limit,
                offset=offset,
            )

    def case_result(self, run_id: str, case_id: str) -> CaseResult:
        """Return one case of a run with its whole evidence."""
        with self._database.reading() as connection:
            return reading.case(connection, runs.number(connection, run_id), case_id)

    def run_results(self, run_id: str, *, evidence: bool) -> tuple[CaseResult, ...]:
        """Return every result of a run, by case id.

        Without ``evidence`` the candidates, the intent, the counterfactuals and what the selector
        compared are left at their defaults; that is many times faster.
        """
        with collector.paused(), self._database.reading() as connection:
            number = runs.number(connection, run_id)
            return reading.run_results(connection, number, with_evidence=evidence)

    def run_outcomes(self, run_id: str) -> Outcomes:
        """Return how every case of a run came out, with what a comparison reads and no more.

        Many times faster than :meth:`run_results` without evidence.
        """
        with collector.paused(), self._database.reading() as connection:
            return outcomes.outcomes(connection, runs.number(connection, run_id))

    def case_history(
        self, case_id: str, suite: str | None = None, limit: int = 50
    ) -> tuple[CaseHistoryRow, ...]:
        """Return how a case came out in the newest runs, newest first; of one suite if given."""
        with self._database.reading() as connection:
            return listing.history(connection, case_id, suite, limit)

    def trend(self, suite: str, limit: int = 100) -> tuple[TrendPoint, ...]:
        """Return the newest runs of a suite as points of a trend, newest first."""
        with self._database.reading() as connection:
            return runs.trend(connection, suite, limit)

    def measure_values(
        self, run_ids: Sequence[str], names: Sequence[str]
    ) -> dict[tuple[str, str], values.Counted]:
        """Return how many cases of runs have which value of measures, by (run id, measure)."""
        with self._database.reading() as connection:
            return values.counted(connection, run_ids, names)

    def repeats(self, run_id: str) -> tuple[str, ...]:
        """Return the ids of every run under a run's stamp, oldest first, itself among them."""
        with self._database.reading() as connection:
            return repeats.of_run(connection, runs.number(connection, run_id))

    def repeated_cases(self, run_id: str) -> dict[str, Repeats]:
        """Return how often each case passed in a run's repeats; empty when it was not repeated."""
        with self._database.reading() as connection:
            return repeats.cases(connection, runs.number(connection, run_id))

    def evidence_changes(self, base: str, run: str) -> dict[str, EvidenceChange]:
        """Return what differs in the evidence of two runs' common cases, by case id.

        Cases without a difference are absent.
        """
        with collector.paused(), self._database.reading() as connection:
            return comparison.evidence(
                connection, runs.number(connection, base), runs.number(connection, run)
            )

    # The file

    def schema_version(self) -> int:
        """Return the number of the newest migration that was applied."""
        with self._database.reading() as connection:
            return migrate.version(connection)

    def file_info(self) -> FileInfo:
        """Return the schema and the size of the file."""
        with self._database.reading() as connection:
            version = migrate.version(connection)
            (usage,) = rows.fetch(connection, _USAGE)
            size = self.path.stat().st_size
        block = usage["block_size"]
        return FileInfo(
            schema_version=version,
            size=size,
            used=usage["used_blocks"] * block,
            free=usage["free_blocks"] * block,
        )


_USAGE = """
select block_size, used_blocks, free_blocks from pragma_database_size()
where database_name = current_database()
"""
