from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from engine import frames
from engine.lab.baselines import baseline_of
from engine.models.diff import CaseChange, Change, RunDiff
from engine.models.report import Comparison
from engine.models.run import RunSummary
from pages.parts import (
    address,
    badges,
    cards,
    change_detail,
    exports,
    figures,
    groups,
    heading,
    lists,
    tables,
    words,
)
from pages.parts.badges import Chip
from pages.parts.change_index import ChangeIndex, Inside, index_of, members, shown_first
from pages.parts.links import CompareLink, RunsLink
from pages.parts.problems import in_words
from pages.parts.session import exportable_queries, open_lab
from pages.parts.untrusted import escape

TABLE = "compare.table"
FILTERS = ("change", "cause", "find", groups.WITHIN)
DROPPED = ("case", "page")
"""What loses its meaning when other cases are listed."""

PER_PAGE = 200

lab = open_lab()


class Tools(NamedTuple):
    """Where the things are offered that can be done with a comparison."""

    link: DeltaGenerator
    export: DeltaGenerator


def two_runs(runs: Sequence[RunSummary]) -> tuple[str, str, Tools]:
    """Draw the choice of both sides; the address wins, then the baseline.

    Returns
    -------
    (str, str, Tools)
        Ids of both runs, and the places for what is done with the comparison.
    """
    link = CompareLink.from_query(address.parameters())
    ids = [run.run_id for run in runs]
    run = full_id(link.run, ids) if link.run else ids[0]
    base = full_id(link.base, ids, beside=run) if link.base else default_base(runs, run)
    labels = cards.labels(runs)
    head, left, middle, right = st.columns([2, 5, 5, 4], vertical_alignment="bottom")
    heading.draw("Compare", where=head)
    with left:
        base = _pick("Baseline", base, "base", ids, labels)
    with middle:
        run = _pick("Current", run, "run", ids, labels)
    tools = right.container(horizontal=True, horizontal_alignment="right")
    with tools:
        st.button("Swap", icon=":material/swap_horiz:", on_click=swap, args=(base, run))
        places = Tools(st.container(width="content"), st.container(width="content"))
    return base, run, places


def full_id(reference: str, ids: Sequence[str], *, beside: str | None = None) -> str:
    """Return the run that a link means; a full id needs no look into the store.

    ``pinned`` means the baseline of the suite of the run that it stands ``beside``.
    """
    return reference if reference in ids else lab.runs.resolve(reference, beside=beside)


def _pick(
    label: str, chosen: str, param: str, ids: Sequence[str], labels: Mapping[str, str]
) -> str:
    return address.pick(
        label,
        ids,
        chosen,
        param=param,
        key=f"compare.{param}",
        words=lambda run_id: labels[run_id],
        forget=[TABLE],
        drop=DROPPED,
    )


def swap(base: str, run: str) -> None:
    """Turn the comparison round."""
    address.write({"base": run, "run": base, **dict.fromkeys(DROPPED, "")})
    tables.forget(TABLE)


def default_base(runs: Sequence[RunSummary], run: str) -> str:
    """Return the run's baseline; without one any other run, so that two are shown."""
    position = [each.run_id for each in runs].index(run)
    baseline = baseline_of(runs[position], runs)
    others = [*runs[position + 1 :], *reversed(runs[:position])]
    same = [each for each in others if each.suite == runs[position].suite]
    return (baseline or [*same, *others][0]).run_id


def not_comparable(diff: RunDiff, base: RunSummary, run: RunSummary) -> None:
    """Say why nothing is compared, with a way to each run."""
    comparable = diff.comparable
    st.error(
        f"These runs have no case with the same content in common: "
        f"{comparable.only_base:,} only in the baseline, {comparable.only_run:,} only in the "
        f"current run, {comparable.changed_cases:,} with other content.",
        icon=":material/error:",
    )
    with st.container(horizontal=True):
        for side in (base, run):
            st.page_link(
                RunsLink.page,
                label=f"Run {side.run_id[:6]}",
                query_params=RunsLink(run=side.run_id).to_query(),
            )


