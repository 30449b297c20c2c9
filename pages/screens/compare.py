from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from engine import frames
from engine.lab.baselines import baseline_of
from engine.models.diff import CaseChange, Change, RunDiff
from engine.models.report import Comparison
from engine.models.run import RunSummary
from engine.report import facts
from engine.report.fixture import evidence_lines
from pages.parts import address, badges, cards, exports, figures, groups, lists, tables, words
from pages.parts.badges import Chip
from pages.parts.links import CAUSES, CaseLink, CompareLink, RunsLink, TriageLink
from pages.parts.session import exportable_queries, open_lab, queries
from pages.parts.untrusted import escape, mark, name

TABLE = "compare.table"
FILTERS = ("change", "cause", "find")
# Rows drawn at once; the counts and the export cover all of them.
SHOWN = 1000

lab = open_lab()


def two_runs(runs: Sequence[RunSummary]) -> tuple[str, str, DeltaGenerator]:
    """Draw the choice of both sides; the address wins, then the baseline.

    Returns
    -------
    (str, str, DeltaGenerator)
        Ids of both runs, and the container for what is done with the comparison.
    """
    link = CompareLink.from_query(address.parameters())
    ids = [run.run_id for run in runs]
    run = full_id(link.run, ids) if link.run else ids[0]
    base = full_id(link.base, ids) if link.base else default_base(runs, run)
    labels = cards.labels(runs)
    head, left, middle, right = st.columns([2, 5, 5, 4], vertical_alignment="bottom")
    head.title("Compare", anchor=False)
    with left:
        base = _pick("Baseline", base, "base", ids, labels)
    with middle:
        run = _pick("Current", run, "run", ids, labels)
    tools = right.container(horizontal=True, horizontal_alignment="right")
    with tools:
        st.button("Swap", icon=":material/swap_horiz:", on_click=swap, args=(base, run))
        address.copy_link(CompareLink.path, address.parameters())
    return base, run, tools


def full_id(reference: str, ids: Sequence[str]) -> str:
    """Return the run that a link means; a full id needs no look into the store."""
    return reference if reference in ids else lab.runs.resolve(reference)


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
        drop=["case"],
    )


def swap(base: str, run: str) -> None:
    """Turn the comparison round."""
    address.write({"base": run, "run": base, "case": ""})
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


def default_change(diff: RunDiff) -> str:
    """Return what is shown first: regressions, else improvements, else what moved."""
    for change in (Change.REGRESSED, Change.IMPROVED, Change.MOVED):
        if diff.counts.get(change.value):
            return change.value
    return Change.SAME.value


def filtered(diff: RunDiff, texts: Mapping[str, str]) -> list[CaseChange]:
    """Draw the filters and return the changes that they let through."""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        change = address.segments(
            "Change",
            [each.value for each in Change if diff.counts.get(each.value)] or [Change.SAME.value],
            param="change",
            key="compare.change",
            default=default_change(diff),
            forget=[TABLE],
            drop=["case"],
        )
        cause = address.pill(
            "Cause",
            [slug for slug in CAUSES if any(_has_cause(c, slug) for c in diff.cases)],
            param="cause",
            key="compare.cause",
            words=lambda slug: slug.replace("-", " "),
            forget=[TABLE],
            drop=["case"],
        )
        text = address.search(
            "Case, query or tool", param="find", key="compare.find", forget=[TABLE], drop=["case"]
        )
    return [
        each
        for each in diff.cases
        if each.change.value == change
        and (not cause or _has_cause(each, cause))
        and _found(each, texts, text.casefold())
    ]


def _has_cause(change: CaseChange, slug: str) -> bool:
    failure = change.failure_run or change.failure_base
    return failure is not None and failure.stage is CAUSES[slug]


def _found(change: CaseChange, texts: Mapping[str, str], wanted: str) -> bool:
    if not wanted:
        return True
    searched = (
        change.case_id,
        texts.get(change.case_id, ""),
        change.expected_target or "",
        change.selected_run or "",
    )
    return any(wanted in text.casefold() for text in searched)


def master(changes: Sequence[CaseChange], texts: Mapping[str, str]) -> CaseChange:
    """Draw one line a case and return the chosen one; the first at the beginning."""
    wanted = st.query_params.get("case", "")
    ids = [change.case_id for change in changes[:SHOWN]]
    position = tables.show(
        frames.changes_frame(changes[:SHOWN], texts, lists.cause).drop(columns=["Change"]),
        key=TABLE,
        alt="Changed cases, outcome flips first, then the worst move",
        columns={
            "Case": st.column_config.TextColumn(width=115),
            "Query": st.column_config.TextColumn(width=180),
            "Rank": st.column_config.TextColumn(width=62, alignment="center"),
            "Δ": st.column_config.TextColumn(width=40, alignment="right"),
            "Expected": st.column_config.TextColumn(width=145),
            "Selected": st.column_config.TextColumn(width=145),
            "Cause": badges.column("Cause", badges.STAGES.values(), width=130),
        },
        at_most=12,
        start=ids.index(wanted) if wanted in ids else 0,
    )
    chosen = changes[position or 0]
    address.write({"case": chosen.case_id})
    return chosen


