"""One catalog, made ready to answer queries and to run cases under fixed settings."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple, Self

from engine.fingerprint import fingerprint
from engine.lab.clock import Clock
from engine.measures.case import measure_case, measure_selection
from engine.measures.judgement import Judgement, judge
from engine.models.candidate import Candidate, Ranking
from engine.models.case import Case
from engine.models.catalog import Catalog
from engine.models.failure import Failure, FailureReason, FailureStage
from engine.models.run import CaseResult, RunSettings, Verdict
from engine.models.selection import Selection
from engine.retrieval.retriever import Retriever
from engine.retrieval.settings import RetrievalSettings
from engine.selection.selector import select_target_candidate
from engine.triage.diagnose import diagnose
from engine.triage.verdict import verdict_of

MEASURED_DEPTH = 10
"""Measures such as R@10 need ten ranks, however few candidates the caller looks at."""


class Answer(NamedTuple):
    """What retrieval and selection say to one query."""

    ranking: Ranking
    selection: Selection
    latency_ms: dict[str, float]
    """Milliseconds by stage: ``retrieve`` and ``select``."""


class Workbench:
    """A retriever and a selector over one catalog. Travels to workers pickled.

    Parameters
    ----------
    catalog : Catalog
        What is searched.
    retriever : Retriever
        Built over the same catalog.
    settings : RunSettings
        Cut-off, channels and policy in force, with the retrieval settings spelled out.
    clock : Clock
        Measures the stages; nothing but latency depends on it.
    """

    def __init__(
        self, catalog: Catalog, retriever: Retriever, settings: RunSettings, clock: Clock
    ) -> None:
        self.catalog = catalog
        self.retriever = retriever
        self.settings = settings
        self.clock = clock

    def answer(self, query: str, *, top_k: int, llm_target: str | None = None) -> Answer:
        """Rank the catalog's tools for ``query`` and choose one of them."""
        started = self.clock.elapsed_ms()
        ranking = self.retriever.retrieve(query, top_k=top_k, channels=self.settings.channels)
        retrieved = self.clock.elapsed_ms()
        selection = select_target_candidate(
            query,
            ranking.names,
            self.catalog.by_name,
            ranking.results,
            llm_target=llm_target,
            policy=self.settings.policy,
        )
        selected = self.clock.elapsed_ms()
        return Answer(
            ranking, selection, {"retrieve": retrieved - started, "select": selected - retrieved}
        )

    def run_case(self, case: Case) -> CaseResult:
        """Retrieve, select, judge and diagnose one case.

        A fault of the engine itself becomes a result with verdict ``error``: one bad case must
        not lose the other ones of a long run.
        """
        try:
            return self._run_case(case)
        except Exception as error:
            return self._crashed(case, error)
