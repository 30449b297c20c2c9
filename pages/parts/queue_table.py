"""The queue as a table: one row a failing case, to be ticked, clicked or stepped through.

The open case stands in the address; the table's mark follows it, whoever moved it.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from engine import frames
from engine.models.triage_queue import TriageItem, TriageQueue
from pages.parts import address, badges, decisions, exports, tables, words

TABLE = "triage.table"
MARK = "triage.mark"
PAGE = "triage.page_shown"
PER_PAGE = 200


def place_of(case_id: str, queue: TriageQueue) -> int | None:
    """Return the position of a case in the queue; None when the filter hides it."""
    return next(
        (place for place, item in enumerate(queue.items) if item.case.case_id == case_id), None
    )


def draw(queue: TriageQueue, position: int | None) -> tuple[TriageItem, ...]:
    """Draw the page of the queue that holds the open case; return the ticked ones."""
    page = (position or 0) // PER_PAGE
    st.session_state[PAGE] = page
    shown = queue.items[page * PER_PAGE : (page + 1) * PER_PAGE]
    if TABLE not in st.session_state and position is not None:
        _mark(position % PER_PAGE)
    ticked = tables.pick_many(
        _frame(shown).drop(columns=["Cause", "Note", "Link"]),
        key=TABLE,
        alt="Failing cases, those to be decided first, grouped by suggested cause",
        columns=_columns(),
        on_click=_clicked,
        args=([item.case.case_id for item in shown],),
        at_most=14,
    )
    return tuple(shown[place] for place in ticked)


def steps(queue: TriageQueue, position: int | None, said: str) -> None:
    """Draw where the open case stands, the way to its neighbours, and what was just saved."""
    before = position - 1 if position else None
    after = 0 if position is None else position + 1
    with st.container(horizontal=True, vertical_alignment="center"):
        where = "not in this filter" if position is None else f"{position + 1:,}"
        st.caption(f"{where} of {len(queue.items):,} shown", width="content")
        _step("Previous", "K", queue, before)
        _step("Next", "J", queue, after if after < len(queue.items) else None)
        exports.table_button(
            lambda: _frame(queue.items), name=f"triage-{queue.run_id[:6]}", key="triage.csv"
        )
        if said:
            st.caption(said, width="content")


def _step(label: str, key: str, queue: TriageQueue, place: int | None) -> None:
    st.button(
        label,
        key=f"triage.{label.lower()}",
        shortcut=key,
        disabled=place is None,
        on_click=_go,
        args=(queue.items[place].case.case_id if place is not None else "", place or 0),
    )


def _go(case_id: str, position: int) -> None:
    address.write({"case": case_id})
    same_page = position // PER_PAGE == st.session_state.get(PAGE)
    ticked = tables.ticked(st.session_state.get(TABLE), PER_PAGE) if same_page else ()
    _mark(position % PER_PAGE, ticked)


def _clicked(ids: Sequence[str]) -> None:
    """Open the case whose cell was clicked; a tick alone opens nothing."""
    found = tables.clicked_cell(st.session_state.get(TABLE), len(ids))
    # The browser tells of the mark that the page itself has put there, too.
    if found is not None and found != st.session_state.get(MARK):
        st.session_state[MARK] = found
        address.write({"case": ids[found]})


def _mark(row: int, ticked: Sequence[int] = ()) -> None:
    st.session_state[MARK] = row
    cells = [(row, "Case")]
    st.session_state[TABLE] = {"selection": {"rows": list(ticked), "columns": [], "cells": cells}}


def _frame(items: Sequence[TriageItem]) -> pd.DataFrame:
    return frames.triage_frame(
        items,
        status=lambda item: decisions.status(item).text,
        stage=lambda item: words.stage(item.case.failure.stage),
        evidence=decisions.evidence,
    )


def _columns() -> dict[str, tables.Column]:
    chips = [*decisions.STATUSES.values(), decisions.BACK]
    return {
        "Case": st.column_config.TextColumn(width=112),
        "Suggested cause": st.column_config.TextColumn("Suggested", width=104),
        "Stage": badges.column("Stage", badges.STAGES.values(), width=82),
        "Reason": st.column_config.TextColumn(width=122),
        "Evidence": st.column_config.TextColumn(width=190),
        "Status": badges.column("Status", chips, width=112),
        "Owner": st.column_config.TextColumn(width=80),
    }
