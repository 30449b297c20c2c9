"""The ledger as a table: every answer of the gate, whether the chain holds, how each one stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from engine.models.gate import EntryState, LedgerEntry, LedgerReport, Permission, RefusalCode
from pages.parts import address, badges, tables, words
from pages.parts.badges import Chip
from pages.parts.gate_verdict import PERMISSIONS, STATES
from pages.parts.untrusted import escape, name

TABLE = "gate.ledger"
SHOWN = 1000


def chain(report: LedgerReport) -> None:
    """Draw how the whole ledger stands."""
    at = f" at entry {report.broken_at:,}" if report.broken_at is not None else ""
    counts = [
        Chip(f"{count:,} {STATES[EntryState(state)].text}", STATES[EntryState(state)].colour)
        for state, count in report.counts.items()
        if count
    ]
    whole = "the chain is broken" if report.state is EntryState.BROKEN else "the chain is whole"
    st.markdown(
        f"{badges.markdown(STATES[report.state])} {whole}{at}, "
        f"{words.count(report.entries, 'entry', 'entries')} {badges.row(counts)}"
    )
    st.caption(
        f"Last hash {report.head[:16]}… Kept elsewhere, it shows whether the end was cut off."
    )


def filters(entries: Sequence[LedgerEntry]) -> list[LedgerEntry]:
    """Draw the filters and return the entries that they let through, newest first."""
    left, middle, right = st.columns([3, 4, 5], vertical_alignment="center")
    with left:
        permission = address.pill(
            "Permission",
            [each.value for each in Permission],
            param="permission",
            key="gate.permission",
            forget=[TABLE],
        )
    with middle:
        codes = sorted({refusal.code.value for entry in entries for refusal in entry.refusals})
        code = address.pick(
            "Refused for",
            ["any", *codes],
            st.query_params.get("code", "any"),
            param="code",
            key="gate.code",
            words=lambda each: "any answer" if each == "any" else each,
            forget=[TABLE],
            visible_label=False,
        )
    with right:
        text = address.search("Tool or contract", param="find", key="gate.find", forget=[TABLE])
    return matching(entries, permission=permission, code=code, text=text)


def matching(
    entries: Sequence[LedgerEntry], *, permission: str, code: str, text: str
) -> list[LedgerEntry]:
    """Return the entries that a filter lets through, newest first; an unknown slug lets all."""
    wanted = text.casefold()
    known = {each.value for each in RefusalCode}
    return [
        entry
        for entry in reversed(entries)
        if permission in ("", entry.permission.value)
        and (code not in known or code in {refusal.code.value for refusal in entry.refusals})
        and (wanted in entry.tool.casefold() or wanted in entry.contract.casefold())
    ]


def ledger_frame(
    entries: Sequence[LedgerEntry], standing: Mapping[int, EntryState]
) -> pd.DataFrame:
    """Return entries as rows; one that is not named by the walk is ok."""
    return pd.DataFrame(
        {
            "#": [entry.sequence for entry in entries],
            "Recorded (UTC)": [words.moment(entry.recorded_at) for entry in entries],
            "Answer": [[PERMISSIONS[entry.permission].text] for entry in entries],
            "Tool": [entry.tool for entry in entries],
            "Contract": [entry.contract for entry in entries],
            "Codes": [
                ", ".join(dict.fromkeys(refusal.code.value for refusal in entry.refusals)) or "–"
                for entry in entries
            ],
            "Evidence": [len(entry.evidence) for entry in entries],
            "Stands": [
                [STATES[standing.get(entry.sequence, EntryState.OK)].text] for entry in entries
            ],
        }
    )


def table(entries: Sequence[LedgerEntry], report: LedgerReport) -> None:
    """Draw entries with one of them in full."""
    standing = {finding.sequence: finding.state for finding in report.findings}
    shown = entries[:SHOWN]
    left, right = st.columns([17, 8], gap="medium")
    with left:
        position = tables.show(
            ledger_frame(shown, standing),
            key=TABLE,
            alt="Answers of the gate, newest first",
            columns={
                "#": tables.count(width=52),
                "Recorded (UTC)": st.column_config.TextColumn(width=122),
                "Answer": badges.column("Answer", PERMISSIONS.values(), width=78),
                "Tool": st.column_config.TextColumn(width=130),
                "Contract": st.column_config.TextColumn(width=140),
                "Codes": st.column_config.TextColumn(width=260),
                "Evidence": tables.count(width=66),
                "Stands": badges.column("Stands", STATES.values(), width=110),
            },
            at_most=16,
            start=0,
        )
        cut = f", the newest {SHOWN:,} are drawn" if len(entries) > SHOWN else ""
        st.caption(f"{words.count(len(entries), 'entry', 'entries')}{cut}")
    with right:
        entry = shown[position or 0]
        messages = [each.message for each in report.findings if each.sequence == entry.sequence]
        detail(entry, messages)


def detail(entry: LedgerEntry, messages: Sequence[str]) -> None:
    """Draw one entry: what is kept of an answer, and no payload."""
    with st.container(border=True):
        st.markdown(
            f"**Entry {entry.sequence:,}** {badges.markdown(PERMISSIONS[entry.permission])} "
            f"{name(entry.tool)}"
        )
        for message in messages:
            st.markdown(f":material/warning: {escape(message[:1].upper() + message[1:])}")
        for refusal in entry.refusals:
            st.markdown(f"- {escape(refusal.code.value)} {escape(refusal.field or '')}")
        rows = {
            "Endpoint": entry.endpoint or "–",
            "Contract": entry.contract,
            "Fields": ", ".join(entry.fields) or "–",
            "Evidence": ", ".join(
                f"{item.kind} {item.field or 'of the tool'} ({item.basis.value})"
                for item in entry.evidence
            )
            or "–",
            "Counts until": words.moment(entry.expires_at) if entry.expires_at else "–",
            "Hash": entry.hash[:24],
            "After": entry.previous[:24],
        }
        st.table({key: escape(value) for key, value in rows.items()}, border="horizontal")
