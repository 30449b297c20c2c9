from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from engine import frames
from engine.errors import InvalidInput, NotStored
from engine.lab.run_suite import OnProgress
from engine.models.run import Run, RunSummary
from pages.parts import address, badges, cards, exports, heading, lists, live, tables, words
from pages.parts.links import CasesLink, CatalogsLink, CompareLink, RunsLink
from pages.parts.problems import sentence
from pages.parts.session import open_jobs, open_lab
from pages.parts.untrusted import one_line

TABLE = "runs.table"
MEASURES = ("selector_accuracy", "Success@1", "MRR", "R@10")

lab = open_lab()
jobs = open_jobs()


def work(order: live.Order) -> Callable[[OnProgress, Callable[[], bool]], Run]:
    """Return the background work for an order; it runs in a thread without Streamlit."""
    suite = lab.suites.load(order.suite)

    def run(on_progress: OnProgress, cancelled: Callable[[], bool]) -> Run:
        return lab.runs.execute(
            suite,
            catalog=order.catalog,
            settings=order.settings,
            note=order.note,
            on_progress=on_progress,
            cancelled=cancelled,
        )

    return run


def watch() -> None:
    """Draw the running jobs; rerun the page once when the last of them ends."""
    listed = jobs.list()
    live.panel(listed)
    running = any(not job.finished for job in listed)
    if st.session_state.get("runs.was_running", False) and not running:
        st.session_state["runs.was_running"] = False
        tables.forget(TABLE)
        st.rerun()
    st.session_state["runs.was_running"] = running


def side() -> None:
    """Draw the start form above the live panel."""
    catalogs, suites = lab.catalogs.list(), lab.suites.list()
    if not catalogs or not suites:
        st.markdown("**Start a run**")
        st.caption("A run needs a catalog of tools and a suite of cases.")
        if not catalogs:
            st.page_link(
                CatalogsLink.page,
                label="Import a catalog",
                icon=":material/inventory_2:",
                query_params=CatalogsLink(view="import").to_query(),
            )
        if not suites:
            st.page_link(
                CasesLink.page,
                label="Import cases",
                icon=":material/upload:",
                query_params=CasesLink(view="import").to_query(),
            )
        return
    order = live.start_form(catalogs, suites)
    if order is not None:
        try:
            jobs.start(f"{order.suite} over {order.catalog}", work(order))
        except (InvalidInput, NotStored) as error:
            st.error(sentence(error))
    running = any(not job.finished for job in jobs.list())
    st.fragment(run_every=live.REFRESH if running else None)(watch)()


def chosen_runs(runs: Sequence[RunSummary], event: object, named: str) -> list[RunSummary]:
    """Return the ticked runs, or the one that the address names."""
    ticked = [runs[position] for position in tables.positions(event, len(runs))]
    if len(ticked) == 1:
        address.write({"run": ticked[0].run_id})
    return ticked or [run for run in runs if run.run_id == named]


def actions(runs: Sequence[RunSummary], chosen: Sequence[RunSummary]) -> None:
    """Draw what can be done with the chosen runs."""
    one = chosen[0] if len(chosen) == 1 else None
    two = sorted(chosen, key=lambda run: run.created_at) if len(chosen) == 2 else None
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if st.button("Cases", icon=":material/checklist:", disabled=one is None) and one:
            link = CasesLink(suite=one.suite, run=one.run_id)
            st.switch_page(link.page, query_params=link.to_query())
        pair = two or against_baseline(runs, one)
        if (
            st.button(
                "Compare",
                icon=":material/compare_arrows:",
                disabled=pair is None,
                help="Two ticked runs, or one against its baseline.",
            )
            and pair
        ):
            compare = CompareLink(base=pair[0].run_id, run=pair[1].run_id)
            st.switch_page(compare.page, query_params=compare.to_query())
        pinned = one is not None and one.pinned
        if (
            st.button(
                "Unpin" if pinned else "Pin as baseline",
                icon=":material/keep:",
                disabled=one is None,
            )
            and one
        ):
            if pinned:
                lab.runs.unpin(one.suite)
            else:
                lab.runs.pin(one.run_id)
            st.rerun()
        with st.popover("Delete", icon=":material/delete:", disabled=not chosen):
            st.markdown(f"Delete {words.count(len(chosen), 'run')} with everything stored for it?")
            if st.button("Delete for good", key="runs.delete", icon=":material/delete:"):
                for run in chosen:
                    lab.runs.delete(run.run_id)
                tables.forget(TABLE)
                address.write({"run": ""})
                st.rerun()
        exports.table_button(frames.runs_frame(runs, MEASURES), name="runs", key="runs.csv")
    if one is not None:
        chips = [badges.Chip(f"run {one.run_id}"), *cards.run_chips(one)]
        chips.append(badges.Chip(f"engine {one.stamp.engine_version}"))
        chips.extend(
            badges.Chip(words.latency(stage, value))
            for stage, value in sorted(one.latency_ms.items())
        )
        st.markdown(badges.row(chips))
        if one.note:
            st.text(one_line(one.note))
    else:
        st.caption("Click a run for its details; tick two to compare them.")


def against_baseline(runs: Sequence[RunSummary], one: RunSummary | None) -> list[RunSummary] | None:
    """Return a run's baseline and the run itself; None when there is no baseline for it."""
    if one is None:
        return None
    pinned = (run for run in runs if run.pinned and run.suite == one.suite)
    base = next((run for run in pinned if run.run_id != one.run_id), None)
    return [base, one] if base is not None else None


link = RunsLink.from_query(address.parameters())
named = lab.runs.resolve(link.run) if link.run else ""
left, right = st.columns([10, 4], gap="medium")
with right:
    side()
with left:
    found = lab.runs.list()
    heading.draw("Runs")
    if not found:
        st.markdown("**No runs yet**")
        st.caption("Start one on the right; a finished run appears here at once.")
    else:
        names = [name for name in MEASURES if any(name in run.measures for run in found)]
        toolbar = st.container()
        event = st.dataframe(
            tables.some(
                lists.shares_in_percent(frames.runs_frame(found, names), names),
                ["Role", "Status", "Note"],
            ),
            key=TABLE,
            hide_index=True,
            height=tables.height(len(found), at_most=18),
            row_height=tables.ROW_HEIGHT,
            column_config=lists.run_columns(names),
            on_select="rerun",
            selection_mode=["multi-row", "single-cell"],
            lazy=False,
            alt="Runs, newest first, with their measures",
        )
        with toolbar:
            actions(found, chosen_runs(found, event, named))
