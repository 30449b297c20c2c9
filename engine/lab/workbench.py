"""One catalog, made ready to answer queries and to run cases under fixed settings."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.graph.build import build_graph
from engine.graph.tool_graph import ToolGraph
from engine.lab.clock import Clock
from engine.lab.producers import GraphProducers
from engine.lab.run_gate import RunGate
from engine.measures.case import measure_case, measure_selection
from engine.measures.judgement import Judgement, judge
from engine.models.candidate import Candidate, Ranking, RankingStats
from engine.models.case import Case, CaseMode
from engine.models.catalog import Catalog
from engine.models.learning import CaseShadow, LearnedSignal
from engine.models.model_answer import AnswerCode, ModelAnswer
from engine.models.run import CaseResult, Channel, RunSettings, Verdict
from engine.models.selection import ReasonCode, Selection
from engine.retrieval.encoder import Encoder, VectorCache
from engine.retrieval.retriever import Retriever
from engine.retrieval.settings import RetrievalSettings
from engine.selection.selector import select_target_candidate
from engine.triage.diagnose import diagnose, engine_failure
from engine.triage.facts import gather
from engine.triage.verdict import verdict_of

_Taught = tuple[tuple[LearnedSignal, ...], tuple[LearnedSignal, ...] | None]
_UNTAUGHT: _Taught = ((), None)

MEASURED_DEPTH = 10
"""Measures such as R@10 need ten ranks, however few candidates the caller looks at."""


REASON_OF_ANSWER = {
    AnswerCode.DECLINED: ReasonCode.LLM_DECLINED,
    AnswerCode.UNKNOWN_TOOL: ReasonCode.LLM_TARGET_NOT_IN_CANDIDATES,
    AnswerCode.UNUSABLE: ReasonCode.LLM_ANSWER_UNUSABLE,
    AnswerCode.TIMEOUT: ReasonCode.LLM_TIMEOUT,
    AnswerCode.UNREACHABLE: ReasonCode.LLM_UNREACHABLE,
    AnswerCode.REFUSED: ReasonCode.LLM_UNREACHABLE,
}
"""What the selector says of a model that gave no target."""


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
    graph : ToolGraph
        Joins the catalog's tools.
    """

    def __init__(
        self,
        catalog: Catalog,
        retriever: Retriever,
        settings: RunSettings,
        clock: Clock,
        graph: ToolGraph,
    ) -> None:
        self.catalog = catalog
        self.retriever = retriever
        self.settings = settings
        self.clock = clock
        self.graph = graph
        self.encoder_fingerprint: str | None = None
        """Fingerprint of the sentence encoder; None when none takes part."""
        self._encode_ms: float | None = None
        self._gate: RunGate | None = None
        self._answers: Mapping[str, ModelAnswer] = {}
        self._taught: _Taught = _UNTAUGHT

    @classmethod
    def build(
        cls,
        catalog: Catalog,
        settings: RunSettings,
        clock: Clock,
        *,
        graph: ToolGraph | None = None,
        encoder: Encoder | None = None,
        vectors: VectorCache | None = None,
    ) -> Workbench:
        """Index ``catalog`` under the retrieval settings in force.

        Parameters
        ----------
        catalog : Catalog
            What is searched.
        settings : RunSettings
            ``settings.retrieval`` may be empty: the defaults are then spelled out in the
            workbench's own settings.
        clock : Clock
            Measures the stages.
        graph : ToolGraph, optional
            The catalog's tool graph, along which retrieval expands and plans are made; built
            when left out.
        encoder : Encoder, optional
            Takes part unless the channels are lexical.
        vectors : VectorCache, optional
            Keeps the tools' vectors beyond this workbench.
        """
        retrieval = RetrievalSettings.model_validate(settings.retrieval)
        spelled_out = settings.model_copy(update={"retrieval": retrieval.model_dump(mode="json")})
        if settings.channels is Channel.LEXICAL:
            encoder = None
        graph = build_graph(catalog) if graph is None else graph
        retriever = Retriever(
            catalog,
            settings=retrieval,
            graph=graph,
            encoder=encoder,
            vectors=vectors,
            glossary=catalog.glossary,
        )
        bench = cls(catalog, retriever, spelled_out, clock, graph)
        bench.encoder_fingerprint = encoder.fingerprint if encoder is not None else None
        return bench

    @property
    def key(self) -> str:
        """Tells workbenches apart: equal content has an equal key."""
        content = self.catalog.fingerprint + self.settings.model_dump_json()
        content += self._gate.key if self._gate is not None else ""
        if self._answers:
            told = {case: answer.model_dump_json() for case, answer in self._answers.items()}
            content += repr(sorted(told.items()))
        content += repr(self._taught) if self._taught != _UNTAUGHT else ""
        return hashlib.sha256(content.encode()).hexdigest()

    @property
    def graph_fingerprint(self) -> str:
        """Fingerprint of the tool graph."""
        return self.graph.fingerprint

    def gated(self, gate: RunGate) -> Workbench:
        """Return a workbench over the same index whose cases the gate judges as well."""
        bench = copy.copy(self)
        bench._gate = gate
        return bench

    def taught(
        self, learned: Sequence[LearnedSignal], shadow: Sequence[LearnedSignal] | None = None
    ) -> Workbench:
        """Return a workbench over the same index in which trace learning takes part.

        With ``shadow``, every case is also ranked as if those signals took part instead.
        """
        if not learned and shadow is None:
            return self
        bench = copy.copy(self)
        bench.retriever = self.retriever.taught(learned, shadow or ())
        bench._taught = (tuple(learned), None if shadow is None else tuple(shadow))
        return bench

    def _shadow(self, case: Case, judgement: Judgement) -> CaseShadow | None:
        if self._taught[1] is None:
            return None
        found = self.retriever.shadow_rank(
            case.query, frozenset(judgement.targets), channels=self.settings.channels
        )
        return CaseShadow(rank=found.rank, applied=found.applied)

    def advised(self, answers: Mapping[str, ModelAnswer]) -> Workbench:
        """Return a workbench over the same index with a model's answers, by case id.

        They take the place of the target that a case itself names.
        """
        bench = copy.copy(self)
        bench._answers = answers
        return bench

    def shown(self, case: Case) -> tuple[str, ...]:
        """Return the candidates that a case's run shows, best first."""
        ranking = self.retriever.retrieve(
            case.query,
            top_k=self.settings.top_k or case.top_k,
            channels=self.settings.channels,
            include_evidence=False,
        )
        return ranking.names

    def prepare(self, cases: Sequence[Case] = ()) -> None:
        """Encode the tools, and the cases' queries side by side, ahead of their turn."""
        started = self.clock.elapsed_ms()
        self.retriever.prepare([case.query for case in cases], channels=self.settings.channels)
        if cases and self.encoder_fingerprint is not None:
            self._encode_ms = (self.clock.elapsed_ms() - started) / len(cases)

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
        latency = {"retrieve": retrieved - started, "select": selected - retrieved}
        stats = timed(ranking.stats, latency["retrieve"])
        return Answer(ranking.model_copy(update={"stats": stats}), selection, latency)

    def run_case(self, case: Case) -> CaseResult:
        """Retrieve, select, judge and diagnose one case.

        A fault of the engine itself becomes a result with verdict ``error``: one case must not
        lose the others of a long run.
        """
        judgement = judge(case, self.catalog)
        try:
            return self._run_case(case, judgement)
        except Exception as error:
            return self._crashed(case, judgement, error)

    def _run_case(self, case: Case, judgement: Judgement) -> CaseResult:
        answer = self._answers.get(case.case_id)
        as_stored = case
        if answer is not None:
            case = case.model_copy(update={"llm_target": answer.target})
        top_k = self.settings.top_k or case.top_k
        depth = max(top_k, MEASURED_DEPTH)
        started = self.clock.elapsed_ms()
        deep = self.retriever.retrieve(case.query, top_k=depth, channels=self.settings.channels)
        retrieved = self.clock.elapsed_ms()
        shown = deep.results[:top_k]
        selection = select_target_candidate(
            case.query,
            [candidate.name for candidate in shown],
            self.catalog.by_name,
            shown,
            llm_target=case.llm_target,
            policy=self.settings.policy,
        )
        if answer is not None and (said := REASON_OF_ANSWER.get(answer.code)) is not None:
            codes = dict.fromkeys((*selection.reason_codes, said.value))
            selection = selection.model_copy(update={"reason_codes": tuple(codes)})
        selected = self.clock.elapsed_ms()
        examined = self.retriever.examine(
            case.query, frozenset(judgement.targets), channels=self.settings.channels
        )
        facts = gather(
            case,
            judgement,
            deep,
            selection,
            self.catalog.by_name,
            top_k=top_k,
            full_rank=examined.full_rank,
            producers=None if case.mode is CaseMode.SEARCH else GraphProducers(self.graph),
        )
        verdict = None
        if self._gate is not None:
            verdict = self._gate.judge(case, selection.selected_target, facts.plan)
        if verdict is not None:
            facts = facts._replace(gate_refusals=tuple(code.value for code in verdict.codes))
        failure = diagnose(facts)
        rank = facts.rank
        kept = case.capture_evidence
        return CaseResult(
            case_id=case.case_id,
            case_fingerprint=as_stored.fingerprint,
            query_fingerprint=case.query_fingerprint,
            verdict=verdict_of(facts, failure),
            expected_target=self._shown_target(case, judgement),
            rank=rank,
            full_rank=examined.full_rank,
            top_k=top_k,
            candidates=shown if kept else tuple(bare(candidate) for candidate in shown),
            expected_candidate=examined.candidate if kept and rank is None else None,
            counterfactuals=examined.counterfactuals if kept else (),
            intent=deep.intent,
            stats=timed(deep.stats, retrieved - started),
            selection=selection,
            failure=failure,
            plan=facts.plan,
            auth_readiness=facts.auth,
            gate=verdict,
            model_answer=answer,
            shadow=self._shadow(case, judgement),
            measures={
                **measure_case(deep.names, judgement, top_k=top_k),
                **measure_selection(selection, judgement),
            },
            latency_ms=self._latency(retrieved - started, selected - retrieved),
            lang=case.lang,
            tags=case.tags,
        )

    def _latency(self, retrieve: float, select: float) -> dict[str, float]:
        stages = {"retrieve": retrieve, "select": select}
        if self._encode_ms is not None:
            stages["encode"] = self._encode_ms
        return stages

    def _shown_target(self, case: Case, judgement: Judgement) -> str | None:
        """Name the target by which the case is known, in the catalog's own spelling."""
        if case.expected_target in judgement.targets or not judgement.targets:
            return case.expected_target
        return judgement.targets[0]

    def _crashed(self, case: Case, judgement: Judgement, error: Exception) -> CaseResult:
        return CaseResult(
            case_id=case.case_id,
            case_fingerprint=case.fingerprint,
            query_fingerprint=case.query_fingerprint,
            verdict=Verdict.ERROR,
            expected_target=self._shown_target(case, judgement),
            top_k=self.settings.top_k or case.top_k,
            failure=engine_failure(error),
            measures={
                **measure_case((), judgement, top_k=self.settings.top_k or case.top_k),
                **measure_selection(Selection(), judgement),
            },
            lang=case.lang,
            tags=case.tags,
        )


def timed(stats: RankingStats, milliseconds: float) -> RankingStats:
    """Return the stats with the time that retrieval took; retrieval itself reads no clock."""
    return stats.model_copy(update={"elapsed_ms": round(milliseconds, 3)})


def bare(candidate: Candidate) -> Candidate:
    """Return a candidate without matched terms, meaning and paths; what ranked it stays."""
    return Candidate(
        name=candidate.name,
        rank=candidate.rank,
        score=candidate.score,
        tool_fingerprint=candidate.tool_fingerprint,
        score_breakdown=candidate.score_breakdown,
    )
