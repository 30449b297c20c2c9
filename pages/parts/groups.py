"""A comparison group by group: by suite, tag, module, action or language."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine import frames
from engine.models.diff import GroupBy, Rollup
from engine.report.facts import GROUP_WORDS
from pages.parts import address, badges, tables, words
from pages.parts.badges import Chip

PARAM = "group"
"""Name of the choice in the address."""


def rollups(found: Sequence[Rollup]) -> None:
    """Draw one kind of groups, chosen by the reader, with interval and significance in words."""
    if not found:
        st.caption("No case has a tag, a language or a known tool to group by.")
        return
    by_slug = {rollup.by.value: rollup for rollup in found}
    chosen = address.segments(
        "Group by",
        list(by_slug),
        param=PARAM,
        key="compare.group",
        default=_default(found),
        words=lambda slug: GROUP_WORDS[GroupBy(slug)],
    )
    rollup = by_slug[chosen]
    tables.still(
        frames.groups_frame(rollup),
        alt=f"The comparison by {GROUP_WORDS[rollup.by]}, the largest groups first",
        columns=_columns(),
        at_most=12,
    )
    more = ""
    if rollup.left_out:
        more = f" {words.count(rollup.left_out, 'smaller group')} left out."
    st.caption(f"Intervals are paired bootstrap, 95%, over the scored cases of a group.{more}")


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
