"""Use cases around evidence paths: why a run came to a tool, and whether that rests on anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from engine.errors import InvalidInput, NotStored
from engine.lab.catalogs import Catalogs
from engine.lab.runs import Runs
from engine.models.evidence_paths import (
    CaseTrace,
    CaseTraceDifference,
    EvidenceAudit,
    SourceReach,
)
from engine.models.graph import GraphEdge
from engine.models.path import EvidenceGraph, Recency, TraceResult
from engine.models.run import CaseResult, RunSummary
from engine.trace.difference import diff_graphs, diff_traces
from engine.trace.run_graph.audit import audit_selection
from engine.trace.run_graph.build import RunFacts, case_node, run_graph, selected_node
from engine.trace.run_graph.needs_part import callers
from engine.trace.run_graph.relations import SOURCE_KINDS
from engine.trace.tracer import DEFAULT_BUDGET, Tracer

_DIFFERS_ANYWAY = ("created_at", "evidence")


class PathQuestion(NamedTuple):
    """What is asked of a case's evidence."""

    source_id: str | None = None
    """None: the case."""

    target_id: str | None = None
    """None: the selected tool."""

    k: int = 1
    half_life_hours: float = 168.0
    bidirectional: bool = False
    """A run's arrows point from the ground to what rests on it, so they are followed."""

    max_hops: int = 10
    recency: Recency | str = Recency.HALF_LIFE
    max_overlap: float = 1.0
    budget: int = DEFAULT_BUDGET
    now: datetime | None = None
    """Moment that ages count to; None: when the run was made."""


class CaseEvidence(NamedTuple):
    """The evidence graph of one case of one run, ready to be traced."""

    summary: RunSummary
    result: CaseResult
    tracer: Tracer

    @property
    def graph(self) -> EvidenceGraph:
        """The graph."""
        return self.tracer.graph


class Paths:
    """Evidence paths of the runs of a store."""

    def __init__(self, runs: Runs, catalogs: Catalogs) -> None:
        self._runs = runs
        self._catalogs = catalogs
        # Runs are immutable, so what is made of one never goes stale.
        self._kept = lru_cache(maxsize=32)(self._make)

    def evidence(self, run: str, case: str) -> CaseEvidence:
        """Return the evidence graph of a case; ``run`` is an id or a reference.

        Raises
        ------
        NotStored
            If there is no such run, or no such case in it.
        """
        return self._kept(self._runs.resolve(run), case)

    def trace(self, run: str, case: str, asked: PathQuestion | None = None) -> CaseTrace:
        """Return why a run came to a tool: the cheapest paths from its sources to it.

        Parameters
        ----------
        run : str
            Run id or reference.
        case : str
            Case id.
        asked : PathQuestion, optional
            By default the cheapest path from the case to the selected tool.

        Raises
        ------
        NotStored
            If there is no such run or case.
        InvalidInput
            If a node is unknown, or no target is given and the case selected nothing.
        """
        evidence, asked = self.evidence(run, case), asked or PathQuestion()
        source = asked.source_id or case_node(evidence.result)
        target = asked.target_id or selected_node(evidence.result)
        if target is None:
            raise InvalidInput(
                f"case {case!r} of run {evidence.summary.run_id} selected no tool, so there is"
                " nothing to explain; name a SOURCE and a TARGET node."
            )
        result = _trace(evidence, source, target, asked)
        return CaseTrace(
            run=evidence.summary.run_id,
            case=case,
            source_id=source,
            target_id=target,
            trace=result,
            sources=_sources(evidence, target, asked),
            nodes=len(evidence.graph.nodes),
            edges=len(evidence.graph.edges),
        )

    def difference(
        self, base: str, run: str, case: str, asked: PathQuestion | None = None
    ) -> CaseTraceDifference:
        """Return how a case's evidence and paths changed from run ``base`` to run ``run``.

        Raises
        ------
        NotStored, InvalidInput
            As :meth:`trace`, for either run.
        """
        before, after = self.trace(base, case, asked), self.trace(run, case, asked)
        old, new = self.evidence(base, case), self.evidence(run, case)
        paths = diff_traces(before.trace, after.trace)
        # Each run's ages are counted to its own moment; that is no difference of the question.
        changed = tuple(name for name in paths.parameters_changed if name != "now")
        return CaseTraceDifference(
            base=before.run,
            run=after.run,
            case=case,
            target_base=before.target_id,
            target_run=after.target_id,
            graph=diff_graphs(old.graph, new.graph, ignoring=_DIFFERS_ANYWAY),
            paths=paths.model_copy(update={"parameters_changed": changed}),
        )

    def audit(self, run: str) -> EvidenceAudit:
        """Say of every selected tool of a run whether it rests on a source.

        Raises
        ------
        NotStored
            If there is no such run.
        """
        run_id = self._runs.resolve(run)
        facts = self._facts(self._runs.summary(run_id))
        results = self._runs.results(run_id, evidence=True)
        found = [audit_selection(result, facts) for result in results]
        selected = sum(result.selection.selected_target is not None for result in results)
        return EvidenceAudit(
            run=run_id,
            cases=len(results),
            selected=selected,
            not_selected=len(results) - selected,
            without_source=tuple(finding for finding in found if finding is not None),
        )

    def _make(self, run_id: str, case: str) -> CaseEvidence:
        summary = self._runs.summary(run_id)
        result = self._runs.case(run_id, case)
        facts = self._facts(summary)
        if facts.tools:
            facts = facts._replace(feeding=self._feeding(summary, result, facts.tools))
        return CaseEvidence(summary, result, Tracer(run_graph(result, facts)))

    def _facts(self, summary: RunSummary) -> RunFacts:
        facts = RunFacts(summary.run_id, summary.created_at, summary.catalog)
        fingerprint = summary.stamp.catalog_fingerprint
        try:
            catalog = self._catalogs.load(summary.catalog, fingerprint)
            versions = self._catalogs.versions(summary.catalog)
        except NotStored:
            return facts
        read_at = next((v.created_at for v in versions if v.fingerprint == fingerprint), None)
        return facts._replace(declared_at=read_at, tools=catalog.by_name)

    def _feeding(
        self, summary: RunSummary, result: CaseResult, tools: Mapping[str, object]
    ) -> Mapping[str, Sequence[GraphEdge]]:
        graph = self._catalogs.graph(summary.catalog, summary.stamp.catalog_fingerprint)
        return {name: graph.producers_of(name) for name in callers(result) if name in tools}


def _trace(evidence: CaseEvidence, source: str, target: str, asked: PathQuestion) -> TraceResult:
    return evidence.tracer.trace(
        source,
        target,
        asked.k,
        asked.half_life_hours,
        asked.bidirectional,
        asked.max_hops,
        asked.recency,
        now=asked.now or evidence.summary.created_at,
        max_overlap=asked.max_overlap,
        budget=asked.budget,
    )


def _sources(evidence: CaseEvidence, target: str, asked: PathQuestion) -> tuple[SourceReach, ...]:
    found = []
    single = asked._replace(k=1, max_overlap=1.0)
    for node in evidence.graph.nodes:
        if node.kind not in SOURCE_KINDS or node.id == target:
            continue
        paths = _trace(evidence, node.id, target, single).paths
        found.append(
            SourceReach(
                id=node.id,
                kind=node.kind,
                label=node.label or node.id,
                cost=paths[0].total_cost if paths else None,
                hops=paths[0].hops if paths else None,
            )
        )
    return tuple(sorted(found, key=lambda s: (s.cost is None, s.cost or 0.0, s.id)))