def within() -> groups.Group | None:
    """Return the group that the address names; None for none."""
    return groups.named(CompareLink.from_query(address.parameters()).within)


def filtered(
    index: ChangeIndex, group: groups.Group | None, inside: Inside
) -> Sequence[CaseChange]:
    """Draw the filters and return the changes that they let through."""
    counts = index.counts(inside)
    first = shown_first(counts)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        if group is not None:
            group_chip(group)
        change = address.segments(
            "Change",
            [each.value for each in Change if counts.get(each.value)] or [first],
            param="change",
            key="compare.change",
            default=first,
            forget=[TABLE],
            drop=DROPPED,
        )
        cause = address.pill(
            "Cause",
            index.causes(),
            param="cause",
            key="compare.cause",
            words=lambda slug: slug.replace("-", " "),
            forget=[TABLE],
            drop=DROPPED,
        )
        text = address.search(
            "Case, query or tool", param="find", key="compare.find", forget=[TABLE], drop=DROPPED
        )
    return index.select(change, cause=cause, text=text, inside=inside)


def group_chip(group: groups.Group) -> None:
    """Draw the group that the table is narrowed to; a click lists every case again."""
    st.button(
        escape(groups.name_of(*group)),
        icon=":material/close:",
        key="compare.within",
        help="Only the cases of this group are listed; click to list every case.",
        on_click=groups.choose,
        args=(None,),
    )


def master(changes: Sequence[CaseChange], texts: Mapping[str, str], below: DeltaGenerator) -> int:
    """Draw one line a case, a page of them, and return the place of the chosen one.

    Parameters
    ----------
    changes : sequence of CaseChange
        At least one.
    texts : mapping of str to str
        Queries by case id.
    below : DeltaGenerator
        Where the pages are chosen, when there are several.
    """
    wanted = st.query_params.get("case", "")
    found = next((place for place, each in enumerate(changes) if each.case_id == wanted), None)
    with below:
        page = address.page_number(
            len(changes),
            PER_PAGE,
            param="page",
            key="compare.page",
            forget=[TABLE],
            drop=["case"],
            holds=found,
        )
    start = PER_PAGE * (page - 1)
    shown = changes[start : start + PER_PAGE]
    frame = frames.changes_frame(shown, texts, lists.cause).drop(columns=["Change"])
    position = tables.show(
        tables.shortened(frame, {"Expected": 21, "Selected": 21}),
        key=TABLE,
        alt="Changed cases, outcome flips first, then the worst move",
        columns={
            "Case": st.column_config.TextColumn(width=115),
            "Query": st.column_config.TextColumn(width=180),
            "Rank": st.column_config.TextColumn(width=62, alignment="center"),
            "Δ": st.column_config.TextColumn(width=40, alignment="right"),
            "Expected": st.column_config.TextColumn(width=155),
            "Selected": st.column_config.TextColumn(width=155),
            "Cause": badges.column("Cause", badges.STAGES.values(), width=110),
        },
        at_most=12,
        start=found - start if found is not None and 0 <= found - start < PER_PAGE else 0,
    )
    chosen = start + (position or 0)
    address.write({"case": changes[chosen].case_id})
    return chosen


@st.fragment
def changed(
    diff: RunDiff,
    base: RunSummary,
    run: RunSummary,
    group: groups.Group | None,
    link: DeltaGenerator,
) -> None:
    """Draw the changed cases beside the chosen one: all that a filter or a click redraws.

    Parameters
    ----------
    diff, base, run
        What is compared.
    group : (GroupBy, str or None), optional
        The group to which the rest of the page says that the cases are narrowed.
    link : DeltaGenerator
        Where the view's address is offered.
    """
    if within() != group:
        st.rerun()
    with in_words():
        index = index_of(diff, base, run)
        inside = None if group is None else members(diff.base, diff.run, *group)
        changes = filtered(index, group, inside)
        if not changes:
            address.nothing_found(
                f"0 of {words.count(len(diff.cases), 'case')}.",
                params=FILTERS,
                key="compare.clear",
                forget=[TABLE],
            )
        else:
            left, right = st.columns([18, 9], gap="medium")
            with left:
                table = st.container()
                below = st.container(horizontal=True, vertical_alignment="center")
                below.caption(shown_words(changes, diff), width="content")
                with table:
                    chosen = master(changes, index.texts, below)
                with below:
                    exports.table_button(
                        lambda: frames.changes_frame(changes, exportable(base, run), lists.cause),
                        name=f"compare-{diff.base[:6]}-{diff.run[:6]}",
                        key="compare.csv",
                    )
            with right:
                change_detail.draw(changes[chosen], diff, index.texts)
        with link:
            address.copy_link(CompareLink.path, address.parameters())


