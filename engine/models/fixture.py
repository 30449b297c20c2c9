"""Regression fixtures: a case with what it was seen to do, small enough for a repository."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.models.base import Envelope, Record
from engine.models.case import Case
from engine.models.diff import CaseChange, EvidenceDifference
from engine.models.run import CaseResult, Channel, Verdict, VersionStamp
from engine.models.selection import Policy

FORMAT = 1
"""Number of the format; grows when a reader of the older one would misread it."""


class FixtureSettings(Envelope):
    """Under which settings the case was run."""

    channels: Channel = Channel.HYBRID
    policy: Policy = Policy.STRONG_EVIDENCE
    top_k: int | None = Field(default=None, ge=1, le=1000)
    """None: the case's own cut-off."""


class FixtureSide(Envelope):
    """What one run made of the case."""

    run_id: str
    stamp: VersionStamp
    settings: FixtureSettings = FixtureSettings()
    result: CaseResult
    """Verdict, ranks, top candidates with their contributions, selector codes, failure. Without
    measures and times."""


class Expectation(Envelope):
    """What must hold from now on."""

    verdict: Verdict = Verdict.PASS
    rank: int | None = Field(default=None, ge=1)
    """The expected tool stands at this rank or better; None asks for no rank."""


class Fixture(Envelope):
    """One case, what it did, and what it is expected to do. Unknown keys are kept."""

    quality_lab_fixture: Literal[1]
    """The format's number; tells a fixture from a case."""

    case: Case
    """With the names of provided entities, never their values."""

    expectation: Expectation = Expectation()
    actual: FixtureSide
    """The run that the fixture was made from."""

    baseline: FixtureSide | None = None
    """The run that it was compared with, when there was one."""

    @property
    def reference(self) -> FixtureSide:
        """The side that shows how it should be: one that passes, else the run itself."""
        sides = [side for side in (self.baseline, self.actual) if side is not None]
        return next((each for each in sides if each.result.verdict is Verdict.PASS), self.actual)


class FixtureCheck(Record):
    """What became of a fixture's case."""

    case_id: str
    holds: bool
    problems: tuple[str, ...] = ()
    """One sentence for each part of the expectation that broke."""

    change: CaseChange
    """From the fixture's reference to the new result."""

    evidence: EvidenceDifference
    """How the evidence of the expected tool changed."""

    made_with: tuple[str, ...] = ()
    """What the new result was made with differently: ``catalog``, ``settings``, …; sorted."""

    reference: FixtureSide
    """The old evidence."""

    result: CaseResult
    """The new evidence."""
