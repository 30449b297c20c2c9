"""The queue of a run: failing cases with what was computed of them and what was decided."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property

from pydantic import Field

from engine.models.base import Record
from engine.models.failure import Failure, FailureStage
from engine.models.triage import (
    FailureIdentity,
    TriageCause,
    TriageEntry,
    TriageStatus,
    TriageVerdict,
)


class FailedCase(Record):
    """One failing case of a run, light: what a queue shows of it."""

    case_id: str
    query_fingerprint: str
    expected_target: str | None = None
    selected_target: str | None = None
    rank: int | None = None
    top_k: int
    failure: Failure


class TriageItem(Record):
    """One failing case with what was computed of it and what was decided about it."""

    case: FailedCase
    identity: FailureIdentity
    suggested_cause: TriageCause
    """Computed from stage and reason."""

    entry: TriageEntry | None = None
    """None when nobody decided anything yet."""

    recurred: bool = False
    """It was said to be fixed, and a run made after that shows it still."""

    changed_from: TriageEntry | None = None
    """Latest decision about another failure of the same case; only when there is no ``entry``."""

    @cached_property
    def verdict(self) -> TriageVerdict:
        """What was decided; an empty verdict when nothing was."""
        return self.entry.verdict if self.entry else TriageVerdict()

    @property
    def revision(self) -> int:
        """Revision to base an edit on; 0 when there is none."""
        return self.entry.revision if self.entry else 0

    @cached_property
    def open(self) -> bool:
        """Whether somebody has to decide."""
        return self.recurred or self.verdict.status is TriageStatus.NEW


class TriageView(StrEnum):
    """Which part of a queue is wanted."""

    OPEN = "open"
    """To be decided."""

    DONE = "done"
    """Decided."""

    ALL = "all"


class TriageFilter(Record):
    """Which failing cases are wanted; an empty part lets everything through."""

    view: TriageView = TriageView.ALL
    status: TriageStatus | None = None
    cause: TriageCause | None = None
    """Suggested cause."""

    owner: str = ""
    stage: FailureStage | None = None
    text: str = ""
    """Found, whatever its case, in the case id, the query, the expected or the selected target."""


class TriageGroup(Record):
    """Failing cases of one suggested cause."""

    cause: TriageCause
    cases: int = Field(ge=0)
    open: int = Field(ge=0)


class TriageProgress(Record):
    """How far a run's queue is."""

    failing: int = Field(ge=0)
    open: int = Field(ge=0)
    """To be decided: new, or back after it was said to be fixed."""

    recurred: int = Field(ge=0)
    by_status: dict[str, int] = Field(default_factory=dict)
    """Failing cases by :class:`TriageStatus`; every status has an entry."""

    @property
    def done(self) -> int:
        """Failing cases that are decided."""
        return self.failing - self.open


class TriageQueue(Record):
    """A run's failing cases in the order in which they should be looked at."""

    run_id: str
    items: tuple[TriageItem, ...] = ()
    """What the filter lets through: open first, then by size of the suggested cause's group, stage
    and case id."""

    groups: tuple[TriageGroup, ...] = ()
    """By suggested cause, over everything that the other parts of the filter let through; the one
    with most open cases first."""

    owners: tuple[str, ...] = ()
    """Owners named in this run's queue, sorted."""

    progress: TriageProgress
    """Over the whole run, whatever the filter."""


class TriageConflict(Record):
    """An edit that was based on an older revision than the stored one."""

    case_id: str
    based_on: int = Field(ge=0)
    yours: TriageVerdict
    stored: TriageEntry


class TriageOutcome(Record):
    """What came of an edit: all of it is stored, or, when something conflicts, none."""

    stored: tuple[TriageEntry, ...] = ()
    unchanged: tuple[str, ...] = ()
    """Cases that already have this verdict, sorted."""

    conflicts: tuple[TriageConflict, ...] = ()


class TriageImport(Record):
    """What an import brought."""

    changes: int = Field(ge=0)
    """Decisions in the file."""

    new: int = Field(ge=0)
    known: int = Field(ge=0)
    """Stored already."""

    superseded: int = Field(ge=0)
    """New ones that are older than the latest decision here: kept in the history only."""

    stored: bool = True
