from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from engine import frames
from engine.errors import NotStored
from engine.models.listing import CaseFilter, CaseRow, CaseRows, FacetCount, SuiteInfo
from engine.models.run import RunSummary, Verdict
from pages.parts import address, badges, cards, case_import, exports, tables, words
from pages.parts.filters import case_filter
from pages.parts.links import CAUSES, CaseLink, CasesLink, OverviewLink
from pages.parts.session import open_lab

TABLE = "cases.table"
PER_PAGE = 200
FILTERS = ("verdict", "cause", "find", "page")
VERDICTS = ("all", *(verdict.value for verdict in Verdict))

lab = open_lab()


def newest_run(suite: str, runs: Sequence[RunSummary]) -> RunSummary | None:
    """Return the newest run of a suite."""
    return next((run for run in runs if run.suite == suite), None)


def pick_suite(suites: Sequence[SuiteInfo], runs: Sequence[RunSummary], link: CasesLink) -> str:
    """Draw the choice of a suite; a run in the address brings its own."""
    names = sorted({info.name for info in suites} | {run.suite for run in runs})
    named = next((run.suite for run in runs if run.run_id == link.run), link.suite)
    if link.suite and link.suite not in names:
        raise NotStored("suite", link.suite, names)
    first = runs[0].suite if runs else names[0]
    sizes = {info.name: words.count(info.cases, "case") for info in suites}
    return address.pick(
        "Suite",
        names,
        named or first,
        param="suite",
        key="cases.suite",
        words=lambda name: f"{name} · {sizes.get(name, 'deleted')}",
        forget=[TABLE],
        drop=["run", *FILTERS],
    )


def pick_run(suite: str, runs: Sequence[RunSummary], link: CasesLink) -> RunSummary | None:
    """Draw the choice of the run whose verdicts are shown."""
    of_suite = {run.run_id: run for run in runs if run.suite == suite}
    if not of_suite:
        return None
    labels = cards.labels(list(of_suite.values()))
    wanted = link.run if link.run in of_suite else next(iter(of_suite))
    chosen = address.pick(
        "Verdicts of run",
        list(of_suite),
        wanted,
        param="run",
        key="cases.run",
        words=lambda run_id: labels[run_id],
        forget=[TABLE],
        drop=["page"],
    )
    return of_suite[chosen]


def counted(facets: Sequence[FacetCount]) -> dict[str, int]:
    """Return facet counts by value."""
    return {facet.value: facet.cases for facet in facets if facet.value is not None}


def filters() -> CaseFilter:
    """Draw the filters and return what they let through."""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        verdict = address.segments(
            "Verdict",
            VERDICTS,
            param="verdict",
            key="cases.verdict",
            default="all",
            forget=[TABLE],
            drop=["page"],
        )
        cause = address.pill(
            "Cause",
            list(CAUSES),
            param="cause",
            key="cases.cause",
            words=lambda slug: slug.replace("-", " "),
            forget=[TABLE],
            drop=["page"],
        )
        text = address.search(
            "Case, query or tool", param="find", key="cases.find", forget=[TABLE], drop=["page"]
        )
    return case_filter(verdict, cause, text)


def exported(run: RunSummary, wanted: CaseFilter) -> pd.DataFrame:
    """Return the cases that a filter lets through, for a download."""
    frame = frames.case_rows_frame(lab.runs.rows(run.run_id, wanted).rows, stage_of)
    return frame.drop(columns="Query") if lab.suites.is_private(run.suite) else frame


def results(run: RunSummary) -> None:
    """Draw the cases of a run; a click opens one under the microscope."""
    wanted = filters()
    asked = st.query_params.get("page", "1")
    offset = PER_PAGE * (int(asked) - 1) if asked.isdecimal() and int(asked) >= 1 else 0
    rows = lab.runs.rows(run.run_id, wanted, limit=PER_PAGE, offset=offset)
    if not rows.rows and rows.total:
        rows = lab.runs.rows(run.run_id, wanted, limit=PER_PAGE)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(summary_words(rows))
        exports.table_button(
            lambda: exported(run, wanted),
            name=f"cases-{run.run_id}",
            key="cases.csv",
        )
    if not rows.rows:
        address.nothing_found(
            f"0 of {words.count(rows.of, 'case')}.",
            params=FILTERS,
            key="cases.clear",
            forget=[TABLE],
        )
        return
    position = tables.show(
        frames.case_rows_frame(rows.rows, stage_of),
        key=TABLE,
        alt="Cases with their verdict, failing ones first",
        columns=columns(),
        at_most=17,
    )
    address.page_number(rows.total, PER_PAGE, param="page", key="cases.page", forget=[TABLE])
    if position is not None:
        link = CaseLink.from_query(address.parameters())
        link = link.but(run=run.run_id, case=rows.rows[position].case_id)
        st.switch_page(link.page, query_params=link.to_query())


