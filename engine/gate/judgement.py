"""One call under judgement: every check of the gate, in one place and in one order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from engine.gate.aggregation import Aggregation, aggregate
from engine.gate.evidence import Circumstances, Evidence, Held, slot_of
from engine.gate.fields import DeclaredFields
from engine.gate.findings import Findings
from engine.gate.sufficiency import Asked, Check, Sufficiency, asked_by
from engine.models.contract import (
    AggregationBoundary,
    Basis,
    Corroboration,
    EvidenceContract,
    EvidenceItem,
    EvidenceKind,
    EvidenceRequirements,
)
from engine.models.gate import ProposedCall, RefusalCode

_KINDS = {kind.value: kind for kind in EvidenceKind}


class DemandOfField(NamedTuple):
    """What a contract asks of one field."""

    label: str
    """The contract's spelling of the field."""

    path: str | None
    """JSON path; None when the tool declares no such field."""

    is_answer: bool
    """Whether the field carries data."""

    checks: tuple[Check, ...]
    """Made ready; empty when the tool declares no such field."""

    needs_data: bool
    """Whether anything is asked of the field but that it is selected."""

    by: EvidenceRequirements


class Demands(NamedTuple):
    """What a contract asks for of a tool, in the order in which it is checked."""

    of_tool: tuple[Asked, ...]
    of_fields: tuple[DemandOfField, ...]
    """By the contract's spelling."""

    corroboration: Corroboration
    whole: EvidenceRequirements
    """The global requirements; their age and record are asked of what corroborates, too."""

    plain: tuple[Check, ...] | None
    """Every check of every field; None when one asks for an age, a record, or no data field."""

    unknown_inputs: tuple[str, ...]
    """Inputs that are to name the record, and that the tool does not take; sorted."""

    @classmethod
    def of(cls, contract: EvidenceContract, fields: DeclaredFields) -> Demands:
        """Read a contract against the fields that its tool declares."""
        named = {each.entity for each in (contract.requirements, *contract.fields.values())}
        of_fields = tuple(
            _of_field(label, requirements, fields)
            for label, requirements in sorted(contract.fields.items())
        )
        checks = tuple(check for demand in of_fields for check in demand.checks)
        usual = all(demand.is_answer and demand.needs_data for demand in of_fields)
        return cls(
            asked_by(contract.requirements),
            of_fields,
            contract.corroboration,
            contract.requirements,
            checks if usual and all(check.asked.is_plain for check in checks) else None,
            tuple(sorted(name for name in named if name and name not in fields.inputs)),
        )


def _of_field(
    label: str, requirements: EvidenceRequirements, fields: DeclaredFields
) -> DemandOfField:
    path = fields.resolve(label)
    asked = asked_by(requirements)
    checks = () if path is None else tuple(Check.of(each, path) for each in asked)
    return DemandOfField(label, path, path in fields.answers, checks, bool(asked), requirements)


