"""Whether the evidence of a call meets what is required of the tool, or of one field."""

from __future__ import annotations

from collections.abc import Sequence, Set
from datetime import datetime
from typing import NamedTuple

from engine.gate.evidence import Circumstances, Evidence, Held, Slot, slot_of
from engine.gate.findings import Findings
from engine.models.contract import EvidenceKind, EvidenceRequirements
from engine.models.gate import RefusalCode

_MISSING = {
    EvidenceKind.PROVENANCE: RefusalCode.MISSING_PROVENANCE,
    EvidenceKind.LICENCE: RefusalCode.MISSING_LICENCE,
    EvidenceKind.UNITS: RefusalCode.MISSING_UNITS,
    EvidenceKind.SOURCE_TYPE: RefusalCode.SOURCE_TYPE_MISMATCH,
}
_OTHER = _MISSING | {EvidenceKind.UNITS: RefusalCode.UNIT_MISMATCH}
_CONFLICT = _OTHER | {EvidenceKind.SOURCE_TYPE: RefusalCode.SOURCE_TYPE_CONFLICT}


class Asked(NamedTuple):
    """One kind of evidence that a set of requirements asks for."""

    kind: EvidenceKind
    values: tuple[str, ...]
    """Accepted values; any when empty."""

    by: EvidenceRequirements
    """Age and record are asked by it."""

    is_plain: bool
    """Whether neither age nor record is asked."""

    @property
    def text(self) -> str:
        """What is asked, for a person."""
        text = self.kind.value.replace("_", " ")
        if self.values:
            text += f" {' or '.join(self.values)}"
        if self.by.entity is not None:
            text += f", about the record that {self.by.entity} names"
        if self.by.max_age is not None:
            text += f", at most {self.by.max_age.total_seconds():g} seconds old"
        return text


def asked_by(requirements: EvidenceRequirements) -> tuple[Asked, ...]:
    """Return what a set of requirements asks for, kind by kind."""
    accepted = {
        EvidenceKind.LICENCE: requirements.licences,
        EvidenceKind.UNITS: (requirements.unit,) if requirements.unit else (),
        EvidenceKind.SOURCE_TYPE: (requirements.source_type,) if requirements.source_type else (),
    }
    return tuple(
        _asked(kind, tuple(value.strip() for value in accepted.get(kind, ())), requirements)
        for kind in requirements.kinds
    )


def _asked(kind: EvidenceKind, values: tuple[str, ...], by: EvidenceRequirements) -> Asked:
    return Asked(kind, values, by, by.max_age is None and by.entity is None)


class Check(NamedTuple):
    """Something that is asked of one field, with the slots that can fill it."""

    asked: Asked
    path: str
    own: Slot
    whole: Slot | None
    """Of the tool as a whole; None where only the field's own evidence counts."""

    @classmethod
    def of(cls, asked: Asked, path: str) -> Check:
        """Return the check of one requirement for the field at a path."""
        by_tool = asked.kind is not EvidenceKind.UNITS
        whole = slot_of(asked.kind, None) if by_tool else None
        return cls(asked, path, slot_of(asked.kind, path), whole)


class Look(NamedTuple):
    """What one slot holds for something that is asked."""

    slot: Slot
    supports: Sequence[Held]
    objections: Sequence[Held]
    """Items that count and say otherwise."""

    has_other_record: bool
    has_stale: bool


def look(asked: Asked, slot: Slot, evidence: Evidence, circumstances: Circumstances) -> Look:
    """Look a slot up: what supports, what objects, and what there is that does not count."""
    held = evidence.at(slot)
    if not held:
        return Look(slot, (), (), False, False)
    other_record = stale = False
    supports: list[Held] = []
    withdrawn: list[Held] = []
    objections: list[Held] = []
    for each in held:
        if not (asked.is_plain and each.is_plain):
            if not circumstances.is_bound(each.item, asked.by):
                other_record = True
                continue
            if not circumstances.is_current(each.item, asked.by):
                stale = True
                continue
        if asked.values and each.value not in asked.values:
            objections.append(each)
        else:
            (withdrawn if each.item.withdrawn else supports).append(each)
    # A withdrawn item supports nothing, but two units stay two.
    if len(held) > 1 and asked.kind is EvidenceKind.UNITS:
        agreeing = supports + withdrawn
        if len({each.value for each in agreeing}) > 1:
            objections += agreeing
    return Look(slot, supports, objections, other_record, stale)


