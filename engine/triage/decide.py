"""Add to what was decided about failures without losing what others decided in between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from engine.errors import DocumentError, Problem
from engine.models.triage import (
    FailureIdentity,
    TriageChange,
    TriageEdit,
    TriageEntry,
    TriageVerdict,
)
from engine.models.triage_queue import TriageConflict
from engine.triage.exchange import same_moment
from engine.triage.queue import is_back
from engine.triage.scrubbed import without_secrets

History = Mapping[str, tuple[TriageEntry, ...]]
"""Every decision about each failure, by signature, oldest first; only signatures that have one."""

_UNDECIDED = TriageVerdict()


class Decision:
    """One edit of the verdicts on some failures: all of them change, or none.

    Call it once with the history; it returns the changes to store.

    Parameters
    ----------
    run_id : str
        Run in front of which it is decided.
    run_at : datetime
        When that run was made.
    identities : mapping of str to FailureIdentity
        The failures, by case id.
    edit : TriageEdit
        Parts of the verdict to replace.
    based_on : mapping of str to int
        Revision that the editor saw, by case id, 0 for none; a case without one is not checked.
    now : datetime
        Time of the decision.
    """

    def __init__(
        self,
        run_id: str,
        run_at: datetime,
        identities: Mapping[str, FailureIdentity],
        edit: TriageEdit,
        based_on: Mapping[str, int],
        now: datetime,
    ) -> None:
        self._run_id = run_id
        self._run_at = run_at
        self._identities = identities
        self._edit = edit
        self._based_on = based_on
        self._now = now
        self.unchanged: list[str] = []
        """Cases that have this verdict already."""

        self.conflicts: list[TriageConflict] = []
        """Cases whose verdict somebody else changed; when there is one, nothing is stored."""

    def __call__(self, history: History) -> Sequence[TriageChange]:
        """Return what to store."""
        changes = []
        for case_id in sorted(self._identities):
            change = self._decide(case_id, history.get(self._identities[case_id].signature, ()))
            if change is not None:
                changes.append(change)
        return [] if self.conflicts else changes

    def _decide(self, case_id: str, entries: tuple[TriageEntry, ...]) -> TriageChange | None:
        latest = entries[-1] if entries else None
        current = latest.verdict if latest else _UNDECIDED
        verdict = without_secrets(self._edit.applied(current))
        if verdict == current and not (latest and is_back(latest, self._run_at)):
            self.unchanged.append(case_id)
            return None
        revision = latest.revision if latest else 0
        seen = self._based_on.get(case_id, revision)
        if latest is not None and seen != revision:
            basis = entries[seen - 1].verdict if 1 <= seen < revision else _UNDECIDED
            self.conflicts.append(
                TriageConflict(
                    case_id=case_id, based_on=seen, yours=self._edit.applied(basis), stored=latest
                )
            )
            return None
        identity = self._identities[case_id]
        return TriageChange(
            signature=identity.signature,
            identity=identity,
            verdict=verdict,
            run_id=self._run_id,
            changed_at=moment_after(self._now, latest),
        )


class Merge:
    """Decisions of another store, added to the ones that are here.

    Call it once with the history; it returns the changes to store.

    Parameters
    ----------
    source : str
        Name of the file they came from.
    changes : sequence of TriageChange
        What it holds.
    dry_run : bool
        Count only.
    """

    def __init__(self, source: str, changes: Sequence[TriageChange], *, dry_run: bool) -> None:
        self._source = source
        self._changes = changes
        self._dry_run = dry_run
        self.new = 0
        self.superseded = 0
        """New ones that are older than the latest decision here."""

    def __call__(self, history: History) -> Sequence[TriageChange]:
        """Return what to store.

        Raises
        ------
        DocumentError
            If a decision has the time of a stored one about the same failure and differs from it.
        """
        problems: list[Problem] = []
        new: list[TriageChange] = []
        for change in self._changes:
            entries = history.get(change.signature, ())
            if any(entry.change.change_id == change.change_id for entry in entries):
                continue
            if any(entry.change.changed_at == change.changed_at for entry in entries):
                problems.append(Problem("", same_moment(change, "the stored one")))
            if entries and change.changed_at < entries[-1].change.changed_at:
                self.superseded += 1
            new.append(change)
        if problems:
            raise DocumentError(self._source, problems)
        self.new = len(new)
        return [] if self._dry_run else new


def moment_after(now: datetime, latest: TriageEntry | None) -> datetime:
    """Return the time of a new decision: now, or just after the latest one.

    A decision that was imported from a machine whose clock is ahead must not win over one that is
    made after it.
    """
    if latest is None or now > latest.change.changed_at:
        return now
    return latest.change.changed_at + datetime.resolution
