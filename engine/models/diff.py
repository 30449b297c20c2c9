"""What changed between two runs."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from engine.models.base import Record
from engine.models.failure import Failure
from engine.models.run import Verdict

NOISE = 1e-9
"""Contributions that differ by less are equal: they sum to a score within this."""


class Change(StrEnum):
    """How a case changed from the baseline to the current run."""

    REGRESSED = "regressed"
    """Passed in the baseline, fails now."""

    IMPROVED = "improved"
    """Failed in the baseline, passes now."""

    MOVED = "moved"
    """Same verdict, the expected tool stands at another rank or another tool is selected."""

    SAME = "same"
    ADDED = "added"
    """Only in the current run."""

    REMOVED = "removed"
    """Only in the baseline."""

    ERROR = "error"
    """One side has no verdict."""

    FLAKY = "flaky"
    """The verdict flipped, but the repeats of the side that passes disagree among themselves:
    neither a regression nor an improvement."""


class Repeats(Record):
    """How a case came out over the runs that were made under one stamp."""

    passed: int = Field(ge=0)
    runs: int = Field(ge=1)
    """Repeats that judged the case: passes, failures and crashes."""

    @property
    def disagree(self) -> bool:
        """Whether some repeats pass and others do not."""
        return 0 < self.passed < self.runs


class StampDifference(Record):
    """One thing that differs between what the two runs depended on."""

    what: str
    """``status``, ``engine``, ``evidence_format``, ``catalog``, ``graph``, ``encoder``,
    ``llm_model``, ``learning``, ``settings``, ``suite``, ``case``; in this order."""

    message: str
    """One sentence for a person."""

    base: str | None = None
    run: str | None = None


class Comparability(Record):
    """Whether the numbers of two runs may be read side by side."""

    comparable: bool
    """True when they have cases in common with the same content."""

    common: int = Field(ge=0)
    """Cases in both with equal content; every difference is over these alone."""

    only_base: int = Field(ge=0)
    only_run: int = Field(ge=0)
    changed_cases: int = Field(ge=0)
    """Cases in both whose content differs; shown, never counted."""

    differences: tuple[StampDifference, ...] = ()
    """What else differs; empty when both ran under the same stamp."""


class SignalDifference(Record):
    """How one signal's contribution to the expected tool changed."""

    signal: str
    base: float
    run: float


class BadgeDifference(Record):
    """A match of the query with the expected tool that changed."""

    badge: str
    """``action_match``, ``resource_match``, ``module_match``, ``shape_match``,
    ``contract_match``."""

    base: bool | None
    """None when the query or the tool did not say."""

    run: bool | None


class EvidenceDifference(Record):
    """How the evidence of the expected tool changed; all empty when it did not."""

    signals: tuple[SignalDifference, ...] = ()
    """Contributions that changed, largest change first."""

    badges: tuple[BadgeDifference, ...] = ()
    terms_gained: tuple[str, ...] = ()
    """Query tokens that meet the tool now and did not; sorted."""

    terms_lost: tuple[str, ...] = ()
    edges_gained: tuple[str, ...] = ()
    """Edges of the graph path that brought it in, as ``source → target (kind)``; sorted."""

    edges_lost: tuple[str, ...] = ()


class CaseChange(Record):
    """One case on both sides."""

    case_id: str
    change: Change
    verdict_base: Verdict | None = None
    verdict_run: Verdict | None = None
    rank_base: int | None = None
    rank_run: int | None = None
    delta: int = 0
    """Places that the expected tool gained (positive) or lost (negative); a missing rank counts
    as one below the cut-off. 0 for a case in one run only."""

    expected_target: str | None = None
    """As the current run names it; as the baseline does where that has none."""

    selected_base: str | None = None
    selected_run: str | None = None
    failure_base: Failure | None = None
    failure_run: Failure | None = None
    overtaken_by: tuple[str, ...] = ()
    """Tools that stood below the expected one in the baseline and stand above it now."""

    signals: tuple[SignalDifference, ...] = ()
    """Contributions to the expected tool that changed, largest change first."""

    repeats_base: Repeats | None = None
    """None when the baseline was not repeated, or never judged the case."""

    repeats_run: Repeats | None = None


class MeasureDifference(Record):
    """One measure on both sides, over common cases."""

    name: str
    base: float | None
    run: float | None
    difference: float | None
    """current minus baseline."""

    ci: tuple[float, float] | None = None
    """95 % interval of the difference by paired bootstrap; None with fewer than two cases."""

    significant: bool = False
    """True when the interval leaves zero out."""

    higher_is_better: bool = True
    scored: int = Field(default=0, ge=0)
    """Common cases that both runs scored; every number here is over these."""

    unscored: int = Field(default=0, ge=0)
    """Common cases that one of the runs could not score."""

    wins: int = Field(default=0, ge=0)
    ties: int = Field(default=0, ge=0)
    losses: int = Field(default=0, ge=0)


class GroupBy(StrEnum):
    """What cases of a comparison are grouped by."""

    SUITE = "suite"
    TAG = "tag"
    """A case counts in the group of each of its tags."""

    MODULE = "module"
    """Module of the expected tool's path, in either catalog."""

    ACTION = "action"
    """What the expected tool does, in either catalog: a case whose tool reads in one and writes in
    the other counts in both groups."""

    LANG = "lang"


class GroupDifference(Record):
    """The common cases of one group on both sides."""

    value: str | None
    """None for the cases that have none."""

    cases: int = Field(ge=1)
    regressed: int = Field(default=0, ge=0)
    improved: int = Field(default=0, ge=0)
    measures: tuple[MeasureDifference, ...] = ()
    """Over the cases of the group alone."""


class Rollup(Record):
    """A comparison, group by group."""

    by: GroupBy
    groups: tuple[GroupDifference, ...]
    """Most cases first, then by value, the cases without a value last."""

    left_out: int = Field(default=0, ge=0)
    """Smaller groups that are not listed."""


class RunDiff(Record):
    """What changed from a baseline to a current run."""

    base: str
    run: str
    comparable: Comparability
    cases: tuple[CaseChange, ...] = ()
    """Outcome flips first, then the worst delta, then case id."""

    counts: dict[str, int] = Field(default_factory=dict)
    """Cases by :class:`Change`; every change has an entry."""

    measures: tuple[MeasureDifference, ...] = ()
    mcnemar_p: float | None = None
    """Exact two-sided McNemar test over pass and fail; None without discordant cases."""

    rollups: tuple[Rollup, ...] = ()
    """In the order of :class:`GroupBy`; a kind that no case has a value of is left out."""

    repeats_base: int = Field(default=1, ge=1)
    """Runs under the baseline's stamp, the baseline among them."""

    repeats_run: int = Field(default=1, ge=1)


class GateDecision(StrEnum):
    """What a gate over a comparison says."""

    SHIP = "ship"
    BLOCK = "block"
    INCONCLUSIVE = "inconclusive"


class ConditionResult(Record):
    """One condition of a gate, asked of a comparison."""

    condition: str
    """As it was written, without blanks."""

    value: float | None
    """What it was asked of; None when the comparison does not say."""

    decision: GateDecision
    message: str
    """One sentence for a person."""


class GateOutcome(Record):
    """What a gate says of a comparison."""

    decision: GateDecision
    """``block`` if any condition blocks, else ``inconclusive`` if any is, else ``ship``."""

    conditions: tuple[ConditionResult, ...] = ()