def exportable(base: RunSummary, run: RunSummary) -> dict[str, str]:
    """Return the queries that a download may hold."""
    return exportable_queries(base) | exportable_queries(run)


def more(diff: RunDiff) -> None:
    """Draw the measures in full, or how far cases moved, when it is asked for."""
    box = st.expander(
        "Measures, groups and rank shifts",
        expanded=groups.PARAM in st.query_params,
        key="compare.more",
        on_change="rerun",
    )
    if not box.open:
        return
    with box:
        groups.rollups(diff.rollups, chosen=within())
        left, right = st.columns([8, 5], gap="medium")
        with left:
            tables.still(
                measures_in_words(frames.measures_frame(diff.measures)),
                alt="Every measure on both sides, over the cases in common",
                columns=measure_columns(),
                at_most=14,
            )
            if diff.mcnemar_p is not None:
                st.caption(
                    f"McNemar's exact test over pass and fail: p = {diff.mcnemar_p:.3f}. Intervals "
                    "are paired bootstrap, 95%."
                )
        right.plotly_chart(
            figures.rank_shift(diff.cases),
            key="compare.shift",
            config={"displayModeBar": False},
            alt="How many places the expected tools gained or lost",
        )


def measures_in_words(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a table of measures under the names that people read."""
    return frame.assign(Measure=[words.measure_name(name) for name in frame["Measure"]])


def measure_columns() -> dict[str, tables.Column]:
    """Return how the columns of the measures are drawn."""
    numbers = ("Baseline", "Current", "Difference", "95% low", "95% high")
    columns: dict[str, tables.Column] = {
        each: st.column_config.NumberColumn(format="%.3f", width=82) for each in numbers
    }
    columns["Scored"] = tables.count(width=70)
    columns["Significant"] = badges.column("Significant", [Chip("yes", "green"), Chip("no")])
    return columns


def page(runs: Sequence[RunSummary]) -> None:
    """Draw the comparison of two runs."""
    base_id, run_id, tools = two_runs(runs)
    by_id = {run.run_id: run for run in runs}
    base, run = by_id[base_id], by_id[run_id]
    if base_id == run_id:
        st.markdown("Both sides are the same run; choose another baseline to see a difference.")
        return
    diff = lab.runs.diff(base_id, run_id)
    chips = [*cards.comparability(diff.comparable), *cards.repeats(diff), *cards.run_chips(run)]
    st.markdown(badges.row(chips))
    if not diff.comparable.comparable:
        not_comparable(diff, base, run)
        return
    cards.diff_cards(run, diff)
    with tools.export:
        exports.comparison_menu(
            lambda: Comparison(base=base, run=run, diff=diff),
            lambda: frames.comparison_frame(diff.cases, exportable(base, run)),
            name=f"compare-{base_id[:6]}-{run_id[:6]}-all",
            key="compare.export",
        )
    changed(diff, base, run, within(), tools.link)
    more(diff)


def shown_words(changes: Sequence[CaseChange], diff: RunDiff) -> str:
    """Say how many cases are listed and in which order."""
    shown = f"{len(changes):,} of {words.count(len(diff.cases), 'case')}"
    return escape(f"{shown} · worst first · click a row, then ↑ ↓")


found = lab.runs.list()
if len(found) < 2:
    heading.draw("Compare")
    st.markdown("**Two runs are needed to compare**")
    st.caption(
        "There is one run so far; start a second with other settings."
        if found
        else "No run is stored yet."
    )
    st.page_link(RunsLink.page, label="Start a run", icon=":material/play_circle:")
else:
    page(found)
