"""The queue of a run: what has to be decided, in the order in which to look at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from engine.models.failure import FailureStage
from engine.models.triage import FailureIdentity, TriageCause, TriageEntry, TriageStatus
from engine.models.triage_queue import (
    FailedCase,
    TriageFilter,
    TriageGroup,
    TriageItem,
    TriageProgress,
    TriageQueue,
    TriageView,
)
from engine.triage.causes import suggested_cause

_STAGES = {stage: place for place, stage in enumerate(FailureStage)}


def items_of(
    cases: Iterable[tuple[FailedCase, FailureIdentity]],
    entries: Iterable[TriageEntry],
    run_at: datetime,
) -> tuple[TriageItem, ...]:
    """Join the failing cases of a run with what was decided about the same failures.

    Parameters
    ----------
    cases : iterable of (FailedCase, FailureIdentity)
        Failing cases of one run.
    entries : iterable of TriageEntry
        Latest decision about each failure of the run's suite over its catalog.
    run_at : datetime
        When the run was made: a failure that was said to be fixed before that is back.
    """
    by_signature = {entry.change.signature: entry for entry in entries}
    by_case: dict[str, TriageEntry] = {}
    for entry in sorted(by_signature.values(), key=_age):
        by_case[entry.change.identity.case_id] = entry
    items = []
    for case, identity in cases:
        decided = by_signature.get(identity.signature)
        items.append(
            TriageItem(
                case=case,
                identity=identity,
                suggested_cause=suggested_cause(case.failure),
                entry=decided,
                recurred=decided is not None and is_back(decided, run_at),
                changed_from=None if decided else by_case.get(case.case_id),
            )
        )
    return tuple(items)


def is_back(entry: TriageEntry, run_at: datetime) -> bool:
    """Whether a failure that was said to be fixed is shown by a run that was made after that."""
    return entry.verdict.status is TriageStatus.FIXED and run_at > entry.change.changed_at


def progress_of(items: Iterable[TriageItem]) -> TriageProgress:
    """Count how many failures are decided."""
    items = tuple(items)
    counts = Counter(item.verdict.status for item in items)
    return TriageProgress(
        failing=len(items),
        open=sum(item.open for item in items),
        recurred=sum(item.recurred for item in items),
        by_status={status.value: counts[status] for status in TriageStatus},
    )


def queue_of(
    run_id: str,
    items: Sequence[TriageItem],
    wanted: TriageFilter,
    *,
    found: frozenset[str] | None = None,
) -> TriageQueue:
    """Return what a filter lets through, open failures first, large groups before small ones.

    Parameters
    ----------
    run_id : str
        The run.
    items : sequence of TriageItem
        All failing cases of it.
    wanted : TriageFilter
        Which of them; its ``text`` is left to ``found``.
    found : frozenset of str, optional
        Cases in which the filter's text occurs; None without a text.
    """
    kept = [item for item in items if _passes(item, wanted, found)]
    groups = _groups(kept)
    place = {group.cause: number for number, group in enumerate(groups)}
    if wanted.cause is not None:
        kept = [item for item in kept if item.suggested_cause is wanted.cause]
    return TriageQueue(
        run_id=run_id,
        items=tuple(sorted(kept, key=lambda item: _order(item, place))),
        groups=groups,
        owners=tuple(sorted({item.verdict.owner for item in items} - {""})),
        progress=progress_of(items),
    )


def _passes(item: TriageItem, wanted: TriageFilter, found: frozenset[str] | None) -> bool:
    views = {TriageView.OPEN: item.open, TriageView.DONE: not item.open, TriageView.ALL: True}
    return (
        views[wanted.view]
        and (wanted.status is None or item.verdict.status is wanted.status)
        and (not wanted.owner or item.verdict.owner == wanted.owner)
        and (wanted.stage is None or item.case.failure.stage is wanted.stage)
        and (found is None or item.case.case_id in found)
    )


def _groups(items: Sequence[TriageItem]) -> tuple[TriageGroup, ...]:
    total = Counter(item.suggested_cause for item in items)
    still = Counter(item.suggested_cause for item in items if item.open)
    groups = [
        TriageGroup(cause=cause, cases=total[cause], open=still[cause])
        for cause in TriageCause
        if total[cause]
    ]
    return tuple(sorted(groups, key=lambda g: (-g.open, -g.cases, g.cause.value)))


def _order(item: TriageItem, place: dict[TriageCause, int]) -> tuple[bool, int, int, str]:
    # An earlier stage masks the later ones, so it is looked at first.
    return (
        not item.open,
        place[item.suggested_cause],
        _STAGES[item.case.failure.stage],
        item.case.case_id,
    )


def _age(entry: TriageEntry) -> tuple[datetime, str]:
    return (entry.change.changed_at, entry.change.change_id)
