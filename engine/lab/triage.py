"""Use cases around triage: a run's queue, decisions about failures, their history and exchange."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache

from engine import collector
from engine.errors import InvalidInput, nearest
from engine.ingest.source import SourceFile
from engine.lab.clock import Clock
from engine.models.listing import CaseFilter
from engine.models.triage import FailureIdentity, TriageEdit, TriageEntry
from engine.models.triage_queue import (
    FailedCase,
    TriageFilter,
    TriageImport,
    TriageItem,
    TriageOutcome,
    TriageProgress,
    TriageQueue,
)
from engine.store.store import Store
from engine.triage.decide import Decision, Merge
from engine.triage.exchange import read_changes, write_changes
from engine.triage.queue import items_of, progress_of, queue_of
from engine.triage.scrubbed import secret_in_link
from engine.triage.signature import identity_of

SHOWN_CASES = 5
"""Unknown cases that one message names."""


class Triage:
    """Decisions about the failures of a store's runs."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        # A run never changes, and decisions are only added: their number names their state.
        self._failing = lru_cache(maxsize=8)(self._identified)
        self._items = lru_cache(maxsize=8)(self._decided)

    def queue(self, run_id: str, wanted: TriageFilter | None = None) -> TriageQueue:
        """Return the failing cases of a run, those to be decided first.

        Parameters
        ----------
        run_id : str
            Full id.
        wanted : TriageFilter, optional
            Which cases; all failing ones when absent.

        Raises
        ------
        NotStored
            If there is no such run.
        """
        wanted = wanted or TriageFilter()
        found = None
        if wanted.text.strip():
            rows = self._store.case_rows(run_id, CaseFilter(text=wanted.text)).rows
            found = frozenset(row.case_id for row in rows)
        return queue_of(run_id, self._all(run_id), wanted, found=found)

    def progress(self, run_id: str) -> TriageProgress:
        """Return how much of a run's queue is decided."""
        return progress_of(self._all(run_id))

    def item(self, run_id: str, case_id: str) -> TriageItem | None:
        """Return one failing case with what was decided; None for a case that did not fail."""
        return next((each for each in self._all(run_id) if each.case.case_id == case_id), None)

    def classify(
        self,
        run_id: str,
        cases: Sequence[str],
        edit: TriageEdit,
        *,
        based_on: Mapping[str, int] | None = None,
    ) -> TriageOutcome:
        """Decide about failing cases of a run: about all of them, or about none.

        The decision holds for the failure, so every run that shows the same one shows it too.

        Parameters
        ----------
        run_id : str
            Full id.
        cases : sequence of str
            Ids of failing cases; a repeated one counts once.
        edit : TriageEdit
            Parts of the verdict to replace; secrets are taken out of note and owner.
        based_on : mapping of str to int, optional
            Revision that the editor saw, by case id, 0 for none. A case whose stored revision is
            another is a conflict, and nothing is stored then. Cases that are not named are
            edited as they stand.

        Raises
        ------
        NotStored
            If there is no such run.
        InvalidInput
            If a case is not among the run's failing ones, each of which is named, or the link
            holds a secret.
        """
        refused = secret_in_link(edit.link or "")
        if refused:
            raise InvalidInput(refused)
        run = self._store.run_summary(run_id)
        chosen = self._failing_only(run_id, cases)
        decision = Decision(run_id, run.created_at, chosen, edit, based_on or {}, self._clock.now())
        self._store.triage.add((i.signature for i in chosen.values()), decision)
        if decision.conflicts:
            return TriageOutcome(conflicts=tuple(decision.conflicts))
        after = {item.case.case_id: item.entry for item in self._all(run_id)}
        stored = (after[case_id] for case_id in chosen if case_id not in decision.unchanged)
        return TriageOutcome(
            stored=tuple(entry for entry in stored if entry is not None),
            unchanged=tuple(decision.unchanged),
        )

    def history(self, case_id: str, *, suite: str | None = None) -> tuple[TriageEntry, ...]:
        """Return every decision about the failures of a case, by suite and time."""
        return self._store.triage.history(suite=suite, case_id=case_id)

    def export(self, *, suite: str | None = None) -> bytes:
        """Return every decision as JSON lines, its whole history; of one suite if given."""
        found = self._store.triage.history(suite=suite)
        return write_changes(entry.change for entry in found)

    def load(self, file: SourceFile, *, dry_run: bool = False) -> TriageImport:
        """Take over decisions that another store exported.

        Both histories become one, by time: what was decided last holds, everything before it stays
        in the history, and importing twice or the other way round gives the same.

        Parameters
        ----------
        file : SourceFile
            JSON lines from :meth:`export`.
        dry_run : bool
            Report only; nothing is stored.

        Raises
        ------
        DocumentError
            With every problem of the file; nothing is stored then.
        """
        changes = read_changes(file, now=self._clock.now())
        merge = Merge(file.name, changes, dry_run=dry_run)
        self._store.triage.add((change.signature for change in changes), merge)
        return TriageImport(
            changes=len(changes),
            new=merge.new,
            known=len(changes) - merge.new,
            superseded=merge.superseded,
            stored=not dry_run,
        )

    def _all(self, run_id: str) -> tuple[TriageItem, ...]:
        # Asked first, so that a deleted run is not answered from what is remembered of it.
        run = self._store.run_summary(run_id)
        return self._items(
            run_id, run.catalog, run.suite, run.created_at, self._store.triage.count()
        )

    def _failing_only(self, run_id: str, cases: Sequence[str]) -> dict[str, FailureIdentity]:
        known = {item.case.case_id: item.identity for item in self._all(run_id)}
        chosen = sorted(set(cases))
        unknown = [case_id for case_id in chosen if case_id not in known]
        if not unknown:
            return {case_id: known[case_id] for case_id in chosen}
        shown = ", ".join(map(repr, unknown[:SHOWN_CASES]))
        more = f" and {len(unknown) - SHOWN_CASES:,} more" if len(unknown) > SHOWN_CASES else ""
        near = nearest(unknown[0], sorted(known))
        hint = f" Did you mean {near!r}?" if near else ""
        raise InvalidInput(
            f"run {run_id} has no failing case {shown}{more}; "
            f"{len(known):,} of its cases failed.{hint}"
        )

    def _decided(
        self, run_id: str, catalog: str, suite: str, run_at: datetime, state: int
    ) -> tuple[TriageItem, ...]:
        entries = self._store.triage.latest(catalog, suite)
        with collector.paused():
            return items_of(self._failing(run_id, catalog, suite), entries, run_at)

    def _identified(
        self, run_id: str, catalog: str, suite: str
    ) -> tuple[tuple[FailedCase, FailureIdentity], ...]:
        return tuple(
            (case, identity_of(case, catalog=catalog, suite=suite))
            for case in self._store.triage.failures(run_id)
        )
