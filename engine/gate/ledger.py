"""The ledger: every answer of the gate, without its payload, each chained to the one before."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from pydantic import ValidationError

from engine.errors import InvalidInput
from engine.fingerprint import canonical_json
from engine.gate.evaluate import Gate
from engine.gate.fields import DeclaredFields
from engine.models.contract import AggregationBoundary, EvidenceContract, EvidenceItem, EvidenceKind
from engine.models.gate import (
    GateVerdict,
    LedgerEntry,
    LedgerEvidence,
    LedgerRefusal,
    ProposedCall,
)
from engine.models.tool import Tool

GENESIS = "0" * 64
"""What the first entry has for the hash of the one before."""

_KINDS = frozenset(kind.value for kind in EvidenceKind)


class Unreadable(NamedTuple):
    """A place of a ledger where no entry can be read."""

    message: str
    """One sentence."""


Build = Callable[[LedgerEntry | None], LedgerEntry]
"""Makes an entry that follows the given last one; None for the first."""


class Ledger(Protocol):
    """Where entries are kept: they are only ever added, at the end."""

    def add(self, build: Build) -> LedgerEntry:
        """Build an entry on the last one and keep it durably, with nobody in between.

        Raises
        ------
        InvalidInput
            If the entry does not follow the last one, or that one is not what was written.
        """
        ...

    def read(self) -> Iterator[LedgerEntry | Unreadable]:
        """Return every entry, or what is wrong with it; oldest first."""
        ...


class MemoryLedger:
    """A ledger that lives as long as the process."""

    def __init__(self) -> None:
        self._entries: list[LedgerEntry] = []

    def add(self, build: Build) -> LedgerEntry:
        """Build an entry on the last one and keep it."""
        entry = checked(build, self._entries[-1] if self._entries else None)
        self._entries.append(entry)
        return entry

    def read(self) -> Iterator[LedgerEntry | Unreadable]:
        """Return every entry, oldest first."""
        return iter(tuple(self._entries))


def checked(build: Build, last: LedgerEntry | Unreadable | None) -> LedgerEntry:
    """Build an entry on the last one of a ledger, and see that it follows it.

    Raises
    ------
    InvalidInput
        If it does not, or the last one cannot be read.
    """
    if not isinstance(last, Unreadable):
        entry = build(last)
        if follows(entry, last) and (last is None or last.hash == content_hash(last)):
            return entry
    raise InvalidInput(
        "the ledger's last entry is not what was written, or the new one does not follow it; "
        "`quality-lab gate verify` says where it is broken."
    )


def build_evidence_ledger_entry(
    call: ProposedCall,
    contract: EvidenceContract,
    tool: Tool | None,
    evidence: Sequence[EvidenceItem],
    *,
    now: datetime,
    previous: LedgerEntry | None = None,
    aggregation: AggregationBoundary | None = None,
) -> LedgerEntry:
    """Judge a call against the current tool and endpoint, and return the entry for the ledger.

    An earlier verdict is never taken over: what has drifted or gone since the call was planned
    refuses it here. Kept are the contract's and the catalog's own names, fingerprints, codes,
    kinds, bases and times; no value, argument, source, record or name that only the call knows.

    Parameters
    ----------
    call, contract, tool, evidence, now, aggregation
        As for :func:`engine.gate.evaluate.evaluate`.
    previous : LedgerEntry, optional
        The ledger's last entry; None for the first one.
    """
    gate = Gate(contract, tool)
    verdict = gate.evaluate(call, evidence, now=now, aggregation=aggregation)
    fields = DeclaredFields(tool) if tool is not None else None
    return chained(
        {
            "recorded_at": now,
            "permission": verdict.permission,
            "refusals": _refusals(verdict, contract, fields),
            "tool": contract.tool,
            "endpoint": tool.label if tool is not None else None,
            "tool_fingerprint": gate.identity.tool,
            "endpoint_fingerprint": gate.identity.endpoint,
            "contract": contract.name,
            "contract_fingerprint": contract.fingerprint,
            "fields": verdict.fields,
            "evidence": _evidence(evidence, fields),
            "established": verdict.established,
            "expires_at": verdict.expires_at,
        },
        previous,
    )


def chained(content: dict[str, object], previous: LedgerEntry | None) -> LedgerEntry:
    """Return an entry of this content that follows ``previous``."""
    entry = LedgerEntry.model_validate(
        {
            **content,
            "sequence": previous.sequence + 1 if previous else 1,
            "previous": previous.hash if previous else GENESIS,
            "hash": GENESIS,
        }
    )
    return entry.model_copy(update={"hash": content_hash(entry)})


def content_hash(entry: LedgerEntry) -> str:
    """Return SHA-256 over the canonical JSON of an entry without its hash, in hex."""
    content = entry.model_dump(mode="json", exclude={"hash"})
    return hashlib.sha256(canonical_json(content)).hexdigest()


def follows(entry: LedgerEntry, previous: LedgerEntry | None) -> bool:
    """Whether an entry is what was written and stands right after ``previous``."""
    before = previous.hash if previous else GENESIS
    place = previous.sequence + 1 if previous else 1
    return (
        entry.sequence == place and entry.previous == before and entry.hash == content_hash(entry)
    )


def entry_line(entry: LedgerEntry) -> bytes:
    """Return an entry as the one line that stands for it in a file."""
    return canonical_json(entry.model_dump(mode="json")) + b"\n"


def read_line(line: bytes) -> LedgerEntry | Unreadable:
    """Return the entry that a line stands for, or what is wrong with it."""
    if not line.endswith(b"\n"):
        return Unreadable("the line has no end: a write was cut off, or the line was changed.")
    try:
        entry = LedgerEntry.model_validate_json(line)
    except ValidationError:
        return Unreadable("the line is no entry.")
    if entry_line(entry) != line:
        return Unreadable("the line is not written as entries are: it was changed.")
    return entry


def _refusals(
    verdict: GateVerdict, contract: EvidenceContract, fields: DeclaredFields | None
) -> list[LedgerRefusal]:
    asked = (contract.requirements, *contract.fields.values())
    entities = {each.entity for each in asked if each.entity is not None}
    known = {*contract.fields, *contract.corroboration.fields, *entities}

    def kept(label: str | None) -> str | None:
        if label is None or label in known:
            return label
        return fields.resolve(label) if fields is not None else None

    rows = {(r.code, kept(r.field)) for r in verdict.refusals}
    return [
        LedgerRefusal(code=code, field=field)
        for code, field in sorted(rows, key=lambda row: (row[0], row[1] or ""))
    ]


def _evidence(items: Sequence[EvidenceItem], fields: DeclaredFields | None) -> list[LedgerEvidence]:
    rows = [
        LedgerEvidence(
            kind=item.kind if item.kind in _KINDS else "unknown",
            field=None if item.field is None or fields is None else fields.resolve(item.field),
            basis=item.effective_basis,
            observed_at=item.observed_at,
        )
        for item in items
    ]
    return sorted(rows, key=lambda row: row.model_dump_json())
