"""What people decided about failures, in words and chips; the same on every page."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

import streamlit as st

from engine.models.triage import TriageCause, TriageEntry, TriageStatus, TriageVerdict
from engine.models.triage_queue import TriageGroup, TriageItem, TriageProgress
from pages.parts import badges, words
from pages.parts.badges import Chip
from pages.parts.links import TriageLink
from pages.parts.untrusted import escape, one_line

STATUSES: dict[TriageStatus, Chip] = {
    TriageStatus.NEW: Chip("new", "orange"),
    TriageStatus.ACKNOWLEDGED: Chip("acknowledged", "blue", "visibility"),
    TriageStatus.FIXED: Chip("fixed", "green", "check"),
    TriageStatus.WONT_FIX: Chip("won't fix", "gray", "block"),
    TriageStatus.FLAKY: Chip("flaky", "violet", "shuffle"),
}

BACK = Chip("fixed, but back", "red", "replay")
"""A failure that was said to be fixed and is shown by a later run."""


def status(item: TriageItem) -> Chip:
    """Return the chip of what holds for a failing case."""
    return BACK if item.recurred else STATUSES[item.verdict.status]


def cause(value: TriageCause) -> str:
    """Return what a cause is called.

    Examples
    --------
    >>> cause(TriageCause.SIBLING_TOOLS)
    'sibling tools'
    """
    return words.code(value.value)


def group(value: TriageGroup) -> str:
    """Return a suggested cause with its counts.

    Examples
    --------
    >>> group(TriageGroup(cause=TriageCause.ACCESS, cases=5, open=2))
    'access 2 of 5'
    >>> group(TriageGroup(cause=TriageCause.ACCESS, cases=5, open=5))
    'access 5'
    """
    counts = f"{value.cases:,}"
    if value.open != value.cases:
        counts = f"{value.open:,} of {counts}"
    return f"{cause(value.cause)} {counts}"


def progress(value: TriageProgress) -> str:
    """Say how far a queue is.

    Examples
    --------
    >>> counts = {"new": 3, "acknowledged": 1, "fixed": 0, "wont_fix": 0, "flaky": 0}
    >>> progress(TriageProgress(failing=4, open=3, recurred=0, by_status=counts))
    '1 of 4 failing cases decided · 3 new, 1 acknowledged'
    """
    counted = [
        f"{value.by_status[each.value]:,} {chip.text}"
        for each, chip in STATUSES.items()
        if value.by_status.get(each.value)
    ]
    if value.recurred:
        counted.append(f"{value.recurred:,} of the fixed are back")
    done = f"{value.done:,} of {words.count(value.failing, 'failing case')} decided"
    return " · ".join([done, ", ".join(counted)])


def evidence(item: TriageItem) -> str:
    """Return the evidence of a failure in words, on one line; plain text."""
    return " · ".join(facts(item))


def facts(item: TriageItem) -> tuple[str, ...]:
    """Return the known facts of a failure in words."""
    known = item.case.failure.evidence.items()
    return tuple(
        one_line(words.fact(key, value), limit=120)
        for key, value in known
        if value not in (None, [], "")
    )


def said(verdict: TriageVerdict) -> str:
    """Return a verdict in one sentence, as Markdown."""
    parts = [badges.markdown(STATUSES[verdict.status])]
    if verdict.cause:
        parts.append(f"cause {escape(cause(verdict.cause))}")
    if verdict.owner:
        parts.append(f"owner {escape(verdict.owner)}")
    if verdict.note:
        parts.append(f"note “{escape(verdict.note)}”")
    if verdict.link:
        parts.append(f"link {escape(verdict.link)}")
    return " · ".join(parts)


def history(entries: Sequence[TriageEntry]) -> str:
    """Return decisions as a list, newest first, as Markdown."""
    return "\n".join(
        f"- {words.moment(entry.change.changed_at)} UTC, revision {entry.revision}: "
        f"{said(entry.verdict)}"
        for entry in reversed(entries)
    )


def link_button(url: str) -> None:
    """Draw the way to where a failure is worked on; its host is said, the click is a person's."""
    host = urlsplit(url).hostname or ""
    st.link_button(escape(host), url, icon=":material/open_in_new:", help="Where it is worked on")


def on_case(item: TriageItem | None, run_id: str) -> None:
    """Draw what was decided about the failure of one case, with the way to the queue."""
    if item is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        chips = badges.markdown(status(item))
        # The button says where the link leads.
        rest = said(item.verdict.model_copy(update={"link": ""})).partition(" · ")[2]
        st.markdown(f"**Triage** {chips} {rest}".rstrip(), width="content")
        if item.verdict.link:
            link_button(item.verdict.link)
        link = TriageLink(run=run_id, status="all", case=item.case.case_id)
        st.page_link(
            link.page,
            label="Decide",
            icon=":material/assignment:",
            query_params=link.to_query(),
        )