class Sufficiency:
    """Checks requirements against the evidence of one call and notes the findings.

    Parameters
    ----------
    evidence : Evidence
        Of the call.
    circumstances : Circumstances
        When it is made, and on which record.
    findings : Findings
        Where refusals and what is established are noted.
    """

    def __init__(
        self, evidence: Evidence, circumstances: Circumstances, findings: Findings
    ) -> None:
        self._evidence = evidence
        self._circumstances = circumstances
        self._findings = findings

    def check_tool(self, asked: Asked, answers: Sequence[str]) -> None:
        """Check what is asked globally: of the tool as a whole, or of every answered field.

        Units are a field's alone. For a source type both must agree, wherever either is known.
        """
        parts = [self._look(asked, path) for path in answers]
        whole = [] if asked.kind is EvidenceKind.UNITS else [self._look(asked, None)]
        looks = [*whole, *parts]
        if any(each.supports for each in whole):
            self._settle(asked, looks, [whole])
        elif parts and all(each.supports for each in parts):
            self._settle(asked, looks, [[each] for each in parts])
        elif asked.kind is EvidenceKind.UNITS or any(each.supports for each in parts):
            for each in parts:
                if not each.supports:
                    self._refuse(asked, [each], each.slot[1] or None)
            if not parts:
                self._refuse(asked, [], None)
        else:
            self._refuse(asked, looks, None)

    def settle_plainly(self, checks: Sequence[Check], chosen: Set[str]) -> bool:
        """Settle the usual case at once, and say whether it was one.

        It is one when each field is chosen and holds exactly one item, which counts at any time
        and says what is accepted, with nothing said of the tool as a whole beside it. Else each
        check has to be looked at by itself; what was settled here comes out the same there.
        """
        trusted, support = self._evidence.trusted, self._findings.support
        for asked, path, own, whole in checks:
            held = trusted.get(own)
            if held is None or len(held) != 1 or path not in chosen or whole in trusted:
                return False
            _, _, _, value, is_plain = first = held[0]
            if not is_plain or (asked.values and value not in asked.values):
                return False
            support(own, first)
        return True

    def check_field(self, check: Check) -> None:
        """Check what is asked of one field; all but units may come from the tool as a whole."""
        asked = check.asked
        looks = [self._look_at(asked, check.own)]
        if check.whole is not None:
            looks.append(self._look_at(asked, check.whole))
        for each in looks:
            if each.supports:
                self._settle(asked, looks, [looks], check.path)
                return
        self._refuse(asked, looks, check.path)

    def is_established(self, kind: EvidenceKind, path: str | None, answers: Sequence[str]) -> bool:
        """Whether evidence fills a slot at all, whatever the contract asks."""
        asked = _asked(kind, (), EvidenceRequirements())
        if kind is not EvidenceKind.UNITS and self._look(asked, None).supports:
            return True
        paths = answers if path is None else (path,)
        return bool(paths) and all(self._look(asked, each).supports for each in paths)

    def _look(self, asked: Asked, path: str | None) -> Look:
        return self._look_at(asked, slot_of(asked.kind, path))

    def _look_at(self, asked: Asked, slot: Slot) -> Look:
        return look(asked, slot, self._evidence, self._circumstances)

    def _settle(
        self,
        asked: Asked,
        looks: Sequence[Look],
        groups: Sequence[Sequence[Look]],
        field: str | None = None,
    ) -> None:
        """Note what is filled, unless something objects; each group must hold by itself."""
        objected = False
        for each in looks:
            if each.objections:
                objected = True
                self._findings.object(each.objections)
                where = field if field is not None else each.slot[1] or None
                self._findings.refuse(
                    _CONFLICT[asked.kind], asked.text, _values(looks), field=where
                )
        if objected:
            return
        for group in groups:
            until = self._until(asked, group)
            for each in group:
                if each.supports:
                    self._findings.establish(each.slot, each.supports, until)

    def _until(self, asked: Asked, group: Sequence[Look]) -> datetime | None:
        """Return when the last of a group's supports stops to count; None when one never does."""
        last: datetime | None = None
        for each in group:
            for held in each.supports:
                end = None
                if not held.is_plain:
                    end = self._circumstances.expiry(held.item, asked.by)
                if end is None:
                    return None
                last = end if last is None else max(last, end)
        return last

    def _refuse(self, asked: Asked, looks: Sequence[Look], field: str | None) -> None:
        code, found = _MISSING[asked.kind], "nothing"
        if any(each.objections for each in looks):
            for each in looks:
                self._findings.object(each.objections)
            code, found = _OTHER[asked.kind], _values(looks)
        elif any(each.has_other_record for each in looks):
            code, found = RefusalCode.ENTITY_MISMATCH, "evidence about no or another record"
        elif any(each.has_stale for each in looks):
            code, found = RefusalCode.EVIDENCE_STALE, "evidence that is too old, or not in force"
        elif any(self._evidence.is_asserted(each.slot) for each in looks):
            code, found = RefusalCode.ASSERTION_ONLY, "an assertion, which never counts"
        self._findings.refuse(code, asked.text, found, field=field)


def _values(looks: Sequence[Look]) -> str:
    values = {str(held.value) for each in looks for held in (*each.supports, *each.objections)}
    return ", ".join(sorted(values))
