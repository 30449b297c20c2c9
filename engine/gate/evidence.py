"""The evidence of one call, sorted by what it is about, and which of it may count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from engine.gate.fields import DeclaredFields
from engine.models.contract import Basis, EvidenceItem, EvidenceKind, EvidenceRequirements

_KINDS = {kind.value: kind for kind in EvidenceKind}

Slot = tuple[EvidenceKind, str | None]
"""A kind with the JSON path of a field; None for the tool as a whole."""


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
        self._trusted: dict[Slot, list[Held]] = {}
        self._asserted: set[Slot] = set()
        paths = fields.paths
        for position, item in enumerate(items):
            basis = item.effective_basis
            kind = _KINDS.get(item.kind)
            path = None if item.field is None else paths.get(item.field)
            if kind is None or (path is None and item.field is not None):
                if basis is not Basis.ASSERTED:
                    self.unusable.append(Unusable(position, item, kind is None))
                continue
            value = item.value.strip() or None if isinstance(item.value, str) else item.value
            if value is None and kind is not EvidenceKind.PROVENANCE:
                continue
            if basis is Basis.ASSERTED:
                self._asserted.add((kind, path))
            else:
                dated = item.observed_at is not None or item.valid_until is not None
                held = Held(position, item, basis, value, not (dated or item.withdrawn))
                self._trusted.setdefault((kind, path), []).append(held)

    def at(self, slot: Slot) -> Sequence[Held]:
        """Return the trusted items of a slot."""
        return self._trusted.get(slot, ())

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
