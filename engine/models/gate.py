"""The gate's question and answer: a proposed call, a verdict, and the ledger's entries."""

from __future__ import annotations

from enum import StrEnum

from pydantic import AwareDatetime, Field, StrictStr

from engine.models.base import Record
from engine.models.contract import Basis


class Permission(StrEnum):
    """Whether the call may be made."""

    ALLOW = "allow"
    REFUSE = "refuse"


class RefusalCode(StrEnum):
    """Why a call is refused."""

    MISSING_PROVENANCE = "MISSING_PROVENANCE"
    MISSING_LICENCE = "MISSING_LICENCE"
    """No licence is known, or none that the contract accepts."""

    MISSING_UNITS = "MISSING_UNITS"
    UNIT_MISMATCH = "UNIT_MISMATCH"
    SOURCE_TYPE_MISMATCH = "SOURCE_TYPE_MISMATCH"
    """No source type is known, or only other ones."""

    SOURCE_TYPE_CONFLICT = "SOURCE_TYPE_CONFLICT"
    """The required type is established, and so is another one."""

    FIELD_NOT_SELECTED = "FIELD_NOT_SELECTED"
    FIELD_UNDECLARED = "FIELD_UNDECLARED"
    """The tool declares no such field, or several of that name."""

    FIELD_IS_IDENTIFIER = "FIELD_IS_IDENTIFIER"
    """Evidence is asked of a field that only names a record, or nothing else is selected."""

    CORROBORATION_UNAVAILABLE = "CORROBORATION_UNAVAILABLE"
    CORROBORATION_INSUFFICIENT = "CORROBORATION_INSUFFICIENT"
    EVIDENCE_STALE = "EVIDENCE_STALE"
    ENTITY_MISMATCH = "ENTITY_MISMATCH"
    ASSERTION_ONLY = "ASSERTION_ONLY"
    EVIDENCE_UNKNOWN = "EVIDENCE_UNKNOWN"
    """An item is of a kind that the gate does not know."""

    OVERCLAIM = "OVERCLAIM"
    """The call says that something is established which is not."""

    TOOL_DRIFT = "TOOL_DRIFT"
    ENDPOINT_DRIFT = "ENDPOINT_DRIFT"
    CONTRACT_DRIFT = "CONTRACT_DRIFT"


class Claim(Record):
    """Something that a planned call says is established."""

    kind: StrictStr
    """An :class:`~engine.models.contract.EvidenceKind`."""

    field: StrictStr | None = None
    """None when it is said of the tool as a whole."""


class ProposedCall(Record):
    """A call that an agent wants to make. Untrusted, but for the fingerprints' absence or match."""

    tool: StrictStr = Field(min_length=1)
    fields: tuple[StrictStr, ...] = ()
    """Fields that the call uses or reads, by name or JSON path, in any order."""

    arguments: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """Values as text, needed to tell which record the call names. Never stored."""

    claims: tuple[Claim, ...] = ()
    """What the plan says is established; it can only refuse, never help."""

    tool_fingerprint: StrictStr | None = None
    """The tool as the call was planned for."""

    endpoint_fingerprint: StrictStr | None = None
    """Its method, path, inputs and outputs as the call was planned for."""

    contract_fingerprint: StrictStr | None = None
    """The contract under which the call was planned."""


class Supplier(Record):
    """A tool that could supply missing evidence."""

    tool: str
    reason: str
    """One sentence for a person."""


class Refusal(Record):
    """One thing that is not established."""

    code: RefusalCode
    field: str | None = None
    """JSON path of a declared field, else the contract's own spelling; None for the tool."""

    required: str
    """What the contract asks for."""

    found: str
    """What there is; no value of a record and no record's name."""

    suppliers: tuple[Supplier, ...] = ()
    """Tools of the catalog that could supply it, most trusted first."""


class Established(Record):
    """One required thing that evidence establishes."""

    kind: str
    field: str | None = None
    """None where it is established for the tool as a whole."""

    basis: Basis
    """The stronger one, where several items establish it: observed before declared."""


