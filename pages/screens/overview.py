from __future__ import annotations

import streamlit as st

from engine.lab.demo import load_demo
from engine.models.diff import Change
from engine.models.report import Overview
from pages.parts import badges, cards, figures, heading, lists, words
from pages.parts.links import CasesLink, CatalogsLink, CompareLink, RunsLink
from pages.parts.session import open_lab, queries

lab = open_lab()


def first_steps() -> None:
    """Say what to do with an empty store."""
    heading.draw("Nothing has run yet")
    st.markdown(
        "A run takes a catalog of tools and a suite of cases, and shows for every case which tool "
        "ranked where and why. Start with the sample, or bring your own."
    )
    with st.container(horizontal=True):
        if st.button("Load sample", icon=":material/deployed_code:"):
            with st.spinner("Reading a shop's API and running its cases twice…"):
                load_demo(lab)
            st.rerun()
        if st.button("Import a catalog", icon=":material/inventory_2:"):
            st.switch_page(CatalogsLink.page, query_params=CatalogsLink(view="import").to_query())
        if st.button("Import cases", icon=":material/upload:"):
            st.switch_page(CasesLink.page, query_params=CasesLink(view="import").to_query())


def header(overview: Overview) -> None:
    """Draw the verdict line with what must be known to read it."""
    run, diff = overview.run, overview.diff
    heading.draw(words.verdict_line(overview))
    chips = [badges.Chip(f"catalog {run.catalog}"), badges.Chip(f"suite {run.suite}")]
    chips.extend(cards.run_chips(run))
    if diff is not None:
        chips.extend(cards.comparability(diff.comparable))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(badges.row(chips), width="content")
        if diff is not None:
            link = CompareLink(base=diff.base, run=diff.run)
            st.page_link(
                link.page,
                label="Compare",
                icon=":material/compare_arrows:",
                query_params=link.to_query(),
            )


def details(overview: Overview) -> None:
    """Draw failures by stage, the trend, the worst regressions and the last runs."""
    run, diff = overview.run, overview.diff
    left, right = st.columns([5, 7], gap="medium")
    with left.container(border=True, height="stretch"):
        st.markdown("**Failing cases by stage**")
        lists.failures(run, figures.failures_by_stage(run.failures))
    with right.container(border=True, height="stretch"):
        st.markdown("**Trend**")
        names = [n for n in ("selector_accuracy", "Success@1", "MRR") if n in run.measures]
        points = lab.runs.trend(run.suite, intervals_of=names)
        if len(points) < 2:
            st.caption("One run of this suite so far; a trend needs two.")
        else:
            baseline = overview.baseline.run_id if overview.baseline else None
            st.plotly_chart(
                figures.trend(points, names, baseline=baseline),
                key="overview.trend",
                config={"displayModeBar": False},
                alt="Measures over the last runs of this suite with 95% intervals, oldest first",
            )
    left, right = st.columns([7, 5], gap="medium")
    with left:
        st.markdown("**Worst regressions**")
        if diff is None:
            st.caption("Regressions appear once there is a baseline to compare with.")
        elif not diff.comparable.comparable:
            st.caption("No case is compared: both runs have none with the same content.")
        elif not (worst := [c for c in diff.cases if c.change is Change.REGRESSED][:5]):
            st.caption("No case regressed.")
        else:
            lists.regressions(worst, queries(run), diff.base, diff.run)
    with right:
        st.markdown("**Last runs**")
        lists.recent_runs(lab.runs.list(5))
        st.page_link(RunsLink.page, label="All runs", icon=":material/play_circle:")


found = lab.runs.overview()
if found is None:
    first_steps()
else:
    header(found)
    if found.diff is not None and found.diff.comparable.comparable:
        cards.diff_cards(found.run, found.diff)
    else:
        cards.run_cards(found.run)
    details(found)
