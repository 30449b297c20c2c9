"""Evidence contracts: what must be established before a call, and what may establish it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum

from pydantic import (
    AliasChoices,
    AwareDatetime,
    Field,
    JsonValue,
    StrictFloat,
    StrictInt,
    StrictStr,
    field_validator,
)

from engine.fingerprint import fingerprint
from engine.models.base import Record


class EvidenceKind(StrEnum):
    """What a piece of evidence is about."""

    PROVENANCE = "provenance"
    """Where a value comes from; the item's ``value`` is what was seen there."""

    LICENCE = "licence"
    """Under which terms it may be used."""

    UNITS = "units"
    """In which unit a field's value is given."""

    SOURCE_TYPE = "source_type"
    """What kind of source it is, for example ``experimental``."""


class Basis(StrEnum):
    """What a piece of evidence rests on."""

    DECLARED = "declared"
    """The operator states it in a local file."""

    OBSERVED = "observed"
    """The host recorded it from a call's result."""

    ASSERTED = "asserted"
    """Somebody says so: a model, a remote description. Never counts."""


class Origin(StrEnum):
    """Through whose hands a piece of evidence came; it caps the basis."""

    OPERATOR = "operator"
    """A local file of the operator; may declare, and may say what was observed."""

    RUNTIME = "runtime"
    """The host that makes the calls; may say what it observed."""

    REMOTE = "remote"
    """A catalog, a tool's description, a response's own text; may only assert."""

    MODEL = "model"
    """A model's output; may only assert."""


_USUAL_ORIGIN = {
    Basis.DECLARED: Origin.OPERATOR,
    Basis.OBSERVED: Origin.RUNTIME,
    Basis.ASSERTED: Origin.MODEL,
}
# Read for every item of every call: a global costs a fraction of a look-up in an enumeration.
_DECLARED, _OBSERVED, _ASSERTED = Basis.DECLARED, Basis.OBSERVED, Basis.ASSERTED
_OPERATOR, _RUNTIME = Origin.OPERATOR, Origin.RUNTIME


def _usual_origin(said: Mapping[str, object]) -> Origin:
    """Return the origin that fits a claimed basis."""
    basis = said.get("basis")
    return _USUAL_ORIGIN[basis] if isinstance(basis, Basis) else Origin.MODEL


_DESCRIPTIVE = frozenset({EvidenceKind.LICENCE, EvidenceKind.UNITS, EvidenceKind.SOURCE_TYPE})
"""Kinds whose values describe a source, and are no part of a record."""

_LICENCE = AliasChoices("licence", "license")
_LICENCES = AliasChoices("licences", "licenses")


class EvidenceItem(Record):
    """One piece of evidence, as the host hands it to the gate for one call."""

    kind: StrictStr
    """An :class:`EvidenceKind`; an item of any other kind refuses the call."""

    basis: Basis
    """What the item claims to rest on; see :attr:`effective_basis`."""

    origin: Origin = Field(default_factory=_usual_origin)
    """By default the one that fits the basis: operator, runtime, model."""

    field: StrictStr | None = Field(default=None, min_length=1)
    """Field it is about, by name or JSON path; None when it is about the tool as a whole."""

    value: StrictFloat | StrictInt | StrictStr | None = None
    """The licence, the unit, the source type; for provenance what was seen, which is never
    stored."""

    unit: StrictStr | None = None
    """Unit of a provenance item's number; numbers in different units do not agree."""

    source: StrictStr | None = None
    """Who said it: a tool's name, a document. Never stored."""

    entity: StrictStr | None = None
    """The record it is about. Never stored."""

    observed_at: AwareDatetime | None = None
    """When it was seen or declared."""

    valid_until: AwareDatetime | None = None
    """From this moment on it no longer counts."""

    withdrawn: bool = False
    """A withdrawn item supports nothing any more, and what it objects to stays objected to."""

    withheld: bool = False
    """What was seen, its source or its record was left out when the item was stored."""

    @field_validator("kind")
    @classmethod
    def _one_spelling(cls, kind: str) -> str:
        return "licence" if kind == "license" else kind

    @property
    def effective_basis(self) -> Basis:
        """What the item may rest on, given its origin: the lesser of claim and right."""
        basis, origin = self.basis, self.origin
        if basis is _OBSERVED and (origin is _RUNTIME or origin is _OPERATOR):
            return _OBSERVED
        if basis is _DECLARED and origin is _OPERATOR:
            return _DECLARED
        # Whatever is not exactly a right to say so counts as an assertion.
        return _ASSERTED

    def withdraw(self) -> EvidenceItem:
        """Return the item as withdrawn."""
        return self.model_copy(update={"withdrawn": True})

    def storable(self) -> dict[str, JsonValue]:
        """Return the item as JSON without what was seen, its source and its record.

        A licence, a unit or a source type is a word of the contract and stays. The origin is
        always written: read back without one, it would follow from the claimed basis.
        """
        named = self.kind in _DESCRIPTIVE
        left_out = {"source", "entity", *(() if named else ("value",))}
        dump: dict[str, JsonValue] = self.model_dump(
            mode="json", exclude_defaults=True, exclude=left_out
        )
        lost = any(getattr(self, name) is not None for name in left_out)
        withheld: dict[str, JsonValue] = {"withheld": True} if lost else {}
        return {**dump, "origin": self.origin.value, **withheld}


