"""Tables: selection that survives filters, and the settings that every table shares.

A selection is a position. After a filter it would open another case, or none: every filter
therefore calls :func:`forget` in its callback, and :func:`chosen` checks the bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, cast

import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from pages.parts.untrusted import both_ends

Column = ColumnConfig | str | None
"""How a column is drawn."""

ROW_HEIGHT = 32
"""Pixels: twelve rows and more fit beside a detail pane."""

HEADER_HEIGHT = 32


def height(rows: int, *, at_most: int) -> int:
    """Return the pixels that ``rows`` take, never more than ``at_most`` rows.

    Examples
    --------
    >>> height(3, at_most=12), height(500, at_most=12)
    (130, 418)
    """
    return HEADER_HEIGHT + ROW_HEIGHT * max(1, min(rows, at_most)) + 2


def count(
    label: str | None = None, *, width: int | None = None, help: str | None = None
) -> ColumnConfig:
    """Return how a column of counts is drawn: with the thousands kept apart."""
    return st.column_config.NumberColumn(label, width=width, format="localized", help=help)


def _settings(frame: pd.DataFrame, columns: Mapping[str, Column]) -> dict[str, Column]:
    """Return the columns' settings; a column of whole numbers without any is one of counts."""
    whole = frame.select_dtypes("integer").columns
    plain: dict[str, Column] = {str(name): count() for name in whole if name not in columns}
    return {**plain, **columns}


def shortened(frame: pd.DataFrame, names: Mapping[str, int]) -> pd.DataFrame:
    """Return a table whose long names show both their ends, by column and characters that fit.

    A cell cuts what does not fit at its end, where the names of one family differ.
    """
    return frame.assign(
        **{
            column: [both_ends(str(name), limit=limit) for name in frame[column]]
            for column, limit in names.items()
        }
    )


def some(frame: pd.DataFrame, optional: Iterable[str]) -> pd.DataFrame:
    """Return a table without those of the ``optional`` columns in which nothing stands."""
    empty = [name for name in optional if not any(map(bool, frame[name]))]
    return frame.drop(columns=empty)


def _clickable(
    frame: pd.DataFrame,
    rows: Literal["single-row", "multi-row"],
    on_select: Literal["rerun"] | Callable[[], None],
    *,
    key: str,
    alt: str,
    columns: Mapping[str, Column],
    at_most: int,
) -> object:
    return st.dataframe(
        frame,
        key=key,
        hide_index=True,
        height=height(len(frame), at_most=at_most),
        row_height=ROW_HEIGHT,
        column_config=_settings(frame, columns),
        on_select=on_select,
        selection_mode=[rows, "single-cell"],
        lazy=False,
        alt=alt,
    )


def show(
    frame: pd.DataFrame,
    *,
    key: str,
    alt: str,
    columns: Mapping[str, Column],
    at_most: int = 14,
    start: int | None = None,
) -> int | None:
    """Draw a table whose rows can be clicked or walked with the arrow keys.

    Parameters
    ----------
    frame : DataFrame
        What is shown; at most some thousand rows.
    key : str
        Name of the selection in the session.
    alt : str
        What the table holds, for people who cannot see it.
    columns : dict
        Settings by column name.
    at_most : int
        Rows before the table scrolls.
    start : int, optional
        Row that is chosen before anybody clicked.

    Returns
    -------
    int or None
        Position of the chosen row.
    """
    event = _clickable(
        frame, "single-row", "rerun", key=key, alt=alt, columns=columns, at_most=at_most
    )
    position = chosen(event, len(frame))
    return start if position is None and start is not None and start < len(frame) else position


def pick(
    frame: pd.DataFrame,
    *,
    key: str,
    alt: str,
    columns: Mapping[str, Column],
    on_click: Callable[..., None],
    args: tuple[object, ...] = (),
    at_most: int = 14,
) -> None:
    """Draw a table whose rows can be clicked, one at a time; its mark is the caller's to keep.

    Parameters
    ----------
    frame, key, alt, columns, at_most
        As :func:`show`.
    on_click, args
        Called when a row was clicked, or let go; the selection stands in the session then.
    """
    _clickable(
        frame,
        "single-row",
        lambda: on_click(*args),
        key=key,
        alt=alt,
        columns=columns,
        at_most=at_most,
    )


def pick_many(
    frame: pd.DataFrame,
    *,
    key: str,
    alt: str,
    columns: Mapping[str, Column],
    on_click: Callable[..., None],
    args: tuple[object, ...] = (),
    at_most: int = 14,
) -> tuple[int, ...]:
    """Draw a table whose rows can be ticked, several at once, and clicked or walked, one at a time.

    Parameters
    ----------
    frame, key, alt, columns, at_most
        As :func:`show`.
    on_click, args
        Called when anything was ticked or clicked; the selection stands in the session then.

    Returns
    -------
    tuple of int
        Positions of the ticked rows.
    """
    event = _clickable(
        frame,
        "multi-row",
        lambda: on_click(*args),
        key=key,
        alt=alt,
        columns=columns,
        at_most=at_most,
    )
    return ticked(event, len(frame))


def still(
    frame: pd.DataFrame,
    *,
    alt: str,
    columns: Mapping[str, Column],
    at_most: int = 10,
    key: str | None = None,
) -> None:
    """Draw a table that is only read."""
    st.dataframe(
        frame,
        key=key,
        hide_index=True,
        height=height(len(frame), at_most=at_most),
        row_height=ROW_HEIGHT,
        column_config=_settings(frame, columns),
        lazy=False,
        alt=alt,
    )


def chosen(event: object, rows: int) -> int | None:
    """Return the chosen row of a selection, None when there is none or it is out of bounds."""
    found = positions(event, rows)
    return found[0] if found else None


def positions(event: object, rows: int) -> tuple[int, ...]:
    """Return every chosen row of a selection, ticked ones before a clicked cell's."""
    return ticked(event, rows) or _clicked(event, rows)


def ticked(event: object, rows: int) -> tuple[int, ...]:
    """Return the ticked rows of a selection."""
    return _in_bounds(_part(event, "rows"), rows)


def clicked_cell(event: object, rows: int) -> int | None:
    """Return the row of the clicked cell, None when there is none or it is out of bounds."""
    return next(iter(_clicked(event, rows)), None)


def _clicked(event: object, rows: int) -> tuple[int, ...]:
    return _in_bounds((cell[0] for cell in _part(event, "cells")), rows)


def _part(event: object, part: str) -> list[Any]:
    try:
        selection = cast("dict[Literal['selection'], object]", event)["selection"]
    except (KeyError, TypeError):
        return []
    return list(selection.get(part) or []) if isinstance(selection, dict) else []


def _in_bounds(found: Iterable[object], rows: int) -> tuple[int, ...]:
    return tuple(p for p in found if isinstance(p, int) and 0 <= p < rows)


def clicked_point(event: object, points: int) -> int | None:
    """Return the clicked point of a chart with one trace, None when there is none."""
    try:
        selection = cast("dict[Literal['selection'], object]", event)["selection"]
    except (KeyError, TypeError):
        return None
    found = selection.get("point_indices") if isinstance(selection, dict) else None
    position = found[0] if found else None
    return position if isinstance(position, int) and 0 <= position < points else None


def forget(*keys: str) -> None:
    """Clear the selections of tables whose rows are about to change."""
    for key in keys:
        st.session_state.pop(key, None)
