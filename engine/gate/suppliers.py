"""Who could supply missing evidence, as a port: the gate does not know the tool graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.models.gate import Refusal, RefusalCode, Supplier

SUPPLIABLE = frozenset(
    {
        RefusalCode.MISSING_PROVENANCE,
        RefusalCode.MISSING_LICENCE,
        RefusalCode.MISSING_UNITS,
        RefusalCode.SOURCE_TYPE_MISMATCH,
        RefusalCode.CORROBORATION_INSUFFICIENT,
        RefusalCode.EVIDENCE_STALE,
        RefusalCode.ENTITY_MISMATCH,
        RefusalCode.ASSERTION_ONLY,
    }
)
"""Refusals that a further observation may lift; no tool mends a conflict or a drift."""


class Suppliers(Protocol):
    """Knows which tools of the catalog could supply what is missing."""

    def suppliers_of(self, tool: str, refusal: Refusal) -> Sequence[Supplier]:
        """Return tools that could supply what ``refusal`` lacks for ``tool``, best first."""
        ...


def with_suppliers(
    tool: str, refusals: Sequence[Refusal], suppliers: Suppliers
) -> tuple[Refusal, ...]:
    """Return refusals with the tools that could lift them."""
    return tuple(
        refusal.model_copy(update={"suppliers": tuple(suppliers.suppliers_of(tool, refusal))})
        if refusal.code in SUPPLIABLE
        else refusal
        for refusal in refusals
    )
