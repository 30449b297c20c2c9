"""Import of cases: upload, check, say what would change, confirm."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import streamlit as st

from engine.errors import DocumentError, QualityLabError
from engine.ingest.source import SourceFile
from engine.models.case import Suite
from engine.models.report import SuiteReport
from pages.parts import problems, uploads
from pages.parts.links import CasesLink, RunsLink

NO_CHECK = "no check"


class ImportSteps(NamedTuple):
    """The two use cases that an import calls."""

    read: Callable[[SourceFile, str, str | None], Suite]
    """File, suite's name, catalog to check against."""

    save: Callable[[Suite, bool, bool], SuiteReport]
    """Suite, whether to keep the cases it lacks, whether to report only."""


def draw(suites: Sequence[str], catalogs: Sequence[str], steps: ImportSteps) -> None:
    """Draw the import; nothing is stored before the last button."""
    left, right = st.columns([5, 7], gap="large")
    with left:
        upload = st.file_uploader("Cases", type=["jsonl", "json", "csv"], key="cases.upload")
        st.caption(
            "JSON lines, a JSON array, or CSV with a header. Each case has a case_id, a query and "
            "an expected_target; values that the caller provided are never stored."
        )
        suggestion = uploads.stem(upload.name) if upload else ""
        suite = uploads.existing_or_new(
            "Suite", suites, key="cases.import_suite", suggestion=suggestion
        )
        checked = st.selectbox(
            "Check expected tools against",
            [NO_CHECK, *catalogs],
            index=1 if catalogs else 0,
            format_func=lambda option: option if option == NO_CHECK else f"catalog {option}",
            key="cases.import_catalog",
        )
        merge = st.toggle(
            "Keep cases that the file does not have",
            value=True,
            key="cases.import_merge",
            help="Off: the suite becomes exactly what the file holds.",
        )
    with right:
        if upload is None:
            st.caption("The file is checked here first; nothing is stored until you confirm.")
        elif not suite:
            st.caption("Name the suite that the cases belong to.")
        else:
            catalog = None if checked == NO_CHECK else checked
            _preview(uploads.source(upload), suite, catalog, merge, steps)


def _preview(
    file: SourceFile, name: str, catalog: str | None, merge: bool, steps: ImportSteps
) -> None:
    try:
        suite = steps.read(file, name, catalog)
        report = steps.save(suite, merge, True)
    except DocumentError as error:
        problems.show_problems(error)
        return
    except QualityLabError as error:
        st.error(problems.sentence(error))
        return
    uploads.suite_report(report)
    if report.new == report.updated == report.removed == 0:
        st.caption("The store already holds exactly these cases.")
        return
    if st.button("Store these cases", icon=":material/save:", key="cases.confirm"):
        uploads.suite_report(steps.save(suite, merge, False))
        with st.container(horizontal=True):
            st.page_link(
                CasesLink.page,
                label="Open the suite",
                icon=":material/checklist:",
                query_params=CasesLink(suite=name).to_query(),
            )
            st.page_link(RunsLink.page, label="Run it", icon=":material/play_circle:")