def stage_of(row: CaseRow) -> str | None:
    """Return what a row's stage is called."""
    return words.stage(row.stage) if row.stage else None


def summary_words(rows: CaseRows) -> str:
    """Say how many cases are shown, and what the verdicts and causes among them are."""
    verdicts = counted(rows.facets.verdict)
    parts = [f"{verdicts[name]:,} {name}" for name in VERDICTS if verdicts.get(name)]
    shown = f"{rows.total:,} of {words.count(rows.of, 'case')}"
    said = [shown, ", ".join(parts), "failing first; click a row to open it" if parts else ""]
    return " · ".join(part for part in said if part)


def columns() -> dict[str, tables.Column]:
    """Return how the columns are drawn."""
    return {
        "Case": st.column_config.TextColumn(width=140),
        "Query": st.column_config.TextColumn(width=290),
        "Verdict": badges.column("Verdict", badges.VERDICTS.values(), width=80),
        "Rank": st.column_config.TextColumn(width=52, alignment="right"),
        "Expected": st.column_config.TextColumn(width=190),
        "Selected": st.column_config.TextColumn(width=190),
        "Cause": badges.column("Cause", badges.STAGES.values(), width=120),
        "Reason": st.column_config.TextColumn(width=190),
    }


def untested(suite: str) -> None:
    """Draw the cases of a suite that was never run."""
    cases = lab.suites.load(suite).cases
    st.caption(f"{words.count(len(cases), 'case')}; never run, so there are no verdicts yet.")
    tables.still(
        frames.cases_frame(cases[:1000]),
        alt="Cases of the suite",
        columns={"Query": st.column_config.TextColumn(width="large")},
        at_most=18,
    )


def browse(suites: Sequence[SuiteInfo]) -> None:
    """Draw one suite's cases with the verdicts of one run."""
    runs = lab.runs.list()
    if not suites and not runs:
        st.markdown("**No cases yet**")
        st.caption("A case is a query with the tool it should end in.")
        with st.container(horizontal=True):
            st.page_link(
                CasesLink.page,
                label="Import cases",
                icon=":material/upload:",
                query_params=CasesLink(view="import").to_query(),
            )
            st.page_link(
                OverviewLink.page, label="Load the sample", icon=":material/deployed_code:"
            )
        return
    link = CasesLink.from_query(address.parameters())
    if link.run and all(run.run_id != link.run for run in runs):
        link = link.but(run=lab.runs.resolve(link.run))
    left, middle, right = st.columns([3, 5, 4], vertical_alignment="bottom")
    with left:
        suite = pick_suite(suites, runs, link)
    with middle:
        run = pick_run(suite, runs, link)
    with right.container(horizontal=True, horizontal_alignment="right"):
        if any(info.name == suite for info in suites):
            with st.popover("Export", icon=":material/download:"):
                exports.cases_buttons(
                    lambda: lab.suites.export(suite), name=suite, key="cases.export"
                )
        address.copy_link(CasesLink.path, address.parameters())
    if run is None:
        untested(suite)
    else:
        results(run)


with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
    st.title("Cases", anchor=False, width="content")
    view = address.segments(
        "View",
        ["browse", "import"],
        param="view",
        key="cases.view",
        default="browse",
        words=str.capitalize,
    )
found = lab.suites.list()
if view == "import":
    case_import.draw(
        [info.name for info in found],
        [info.name for info in lab.catalogs.list()],
        case_import.ImportSteps(
            read=lambda file, name, catalog: lab.suites.read(file, name=name, catalog=catalog),
            save=lambda suite, merge, dry: lab.suites.save(suite, merge=merge, dry_run=dry),
        ),
    )
else:
    browse(found)
