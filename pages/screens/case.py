from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine import frames
from engine.errors import NotStored
from engine.lab.paths import PathQuestion
from engine.models.case import Case
from engine.models.listing import CaseHistoryRow
from engine.models.run import CaseResult, RunSummary
from engine.triage.diagnose import explain
from pages.parts import (
    address,
    badges,
    candidates,
    cards,
    decisions,
    figures,
    gate_verdict,
    heading,
    inspect_next,
    path_corner,
    plan_card,
    selector,
    stages,
    tables,
    words,
)
from pages.parts.badges import Chip
from pages.parts.filters import case_filter
from pages.parts.links import CaseLink, CasesLink, PathsLink
from pages.parts.session import case_of, case_order, open_lab
from pages.parts.untrusted import escape, mark, name, one_line

TABLE = "case.candidates"

lab = open_lab()


def where() -> CaseLink:
    """Return the address with every reference resolved; words for one that names no case."""
    link = CaseLink.from_query(address.parameters())
    if not link.case:
        heading.draw("Case")
        st.markdown("**No case is chosen**")
        st.caption("A case opens from every list of cases, and from a comparison.")
        st.page_link(CasesLink.page, label="Choose one", icon=":material/checklist:")
        st.stop()
    if link.run:
        return link.but(run=lab.runs.resolve(link.run))
    history = lab.runs.history(link.case)
    if not history:
        raise NotStored("case", link.case)
    return link.but(run=history[0].run_id)


def go(link: CaseLink) -> None:
    """Open another case on this page."""
    tables.forget(TABLE)
    st.query_params.from_dict(link.to_query())


def header(link: CaseLink, run: RunSummary, result: CaseResult) -> None:
    """Draw the case's id with its verdict, and the way to its neighbours."""
    order = case_order(run.run_id, case_filter(link.verdict, link.cause, link.find))
    place = order.index(link.case) if link.case in order else None
    left, right = st.columns([8, 4], vertical_alignment="center")
    chips = [badges.VERDICTS[result.verdict], *badges.failure(result.failure)]
    chips.append(Chip(f"run {run.run_id[:6]}"))
    chips.extend(cards.run_chips(run))
    with left.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.title(name(link.case), anchor=False, width="content")
        st.markdown(badges.row(chips), width="content")
    with right.container(
        horizontal=True, horizontal_alignment="right", vertical_alignment="center"
    ):
        if place is not None:
            st.caption(f"{place + 1:,} of {len(order):,}", width="content")
        before = order[place - 1] if place else None
        after = order[place + 1] if place is not None and place + 1 < len(order) else None
        st.button(
            "Previous",
            shortcut="k",
            disabled=before is None,
            on_click=go,
            args=(link.but(case=before or ""),),
        )
        st.button(
            "Next",
            shortcut="j",
            disabled=after is None,
            on_click=go,
            args=(link.but(case=after or ""),),
        )
        address.copy_link(CaseLink.path, link.to_query())


def question(result: CaseResult, case: Case | None) -> None:
    """Draw the query with the words that met a tool, and what was expected."""
    terms = {
        term
        for candidate in (*result.candidates, result.expected_candidate)
        if candidate is not None
        for term in candidate.semantic_evidence.matched_terms
    }
    text = mark(case.query, terms) if case else "its suite is no longer stored"
    target = name(result.expected_target) if result.expected_target else "no tool"
    st.markdown(f"“{text}” · expected {target}")
    st.markdown(stages.line(result, case))


def guidance(result: CaseResult) -> None:
    """Say what usually causes such a failure and where to look next."""
    if result.failure is None:
        return
    told = explain(result.failure)
    known = {k: v for k, v in result.failure.evidence.items() if v not in (None, [], "")}
    facts = [words.fact(key, value) for key, value in known.items()]
    st.markdown(
        f":material/arrow_forward: **{escape(told.action)}**  \n"
        f"{escape(told.symptom)} Likely cause: {escape(told.cause)} "
        f"{badges.row(Chip(one_line(fact, limit=60)) for fact in facts)}"
    )


def gate(result: CaseResult) -> None:
    """Draw what the evidence gate said to the selected tool's call, where it was asked."""
    if result.gate is not None:
        with st.container(border=True):
            gate_verdict.draw(result.gate)


