"""The lab: one handle on a store and on everything that can be done with it."""

from __future__ import annotations

import os
from pathlib import Path

from engine.errors import InvalidInput
from engine.lab.benches import Benches
from engine.lab.catalogs import Catalogs
from engine.lab.clock import Clock, SystemClock
from engine.lab.evidence_graphs import EvidenceGraphs
from engine.lab.fixtures import Fixtures
from engine.lab.gate_desk import GateDesk
from engine.lab.graphs import Graphs
from engine.lab.learning import Learning
from engine.lab.lessons import LessonBook
from engine.lab.paths import Paths
from engine.lab.runs import Runs
from engine.lab.services import sentence_encoder
from engine.lab.stamp import PROJECT_ROOT
from engine.lab.suites import Suites
from engine.lab.triage import Triage
from engine.lab.vectors import StoredVectors
from engine.models.report import Explanation
from engine.models.run import RunSettings
from engine.store.store import Store

DB_VARIABLE = "QUALITY_LAB_DB"
"""Environment variable that names the store's file."""

DEFAULT_DB = PROJECT_ROOT / "data" / "lab" / "quality_lab.duckdb"


def default_db() -> Path:
    """Return the store's file: ``QUALITY_LAB_DB`` when set, else one under ``data/``."""
    named = os.environ.get(DB_VARIABLE)
    return Path(named) if named else DEFAULT_DB


class Lab:
    """Catalogs, suites and runs of one store.

    Parameters
    ----------
    db : Path
        The store's file; made with its folder on the first write.
    clock : Clock, optional
        Where the time comes from.
    encoder : str, optional
        Name of the sentence encoder, as :func:`engine.lab.services.sentence_encoder` reads it.
    wait_seconds : float
        How long to wait for another process that holds the file.
    """

    def __init__(
        self,
        db: Path,
        *,
        clock: Clock | None = None,
        encoder: str | None = None,
        wait_seconds: float = 5.0,
    ) -> None:
        self.clock: Clock = clock or SystemClock()
        self.store = Store(db, wait_seconds=wait_seconds)
        graphs = Graphs()
        vectors = StoredVectors(db, wait_seconds)
        self._lessons = LessonBook(self.store, self.clock)
        self._benches = Benches(self.clock, graphs, vectors, lambda: sentence_encoder(encoder))
        self.catalogs = Catalogs(self.store, self.clock, graphs)
        self.suites = Suites(self.store, self.clock, self.catalogs)
        self.runs = Runs(self.store, self.clock, self.catalogs, self._benches, self._lessons)
        self.learning = Learning(self.store, self.clock, self.catalogs, self.runs, self._lessons)
        self.fixtures = Fixtures(self.runs, self.suites)
        self.gate = GateDesk(self.store, self.clock, self.catalogs, graphs)
        self.triage = Triage(self.store, self.clock)
        self.paths = Paths(self.runs, self.catalogs)
        self.evidence_graphs = EvidenceGraphs(self.store, self.clock)

    def explain(
        self,
        query: str,
        *,
        catalog: str,
        top_k: int = 8,
        llm_target: str | None = None,
        settings: RunSettings | None = None,
    ) -> Explanation:
        """Answer one query with its whole evidence; nothing is stored.

        Raises
        ------
        NotStored
            If there is no such catalog.
        InvalidInput
            If ``top_k`` is below 1.
        """
        if top_k < 1:
            raise InvalidInput(f"top k must be at least 1, but {top_k} was given.")
        loaded = self.catalogs.load(catalog)
        bench = self._benches.get(loaded, settings or RunSettings())
        bench = bench.taught(self._lessons.promoted(loaded))
        answer = bench.answer(query, top_k=top_k, llm_target=llm_target)
        return Explanation(
            catalog=catalog, query=query, ranking=answer.ranking, selection=answer.selection
        )
