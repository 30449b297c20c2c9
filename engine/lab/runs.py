"""Use cases around runs: execute a suite, read results, compare, pin, delete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import lru_cache

from engine import collector
from engine.compare.diff import Side, diff_outcomes, members
from engine.compare.evidence import evidence_difference
from engine.compare.repeats import NOT_REPEATED, RepeatsByCase
from engine.errors import InvalidInput, unknown_tool_message
from engine.fingerprint import JsonValue, fingerprint
from engine.lab.baselines import baseline_of
from engine.lab.benches import Benches
from engine.lab.catalogs import Catalogs
from engine.lab.clock import Clock
from engine.lab.gate_suppliers import GraphSuppliers
from engine.lab.lessons import LessonBook, learning_fingerprint
from engine.lab.model_targets import ModelTargets, ask
from engine.lab.run_gate import GateInput, RunGate, check_evidence, tally
from engine.lab.run_suite import OnProgress, run_cases
from engine.lab.shadow import shadow_summary
from engine.lab.stamp import make_stamp
from engine.llm.chooser import Chooser
from engine.measures.aggregate import aggregate
from engine.measures.interval import counted_mean_interval
from engine.measures.judgement import judge
from engine.measures.latency import stage_latency
from engine.models.case import Suite
from engine.models.catalog import Catalog
from engine.models.diff import GroupBy, RunDiff
from engine.models.listing import (
    CaseFilter,
    CaseHistoryRow,
    CaseOrder,
    CasePair,
    CaseRows,
    ToolKind,
    TrendPoint,
)
from engine.models.report import Comparison, Overview
from engine.models.run import (
    CaseResult,
    Run,
    RunSettings,
    RunSummary,
    Verdict,
    VersionStamp,
)
from engine.scrub.scrubber import scrub_text
from engine.store.store import Store
from engine.triage.assertions import read_assertions

PINNED = "pinned"
"""Reference to the baseline of a suite."""

SHOWN_PROBLEMS = 20
"""Missing tools that one message names."""

_GATE_STAMP = frozenset({"contract_fingerprint", "gate_evidence_fingerprint", "gate_at"})


class Runs:
    """Runs of a store."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        catalogs: Catalogs,
        benches: Benches,
        lessons: LessonBook,
    ) -> None:
        self._store = store
        self._clock = clock
        self._catalogs = catalogs
        self._benches = benches
        self._lessons = lessons
        # Runs are immutable: a difference between two of them changes with their repeats alone.
        self._diff = lru_cache(maxsize=16)(self._compute_diff)
        self._intervals = lru_cache(maxsize=16)(self._compute_intervals)

    def execute(
        self,
        suite: Suite,
        *,
        catalog: str,
        settings: RunSettings | None = None,
        note: str = "",
        gate: GateInput | None = None,
        shadow: bool = False,
        targets: Chooser | ModelTargets | None = None,
        executor: Executor | None = None,
        on_progress: OnProgress | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Run:
        """Run ``suite`` over the newest version of ``catalog`` and store the run.

        Parameters
        ----------
        suite : Suite
            Cases; stored with the run's stamp as its fingerprint, so store the suite first when
            its texts should be readable later.
        catalog : str
            Name of a stored catalog.
        settings : RunSettings, optional
            Cut-off, channels and policy; defaults as :class:`RunSettings`.
        note : str
            One line for people.
        gate : GateInput, optional
            Contracts: the call of every case that goes beyond search, and whose selected tool one
            of them governs, is judged before it would be made.
        shadow : bool
            Compute beside every rank the one that it would be if the suggestions of trace learning
            that are in shadow took part.
        targets : Chooser or ModelTargets, optional
            A model that is asked for the target of every case, or answers of an earlier run; they
            take the place of the targets that cases name themselves.
        executor, on_progress, cancelled
            As :func:`engine.lab.run_suite.run_cases`.

        Raises
        ------
        NotStored
            If there is no such catalog.
        InvalidInput
            If the suite is empty or expects a tool that the catalog lacks, a contract governs one
            that it lacks, or the evidence of a case was left out of the store; nothing is stored.
        """
        loaded = self._catalogs.load(catalog)
        note = scrub_text(note).text
        check_runnable(suite, loaded)
        bench = self._benches.get(loaded, settings or RunSettings())
        run_gate = None
        if gate is not None:
            check_evidence(suite)
            at = gate.at or self._clock.now()
            run_gate = RunGate(gate, loaded, GraphSuppliers(loaded, bench.graph), at)
            bench = bench.gated(run_gate)
        learned = self._lessons.promoted(loaded)
        in_shadow = self._lessons.with_shadow(loaded) if shadow else None
        bench = bench.taught(learned, in_shadow)
        if targets is not None and not isinstance(targets, ModelTargets):
            targets = ask(
                bench,
                suite.cases,
                targets,
                self._clock,
                on_progress=on_progress,
                cancelled=cancelled,
            )
        if targets is not None:
            bench = bench.advised(targets.answers)
        # A case keeps its own cut-off unless the run sets one.
        outcome = run_cases(
            bench, suite.cases, executor=executor, on_progress=on_progress, cancelled=cancelled
        )
        stamp = make_stamp(
            loaded,
            suite,
            bench.settings,
            store_schema=self._store.schema_version(),
            graph_fingerprint=bench.graph_fingerprint,
            encoder=bench.encoder_fingerprint,
            gate=run_gate,
            learning=learning_fingerprint(learned),
            llm_model=targets.model if targets is not None else None,
        )
        created_at = self._clock.now()
        summary = RunSummary(
            run_id=_run_id(stamp, created_at.isoformat(), note),
            catalog=catalog,
            suite=suite.name,
            created_at=created_at,
            note=note,
            status=outcome.status,
            stamp=stamp,
            settings=bench.settings,
            cases=len(outcome.results),
            planned=len(suite.cases),
            verdicts=_verdicts(outcome.results),
            failures=_failures(outcome.results),
            measures=aggregate(outcome.results),
            latency_ms=stage_latency(outcome.results),
            gate=tally(outcome.results) if run_gate is not None else None,
            shadow=None
            if in_shadow is None
            else shadow_summary(
                outcome.results, [s.suggestion_id for s in in_shadow if s not in learned]
            ),
        )
        run = Run(summary=summary, results=outcome.results)
        self._store.save_run(run)
        return run

    def list(self, limit: int | None = None) -> tuple[RunSummary, ...]:
        """Return stored runs, newest first."""
        return self._store.runs(limit)

    def resolve(self, reference: str, *, beside: str | None = None) -> str:
        """Return the id that ``reference`` means.

        Parameters
        ----------
        reference : str
            A run id, a unique beginning of one, ``latest``, ``previous`` or ``pinned``.
        beside : str, optional
            Full id of the run that it stands beside: ``pinned`` is the baseline of that run's
            suite. The newest run when absent.

        Raises
        ------
        NotStored
            If nothing fits.
        """
        return self._store.resolve_run(reference, beside=beside)

    def resolve_pair(self, base: str, run: str) -> tuple[str, str]:
        """Return the ids of two runs that are compared; ``pinned`` is of the other one's suite.

        Raises
        ------
        NotStored
            If nothing fits.
        """
        if run == PINNED:
            base_id = self.resolve(base)
            return base_id, self.resolve(run, beside=base_id)
        run_id = self.resolve(run)
        return self.resolve(base, beside=run_id), run_id

    def summary(self, run_id: str) -> RunSummary:
        """Return a run without its cases."""
        return self._store.run_summary(run_id)

    def rows(
        self,
        run_id: str,
        case_filter: CaseFilter | None = None,
        *,
        order: CaseOrder = CaseOrder.FAILING_FIRST,
        limit: int | None = None,
        offset: int = 0,
    ) -> CaseRows:
        """Return a page of a run's cases as light rows, filtered, sorted and counted by the store.

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
        return self._store.case_rows(
            run_id, case_filter or CaseFilter(), order=order, limit=limit, offset=offset
        )

    def case(self, run_id: str, case_id: str) -> CaseResult:
        """Return one case of a run with its evidence."""
        return self._store.case_result(run_id, case_id)

    def results(self, run_id: str, *, evidence: bool = False) -> tuple[CaseResult, ...]:
        """Return every case of a run, sorted by case id."""
        return self._store.run_results(run_id, evidence=evidence)

    def history(self, case_id: str, *, suite: str | None = None) -> tuple[CaseHistoryRow, ...]:
        """Return how a case fared in earlier runs, newest first."""
        return self._store.case_history(case_id, suite=suite)

    def trend(
        self, suite: str, *, limit: int = 20, intervals_of: Sequence[str] = ()
    ) -> tuple[TrendPoint, ...]:
        """Return the measures of a suite's last runs, oldest first.

        Parameters
        ----------
        suite : str
            Name of the suite.
        limit : int
            Most runs.
        intervals_of : sequence of str
            Measures whose 95 % intervals are wanted as well.
        """
        points = tuple(reversed(self._store.trend(suite, limit)))
        if not intervals_of:
            return points
        ids = tuple(point.run_id for point in points)
        intervals = self._intervals(ids, tuple(intervals_of))
        return tuple(
            point.model_copy(update={"intervals": found}) if found else point
            for point, found in zip(points, intervals, strict=True)
        )

    def _compute_intervals(
        self, run_ids: tuple[str, ...], names: tuple[str, ...]
    ) -> tuple[dict[str, tuple[float, float]], ...]:
        counted = self._store.measure_values(run_ids, names)
        return tuple(
            {
                name: (interval.low, interval.high)
                for name in names
                if (interval := counted_mean_interval(counted.get((run_id, name), ())))
            }
            for run_id in run_ids
        )

    def pin(self, run_id: str) -> None:
        """Make a run the baseline of its suite, in place of the one before."""
        self._store.pin_run(run_id)

    def unpin(self, suite: str | None = None) -> None:
        """Let no run of a suite be its baseline; without a suite, no run at all."""
        self._store.unpin(suite)

    def delete(self, run_id: str) -> None:
        """Delete a run and everything that was stored for it."""
        self._store.delete_run(run_id)

    def diff(self, base: str, run: str) -> RunDiff:
        """Return what changed from run ``base`` to run ``run``; both are ids or references.

        Runs under the same stamp are repeats of one another: a case whose verdict they disagree on
        is told apart from a regression.
        """
        with collector.paused(), self._store.together():
            base_id, run_id = self.resolve_pair(base, run)
            return self._diff(
                base_id, run_id, self._store.repeats(base_id), self._store.repeats(run_id)
            )

    def members(self, base: str, run: str, by: GroupBy, value: str | None) -> frozenset[str]:
        """Return the ids of the cases in one group of a comparison's rollups.

        Parameters
        ----------
        base, run : str
            Full ids of both runs.
        by : GroupBy
            Kind of the group.
        value : str or None
            Its value; None for the cases that have none. An unknown one has no cases.
        """
        with collector.paused(), self._store.together():
            return members(self._side(base), self._side(run), by, value)

    def pair(self, base: str, run: str, case_id: str) -> CasePair:
        """Return one case in two runs with its evidence, and how that changed.

        Raises
        ------
        NotStored
            If one of the runs does not hold the case.
        """
        with self._store.together():
            before, now = self.case(base, case_id), self.case(run, case_id)
        return CasePair(base=before, run=now, evidence=evidence_difference(before, now))

    def comparison(self, base: str, run: str) -> Comparison:
        """Return :meth:`diff` beside the summaries of both runs: what a report is made from."""
        difference = self.diff(base, run)
        return Comparison(
            base=self.summary(difference.base), run=self.summary(difference.run), diff=difference
        )

    def overview(self) -> Overview | None:
        """Return the newest run beside its baseline; None when no run is stored.

        The baseline is the pinned run of the same suite; without one, the run before it there.
        """
        runs = self.list()
        if not runs:
            return None
        newest = runs[0]
        baseline = baseline_of(newest, runs)
        return Overview(
            run=newest,
            baseline=baseline,
            diff=self.diff(baseline.run_id, newest.run_id) if baseline is not None else None,
            generated_at=self._clock.now(),
        )

    def _compute_diff(
        self, base: str, run: str, base_repeats: tuple[str, ...], run_repeats: tuple[str, ...]
    ) -> RunDiff:
        # Two runs of one stamp are repeats of one another: they have the same repeats.
        base_cases = self._store.repeated_cases(base)
        same = base_repeats == run_repeats
        run_cases = base_cases if same else self._store.repeated_cases(run)
        # Whole evidence of two large runs takes a minute to load; the store pairs what differs.
        return diff_outcomes(
            self._side(base, base_cases, len(base_repeats)),
            self._side(run, run_cases, len(run_repeats)),
            self._store.evidence_changes(base, run),
        )

    def _side(self, run_id: str, repeats: RepeatsByCase = NOT_REPEATED, repeated: int = 1) -> Side:
        summary = self._store.run_summary(run_id)
        return Side(
            summary, self._store.run_outcomes(run_id), self._kinds(summary), repeats, repeated
        )

    def _kinds(self, summary: RunSummary) -> dict[str, ToolKind] | None:
        """Return the tools that a run was made with; None once its catalog was deleted."""
        found = self._store.tool_kinds(summary.catalog, summary.stamp.catalog_fingerprint)
        return {kind.name: kind for kind in found} or None


def check_runnable(suite: Suite, catalog: Catalog) -> None:
    """Refuse a suite that cannot be judged against ``catalog``.

    Raises
    ------
    InvalidInput
        If the suite is empty, or a case expects a tool that the catalog lacks; every such case
        is named.
    """
    if not suite.cases:
        raise InvalidInput(f"suite {suite.name!r} has no cases; import some first.")
    for case in suite.cases:
        read_assertions(case)
    known = sorted(catalog.by_name)
    problems = [
        unknown_tool_message(name, f"case {case.case_id!r} of suite {suite.name!r}", known)
        for case in suite.cases
        for name in judge(case, catalog).missing
    ]
    if len(problems) > SHOWN_PROBLEMS:
        more = len(problems) - SHOWN_PROBLEMS
        problems = [*problems[:SHOWN_PROBLEMS], f"… and {more} more expected tools are missing."]
    if problems:
        raise InvalidInput("\n".join(problems))


def _run_id(stamp: VersionStamp, created_at: str, note: str) -> str:
    # Without a contract, learning and a model, a run has the id that it had before there were any.
    left_out = set(_GATE_STAMP) if stamp.contract_fingerprint is None else set()
    optional = ("learning_fingerprint", "llm_model")
    left_out |= {name for name in optional if getattr(stamp, name) is None}
    content: dict[str, JsonValue] = {
        "stamp": stamp.model_dump(mode="json", exclude=left_out),
        "created_at": created_at,
        "note": note,
    }
    return fingerprint("run", content).rpartition(":")[2][:12]


def _verdicts(results: Sequence[CaseResult]) -> dict[str, int]:
    counts = Counter(result.verdict for result in results)
    return {verdict.value: counts[verdict] for verdict in Verdict}


def _failures(results: Sequence[CaseResult]) -> dict[str, int]:
    counts = Counter(result.failure.stage.value for result in results if result.failure)
    return {stage: counts[stage] for stage in sorted(counts)}