class EvidenceRequirements(Record):
    """What must be established for a tool, or for one of its fields."""

    provenance: bool = False
    """It is known where the value comes from."""

    licence: bool = Field(default=False, validation_alias=_LICENCE)
    """A licence is known."""

    licences: tuple[StrictStr, ...] = Field(default=(), validation_alias=_LICENCES)
    """The licence is one of these; implies ``licence``."""

    units: bool = False
    """The unit of every answered field is known."""

    unit: StrictStr | None = Field(default=None, min_length=1)
    """The unit is exactly this one; implies ``units``."""

    source_type: StrictStr | None = Field(default=None, min_length=1)
    """The source type is exactly this one, for the tool and for the fields alike."""

    max_age: timedelta | None = Field(default=None, gt=timedelta(0))
    """Evidence must be dated and not older; seconds or an ISO 8601 duration (``PT1H``)."""

    entity: StrictStr | None = Field(default=None, min_length=1)
    """Argument of the call that names the record which all evidence must be about."""

    @field_validator("licences")
    @classmethod
    def _sorted(cls, licences: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(set(licences)))

    @property
    def kinds(self) -> tuple[EvidenceKind, ...]:
        """Kinds that must be established. Age and entity alone are asked of provenance."""
        asked = {
            EvidenceKind.LICENCE: self.licence or bool(self.licences),
            EvidenceKind.UNITS: self.units or self.unit is not None,
            EvidenceKind.SOURCE_TYPE: self.source_type is not None,
        }
        bound = self.max_age is not None or self.entity is not None
        asked[EvidenceKind.PROVENANCE] = self.provenance or (bound and not any(asked.values()))
        return tuple(kind for kind in EvidenceKind if asked[kind])


class Corroboration(Record):
    """How many independent observations must agree."""

    minimum: StrictInt = Field(default=1, ge=1)
    """Above 1 the gate refuses until an aggregation says which observations are independent."""

    independence_key: StrictStr = Field(default="source", min_length=1)
    """What makes two observations independent, for example ``provider`` or ``instrument``."""

    tolerance: float = Field(default=0.0, ge=0.0, allow_inf_nan=False)
    """Largest difference of two numbers that still agree, in the field's own unit."""

    fields: tuple[StrictStr, ...] = ()
    """Fields that must be corroborated; every answered field when empty."""


class EvidenceContract(Record):
    """What must be established before one tool is called. A trusted local file, nothing else."""

    name: StrictStr = Field(min_length=1)
    tool: StrictStr = Field(min_length=1)
    """The tool that it governs."""

    requirements: EvidenceRequirements = EvidenceRequirements()
    """Asked of the tool as a whole, or of every answered field."""

    fields: dict[StrictStr, EvidenceRequirements] = Field(default_factory=dict)
    """Asked of one field, by name or JSON path; the field must be selected."""

    corroboration: Corroboration = Corroboration()

    tool_fingerprint: StrictStr | None = None
    """The tool as it was when the contract was written; None when any version will do."""

    endpoint_fingerprint: StrictStr | None = None
    """Its method, path, inputs and outputs then; None when any version will do."""

    @property
    def fingerprint(self) -> str:
        """Content of the contract: everything but its name. Made anew each time, never kept."""
        return fingerprint("contract", self.model_dump(mode="json", exclude={"name"}))


class AggregationBoundary(Record):
    """The operator's word on which sources are independent. Never part of the evidence itself."""

    independence_key: StrictStr = Field(default="source", min_length=1)
    """What the groups below are; must be the one that the contract names."""

    groups: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """Source of an item to its group, for example two mirrors to their one provider. Items of
    other sources are no independent observations."""