class Judgement:
    """One call under judgement.

    Parameters
    ----------
    call : ProposedCall
        What the agent wants to do.
    demands : Demands
        What the contract asks for.
    fields : DeclaredFields
        Of the contract's tool.
    evidence : sequence of EvidenceItem
        Everything that the host holds for this call.
    now : datetime
        When the call would be made.
    findings : Findings
        Where everything is noted.
    """

    def __init__(
        self,
        call: ProposedCall,
        demands: Demands,
        fields: DeclaredFields,
        evidence: Sequence[EvidenceItem],
        now: datetime,
        findings: Findings,
    ) -> None:
        self._call = call
        self._demands = demands
        self._fields = fields
        self._findings = findings
        self._evidence = Evidence(evidence, fields)
        self._circumstances = Circumstances(now, call.arguments)
        self._sufficiency = Sufficiency(self._evidence, self._circumstances, findings)
        self._chosen = self._select()
        self.selected = tuple(sorted(self._chosen))
        """JSON paths of the declared fields that the call selects, sorted."""

    @cached_property
    def _answers(self) -> list[str]:
        return [path for path in self.selected if path in self._fields.answers]

    def judge(self, aggregation: AggregationBoundary | None) -> None:
        """Note every refusal and everything that is established."""
        self._unusable()
        for name in self._demands.unknown_inputs:
            self._findings.refuse(
                RefusalCode.FIELD_UNDECLARED,
                "an input of the tool that names the record",
                "no such input",
                field=name,
            )
        if self._demands.of_tool and self.selected and not self._answers:
            self._findings.refuse(
                RefusalCode.FIELD_IS_IDENTIFIER,
                "a field that carries data",
                "only fields that name a record",
            )
        for asked in self._demands.of_tool:
            self._sufficiency.check_tool(asked, self._answers)
        plain = self._demands.plain
        if plain is None or not self._sufficiency.settle_plainly(plain, self._chosen):
            self._each_field()
        if self._demands.corroboration.minimum > 1:
            self._corroborate(aggregation)
        self._claims()

    def _each_field(self) -> None:
        for demand in self._demands.of_fields:
            is_usable = demand.is_answer and demand.path in self._chosen
            if is_usable or self._required_field(demand.label, needs_data=demand.needs_data):
                for check in demand.checks:
                    self._sufficiency.check_field(check)

    def _select(self) -> set[str]:
        known, labels = self._fields.paths, self._call.fields
        try:
            return {known[label] for label in labels}
        except KeyError:
            for label in labels:
                if label not in known:
                    self._undeclared(label, "a declared field")
            return {known[label] for label in labels if label in known}

    def _undeclared(self, label: str, required: str) -> None:
        found = self._fields.why_unresolved(label)
        self._findings.refuse(RefusalCode.FIELD_UNDECLARED, required, found, field=label)

    def _unusable(self) -> None:
        for position, item, is_unknown_kind in self._evidence.unusable:
            self._findings.contrary.add(position)
            if is_unknown_kind:
                self._findings.refuse(
                    RefusalCode.EVIDENCE_UNKNOWN,
                    f"evidence of the kinds {', '.join(EvidenceKind)}",
                    "an item of another kind",
                )
            else:
                self._undeclared(item.field or "", "evidence about declared fields")

    def _required_field(self, label: str, *, needs_data: bool) -> str | None:
        """Return the path of a field that the contract names; None when it cannot be judged."""
        path = self._fields.resolve(label)
        if path is None:
            self._undeclared(label, "a declared field")
        elif path not in self._chosen:
            self._findings.refuse(
                RefusalCode.FIELD_NOT_SELECTED, "the field is selected", "it is not", field=path
            )
        elif needs_data and path not in self._fields.answers:
            self._findings.refuse(
                RefusalCode.FIELD_IS_IDENTIFIER,
                "a field that carries data",
                "a field that names a record",
                field=path,
            )
        else:
            return path
        return None

    def _corroborate(self, aggregation: AggregationBoundary | None) -> None:
        asked = self._demands.corroboration
        required = f"{asked.minimum} independent observations by {asked.independence_key}"
        if aggregation is None or aggregation.independence_key != asked.independence_key:
            found = "no aggregation" if aggregation is None else "an aggregation by another key"
            self._findings.refuse(RefusalCode.CORROBORATION_UNAVAILABLE, required, found)
            return
        for path in self._to_corroborate():
            observations = self._observations(path)
            together = aggregate(observations, aggregation, asked)
            if not together.agrees:
                self._findings.object(observations)
                found = f"{len(observations)} observations that do not agree"
            elif together.independent < asked.minimum:
                found = f"{together.independent}"
            else:
                self._findings.establish(
                    slot_of(EvidenceKind.PROVENANCE, path),
                    together.counted,
                    self._first_end(together),
                )
                continue
            self._findings.refuse(
                RefusalCode.CORROBORATION_INSUFFICIENT, required, found, field=path
            )

    def _to_corroborate(self) -> list[str | None]:
        named = self._demands.corroboration.fields
        if not named:
            return list(self._answers) or [None]
        paths = (self._required_field(label, needs_data=True) for label in named)
        return [path for path in paths if path is not None]

    def _observations(self, path: str | None) -> list[Held]:
        """Return what was seen of a field, fresh and about the right record, withdrawn or not."""
        asked = [self._demands.whole]
        if path is not None:
            asked += [each.by for each in self._demands.of_fields if each.path == path]
        return [
            held
            for held in self._evidence.at(slot_of(EvidenceKind.PROVENANCE, path))
            if held.basis is Basis.OBSERVED
            and held.value is not None
            and all(self._circumstances.counts(held.item, each) for each in asked)
        ]

    def _first_end(self, together: Aggregation) -> datetime | None:
        """Return when the first of several observations stops to count."""
        ends = [
            self._circumstances.expiry(held.item, self._demands.whole) for held in together.counted
        ]
        return min((end for end in ends if end is not None), default=None)

    def _claims(self) -> None:
        """Refuse a call that says more than the evidence does."""
        for claim in self._call.claims:
            kind = _KINDS.get("licence" if claim.kind == "license" else claim.kind)
            path = None if claim.field is None else self._fields.resolve(claim.field)
            is_declared = claim.field is None or path is not None
            if (
                kind is None
                or not is_declared
                or not self._sufficiency.is_established(kind, path, self._answers)
            ):
                self._findings.refuse(
                    RefusalCode.OVERCLAIM,
                    "nothing is said to be established that is not",
                    f"a claim of {kind.value if kind else 'an unknown kind'}",
                    field=path,
                )
