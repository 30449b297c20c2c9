"""Background runs: a form that starts one, and a panel that watches them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import streamlit as st

from engine.models.listing import CatalogInfo, SuiteInfo
from engine.models.run import Channel, RunSettings
from engine.models.selection import Policy
from pages.parts import words
from pages.parts.links import CasesLink, RunsLink
from pages.parts.untrusted import escape

REFRESH = "1s"
"""How often a running job is looked at."""

POLICIES: dict[str, str] = {
    Policy.STRONG_EVIDENCE: "strong evidence may override the LLM",
    Policy.PRESERVE_LLM: "always keep the LLM's target",
    Policy.DETERMINISTIC: "ignore the LLM",
    Policy.RISK_LIMITED: "override only towards tools that read",
}

CHANNELS: dict[str, str] = {
    Channel.HYBRID: "hybrid: words, graph, meaning",
    Channel.LEXICAL: "lexical: words and graph",
    Channel.DENSE: "dense: meaning alone",
}


class Watched(Protocol):
    """What a page reads of a background run."""

    number: int
    title: str
    done: int
    planned: int
    run_id: str | None
    message: str

    @property
    def finished(self) -> bool:
        """Whether its thread has ended."""
        ...

    @property
    def cancelling(self) -> bool:
        """Whether a stop was asked for."""
        ...

    def cancel(self) -> None:
        """Ask it to stop."""
        ...


class Order(NamedTuple):
    """What was asked to be run."""

    catalog: str
    suite: str
    settings: RunSettings
    note: str


def start_form(catalogs: Sequence[CatalogInfo], suites: Sequence[SuiteInfo]) -> Order | None:
    """Draw the form that starts a run; return what was asked for when it was sent."""
    tools = {info.name: words.count(info.tools, "tool") for info in catalogs}
    cases = {info.name: words.count(info.cases, "case") for info in suites}
    with st.form("runs.start", border=True):
        st.markdown("**Start a run**")
        catalog = st.selectbox(
            "Catalog", list(tools), format_func=lambda name: f"{name} · {tools[name]}"
        )
        suite = st.selectbox(
            "Suite", list(cases), format_func=lambda name: f"{name} · {cases[name]}"
        )
        channels = st.selectbox("Channels", list(CHANNELS), format_func=CHANNELS.__getitem__)
        top_k = st.number_input(
            "Top k",
            min_value=1,
            max_value=1000,
            value=None,
            placeholder="each case's own",
            help="Candidates that the caller looks at; empty keeps what each case says.",
        )
        policy = st.selectbox("Policy", list(POLICIES), format_func=POLICIES.__getitem__)
        note = st.text_input("Note", max_chars=200, placeholder="what is different this time")
        sent = st.form_submit_button("Start run", icon=":material/play_arrow:")
    if not sent:
        return None
    settings = RunSettings(top_k=top_k, channels=Channel(channels), policy=Policy(policy))
    return Order(catalog or "", suite or "", settings, note.strip())


def panel(jobs: Sequence[Watched]) -> None:
    """Draw every job that runs, and the one that ended last."""
    running = [job for job in jobs if not job.finished]
    ended = [job for job in jobs if job.finished][:1]
    for job in running:
        _running(job)
    if not running:
        for job in ended:
            _ended(job)


def _running(job: Watched) -> None:
    with st.container(border=True):
        share = job.done / job.planned if job.planned else 0.0
        st.progress(min(share, 1.0), text=f"{escape(job.title)}: {_progress_words(job)}")
        st.button(
            "Cancelling…" if job.cancelling else "Cancel",
            key=f"runs.cancel.{job.number}",
            icon=":material/stop:",
            disabled=job.cancelling,
            on_click=job.cancel,
        )


def _progress_words(job: Watched) -> str:
    if not job.planned:
        return "preparing the catalog"
    return f"{job.done:,} of {words.count(job.planned, 'case')}"


def _ended(job: Watched) -> None:
    with st.container(border=True):
        if job.message:
            st.markdown(f":material/error: {escape(job.title)} did not run. {escape(job.message)}")
            return
        state = "cancelled" if job.cancelling else "finished"
        st.markdown(f":material/check_circle: {escape(job.title)} {state}.")
        if job.run_id is not None:
            with st.container(horizontal=True):
                st.page_link(
                    CasesLink.page,
                    label="Open its cases",
                    icon=":material/checklist:",
                    query_params=CasesLink(run=job.run_id).to_query(),
                )
                st.page_link(
                    RunsLink.page,
                    label="Select the run",
                    icon=":material/play_circle:",
                    query_params=RunsLink(run=job.run_id).to_query(),
                )
