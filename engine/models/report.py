"""What the use cases answer: reports for the command line and the pages."""

from __future__ import annotations

from pydantic import AwareDatetime, Field

from engine.models.base import Record
from engine.models.candidate import Ranking
from engine.models.catalog import IngestWarning
from engine.models.diff import GateOutcome, RunDiff
from engine.models.run import RunSummary
from engine.models.selection import Selection


class IngestReport(Record):
    """What an import brought."""

    catalog: str
    tools: int = Field(ge=0)
    fingerprint: str
    warnings: tuple[IngestWarning, ...] = ()
    changed: bool = True
    """False when the store already held exactly this content."""

    added: tuple[str, ...] = ()
    """Tools that the previous version of the name did not have; sorted."""

    removed: tuple[str, ...] = ()
    """Tools that only the previous version has; sorted."""

    modified: tuple[str, ...] = ()
    """Tools in both versions whose content differs; sorted."""


class SuiteReport(Record):
    """What an import of cases brought."""

    suite: str
    cases: int = Field(ge=0)
    """Cases of the suite after the import."""

    fingerprint: str
    new: int = Field(ge=0)
    updated: int = Field(ge=0)
    unchanged: int = Field(ge=0)
    removed: int = Field(ge=0)
    """Cases of the previous version that the import does not have."""

    stored: bool = True
    """False for a preview: nothing was written."""


class Explanation(Record):
    """One query with its whole evidence and the selector's answer."""

    catalog: str
    query: str
    ranking: Ranking
    selection: Selection


class Comparison(Record):
    """Two runs with what changed between them: what a report is made from."""

    base: RunSummary
    run: RunSummary
    diff: RunDiff
    outcome: GateOutcome | None = None
    """What the gate says; None when no condition was asked."""


class Overview(Record):
    """Where things stand: the newest run beside the baseline."""

    run: RunSummary
    """The newest run."""

    baseline: RunSummary | None = None
    """The pinned run, else the run before on the same suite; None when there is neither."""

    diff: RunDiff | None = None
    """From the baseline to the newest run; None without a baseline."""

    generated_at: AwareDatetime
