"""The form in which one failure is decided; its draft outlives a look at another case.

A draft remembers the revision that it began with. When somebody else decides in between, an
untouched draft follows; a touched one is shown beside the stored verdict, and neither is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from engine.models.triage import (
    LONGEST_LINK,
    LONGEST_NOTE,
    LONGEST_OWNER,
    TriageCause,
    TriageStatus,
)
from engine.models.triage_queue import TriageItem
from pages.parts import decisions
from pages.parts.untrusted import escape

TEXTS = ("owner", "link", "note")
PARTS = ("status", "cause", *TEXTS)


class Draft(NamedTuple):
    """What stands in the form."""

    based_on: int
    """Revision that it began with, 0 for none."""

    parts: dict[str, str]
    """By name of the part of the verdict."""

    touched: bool
    """Whether it says anything else than what it began with."""


class Actions(NamedTuple):
    """What the form's buttons do; each gets the draft."""

    save: Callable[[TriageItem, Draft], object]
    save_and_next: Callable[[TriageItem, Draft], object]


def draft_of(item: TriageItem) -> Draft:
    """Return the draft for a failure; a new one from what is stored when there is none."""
    known = st.session_state.get(_key(item, "basis"))
    if known is None:
        _begin(item)
        return draft_of(item)
    revision, begun = known
    parts = {name: str(st.session_state.get(_key(item, name), begun[name])) for name in PARTS}
    if parts == begun and revision != item.revision:
        _begin(item)
        return draft_of(item)
    return Draft(revision, parts, touched=parts != begun)


def forget(item: TriageItem) -> None:
    """Throw the draft away; the next one begins from what is stored."""
    for name in ("basis", *PARTS):
        st.session_state.pop(_key(item, name), None)


def draw(item: TriageItem, actions: Actions) -> None:
    """Draw the form."""
    draft = draft_of(item)
    if draft.based_on != item.revision:
        _conflict(item, draft)
    _statuses(item, draft)
    cause, owner, link = st.columns([4, 3, 4])
    cause.selectbox(
        "Cause",
        list(TriageCause),
        key=_key(item, "cause"),
        format_func=lambda value: _cause_words(item, TriageCause(value)),
        persist_state="session",
    )
    owner.text_input(
        "Owner", key=_key(item, "owner"), max_chars=LONGEST_OWNER, persist_state="session"
    )
    link.text_input(
        "Link",
        key=_key(item, "link"),
        max_chars=LONGEST_LINK,
        placeholder="https://",
        persist_state="session",
    )
    st.text_area(
        "Note",
        key=_key(item, "note"),
        max_chars=LONGEST_NOTE,
        height=72,
        persist_state="session",
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Save and next",
            icon=":material/save:",
            key="triage.save_next",
            shortcut="S",
            on_click=_with_draft,
            args=(item, actions.save_and_next),
        )
        st.button("Save", key="triage.save", on_click=_with_draft, args=(item, actions.save))
        if draft.touched:
            st.caption("not saved yet", width="content")


def _statuses(item: TriageItem, draft: Draft) -> None:
    with st.container(horizontal=True, gap="xsmall"):
        for number, status in enumerate(TriageStatus, start=1):
            chip = decisions.STATUSES[status]
            chosen = draft.parts["status"] == status.value
            st.button(
                f"**{chip.text.capitalize()}**" if chosen else chip.text.capitalize(),
                key=f"triage.status.{status.value}",
                icon=":material/radio_button_checked:" if chosen else None,
                shortcut=str(number),
                on_click=_choose,
                args=(item, status),
            )


def _choose(item: TriageItem, status: TriageStatus) -> None:
    st.session_state[_key(item, "status")] = status.value


def _with_draft(item: TriageItem, act: Callable[[TriageItem, Draft], object]) -> None:
    act(item, draft_of(item))


def _conflict(item: TriageItem, draft: Draft) -> None:
    with st.container(border=True):
        st.markdown(
            ":material/warning: **Somebody else decided about this failure** since you began. "
            "Nothing of yours was stored."
        )
        st.markdown(f"Stored: {decisions.said(item.verdict)}")
        st.markdown(f"Yours: {escape(_in_words(draft))}")
        with st.container(horizontal=True):
            st.button(
                "Keep mine",
                key="triage.keep_mine",
                help="Go on with your version; saving puts it in place of the stored one, which "
                "stays in the history.",
                on_click=_rebase,
                args=(item,),
            )
            st.button(
                "Take the stored one", key="triage.take_stored", on_click=forget, args=(item,)
            )


def _in_words(draft: Draft) -> str:
    said = [f"{name} {value}" for name, value in draft.parts.items() if value]
    return " · ".join(
        part.replace("_", " ") if part.startswith(PARTS[:2]) else part for part in said
    )


def _rebase(item: TriageItem) -> None:
    st.session_state[_key(item, "basis")] = (item.revision, _stored(item))


def _begin(item: TriageItem) -> None:
    parts = _stored(item)
    st.session_state[_key(item, "basis")] = (item.revision, parts)
    for name, value in parts.items():
        st.session_state[_key(item, name)] = value


def _stored(item: TriageItem) -> dict[str, str]:
    verdict = item.verdict
    return {
        "status": verdict.status.value,
        "cause": (verdict.cause or item.suggested_cause).value,
        "owner": verdict.owner,
        "link": verdict.link,
        "note": verdict.note,
    }


def _cause_words(item: TriageItem, cause: TriageCause) -> str:
    suggested = " (suggested)" if cause is item.suggested_cause else ""
    return f"{decisions.cause(cause)}{suggested}"


def _key(item: TriageItem, name: str) -> str:
    return f"triage.draft.{item.identity.signature}.{name}"
