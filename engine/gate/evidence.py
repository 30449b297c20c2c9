"""The evidence of one call, sorted by what it is about, and which of it may count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from engine.gate.fields import DeclaredFields
from engine.models.contract import (
    Basis,
    EvidenceItem,
    EvidenceKind,
    EvidenceRequirements,
    Origin,
)

_KINDS = frozenset(kind.value for kind in EvidenceKind)
_PROVENANCE = EvidenceKind.PROVENANCE.value
_DECLARED, _OBSERVED, _ASSERTED = Basis.DECLARED, Basis.OBSERVED, Basis.ASSERTED
_OPERATOR, _RUNTIME = Origin.OPERATOR, Origin.RUNTIME
_new = tuple.__new__

Slot = tuple[str, str]
"""Wire word of a kind with the JSON path of a field; an empty path for the tool as a whole. Plain
text, because an enumeration hashes and compares several times slower."""


def slot_of(kind: EvidenceKind, path: str | None) -> Slot:
    """Return the slot of a kind and a field; None for the tool as a whole."""
    return (kind.value, path or "")


class Held(NamedTuple):
    """An item with its place among those that were handed in."""

    position: int
    item: EvidenceItem
    basis: Basis
    """The effective one."""

    value: str | float | None
    """Text without blanks around it; None when there is none."""

    is_plain: bool
    """Whether it has neither date nor end and is not withdrawn: in force at any time."""


class Unusable(NamedTuple):
    """A trusted item that the gate cannot place; it refuses the call."""

    position: int
    item: EvidenceItem
    is_unknown_kind: bool
    """Else its field is not declared."""


class Evidence:
    """Evidence by slot: trusted items, and those that are only asserted.

    Parameters
    ----------
    items : sequence of EvidenceItem
        As the host hands them in; their order never changes an answer.
    fields : DeclaredFields
        Of the tool.
    """

    def __init__(self, items: Sequence[EvidenceItem], fields: DeclaredFields) -> None:
        self.unusable: list[Unusable] = []
        self.trusted: dict[Slot, list[Held]] = {}
        """Items that may count, by slot, in their order."""

        self._asserted: set[Slot] = set()
        paths, trusted = fields.paths, self.trusted
        for position, item in enumerate(items):
            basis, origin, kind, field = item.basis, item.origin, item.kind, item.field
            # The two usual claims are within their right; any other one is looked up.
            if not (
                (basis is _OBSERVED and origin is _RUNTIME)
                or (basis is _DECLARED and origin is _OPERATOR)
            ):
                basis = item.effective_basis
            path = "" if field is None else paths.get(field)
            if path is None or kind not in _KINDS:
                if basis is not _ASSERTED:
                    self.unusable.append(Unusable(position, item, kind not in _KINDS))
                continue
            value = item.value
            if isinstance(value, str):
                value = value.strip() or None
            if value is None and kind != _PROVENANCE:
                continue
            slot = (kind, path)
            if basis is _ASSERTED:
                self._asserted.add(slot)
                continue
            is_plain = item.observed_at is None and item.valid_until is None and not item.withdrawn
            # Straight past the named tuple's own constructor, which costs as much as all the rest.
            held = _new(Held, (position, item, basis, value, is_plain))
            if slot in trusted:
                trusted[slot].append(held)
            else:
                trusted[slot] = [held]

    def at(self, slot: Slot) -> Sequence[Held]:
        """Return the trusted items of a slot."""
        return self.trusted.get(slot, ())

    def is_asserted(self, slot: Slot) -> bool:
        """Whether somebody without the right to say so fills the slot."""
        return slot in self._asserted


class Circumstances(NamedTuple):
    """When a call is made, and on which record."""

    now: datetime
    arguments: Mapping[str, str]

    def counts(self, item: EvidenceItem, asked: EvidenceRequirements) -> bool:
        """Whether an item is in force, young enough and about the right record."""
        return self.is_bound(item, asked) and self.is_current(item, asked)

    def is_current(self, item: EvidenceItem, asked: EvidenceRequirements) -> bool:
        """Whether an item is in force and as young as is asked; one from the future is not."""
        seen = item.observed_at
        if item.valid_until is not None and self.now >= item.valid_until:
            return False
        if seen is None:
            return asked.max_age is None
        return seen <= self.now and (asked.max_age is None or self.now - seen <= asked.max_age)

    def is_bound(self, item: EvidenceItem, asked: EvidenceRequirements) -> bool:
        """Whether an item is about the record that the call names."""
        if asked.entity is None:
            return True
        named = self.arguments.get(asked.entity, "")
        return bool(named) and item.entity == named

    def expiry(self, item: EvidenceItem, asked: EvidenceRequirements) -> datetime | None:
        """Return when an item stops to count; None when it never does."""
        end = item.valid_until
        if asked.max_age is not None and item.observed_at is not None:
            aged = item.observed_at + asked.max_age
            return aged if end is None else min(end, aged)
        return end
