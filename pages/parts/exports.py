"""Downloads: a table as CSV, a suite as it can be imported again; made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pandas as pd
import streamlit as st

from engine import frames
from engine.ingest.cases import write_cases, write_cases_csv
from engine.models.case import Case
from engine.models.report import Comparison
from engine.report.formats import Format, render
from pages.parts.untrusted import one_line


class _Report(NamedTuple):
    label: str
    ending: str
    mime: str


_REPORTS = {
    Format.JSON: _Report("JSON", "json", "application/json"),
    Format.MARKDOWN: _Report("Markdown for a pull request", "md", "text/markdown"),
    Format.HTML: _Report("HTML report", "html", "text/html"),
    Format.JUNIT: _Report("JUnit XML", "xml", "application/xml"),
}


def file_stem(name: str) -> str:
    """Return ``name`` as the stem of a file's name: letters, digits, ``-`` and ``_`` alone.

    Examples
    --------
    >>> file_stem("my suite/../x")
    'my-suite-x'
    """
    kept = "".join(sign if sign.isalnum() or sign in "-_" else " " for sign in one_line(name))
    return "-".join(kept.split()) or "export"


def table_button(
    frame: pd.DataFrame | Callable[[], pd.DataFrame], *, name: str, key: str, label: str = "CSV"
) -> None:
    """Draw a button that downloads a table as CSV, safe to open in a spreadsheet."""
    st.download_button(
        label,
        data=lambda: frames.csv_bytes(frame() if callable(frame) else frame),
        file_name=f"{file_stem(name)}.csv",
        mime="text/csv",
        key=key,
        icon=":material/download:",
        on_click="ignore",
        help="This view as CSV, UTF-8.",
    )


def comparison_menu(
    comparison: Callable[[], Comparison], table: Callable[[], pd.DataFrame], *, name: str, key: str
) -> None:
    """Draw a menu that downloads a whole comparison: a table, its data, or a report.

    Parameters
    ----------
    comparison, table : callable
        Called when a button is clicked.
    name : str
        Stem of the files' names.
    key : str
        Of the buttons in the session.
    """
    with st.popover("Export", icon=":material/download:", help="The whole comparison as a file"):
        table_button(table, name=name, key=f"{key}.csv", label="CSV of every case")
        for form, report in _REPORTS.items():
            st.download_button(
                report.label,
                data=partial(_rendered, comparison, form),
                file_name=f"{file_stem(name)}.{report.ending}",
                mime=report.mime,
                key=f"{key}.{form.value}",
                icon=":material/download:",
                on_click="ignore",
            )


def _rendered(comparison: Callable[[], Comparison], form: Format) -> bytes:
    return render(comparison(), form).encode()


def cases_buttons(cases: Callable[[], Sequence[Case]], *, name: str, key: str) -> None:
    """Draw buttons that download cases as JSON lines and as CSV; both can be imported again.

    ``cases`` is called when a button is clicked: loading a suite takes longer than drawing a page.
    """
    st.download_button(
        "Cases as JSONL",
        data=lambda: write_cases(cases()),
        file_name=f"{file_stem(name)}.jsonl",
        mime="application/x-ndjson",
        key=f"{key}.jsonl",
        icon=":material/download:",
        on_click="ignore",
    )
    st.download_button(
        "Cases as CSV",
        data=lambda: write_cases_csv(cases()),
        file_name=f"{file_stem(name)}.csv",
        mime="text/csv",
        key=f"{key}.csv",
        icon=":material/download:",
        on_click="ignore",
    )
