"""What an evaluation has found so far."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache

from engine.gate.evidence import Held, Slot
from engine.models.contract import Basis, EvidenceKind
from engine.models.gate import Established, Refusal, RefusalCode

_ORDER = {code: place for place, code in enumerate(RefusalCode)}


class Findings:
    """Collects refusals and what is established; nothing is ever taken back."""

    def __init__(self) -> None:
        self._refusals: dict[tuple[RefusalCode, str | None], Refusal] = {}
        self._established: dict[Slot, Basis] = {}
        self.contrary: set[int] = set()
        self.expires_at: datetime | None = None

    def refuse(
        self, code: RefusalCode, required: str, found: str, *, field: str | None = None
    ) -> None:
        """Note something that is not established; of equal ones the first stays."""
        key = (code, field)
        if key not in self._refusals:
            self._refusals[key] = Refusal(code=code, field=field, required=required, found=found)

    def add(self, refusals: Iterable[Refusal]) -> None:
        """Note refusals made elsewhere."""
        for refusal in refusals:
            self._refusals.setdefault((refusal.code, refusal.field), refusal)

    def object(self, held: Iterable[Held]) -> None:
        """Note items that refuse by being there."""
        self.contrary.update(each.position for each in held)

    def establish(self, slot: Slot, supports: Iterable[Held], until: datetime | None) -> None:
        """Note a slot that evidence fills, and when that evidence stops to count."""
        for held in supports:
            if held.basis is Basis.OBSERVED:
                self._established[slot] = Basis.OBSERVED
                break
        else:
            self._established.setdefault(slot, Basis.DECLARED)
        if until is not None and (self.expires_at is None or until < self.expires_at):
            self.expires_at = until

    def has(self, slot: Slot) -> bool:
        """Whether a slot is established."""
        return slot in self._established

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """By code, then by field."""
        if not self._refusals:
            return ()
        return tuple(sorted(self._refusals.values(), key=lambda r: (_ORDER[r.code], r.field or "")))

    @property
    def established(self) -> tuple[Established, ...]:
        """By kind and field."""
        rows = sorted(self._established.items(), key=_by_slot)
        return tuple(_established(kind, field, basis) for (kind, field), basis in rows)


@lru_cache(maxsize=4096)
def _established(kind: EvidenceKind, field: str | None, basis: Basis) -> Established:
    """Return the one record of its content: records never change, so they can be shared."""
    return Established(kind=kind.value, field=field, basis=basis)


def _by_slot(row: tuple[Slot, Basis]) -> tuple[str, str]:
    (kind, field), _ = row
    return (kind, field or "")
