"""A walk over a ledger: whether the chain is whole, and whether what was allowed still stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from engine.gate.identity import endpoint_fingerprint
from engine.gate.ledger import GENESIS, Unreadable, follows
from engine.models.gate import EntryCheck, EntryState, LedgerEntry, LedgerReport, Permission
from engine.models.tool import Tool

_WORST = (
    EntryState.BROKEN,
    EntryState.CONTRACT_CHANGED,
    EntryState.DRIFTED,
    EntryState.EXPIRED,
    EntryState.OK,
)


class Today(NamedTuple):
    """What entries are held against; a part that is None is not looked at."""

    tools: Mapping[str, Tool] | None = None
    """The current catalog, by name."""

    contracts: Mapping[str, str] | None = None
    """Fingerprints of the current contracts, by the tool that they govern."""

    now: datetime | None = None


CHAIN_ONLY = Today()
"""Nothing is held against the entries but the chain itself."""


def verify(
    entries: Iterable[LedgerEntry | Unreadable],
    today: Today = CHAIN_ONLY,
    *,
    head: str | None = None,
) -> LedgerReport:
    """Walk a ledger from its first entry; stop at the first one that is broken.

    A chain shows every change inside it. It cannot show that its end was cut off: keep ``head``
    (and the count) elsewhere and hand it in.

    Parameters
    ----------
    entries : iterable of LedgerEntry or Unreadable
        Oldest first.
    today : Today
        The current tools and contracts and the time; without them only the chain is checked.
    head : str, optional
        Hash that the last entry is known to have had.

    Returns
    -------
    LedgerReport
        A refusal neither expires nor is hurt by drift: it let nothing through.
    """
    findings: list[EntryCheck] = []
    counts: Counter[EntryState] = Counter()
    last: LedgerEntry | None = None
    place = 0
    fingerprints: dict[str, str] = {}
    for place, entry in enumerate(entries, start=1):
        if isinstance(entry, Unreadable):
            check = EntryCheck(sequence=place, state=EntryState.BROKEN, message=entry.message)
        elif not follows(entry, last):
            check = EntryCheck(
                sequence=place,
                state=EntryState.BROKEN,
                message="the entry, or its link to the one before, is not what was written.",
            )
        else:
            last = entry
            check = _stand(entry, place, today, fingerprints)
        counts[check.state] += 1
        if check.state is not EntryState.OK:
            findings.append(check)
        if check.state is EntryState.BROKEN:
            break
    reached = last.hash if last is not None else GENESIS
    broken = bool(counts[EntryState.BROKEN])
    if head is not None and head != reached and not broken:
        place += 1
        counts[EntryState.BROKEN] += 1
        message = "entries are missing at the end: the last hash is not the one that is known."
        findings.append(EntryCheck(sequence=place, state=EntryState.BROKEN, message=message))
        broken = True
    return LedgerReport(
        state=next((state for state in _WORST if counts[state]), EntryState.OK),
        entries=sum(counts[state] for state in _WORST if state is not EntryState.BROKEN),
        head=reached,
        broken_at=place if broken else None,
        counts={state.value: counts[state] for state in EntryState},
        findings=tuple(findings),
    )


def _stand(
    entry: LedgerEntry, place: int, today: Today, fingerprints: dict[str, str]
) -> EntryCheck:
    """Tell how an entry whose place in the chain is right stands today."""
    if today.contracts is not None:
        current = today.contracts.get(entry.tool)
        if current != entry.contract_fingerprint:
            state = "gone" if current is None else "another one now"
            message = f"the contract {entry.contract!r} of {entry.tool} is {state}."
            return EntryCheck(sequence=place, state=EntryState.CONTRACT_CHANGED, message=message)
    if entry.permission is Permission.REFUSE:
        return EntryCheck(sequence=place, state=EntryState.OK)
    if today.tools is not None:
        tool = today.tools.get(entry.tool)
        drift = _drift(entry, tool, fingerprints)
        if drift:
            return EntryCheck(sequence=place, state=EntryState.DRIFTED, message=drift)
    if today.now is not None and entry.expires_at is not None and today.now >= entry.expires_at:
        message = f"its evidence counted until {entry.expires_at.isoformat()}."
        return EntryCheck(sequence=place, state=EntryState.EXPIRED, message=message)
    return EntryCheck(sequence=place, state=EntryState.OK)


def _drift(entry: LedgerEntry, tool: Tool | None, fingerprints: dict[str, str]) -> str:
    if tool is None:
        return f"the catalog no longer holds {entry.tool}."
    if tool.name not in fingerprints:
        fingerprints[tool.name] = endpoint_fingerprint(tool)
    if entry.endpoint_fingerprint != fingerprints[tool.name]:
        return f"the endpoint of {entry.tool} is not what it was: inputs, outputs, path or access."
    if entry.tool_fingerprint != tool.fingerprint:
        return f"{entry.tool} is described otherwise than it was; its endpoint is the same."
    return ""
