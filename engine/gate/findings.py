"""What an evaluation has found so far."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache

from engine.gate.evidence import Held, Slot
from engine.models.contract import Basis
from engine.models.gate import Established, Refusal, RefusalCode

_OBSERVED = Basis.OBSERVED
_ORDER = {code: place for place, code in enumerate(RefusalCode)}


class Findings:
    """Collects refusals and what is established; nothing is ever taken back."""

    def __init__(self) -> None:
        self._refusals: dict[tuple[RefusalCode, str | None], Refusal] = {}
        self._established: dict[Slot, bool] = {}
        """Whether a filled slot is observed, rather than declared."""

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
            self.support(slot, held)
        if until is not None and (self.expires_at is None or until < self.expires_at):
            self.expires_at = until

    def support(self, slot: Slot, held: Held) -> None:
        """Note one item that fills a slot; observed before declared."""
        is_observed = held.basis is _OBSERVED
        if is_observed or slot not in self._established:
            self._established[slot] = is_observed

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """By code, then by field."""
        if not self._refusals:
            return ()
        return tuple(sorted(self._refusals.values(), key=lambda r: (_ORDER[r.code], r.field or "")))

    @property
    def established(self) -> tuple[Established, ...]:
        """By kind and field."""
        slots = sorted(self._established)
        return tuple(map(_established, slots, map(self._established.__getitem__, slots)))


@lru_cache(maxsize=4096)
def _established(slot: Slot, is_observed: bool) -> Established:
    """Return the one record of its content: records never change, so they can be shared."""
    kind, path = slot
    basis = Basis.OBSERVED if is_observed else Basis.DECLARED
    return Established(kind=kind, field=path or None, basis=basis)
