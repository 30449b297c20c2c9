"""Evidence as an editable table, and the items that its rows stand for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import pandas as pd
import streamlit as st
from pydantic import ValidationError

from engine.models.contract import Basis, EvidenceContract, EvidenceItem, EvidenceKind
from engine.models.tool import Tool

COLUMNS = ("Kind", "Basis", "Field", "Value", "Unit", "Source", "About", "Minutes ago")
WHOLE = "the tool"
"""A row's field when it is about the tool as a whole."""

_SUPPOSED = {
    EvidenceKind.PROVENANCE: "1",
    EvidenceKind.LICENCE: "CC-BY-4.0",
    EvidenceKind.UNITS: "unit",
    EvidenceKind.SOURCE_TYPE: "experimental",
}
"""What a filled-in row says where the contract accepts anything."""


class Read(NamedTuple):
    """What the rows of the editor stand for."""

    items: tuple[EvidenceItem, ...]
    problems: tuple[str, ...]
    """One sentence for each row that is no item."""


def editor(tool: Tool, start: pd.DataFrame, *, key: str) -> pd.DataFrame:
    """Draw the evidence of one call as a table that can be edited; return its rows."""
    return st.data_editor(
        start,
        key=key,
        num_rows="dynamic",
        hide_index=True,
        row_height=32,
        column_config={
            "Kind": st.column_config.SelectboxColumn(
                options=[kind.value for kind in EvidenceKind], width=100, required=True
            ),
            "Basis": st.column_config.SelectboxColumn(
                options=[basis.value for basis in Basis],
                width=84,
                required=True,
                help="declared by the operator, observed by the host, or only asserted",
            ),
            "Field": st.column_config.SelectboxColumn(
                options=[WHOLE, *paths(tool)], width=112, required=True
            ),
            "Value": st.column_config.TextColumn(width=76),
            "Unit": st.column_config.TextColumn(width=60),
            "Source": st.column_config.TextColumn(width=84),
            "About": st.column_config.TextColumn(width=76, help="the record that it is about"),
            "Minutes ago": st.column_config.NumberColumn(
                width=84, min_value=0.0, help="when it was seen; empty for undated"
            ),
        },
    )


def paths(tool: Tool) -> list[str]:
    """Return the JSON paths of a tool's fields, sorted."""
    return sorted({field.json_path for field in (*tool.consumes, *tool.produces)})


def blank() -> pd.DataFrame:
    """Return a table without rows, its columns typed so that cells can be edited."""
    frame = pd.DataFrame({column: pd.Series(dtype="object") for column in COLUMNS})
    return frame.astype({"Minutes ago": "float64"})


def as_asked(
    contract: EvidenceContract, record: str, sources: Sequence[str] = ("a", "b")
) -> pd.DataFrame:
    """Return rows that hold what a contract asks, seen a moment ago, about one record.

    Parameters
    ----------
    contract : EvidenceContract
        Whose requirements are filled in.
    record : str
        What the call names.
    sources : sequence of str
        Who the observations that must corroborate each other come from, in turn.
    """
    asked = [(WHOLE, contract.requirements), *sorted(contract.fields.items())]
    rows = [
        _row(kind, field, _accepted(kind, requirements), record, sources[0])
        for field, requirements in asked
        for kind in requirements.kinds
        if not (kind is EvidenceKind.UNITS and field == WHOLE)
    ]
    counted = contract.corroboration
    if counted.minimum > 1:
        rows += [
            _row(EvidenceKind.PROVENANCE, field, "1", record, sources[place % len(sources)])
            for field in (counted.fields or (WHOLE,))
            for place in range(counted.minimum)
        ]
    frame = pd.DataFrame(rows, columns=list(COLUMNS)) if rows else blank()
    return frame.astype({"Minutes ago": "float64"})


def _accepted(kind: EvidenceKind, requirements: object) -> str:
    values = {
        EvidenceKind.LICENCE: next(iter(getattr(requirements, "licences", ())), None),
        EvidenceKind.UNITS: getattr(requirements, "unit", None),
        EvidenceKind.SOURCE_TYPE: getattr(requirements, "source_type", None),
    }
    return values.get(kind) or _SUPPOSED[kind]


def _row(kind: EvidenceKind, field: str, value: str, record: str, source: str) -> dict[str, object]:
    return {
        "Kind": kind.value,
        "Basis": Basis.OBSERVED.value,
        "Field": field,
        "Value": value,
        "Unit": None,
        "Source": source,
        "About": record or None,
        "Minutes ago": 1.0,
    }


def items_of(frame: pd.DataFrame, now: datetime) -> Read:
    """Return the evidence that an edited table stands for; rows without a kind are skipped."""
    items: list[EvidenceItem] = []
    problems: list[str] = []
    for place, row in enumerate(frame.to_dict("records"), start=1):
        given = {name: value for name, value in row.items() if not _is_empty(value)}
        if "Kind" not in given:
            continue
        field = str(given.get("Field", WHOLE))
        age = given.get("Minutes ago")
        try:
            items.append(
                EvidenceItem.model_validate(
                    {
                        "kind": given["Kind"],
                        "basis": given.get("Basis", Basis.ASSERTED.value),
                        "field": None if field == WHOLE else field,
                        "value": _number_or_text(given.get("Value")),
                        "unit": _text(given.get("Unit")),
                        "source": _text(given.get("Source")),
                        "entity": _text(given.get("About")),
                        "observed_at": None
                        if age is None
                        else now - timedelta(minutes=float(str(age))),
                    }
                )
            )
        except (ValidationError, OverflowError):
            problems.append(f"Row {place} is no evidence; it is left out.")
    return Read(tuple(items), tuple(problems))


def _is_empty(value: object) -> bool:
    return value is None or value == "" or value != value


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _number_or_text(value: object) -> float | str | None:
    if value is None:
        return None
    try:
        return float(str(value))
    except ValueError:
        return str(value)
