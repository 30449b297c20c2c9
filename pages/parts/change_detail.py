"""One changed case on both sides: verdicts, ranks, who overtook, which signal moved."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from engine.models.diff import CaseChange, RunDiff
from engine.report import facts
from engine.report.fixture import evidence_lines
from pages.parts import badges, figures, words
from pages.parts.links import CaseLink, TriageLink
from pages.parts.session import open_lab
from pages.parts.untrusted import escape, mark, name


def draw(change: CaseChange, diff: RunDiff, texts: Mapping[str, str]) -> None:
    """Draw the case, and the ways to its page and to its triage."""
    chips = [badges.CHANGES[change.change], *badges.failure(change.failure_run)]
    with st.container(border=True):
        st.markdown(f"{name(change.case_id)} {badges.row(chips)}")
        if change.case_id in texts:
            st.markdown(f"“{mark(texts[change.case_id], [])}”")
        _ways_on(change, diff)
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
                **_repeated(change),
            },
            border="horizontal",
        )
        if change.verdict_base is not None and change.verdict_run is not None:
            _evidence(change, diff)
        if change.signals:
            st.caption("What the expected tool gained or lost, by signal")
            st.plotly_chart(
                figures.signal_change(change.signals),
                key="compare.signals",
                config={"displayModeBar": False},
                alt="Contributions to the expected tool, current minus baseline",
            )


def _ways_on(change: CaseChange, diff: RunDiff) -> None:
    """Draw the way to the case's page, and of a failing one to its triage."""
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


def _repeated(change: CaseChange) -> dict[str, str]:
    """Return in how many repeats the case passes, as a row; nothing for single runs."""
    if change.repeats_base is None and change.repeats_run is None:
        return {}
    return {"Repeats that pass": facts.repeats(change)}


def _evidence(change: CaseChange, diff: RunDiff) -> None:
    """Draw how the tools changed places, and which matches, words and edges came and went."""
    pair = open_lab().runs.pair(diff.base, diff.run, change.case_id)
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
