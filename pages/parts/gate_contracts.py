"""Contract files: the ones beside the sample, an uploaded one, and what each of them asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from engine.gate.sufficiency import asked_by
from engine.ingest.source import SourceFile
from engine.models.catalog import Catalog
from engine.models.contract import EvidenceContract, EvidenceRequirements
from pages.parts import address, tables, uploads, words
from pages.parts.untrusted import escape, visible

UPLOADED = "uploaded"
"""The uploaded file as it stands in an address."""

Contracts = Mapping[str, EvidenceContract]


def choice(files: Sequence[SourceFile]) -> SourceFile | None:
    """Draw the choice of a contract file, with a place to upload one; None when there is none."""
    left, right = st.columns([4, 5], vertical_alignment="bottom")
    with right:
        sent = st.file_uploader(
            "Upload a contract file",
            type=["yaml", "yml", "json"],
            key="gate.upload",
            label_visibility="collapsed",
        )
    by_name = {file.name.rpartition("/")[2]: file for file in files}
    if sent is not None:
        by_name[UPLOADED] = uploads.source(sent)
    if not by_name:
        return None
    asked = st.query_params.get("file", "")
    default = UPLOADED if sent is not None and not asked else next(iter(by_name))
    with left:
        chosen = address.pick(
            "Contract file",
            list(by_name),
            asked if asked in by_name else default,
            param="file",
            key="gate.file",
            words=lambda each: visible(by_name[each].name) if each == UPLOADED else each,
            drop=["tool"],
        )
    return by_name[chosen]


def table(contracts: Contracts, catalog: Catalog | None) -> None:
    """Draw every contract of a file with what it asks."""
    tables.still(
        contracts_frame(contracts, catalog),
        alt="Contracts of the file with what each of them asks",
        columns={
            "Contract": st.column_config.TextColumn(width=140),
            "Tool": st.column_config.TextColumn(width=120),
            "In the catalog": st.column_config.TextColumn(width=96),
            "Asked of the call": st.column_config.TextColumn(width=400),
            "Asked of fields": st.column_config.TextColumn(width=250),
            "Corroboration": st.column_config.TextColumn(width=190),
            "Fingerprint": st.column_config.TextColumn(width=110),
        },
        at_most=14,
    )
    st.caption(
        f"{words.count(len(contracts), 'contract')}. A contract is a file of the operator; nothing "
        "in a catalog, a description or a model's answer changes what it asks."
    )


def contracts_frame(contracts: Contracts, catalog: Catalog | None) -> pd.DataFrame:
    """Return contracts as rows, by the tool that they govern."""
    known = catalog.by_name if catalog is not None else None
    rows = [
        {
            "Contract": contract.name,
            "Tool": tool,
            "In the catalog": "–" if known is None else ("yes" if tool in known else "no"),
            "Asked of the call": demands(contract.requirements),
            "Asked of fields": "; ".join(
                f"{field}: {demands(asked)}" for field, asked in sorted(contract.fields.items())
            )
            or "–",
            "Corroboration": corroboration(contract),
            "Fingerprint": contract.fingerprint.rpartition(":")[2][:12],
        }
        for tool, contract in contracts.items()
    ]
    return pd.DataFrame(rows)


def demands(requirements: EvidenceRequirements) -> str:
    """Return what a set of requirements asks, in words.

    Examples
    --------
    >>> demands(EvidenceRequirements(units=True, unit="kg"))
    'units kg'
    """
    return "; ".join(asked.text for asked in asked_by(requirements)) or "–"


def corroboration(contract: EvidenceContract) -> str:
    """Return how many independent observations a contract asks, in words."""
    asked = contract.corroboration
    if asked.minimum == 1:
        return "–"
    fields = f" of {', '.join(asked.fields)}" if asked.fields else ""
    within = f", within {asked.tolerance:g}" if asked.tolerance else ""
    return f"{asked.minimum} by {asked.independence_key}{fields}{within}"


def absent() -> None:
    """Say how a contract file comes about."""
    st.markdown(
        "No contract file yet. One says what must be established before a tool is called; upload "
        "it above, or keep it under `data/contracts`."
    )
    st.code(
        "evidence_contract: 1\n"
        "name: order cancellations\n"
        "tool: cancelOrder\n"
        "requirements: {provenance: true, entity: orderId, max_age: PT1H}\n",
        language="yaml",
    )


def unknown_tool(tool: str) -> None:
    """Say that the catalog lacks the governed tool."""
    st.markdown(
        f":material/warning: The catalog has no tool {escape(tool)}: every call is refused."
    )
