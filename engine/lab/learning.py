"""Use cases of trace learning: read traces, look at suggestions, decide about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.errors import InvalidInput, NotStored
from engine.ingest.source import SourceFile
from engine.lab.catalogs import Catalogs
from engine.lab.clock import Clock
from engine.lab.lessons import LessonBook
from engine.lab.runs import Runs
from engine.lab.shadow import rank_change
from engine.learning.gates import (
    approval_gate,
    check_promotion,
    check_step,
    collection_gate,
    validation_gate,
)
from engine.learning.reading import read_traces
from engine.learning.records import make_record
from engine.learning.suggest import speaks_for
from engine.learning.vocabulary import vocabulary_of
from engine.models.learning import (
    Gate,
    LearningDecision,
    RankChange,
    Suggestion,
    SuggestionStatus,
    TraceImport,
    TraceRecord,
)
from engine.models.scrubbing import ScrubReport
from engine.scrub.scrubber import scrub_text
from engine.store.store import Store


class Learning:
    """Traces of a store, what they suggest, and what was decided about it."""

    def __init__(
        self, store: Store, clock: Clock, catalogs: Catalogs, runs: Runs, lessons: LessonBook
    ) -> None:
        self._store = store
        self._clock = clock
        self._catalogs = catalogs
        self._runs = runs
        self._lessons = lessons

    def ingest(self, file: SourceFile, *, catalog: str) -> TraceImport:
        """Read a file of traces and keep what may be kept of them.

        Parameters
        ----------
        file : SourceFile
            JSON lines of a runner, or spans as OpenTelemetry exports them.
        catalog : str
            Stored catalog whose tools were called; calls of other tools are passed over.

        Raises
        ------
        DocumentError
            With every line that cannot be used; nothing is stored.
        NotStored
            If there is no such catalog.
        """
        loaded = self._catalogs.load(catalog)
        vocabulary = vocabulary_of(loaded)
        now = self._clock.now()
        read = read_traces(file)
        records: list[TraceRecord] = []
        skipped: Counter[str] = Counter()
        report = ScrubReport()
        for trace in read:
            made = make_record(
                trace,
                collection=catalog,
                tools=loaded.by_name,
                vocabulary=vocabulary,
                ingested_at=now,
            )
            report += made.report
            if made.record is not None:
                records.append(made.record)
            elif made.skipped is not None:
                skipped[made.skipped] += 1
        unique = {record.trace_id: record for record in records}
        new = self._store.learning.add(catalog, [unique[key] for key in sorted(unique)])
        return TraceImport(
            collection=catalog,
            traces=len(read),
            new=new,
            known=len(records) - new,
            skipped=dict(sorted(skipped.items())),
            scrubbed=report,
        )

    def collections(self) -> tuple[str, ...]:
        """Return the catalogs about which something was observed or decided."""
        return self._store.learning.collections()

    def traces(self, catalog: str) -> tuple[TraceRecord, ...]:
        """Return what is kept of a catalog's traces, oldest first."""
        return self._store.learning.traces(catalog)

    def suggestions(self, catalog: str) -> tuple[Suggestion, ...]:
        """Return what the traces of a catalog suggest, with every gate."""
        return self._lessons.suggestions(self._catalogs.load(catalog))

    def suggestion(self, catalog: str, reference: str) -> Suggestion:
        """Return one suggestion, by its id or by a beginning of its last part that is unique.

        Raises
        ------
        NotStored
            If none fits, or more than one.
        """
        known = self.suggestions(catalog)
        tail = reference.rpartition(":")[2]
        found = [s for s in known if s.suggestion_id.rpartition(":")[2].startswith(tail)]
        if len(found) != 1 or not tail:
            raise NotStored("suggestion", reference, [s.suggestion_id for s in known])
        return found[0]

    def history(self, catalog: str) -> tuple[LearningDecision, ...]:
        """Return every decision about a catalog's suggestions, oldest first."""
        return self._store.learning.decisions(catalog)

    def gates(
        self, suggestion: Suggestion, *, run: str | None = None, approved_by: str = ""
    ) -> tuple[Gate, ...]:
        """Return every gate of a promotion, with those that a run and an operator decide.

        Parameters
        ----------
        suggestion : Suggestion
            As :meth:`suggestion` returns it.
        run : str, optional
            The run that proves it; by default the newest one that computed its shadow ranks.
        approved_by : str
            The operator who stands for it.
        """
        run_id = self._runs.resolve(run) if run is not None else self.proof(suggestion)
        summary = self._runs.summary(run_id) if run_id is not None else None
        effects = summary.shadow.effects if summary is not None and summary.shadow else ()
        effect = next((e for e in effects if e.suggestion_id == suggestion.suggestion_id), None)
        return (
            *suggestion.gates,
            collection_gate(suggestion, summary.catalog if summary is not None else None),
            validation_gate(effect, run_id),
            approval_gate(suggestion, approved_by),
        )

    def approved_by(self, suggestion: Suggestion) -> str:
        """Return who approved a promoted suggestion; empty when nobody did, or had to."""
        decision = self._lessons.latest(suggestion.collection).get(suggestion.suggestion_id)
        promoted = decision is not None and decision.status is SuggestionStatus.PROMOTED
        return decision.decided_by if decision is not None and promoted else ""

    def proof(self, suggestion: Suggestion) -> str | None:
        """Return the newest run that computed the suggestion's shadow ranks; None without one."""
        for summary in self._runs.list():
            if summary.catalog == suggestion.collection and summary.shadow is not None:
                ids = {effect.suggestion_id for effect in summary.shadow.effects}
                if suggestion.suggestion_id in ids:
                    return summary.run_id
        return None

    def rank_changes(self, suggestion: Suggestion, run_id: str) -> tuple[RankChange, ...]:
        """Return the cases that a suggestion concerns, with their ranks now and with it.

        Those that it moves come first, the losses before the gains, then by case id.

        Parameters
        ----------
        suggestion : Suggestion
            In shadow when the run was made.
        run_id : str
            Full id of a run that computed shadow ranks.
        """
        changes = [
            RankChange(
                case_id=result.case_id,
                expected_target=result.expected_target,
                rank=result.full_rank,
                shadow_rank=result.shadow.rank,
                delta=rank_change(result.full_rank, result.shadow.rank),
            )
            for result in self._runs.results(run_id, evidence=True)
            if result.shadow is not None
            and result.expected_target is not None
            and suggestion.suggestion_id in result.shadow.applied
        ]
        return tuple(sorted(changes, key=lambda c: (c.delta == 0, c.delta, c.case_id)))

    def evidence(self, suggestion: Suggestion) -> tuple[TraceRecord, ...]:
        """Return what is kept of the traces that speak for a suggestion, oldest first."""
        traces = self._store.learning.traces(suggestion.collection)
        return tuple(record for record in traces if speaks_for(suggestion, record))

    def shadow(self, catalog: str, reference: str, *, reason: str = "") -> LearningDecision:
        """Let runs compute what a suggestion would change.

        Raises
        ------
        InvalidInput
            If it is in shadow already.
        """
        suggestion = self.suggestion(catalog, reference)
        check_step(suggestion, SuggestionStatus.SHADOW)
        return self._decide(suggestion, SuggestionStatus.SHADOW, reason, suggestion.gates)

    def promote(
        self,
        catalog: str,
        reference: str,
        *,
        run: str | None = None,
        reason: str = "",
        approved_by: str = "",
        force: bool = False,
    ) -> LearningDecision:
        """Let a suggestion take part in rankings.

        Parameters
        ----------
        catalog, reference : str
            As :meth:`suggestion`.
        run : str, optional
            The run that proves it, by id or reference; by default the newest one that can.
        reason : str
            Why; needed to force.
        approved_by : str
            The operator who stands for it; needed when one of its tools changes something.
        force : bool
            Pass over the gates that may be passed over. It is recorded with the reason.

        Raises
        ------
        Refused
            With the code of every gate that keeps it from being promoted.
        InvalidInput
            If it is not in shadow, or is forced without a reason.
        """
        suggestion = self.suggestion(catalog, reference)
        if force and not reason.strip():
            raise InvalidInput("a forced promotion needs a reason; it is kept with the decision.")
        if not (force and suggestion.status is SuggestionStatus.OBSERVE):
            check_step(suggestion, SuggestionStatus.PROMOTED)
        gates = self.gates(suggestion, run=run, approved_by=approved_by)
        check_promotion(suggestion, gates, forced=force)
        run_id = self._runs.resolve(run) if run is not None else self.proof(suggestion)
        forced = any(not gate.passed for gate in gates)
        return self._decide(
            suggestion,
            SuggestionStatus.PROMOTED,
            reason,
            gates,
            run_id=run_id,
            forced=forced,
            decided_by=approved_by,
        )

    def reject(self, catalog: str, reference: str, *, reason: str) -> LearningDecision:
        """Keep a suggestion from rankings and shadows, or take it out of them.

        Raises
        ------
        InvalidInput
            If no reason is given, or it is rejected already.
        """
        if not reason.strip():
            raise InvalidInput("a rejection needs a reason; it is kept with the decision.")
        suggestion = self.suggestion(catalog, reference)
        check_step(suggestion, SuggestionStatus.REJECTED)
        return self._decide(suggestion, SuggestionStatus.REJECTED, reason, suggestion.gates)

    def delete_trace(self, trace_id: str) -> None:
        """Delete a trace, and its bytes from the store's file."""
        self._store.learning.delete_trace(trace_id)

    def delete_traces(self, catalog: str) -> int:
        """Delete every trace of a catalog, and their bytes; return how many there were."""
        return self._store.learning.delete_traces(catalog)

    def _decide(
        self,
        suggestion: Suggestion,
        status: SuggestionStatus,
        reason: str,
        gates: Sequence[Gate],
        *,
        run_id: str | None = None,
        forced: bool = False,
        decided_by: str = "",
    ) -> LearningDecision:
        return self._store.learning.decide(
            LearningDecision(
                sequence=1,
                suggestion_id=suggestion.suggestion_id,
                collection=suggestion.collection,
                status=status,
                reason=scrub_text(reason.strip()).text,
                forced=forced,
                run_id=run_id,
                decided_by=scrub_text(decided_by.strip()).text,
                decided_at=self._clock.now(),
                gates=tuple(gates),
                suggestion=suggestion.model_copy(update={"status": status}),
            )
        )