def history(rows: Sequence[CaseHistoryRow], link: CaseLink, run: RunSummary) -> None:
    """Draw how the case fared before; a click opens it in that run."""
    with st.container(border=True):
        st.markdown(f"**History** in {words.count(len(rows), 'run')}")
        position = tables.show(
            tables.shortened(frames.history_frame(rows), {"Selected": 11}),
            key=f"case.history.{run.run_id}.{link.case}",
            alt="How this case fared in its runs, newest first",
            columns={
                "Run": st.column_config.TextColumn(width=64),
                "Started": st.column_config.DatetimeColumn(
                    format="MM-DD HH:mm", timezone="UTC", width=90
                ),
                "Verdict": badges.column("Verdict", badges.VERDICTS.values(), width=80),
                "Rank": st.column_config.TextColumn(width=48, alignment="right"),
            },
            at_most=6,
        )
        if position is not None and rows[position].run_id != run.run_id:
            go(link.but(run=rows[position].run_id, vs=""))
            st.rerun()


def evidence_path(link: CaseLink, result: CaseResult) -> None:
    """Draw by which evidence the run came to its tool."""
    if result.selection.selected_target is None:
        return
    found = lab.paths.trace(link.run, link.case, PathQuestion(k=3))
    graph = lab.paths.evidence(link.run, link.case).graph
    path_corner.draw(found.trace, graph, PathsLink(run=link.run, case=link.case))


def other_run(rows: Sequence[CaseHistoryRow], link: CaseLink) -> str:
    """Draw the toggle that shows the case in its baseline; return that run's id when it is on."""
    others = [row for row in rows if row.run_id != link.run]
    if not others:
        return ""
    named = next((row.run_id for row in others if link.vs and row.run_id.startswith(link.vs)), "")
    default = next((row.run_id for row in others if row.pinned), others[0].run_id)
    other = named or default
    key = "case.vs"
    if st.session_state.get(key) != bool(named):
        st.session_state[key] = bool(named)
    on = st.toggle(
        f"Beside run {other[:6]}",
        key=key,
        on_change=lambda: address.write({"vs": other if st.session_state[key] else ""}),
    )
    return other if on else ""


def beside(other: str, result: CaseResult) -> None:
    """Draw the same case in another run."""
    base = lab.runs.case(other, result.case_id)
    moved = words.rank_move(base.rank, result.rank)
    chips = [badges.VERDICTS[base.verdict], *badges.failure(base.failure)]
    selected = name(base.selection.selected_target or "")
    st.markdown(
        f"**In run {escape(other[:6])}** {badges.row(chips)} rank {moved}, selected {selected}"
    )
    left, right = st.columns([5, 7])
    left.plotly_chart(
        figures.slope(
            [c.name for c in base.candidates],
            [c.name for c in result.candidates],
            expected=result.expected_target,
        ),
        key="case.slope",
        config={"displayModeBar": False},
        alt="Ranks of the tools in the other run and in this one",
    )
    with right:
        candidates.ranked(base, key="case.other_candidates", of=" of the other run")


def raw(result: CaseResult) -> None:
    """Draw the stored evidence as it is, when it is asked for."""
    box = st.expander("Stored evidence (JSON)", key="case.raw", on_change="rerun")
    if box.open:
        with box:
            st.json(result.model_dump(mode="json"), expanded=2)


link = where()
run = lab.runs.summary(link.run)
result = lab.runs.case(link.run, link.case)
case = case_of(run, link.case)
rows = lab.runs.history(link.case, suite=run.suite)

header(link, run, result)
question(result, case)
guidance(result)
inspect_next.draw(result, run)
gate(result)
decisions.on_case(lab.triage.item(link.run, link.case), link.run)
shown = candidates.ranked(result, key=TABLE)
why, one, chosen = st.columns([9, 9, 8], gap="medium")
with why:
    candidates.why_not(result)
with one:
    if shown is not None:
        candidates.evidence(shown)
with chosen:
    selector.card(result)
left, right = st.columns([17, 9], gap="medium")
with left:
    plan_card.draw(result)
    evidence_path(link, result)
    other = other_run(rows, link)
    if other:
        beside(other, result)
    raw(result)
with right:
    history(rows, link, run)
