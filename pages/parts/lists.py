"""Short lists that lead on: failing stages, worst regressions, last runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from engine import frames
from engine.models.diff import CaseChange
from engine.models.failure import FailureStage
from engine.models.run import RunSummary
from pages.parts import badges, cards, tables, words
from pages.parts.links import CAUSE_OF, CaseLink, CasesLink, RunsLink


def failures(run: RunSummary, figure: go.Figure) -> None:
    """Draw failing cases by stage; a click on a bar, or a link below, opens those cases."""
    stages = [stage for stage in FailureStage if run.failures.get(stage.value)]
    if not stages:
        st.caption("No case of this run failed.")
        return
    event = st.plotly_chart(
        figure,
        key="overview.failures",
        on_select="rerun",
        selection_mode="points",
        config={"displayModeBar": False},
        alt="Failing cases by the stage in which they first went wrong",
    )
    position = tables.clicked_point(event, len(stages))
    if position is not None:
        st.switch_page(CasesLink.page, query_params=_failing(run, stages[position]).to_query())
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.caption("Open", width="content")
        for stage in stages:
            st.page_link(
                CasesLink.page,
                label=words.stage(stage),
                help=f"Open {words.count(run.failures[stage.value], 'case')}",
                query_params=_failing(run, stage).to_query(),
            )


def _failing(run: RunSummary, stage: FailureStage) -> CasesLink:
    return CasesLink(suite=run.suite, run=run.run_id, cause=CAUSE_OF[stage])


def cause(change: CaseChange) -> str | None:
    """Return what the current failure's stage is called; the baseline's for a case that passes."""
    failure = change.failure_run or change.failure_base
    return words.stage(failure.stage) if failure else None


def regressions(
    changes: Sequence[CaseChange], queries: Mapping[str, str], base: str, run: str
) -> None:
    """Draw regressed cases; a click opens the case beside its baseline."""
    frame = frames.changes_frame(changes, queries, cause)[
        ["Case", "Query", "Rank", "Expected", "Cause"]
    ]
    position = tables.show(
        tables.shortened(frame, {"Expected": 23}),
        key="overview.regressions",
        alt="Cases that passed in the baseline and fail now, worst first",
        columns={
            "Case": st.column_config.TextColumn(width=120),
            "Query": st.column_config.TextColumn(width=220),
            "Rank": st.column_config.TextColumn(width=62, alignment="center"),
            "Expected": st.column_config.TextColumn(width=160),
            "Cause": badges.column("Cause", badges.STAGES.values(), width=120),
        },
        at_most=6,
    )
    if position is not None:
        link = CaseLink(run=run, case=changes[position].case_id, vs=base)
        st.switch_page(link.page, query_params=link.to_query())


_NARROW: dict[str, tables.Column] = {
    "Started": st.column_config.DatetimeColumn(
        "Started (UTC)", format="MM-DD HH:mm", timezone="UTC", width=94
    ),
    "Role": badges.column("Role", [badges.Chip("baseline")], width=78),
    "Failed": tables.count(width=54),
    "Note": st.column_config.TextColumn(width=110),
}


def recent_runs(runs: Sequence[RunSummary]) -> None:
    """Draw the last runs; a click opens the run."""
    names = [n for n in cards.CARD_MEASURES[:1] if any(n in run.measures for run in runs)]
    frame = frames.runs_frame(runs, names)[["Run", "Role", "Started", "Failed", *names, "Note"]]
    frame = tables.some(frame, ["Role", "Note"])
    position = tables.show(
        shares_in_percent(frame, names),
        key="overview.runs",
        alt="The last runs, newest first",
        columns={**run_columns(names), **_NARROW},
        at_most=6,
    )
    if position is not None:
        link = RunsLink(run=runs[position].run_id)
        st.switch_page(link.page, query_params=link.to_query())


def shares_in_percent(frame: pd.DataFrame, measures: Sequence[str]) -> pd.DataFrame:
    """Return a table of runs whose shares are percentages, as :func:`run_columns` draws them."""
    shares = [name for name in measures if words.is_share(name)]
    return frame.assign(**{name: frame[name] * 100 for name in shares})


def run_columns(measures: Sequence[str]) -> dict[str, tables.Column]:
    """Return how the columns of a table of runs are drawn, shares in percent."""
    columns: dict[str, tables.Column] = {
        "Run": st.column_config.TextColumn(width=64),
        "Role": badges.column("Role", [badges.Chip("baseline")], width=84),
        "Started": st.column_config.DatetimeColumn(
            "Started (UTC)", format="YYYY-MM-DD HH:mm", timezone="UTC", width=122
        ),
        "Status": badges.column("Status", badges.RUN_STATUSES.values(), width=100),
        "Cases": st.column_config.TextColumn(width=64, alignment="right"),
        "Failed": st.column_config.NumberColumn(width=64, format="localized"),
        "Note": st.column_config.TextColumn(width="large"),
    }
    for name in measures:
        form = "%.1f%%" if words.is_share(name) else "%.3f"
        columns[name] = st.column_config.NumberColumn(
            words.measure_name(name), format=form, width=120 if "_" in name else 84
        )
    return columns