class GateVerdict(Record):
    """The gate's answer to one proposed call."""

    permission: Permission
    tool: str
    """The tool that the contract governs."""

    contract: str
    """Name of the contract."""

    contract_fingerprint: str
    fields: tuple[str, ...] = ()
    """JSON paths of the declared fields that the call selects, sorted."""

    refusals: tuple[Refusal, ...] = ()
    """All of them, in the order of :class:`RefusalCode`, then by field; empty when allowed."""

    established: tuple[Established, ...] = ()
    """By kind and field."""

    contrary: tuple[int, ...] = ()
    """Positions of the evidence items that refuse by being there."""

    expires_at: AwareDatetime | None = None
    """When the first of the evidence that it rests on stops to count; None when none does."""

    @property
    def allowed(self) -> bool:
        """Whether the call may be made."""
        return self.permission is Permission.ALLOW

    @property
    def codes(self) -> tuple[RefusalCode, ...]:
        """Each code once, in the order of :class:`RefusalCode`."""
        return tuple(dict.fromkeys(refusal.code for refusal in self.refusals))


class LedgerEvidence(Record):
    """What the ledger keeps of an evidence item: neither value, source nor record."""

    kind: str
    """``unknown`` for a kind that the gate does not know."""

    field: str | None = None
    """JSON path of a declared field; None for the tool or for a field that is not declared."""

    basis: Basis
    """The effective one."""

    observed_at: AwareDatetime | None = None


class LedgerRefusal(Record):
    """What the ledger keeps of a refusal."""

    code: RefusalCode
    field: str | None = None
    """Of a declared field or of the contract; never a name that the call made up."""


class LedgerEntry(Record):
    """One verdict in the ledger, chained to the one before it. Holds no payload."""

    sequence: int = Field(ge=1)
    previous: str
    """Hash of the entry before; 64 zeros for the first."""

    recorded_at: AwareDatetime
    permission: Permission
    refusals: tuple[LedgerRefusal, ...] = ()
    tool: str
    """The tool that the contract governs."""

    endpoint: str | None = None
    """``POST /orders/{id}/cancel``; None for a tool without an endpoint, or an absent tool."""

    tool_fingerprint: str | None = None
    """Of the tool as it was; None when it was absent from the catalog."""

    endpoint_fingerprint: str | None = None
    contract: str
    contract_fingerprint: str
    fields: tuple[str, ...] = ()
    """JSON paths of the declared fields that the call selected, sorted."""

    evidence: tuple[LedgerEvidence, ...] = ()
    """What was available, sorted."""

    established: tuple[Established, ...] = ()
    """What of the required was validated, by kind and field."""

    expires_at: AwareDatetime | None = None
    hash: str
    """SHA-256 over the canonical JSON of everything above, 64 hex digits."""


class EntryState(StrEnum):
    """How an entry stands today."""

    OK = "ok"
    EXPIRED = "expired"
    """An allowed call's evidence is too old by now."""

    DRIFTED = "drifted"
    """The tool or its endpoint is not what it was, or is gone."""

    CONTRACT_CHANGED = "contract_changed"
    BROKEN = "broken"
    """The entry, or its place in the chain, is not what was written."""


class EntryCheck(Record):
    """How one entry stands."""

    sequence: int
    """1-based place in the ledger."""

    state: EntryState
    message: str = ""
    """One sentence; empty when ok."""


class LedgerReport(Record):
    """What a walk over a ledger found."""

    state: EntryState
    """The worst of its entries: broken, contract_changed, drifted, expired, ok."""

    entries: int
    """How many entries stand there; those from a broken one on are not looked at."""

    head: str
    """Hash of the last good entry: who keeps it elsewhere can tell a shortened ledger."""

    broken_at: int | None = None
    """Place of the first broken entry, from 1."""

    counts: dict[str, int] = Field(default_factory=dict)
    """Entries by state, for every state."""

    findings: tuple[EntryCheck, ...] = ()
    """Entries that are not ok, in order."""
