"""One decision about every ticked case."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from engine.models.triage import LONGEST_NOTE, LONGEST_OWNER, TriageCause, TriageStatus
from engine.models.triage_queue import TriageItem
from pages.parts import decisions, words

PARTS = ("status", "cause", "owner", "note")

Apply = Callable[[dict[str, int], dict[str, str]], bool]
"""Decides: gets the revisions by case and the parts to replace; says whether it was stored."""


def draw(ticked: Sequence[TriageItem], apply: Apply) -> None:
    """Draw what can be decided about all ticked cases at once; what is left empty stays.

    It stands at the bottom of the window, so that nothing moves when the first row is ticked.
    """
    with st.bottom:
        st.markdown(f"**{words.count(len(ticked), 'case')} ticked**: decide about all of them")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.selectbox(
                "Status of all",
                ["", *(each.value for each in TriageStatus)],
                key=_key("status"),
                format_func=_status,
                width=140,
            )
            st.selectbox(
                "Cause of all",
                ["", *(each.value for each in TriageCause)],
                key=_key("cause"),
                format_func=lambda slug: words.code(slug) if slug else "leave",
                width=140,
            )
            st.text_input(
                "Owner of all",
                key=_key("owner"),
                placeholder="leave",
                max_chars=LONGEST_OWNER,
                width=120,
            )
            st.text_input(
                "Note of all",
                key=_key("note"),
                placeholder="leave",
                max_chars=LONGEST_NOTE,
                width=170,
            )
            st.button(
                f"Apply to {len(ticked):,}",
                key="triage.bulk.apply",
                icon=":material/done_all:",
                on_click=_apply,
                args=({item.case.case_id: item.revision for item in ticked}, apply),
            )


def _apply(based_on: dict[str, int], apply: Apply) -> None:
    given = {name: st.session_state.get(_key(name)) or "" for name in PARTS}
    if apply(based_on, {name: text for name, text in given.items() if text}):
        for name in PARTS:
            st.session_state.pop(_key(name), None)


def _status(slug: str) -> str:
    return decisions.STATUSES[TriageStatus(slug)].text if slug else "leave"


def _key(name: str) -> str:
    return f"triage.bulk.{name}"
