"""A comparison group by group: by suite, tag, module, action or language."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from engine import frames
from engine.models.diff import GroupBy, Rollup
from engine.report.facts import GROUP_WORDS, headline
from pages.parts import address, badges, tables, words
from pages.parts.badges import Chip

PARAM = "group"
"""Name of the kind that is shown, in the address."""

WITHIN = "within"
"""Name of the group whose cases are listed, in the address."""

TABLE = "compare.groups"
CASES = "compare.table"

Group = tuple[GroupBy, str | None]
"""A kind and a value of it; None for the cases that have none."""


def slug_of(by: GroupBy, value: str | None) -> str:
    """Return how a group stands in an address; nothing after the colon for cases without a value.

    Examples
    --------
    >>> slug_of(GroupBy.TAG, "a:b"), slug_of(GroupBy.LANG, None)
    ('tag:a:b', 'lang:')
    """
    return f"{by.value}:{value or ''}"


def named(slug: str) -> Group | None:
    """Return the group that an address names; None for none, and for a kind that is unknown.

    Examples
    --------
    >>> named("tag:a:b"), named("lang:"), named("colour:red")
    ((<GroupBy.TAG: 'tag'>, 'a:b'), (<GroupBy.LANG: 'lang'>, None), None)
    """
    kind, colon, value = slug.partition(":")
    kinds = {each.value: each for each in GroupBy}
    return (kinds[kind], value or None) if colon and kind in kinds else None


def name_of(by: GroupBy, value: str | None) -> str:
    """Return what a group is called; plain text.

    Examples
    --------
    >>> name_of(GroupBy.TAG, "refund"), name_of(GroupBy.TAG, None)
    ('tag: refund', 'no tag')
    """
    kind = GROUP_WORDS[by]
    return f"no {kind}" if value is None else f"{kind}: {value}"


def choose(group: Group | None) -> None:
    """Put a group, or none, into the address; what it hides is no longer open."""
    address.write({WITHIN: slug_of(*group) if group else "", "case": "", "page": ""})
    tables.forget(CASES)


def rollups(found: Sequence[Rollup], *, chosen: Group | None) -> None:
    """Draw one kind of groups with interval and significance in words; a click shows its cases.

    Parameters
    ----------
    found : sequence of Rollup
        One for each kind.
    chosen : (GroupBy, str or None), optional
        The group to which the cases are narrowed; its row is marked.
    """
    if not found:
        st.caption("No case has a tag, a language or a known tool to group by.")
        return
    by_slug = {rollup.by.value: rollup for rollup in found}
    kind = address.segments(
        "Group by",
        list(by_slug),
        param=PARAM,
        key="compare.group",
        default=_default(found),
        words=lambda slug: GROUP_WORDS[GroupBy(slug)],
        forget=[TABLE],
    )
    rollup = by_slug[kind]
    listed = [(rollup.by, group.value) for group in rollup.groups if headline(group) is not None]
    _mark(listed.index(chosen) if chosen in listed else None, len(listed))
    tables.pick(
        _in_words(frames.groups_frame(rollup)),
        key=TABLE,
        alt=f"The comparison by {GROUP_WORDS[rollup.by]}, the largest groups first",
        columns=_columns(),
        on_click=_clicked,
        args=(listed, chosen),
        at_most=12,
    )
    more = ""
    if rollup.left_out:
        more = f" {words.count(rollup.left_out, 'smaller group')} left out."
    st.caption(
        "Click a group to list its cases above. Intervals are paired bootstrap, 95%, over the "
        f"scored cases of a group.{more}"
    )


def _in_words(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(Measure=[words.measure_name(name) for name in frame["Measure"]])


def _clicked(listed: Sequence[Group], chosen: Group | None) -> None:
    place = tables.chosen(st.session_state.get(TABLE), len(listed))
    group = None if place is None else listed[place]
    # The browser tells of the mark that the page itself has put there, too.
    if group != chosen:
        choose(group)


def _mark(row: int | None, rows: int) -> None:
    if tables.chosen(st.session_state.get(TABLE), rows) != row:
        ticked = [] if row is None else [row]
        st.session_state[TABLE] = {"selection": {"rows": ticked, "columns": [], "cells": []}}


def _default(found: Sequence[Rollup]) -> str:
    """Return the first kind that tells at least two groups apart."""
    return next((each for each in found if len(each.groups) > 1), found[0]).by.value


def _columns() -> dict[str, tables.Column]:
    number = st.column_config.NumberColumn
    columns: dict[str, tables.Column] = {
        name: number(format="%.3f", width=82) for name in ("Difference", "95% low", "95% high")
    }
    for name in ("Cases", "Regressed", "Improved", "Scored", "Not scored"):
        columns[name] = number(format="localized", width=78)
    columns["Group"] = st.column_config.TextColumn(width=180)
    columns["Measure"] = st.column_config.TextColumn(width=130)
    columns["More than chance"] = badges.column(
        "More than chance", [Chip("significant", "blue"), Chip("not significant")], width=130
    )
    return columns
