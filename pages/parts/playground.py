"""One query answered on the spot: the form, and the answer with its evidence."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from engine import frames
from engine.models.report import Explanation
from engine.models.run import Channel, RunSettings
from engine.models.selection import Policy
from pages.parts import candidates, live, selector, tables, words


class Asked(NamedTuple):
    """What was asked."""

    query: str
    llm_target: str
    top_k: int
    settings: RunSettings


def form() -> Asked | None:
    """Draw the form; return what was asked last, None before anything was."""
    with st.form("catalogs.ask", border=False):
        left, middle, right, send = st.columns([6, 3, 4, 1.6], vertical_alignment="bottom")
        query = left.text_input("Query", max_chars=1000, key="catalogs.query")
        llm_target = middle.text_input("LLM target", max_chars=200, key="catalogs.llm_target")
        policy = right.selectbox(
            "Policy", list(live.POLICIES), format_func=live.POLICIES.__getitem__
        )
        send.form_submit_button("Ask", icon=":material/search:", width="stretch")
    if not query.strip():
        return None
    settings = RunSettings(channels=Channel.HYBRID, policy=Policy(policy))
    return Asked(query, llm_target.strip(), 8, settings)


def answer(found: Explanation) -> None:
    """Draw the ranking and the selection of one query."""
    left, right = st.columns([17, 8], gap="medium")
    selection = found.selection
    with right, st.container(border=True):
        st.markdown("**Selector**")
        st.table(selector.rows(selection), border="horizontal")
    with left:
        results = found.ranking.results
        if not results:
            reason = found.ranking.stats.empty_reason or "no_candidates"
            st.markdown(f"No candidates: {words.code(reason)}.")
            return
        frame = frames.candidates_frame(
            results,
            roles=lambda tool: candidates.roles(tool, None, selection),
            why=candidates.why_here,
        )
        position = tables.show(
            frame,
            key="catalogs.candidates",
            alt="Ranked candidates of the query",
            columns=candidates.columns(results[0].score, max(map(len, frame["Role"]))),
            at_most=11,
            start=0,
        )
        candidates.evidence(results[position or 0])
