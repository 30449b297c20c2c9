"""Cases: a query, the tool it should end in, and what else is known about it."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property

from pydantic import Field, JsonValue, StrictStr

from engine.fingerprint import fingerprint
from engine.models.base import Envelope, Record
from engine.models.contract import EvidenceItem


class TargetKind(StrEnum):
    """How a case's target relates to its whole solution."""

    SINGLE = "single"
    """The only tool."""

    MAIN = "main"
    """Named by the case's author among several."""

    LAST_STEP = "last_step"
    """The last call of an ordered solution."""

    ARBITRARY = "arbitrary"
    """One of several independent wishes: the case is judged on its whole set only."""


class CaseMode(StrEnum):
    """How far a case goes."""

    SEARCH = "search"
    PLAN = "plan"
    EXECUTE = "execute"


class ExecutionOutcome(Envelope):
    """What was recorded when the chosen tool was called; bodies are never kept."""

    status: int | None = None
    """HTTP status; None when no response came."""

    error_class: str | None = None
    """``timeout``, ``network_error`` or another short word; None when there was none."""

    latency_ms: float | None = Field(default=None, ge=0)
    """Milliseconds."""

    json_paths: tuple[StrictStr, ...] | None = None
    """JSON paths that the response held, without their values; None when not recorded."""


class Case(Envelope):
    """One query with its judgements. Unknown keys of the file are kept."""

    case_id: StrictStr = Field(min_length=1)
    """Unique in its suite."""

    query: StrictStr
    """What the caller asked for; untrusted, may be empty."""

    expected_target: StrictStr | None = None
    """The tool that the case should end in; None when no tool fits (a no-answer case)."""

    top_k: int = Field(default=8, ge=1, le=1000)
    """How many candidates the caller looks at."""

    capture_evidence: bool = True
    """False leaves the evidence out of the stored run."""

    expected: tuple[StrictStr, ...] = ()
    """Tools of the whole solution, in order."""

    expected_paths: tuple[StrictStr, ...] = ()
    """``"GET /orders/{id}"`` for each tool of ``expected``, in the same order."""

    target_alternatives: tuple[StrictStr, ...] = ()
    """Other tools that count as the target."""

    expected_alternatives: tuple[tuple[StrictStr, ...], ...] = ()
    """For each tool of ``expected``, the names that count as it."""

    llm_target: StrictStr | None = None
    """The tool that a model chose, when that was recorded."""

    mode: CaseMode = CaseMode.SEARCH
    """How far the case goes."""

    provided_entities: dict[str, JsonValue] = Field(default_factory=dict)
    """Field names with the values that the caller has; values are never persisted."""

    auth: tuple[StrictStr, ...] | None = None
    """Names of security schemes that the caller has; None when the case does not say."""

    evidence: tuple[EvidenceItem, ...] = ()
    """What the host held when the call was to be made; judged only in a run with a contract.
    What was seen, sources and records are never persisted."""

    call_fields: tuple[StrictStr, ...] = ()
    """Fields of the target that the call sends or reads, by name or JSON path; when empty, the
    inputs that the case provides."""

    execution: ExecutionOutcome | None = None
    """Recorded outcome of the call."""

    assertions: tuple[dict[str, JsonValue], ...] = ()
    """Further checks, by kind."""

    lang: str | None = None
    """Language of the query as a BCP 47 tag."""

    tags: tuple[str, ...] = ()
    """Free labels to group by."""

    target_kind: TargetKind = TargetKind.SINGLE
    """How the target relates to the solution."""

    source: str = ""
    """Where the case came from."""

    @cached_property
    def fingerprint(self) -> str:
        """Content of the case without the values that the caller provided."""
        return fingerprint("case", self.storable())

    @cached_property
    def query_fingerprint(self) -> str:
        """Fingerprint of the query's text; what evidence keeps in its place."""
        return fingerprint("query", self.query)

    def storable(self) -> dict[str, JsonValue]:
        """Return the case as JSON with every provided value replaced by null.

        Only the names of provided entities may be kept; their values may be personal. So may what
        evidence says that was seen: see :meth:`engine.models.contract.EvidenceItem.storable`.
        """
        dump: dict[str, JsonValue] = self.model_dump(mode="json", exclude_defaults=True)
        if self.provided_entities:
            dump["provided_entities"] = dict.fromkeys(sorted(self.provided_entities))
        if self.evidence:
            dump["evidence"] = [item.storable() for item in self.evidence]
        return dump


class Suite(Record):
    """Cases sorted by id, under one fingerprint."""

    name: str
    """Name under which it is stored."""

    cases: tuple[Case, ...]
    """Sorted by ``case_id``; ids are unique."""

    @cached_property
    def fingerprint(self) -> str:
        """Content of the suite: its cases, whatever order they came in."""
        return fingerprint("suite", [case.fingerprint for case in self.cases])
