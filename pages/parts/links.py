"""Links: frozen records that become query parameters and are read back from them.

Ids are always written out, never implied; an unknown parameter is ignored. What a widget binds to
the address itself (search texts, segments, page numbers) keeps the parameter names given here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Self

from engine.models.failure import FailureStage

SCREENS = "pages/screens"


@dataclass(frozen=True, slots=True)
class Link:
    """A page with its parameters; an empty part is left out of the address."""

    page: ClassVar[str]
    """The page's script, from the entry point."""

    path: ClassVar[str]
    """The page's address."""

    def to_query(self) -> dict[str, str]:
        """Return the parameters of the address, in field order; ``from_`` stands as ``from``."""
        values = {field.name.rstrip("_"): getattr(self, field.name) for field in fields(self)}
        return {name: str(value) for name, value in values.items() if value}

    def but(self, **parts: str) -> Self:
        """Return the same link with other parts."""
        return replace(self, **parts)

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> Self:
        """Read the parameters; what the address does not say is left empty."""
        named = {field.name: query.get(field.name.rstrip("_"), "") for field in fields(cls)}
        return cls(**named)


@dataclass(frozen=True, slots=True)
class OverviewLink(Link):
    """Where things stand."""

    page: ClassVar[str] = f"{SCREENS}/overview.py"
    path: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class CaseLink(Link):
    """One case of one run, beside the same case of another run when ``vs`` is given.

    The last three are the filter under which its neighbours stand.
    """

    page: ClassVar[str] = f"{SCREENS}/case.py"
    path: ClassVar[str] = "case"

    run: str = ""
    case: str = ""
    vs: str = ""
    verdict: str = ""
    cause: str = ""
    find: str = ""


@dataclass(frozen=True, slots=True)
class CompareLink(Link):
    """Two runs, and what of their difference is shown."""

    page: ClassVar[str] = f"{SCREENS}/compare.py"
    path: ClassVar[str] = "compare"

    base: str = ""
    run: str = ""
    change: str = ""
    cause: str = ""
    find: str = ""
    within: str = ""
    """A group whose cases are shown, as :func:`group_slug` names it."""

    case: str = ""
    page_number: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class RunsLink(Link):
    """The list of runs, with one of them chosen."""

    page: ClassVar[str] = f"{SCREENS}/runs.py"
    path: ClassVar[str] = "runs"

    run: str = ""


@dataclass(frozen=True, slots=True)
class CasesLink(Link):
    """Cases of a suite as a run left them, filtered."""

    page: ClassVar[str] = f"{SCREENS}/cases.py"
    path: ClassVar[str] = "cases"

    suite: str = ""
    run: str = ""
    view: str = ""
    verdict: str = ""
    cause: str = ""
    find: str = ""
    page_number: str = ""


@dataclass(frozen=True, slots=True)
class CatalogsLink(Link):
    """A catalog, one of its tools, and what is shown of it."""

    page: ClassVar[str] = f"{SCREENS}/catalogs.py"
    path: ClassVar[str] = "catalogs"

    catalog: str = ""
    view: str = ""
    tool: str = ""
    find: str = ""


@dataclass(frozen=True, slots=True)
class TriageLink(Link):
    """A run's queue of failures, filtered, with one of them open."""

    page: ClassVar[str] = f"{SCREENS}/triage.py"
    path: ClassVar[str] = "triage"

    run: str = ""
    status: str = ""
    cause: str = ""
    owner: str = ""
    find: str = ""
    case: str = ""


@dataclass(frozen=True, slots=True)
class GateLink(Link):
    """The evidence gate: a contract tried out, the ledger filtered, or the benchmark."""

    page: ClassVar[str] = f"{SCREENS}/gate.py"
    path: ClassVar[str] = "gate"

    view: str = ""
    file: str = ""
    catalog: str = ""
    tool: str = ""
    permission: str = ""
    code: str = ""
    find: str = ""
    against: str = ""
    set: str = ""


@dataclass(frozen=True, slots=True)
class PathsLink(Link):
    """One question about evidence paths: the graph, or the run and its case; ends and settings."""

    page: ClassVar[str] = f"{SCREENS}/paths.py"
    path: ClassVar[str] = "paths"

    graph: str = ""
    run: str = ""
    case: str = ""
    view: str = ""
    from_: str = ""
    to: str = ""
    k: str = ""
    half_life: str = ""
    way: str = ""
    hops: str = ""
    recency: str = ""
    rank: str = ""
    edge: str = ""
    vs: str = ""
    edge_from: str = ""
    edge_to: str = ""


@dataclass(frozen=True, slots=True)
class LearningLink(Link):
    """What the traces of a catalog suggest, with one suggestion chosen."""

    page: ClassVar[str] = f"{SCREENS}/learning.py"
    path: ClassVar[str] = "learning"

    catalog: str = ""
    status: str = ""
    suggestion: str = ""
    part: str = ""


CAUSES: dict[str, FailureStage] = {
    "search": FailureStage.RETRIEVE,
    "selector": FailureStage.SELECT_TARGET,
    "missing-input": FailureStage.SYNTHESIZE,
    "auth": FailureStage.AUTH_PREFLIGHT,
    "gate": FailureStage.GATE,
    "execution": FailureStage.EXECUTE,
    "service": FailureStage.SERVICE,
}
"""Failure stages as they stand in an address and on a filter."""

CAUSE_OF = {stage: slug for slug, stage in CAUSES.items()}
