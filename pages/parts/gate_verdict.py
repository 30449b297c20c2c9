"""A gate verdict: whether the call may be made, what is missing, and who could supply it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pandas as pd
import streamlit as st

from engine.gate.suppliers import SUPPLIABLE
from engine.models.gate import EntryState, GateVerdict, Permission, Refusal
from pages.parts import badges, tables, words
from pages.parts.badges import Chip
from pages.parts.untrusted import escape, name

PERMISSIONS: dict[Permission, Chip] = {
    Permission.ALLOW: Chip("allow", "green", "verified_user"),
    Permission.REFUSE: Chip("refuse", "red", "gpp_bad"),
}

STATES: dict[EntryState, Chip] = {
    EntryState.OK: Chip("ok", "green", "check"),
    EntryState.EXPIRED: Chip("expired", "orange", "schedule"),
    EntryState.DRIFTED: Chip("drifted", "orange", "difference"),
    EntryState.CONTRACT_CHANGED: Chip("contract changed", "orange", "edit_document"),
    EntryState.BROKEN: Chip("broken", "red", "link_off"),
}

_COLUMNS: dict[str, tables.Column] = {
    "Code": st.column_config.TextColumn(width=180),
    "Field": st.column_config.TextColumn(width=105),
    "Required": st.column_config.TextColumn(width=180),
    "Found": st.column_config.TextColumn(width=95),
}


def draw(verdict: GateVerdict) -> None:
    """Draw a verdict in full."""
    chip = PERMISSIONS[verdict.permission]
    st.markdown(
        f"{badges.markdown(chip)} {name(verdict.tool)} under {escape(verdict.contract)} · "
        + summary(verdict)
    )
    if verdict.refusals:
        tables.still(
            refusals_frame(verdict.refusals),
            alt="What is required and not established",
            columns=_COLUMNS,
            at_most=8,
        )
        first = verdict.refusals[0]
        st.caption(f"{first.code}: required {escape(first.required)}; found {escape(first.found)}.")
        _suppliers(verdict.refusals)
    if verdict.established:
        established = [
            Chip(f"{row.kind.replace('_', ' ')} {row.field or 'of the tool'}", "green", "check")
            for row in verdict.established
        ]
        st.markdown(f"Established {badges.row(established)}")
    if verdict.expires_at is not None:
        st.caption(f"The evidence counts until {words.moment(verdict.expires_at)} UTC.")


def summary(verdict: GateVerdict) -> str:
    """Say in a few words what a verdict rests on.

    Examples
    --------
    >>> summary(GateVerdict(permission="allow", tool="a", contract="c", contract_fingerprint="f"))
    'nothing more is required'
    """
    if verdict.refusals:
        return f"{words.count(len(verdict.refusals), 'requirement')} not met"
    if verdict.established:
        return f"{words.count(len(verdict.established), 'requirement')} established"
    return "nothing more is required"


def refusals_frame(refusals: Iterable[Refusal]) -> pd.DataFrame:
    """Return refusals as rows: code, field, what is required, what was found."""
    rows = [
        {
            "Code": refusal.code.value,
            "Field": refusal.field or "the tool",
            "Required": refusal.required,
            "Found": refusal.found,
        }
        for refusal in refusals
    ]
    return pd.DataFrame(rows, columns=["Code", "Field", "Required", "Found"])


def _suppliers(refusals: Sequence[Refusal]) -> None:
    """Draw who could supply what is missing, each tool once with everything that it could lift."""
    found: dict[str, tuple[str, list[str]]] = {}
    for refusal in refusals:
        for supplier in refusal.suppliers:
            codes = found.setdefault(supplier.tool, (supplier.reason, []))[1]
            if refusal.code.value not in codes:
                codes.append(refusal.code.value)
    if found:
        lines = [
            f"- {name(tool)} {escape(reason)} {badges.row(Chip(code) for code in codes)}"
            for tool, (reason, codes) in found.items()
        ]
        st.markdown("\n".join(["**Could supply it**", "", *lines]))
    elif any(refusal.code in SUPPLIABLE for refusal in refusals):
        st.caption("No tool of the catalog could supply what is missing.")