def detail(change: CaseChange, diff: RunDiff, texts: Mapping[str, str]) -> None:
    """Draw one case on both sides: verdicts, ranks, who overtook, which signal moved."""
    chips = [badges.CHANGES[change.change], *badges.failure(change.failure_run)]
    with st.container(border=True):
        st.markdown(f"{name(change.case_id)} {badges.row(chips)}")
        if change.case_id in texts:
            st.markdown(f"“{mark(texts[change.case_id], [])}”")
        st.table(
            {
                "Expected": name(change.expected_target or ""),
                "Selected": " → ".join(
                    dict.fromkeys(
                        name(tool or "") for tool in (change.selected_base, change.selected_run)
                    )
                ),
                "Rank": f"{words.rank_move(change.rank_base, change.rank_run)} "
                f"({words.places(change.delta)})",
                "Overtaken by": " ".join(name(tool) for tool in change.overtaken_by[:4]) or "–",
                **repeated(change),
            },
            border="horizontal",
        )
        if change.verdict_base is not None and change.verdict_run is not None:
            evidence(change, diff)
        if change.signals:
            st.caption("What the expected tool gained or lost, by signal")
            st.plotly_chart(
                figures.signal_change(change.signals),
                key="compare.signals",
                config={"displayModeBar": False},
                alt="Contributions to the expected tool, current minus baseline",
            )
        side = diff.run if change.verdict_run is not None else diff.base
        other = diff.base if change.verdict_run is not None else ""
        link = CaseLink(run=side, case=change.case_id, vs=other)
        with st.container(horizontal=True):
            st.page_link(
                link.page,
                label="Open case",
                icon=":material/open_in_full:",
                query_params=link.to_query(),
            )
            if change.failure_run is not None:
                st.page_link(
                    TriageLink.page,
                    label="Triage",
                    icon=":material/label:",
                    query_params=TriageLink(run=diff.run, case=change.case_id).to_query(),
                )


def repeated(change: CaseChange) -> dict[str, str]:
    """Return in how many repeats the case passes, as a row; nothing for single runs."""
    if change.repeats_base is None and change.repeats_run is None:
        return {}
    return {"Repeats that pass": facts.repeats(change)}


def evidence(change: CaseChange, diff: RunDiff) -> None:
    """Draw how the tools changed places, and which matches, words and edges came and went."""
    pair = lab.runs.pair(diff.base, diff.run, change.case_id)
    st.plotly_chart(
        figures.slope(
            [c.name for c in pair.base.candidates],
            [c.name for c in pair.run.candidates],
            expected=change.expected_target,
        ),
        key="compare.slope",
        config={"displayModeBar": False},
        alt="Ranks of the tools in the baseline and in the current run",
    )
    # The signals have a chart of their own.
    for line in evidence_lines(pair.evidence.model_copy(update={"signals": ()})):
        st.markdown(escape(line))


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
        groups.rollups(diff.rollups)
        left, right = st.columns([8, 5], gap="medium")
        with left:
            tables.still(
                frames.measures_frame(diff.measures),
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


def measure_columns() -> dict[str, tables.Column]:
    """Return how the columns of the measures are drawn."""
    numbers = ("Baseline", "Current", "Difference", "95% low", "95% high")
    columns: dict[str, tables.Column] = {
        each: st.column_config.NumberColumn(format="%.3f", width=82) for each in numbers
    }
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
    texts = queries(base) | queries(run)
    downloadable = exportable_queries(base) | exportable_queries(run)
    with tools:
        exports.comparison_menu(
            lambda: Comparison(base=base, run=run, diff=diff),
            lambda: frames.comparison_frame(diff.cases, downloadable),
            name=f"compare-{base_id[:6]}-{run_id[:6]}-all",
            key="compare.export",
        )
    changes = filtered(diff, texts)
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
            chosen = master(changes, texts)
            with st.container(horizontal=True, vertical_alignment="center"):
                st.caption(shown_words(changes, diff))
                exports.table_button(
                    lambda: frames.changes_frame(changes, downloadable, lists.cause),
                    name=f"compare-{base_id[:6]}-{run_id[:6]}",
                    key="compare.csv",
                )
        with right:
            detail(chosen, diff, texts)
    more(diff)


def shown_words(changes: Sequence[CaseChange], diff: RunDiff) -> str:
    """Say how many cases are listed and in which order."""
    shown = f"{len(changes):,} of {words.count(len(diff.cases), 'case')}"
    cut = f"; the first {SHOWN:,} are drawn" if len(changes) > SHOWN else ""
    return escape(f"{shown} · worst first · click a row, then ↑ ↓{cut}")


found = lab.runs.list()
if len(found) < 2:
    st.title("Compare", anchor=False)
    st.markdown("**Two runs are needed to compare**")
    st.caption(
        "There is one run so far; start a second with other settings."
        if found
        else "No run is stored yet."
    )
    st.page_link(RunsLink.page, label="Start a run", icon=":material/play_circle:")
else:
    page(found)
