"""What changed in a case's evidence and paths since another run."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from engine.models.evidence_paths import CaseTraceDifference
from pages.parts import address, badges, tables, words
from pages.parts.badges import Chip
from pages.parts.untrusted import name, visible

NOBODY = "none"
SHOWN = 200


def pick(runs: Sequence[str], asked: str) -> str:
    """Draw the choice of another run; an empty text for none."""
    with st.columns([4, 9])[0]:
        chosen = address.pick(
            "What changed since",
            [NOBODY, *runs],
            asked if asked in runs else NOBODY,
            param="vs",
            key="paths.vs",
            words=lambda each: "no other run" if each == NOBODY else f"run {each[:6]}",
        )
    if chosen == NOBODY:
        address.write({"vs": ""})
        return ""
    return chosen


def draw(difference: CaseTraceDifference) -> None:
    """Draw the paths of both runs side by side, and the edges that came, went and changed."""
    graph, paths = difference.graph, difference.paths
    chips = [
        Chip(f"{len(graph.edges_added):,} edges added", "gray", "add"),
        Chip(f"{len(graph.edges_removed):,} removed", "gray", "remove"),
        Chip(f"{len(graph.edges_changed):,} changed"),
        Chip(f"{len(paths.edges_recosted):,} re-costed on the paths"),
    ]
    if paths.best_changed:
        chips.append(Chip("the best path is another one", "orange", "swap_vert"))
    elif paths.order_changed:
        chips.append(Chip("the order of the paths changed", "orange", "swap_vert"))
    st.markdown(badges.row(chips))
    if difference.target_base != difference.target_run:
        st.markdown(
            f"Run {difference.base[:6]} led to {name(difference.target_base)}, this one to"
            f" {name(difference.target_run)}."
        )
    left, right = st.columns([7, 6], gap="medium")
    with left:
        _paths(difference)
    with right:
        _edges(difference)


def _paths(difference: CaseTraceDifference) -> None:
    found = difference.paths.paths
    tables.still(
        pd.DataFrame(
            {
                "Before": [words.rank(path.rank_base) for path in found],
                "Now": [words.rank(path.rank_run) for path in found],
                "Cost before": [words.number(path.cost_base) for path in found],
                "Cost now": [words.number(path.cost_run) for path in found],
                "Path": [visible(" → ".join(path.path)) for path in found],
            }
        ),
        alt="Paths of both runs with their ranks and costs",
        columns={
            "Before": st.column_config.TextColumn(width=60),
            "Now": st.column_config.TextColumn(width=60),
            "Cost before": st.column_config.TextColumn(width=90, alignment="right"),
            "Cost now": st.column_config.TextColumn(width=90, alignment="right"),
            "Path": st.column_config.TextColumn(width=380),
        },
    )


def _edges(difference: CaseTraceDifference) -> None:
    graph = difference.graph
    recosted = {change.id: change.delta for change in difference.paths.edges_recosted}
    rows = [(edge, "added", "") for edge in graph.edges_added]
    rows += [(edge, "removed", "") for edge in graph.edges_removed]
    rows += [(each.id, "changed", ", ".join(each.fields)) for each in graph.edges_changed]
    rows.sort(key=lambda row: (row[0] not in recosted, row[1], row[0]))
    shown = rows[:SHOWN]
    if not shown:
        st.caption("No edge differs.")
        return
    tables.still(
        pd.DataFrame(
            {
                "Edge": [visible(edge) for edge, _, _ in shown],
                "Change": [change for _, change, _ in shown],
                "Fields": [fields for _, _, fields in shown],
                "Cost": [_delta(recosted.get(edge)) for edge, _, _ in shown],
            }
        ),
        alt="Edges that came, went and changed",
        columns={
            "Edge": st.column_config.TextColumn(width=300),
            "Change": st.column_config.TextColumn(width=80),
            "Fields": st.column_config.TextColumn(width=110),
            "Cost": st.column_config.TextColumn(width=80, alignment="right"),
        },
    )
    if len(rows) > SHOWN:
        st.caption(f"The first {SHOWN:,} of {len(rows):,} edges.")


def _delta(value: float | None) -> str:
    return words.MISSING if value is None else words.signed(value)
