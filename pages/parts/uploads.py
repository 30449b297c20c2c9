"""Uploads: bytes with a name, read once; every problem shown before anything is stored."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.ingest.source import SourceFile
from engine.models.report import IngestReport, SuiteReport
from pages.parts import badges, words
from pages.parts.badges import Chip
from pages.parts.untrusted import name


def source(upload: object) -> SourceFile:
    """Return an upload as a file; asking twice gives the same bytes.

    An upload is a stream: ``read`` gives nothing the second time, ``getvalue`` everything.
    """
    file_name, value = getattr(upload, "name", "upload"), getattr(upload, "getvalue", bytes)
    return SourceFile(str(file_name), bytes(value()))


def suite_report(report: SuiteReport) -> None:
    """Draw what an import of cases brings."""
    chips = [
        Chip(f"{report.new:,} new", "green" if report.new else "gray", "add"),
        Chip(f"{report.updated:,} updated", "orange" if report.updated else "gray"),
        Chip(f"{report.unchanged:,} unchanged"),
        Chip(f"{report.removed:,} removed", "red" if report.removed else "gray"),
    ]
    verb = "stored" if report.stored else "would be stored"
    st.markdown(
        f"Suite {name(report.suite)}: {words.count(report.cases, 'case')} {verb}. "
        f"{badges.row(chips)}"
    )


def ingest_report(report: IngestReport) -> None:
    """Draw what an import of a catalog brought."""
    if not report.changed:
        st.markdown(
            f":material/check_circle: Catalog {name(report.catalog)} already held exactly this: "
            f"{words.count(report.tools, 'tool')}."
        )
        return
    chips = [
        Chip(f"{len(names):,} {verb}")
        for verb, names in (
            ("added", report.added),
            ("removed", report.removed),
            ("changed", report.modified),
        )
        if names
    ]
    if report.warnings:
        chips.append(Chip(words.count(len(report.warnings), "warning"), "orange", "warning"))
    st.markdown(
        f":material/check_circle: Catalog {name(report.catalog)} stored with "
        f"{words.count(report.tools, 'tool')}. {badges.row(chips)}"
    )


def existing_or_new(label: str, existing: Sequence[str], *, key: str, suggestion: str) -> str:
    """Draw a choice of an existing name or a new one, and return it.

    A new suggestion (another file was uploaded) replaces what was chosen for the one before.
    """
    suggested = f"{key}.suggested"
    if suggestion and st.session_state.get(suggested) != suggestion:
        st.session_state[suggested] = suggestion
        st.session_state[key] = suggestion
    options = list(dict.fromkeys([*existing, *([suggestion] if suggestion else [])]))
    chosen = st.selectbox(
        label,
        options,
        index=None,
        key=key,
        accept_new_options=True,
        placeholder="choose or type a new one",
    )
    return (chosen or "").strip()


def stem(file_name: str) -> str:
    """Return a name for what a file holds.

    Examples
    --------
    >>> stem("shop.openapi.yaml"), stem("my cases.jsonl")
    ('shop', 'my cases')
    """
    return file_name.split("/")[-1].split(".")[0].strip()[:80]
