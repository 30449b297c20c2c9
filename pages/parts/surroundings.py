"""A tool's surroundings in the graph: a picture, and the same as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go
import streamlit as st

from engine import frames
from engine.models.graph import GraphEdge, Neighbourhood
from pages.parts import address, tables, words
from pages.parts.figures import BLUE, GRAY, GREEN, arrow, plotly_safe
from pages.parts.untrusted import both_ends, visible

TABLE = "catalogs.edges"
PICTURE = "catalogs.surroundings"
HEIGHT = 430
LABEL_LIMIT = 28
FAINT = 0.18


def draw(around: Neighbourhood) -> None:
    """Draw the picture, what it leaves out, and the edges with their reasons."""
    if not around.edges:
        st.caption("No edge joins this tool with another one.")
        return
    st.plotly_chart(
        figure(around),
        key=PICTURE,
        on_select=_walk,
        selection_mode="points",
        config={"displayModeBar": False},
        alt=f"{len(around.tools)} tools around {around.centre}, producers on the left",
    )
    left_out = f" · {around.left_out:,} more tools are left out" if around.left_out else ""
    st.caption(
        f"{words.count(len(around.edges), 'edge')} among {words.count(len(around.tools), 'tool')}"
        f"{left_out} · green carries data, from producer to consumer; edges between the others are "
        "faint · click a tool to go there"
    )
    own = [e for e in around.edges if around.centre in (e.source, e.target)]
    edges = sorted(own or around.edges, key=lambda edge: (-edge.confidence, edge.source))
    position = tables.show(
        frames.edges_frame(edges),
        key=TABLE,
        alt="Edges of the tool with their reasons",
        columns={
            "From": st.column_config.TextColumn(width=200),
            "To": st.column_config.TextColumn(width=200),
            "Kind": st.column_config.TextColumn(width=110),
            "Confidence": st.column_config.NumberColumn(width=90, format="%.2f"),
            "Why": st.column_config.TextColumn(width=420),
        },
        at_most=8,
        start=0,
    )
    st.text(visible(edges[position or 0].evidence))


def figure(around: Neighbourhood) -> go.Figure:
    """Lay the tools out from producer to consumer; edges that carry data are green.

    Parameters
    ----------
    around : Neighbourhood
        Few enough tools to be read; their places are in [-1, 1].
    """
    places = {tool.name: (tool.x, tool.y) for tool in around.tools}
    drawn = go.Figure()
    for own in (False, True):
        for carries in (False, True):
            edges = [
                edge
                for edge in around.edges
                if edge.kind.carries_data is carries
                and (around.centre in (edge.source, edge.target)) is own
            ]
            if edges:
                _lines(drawn, edges, places, carries=carries, own=own)
    for edge in around.edges:
        if around.centre in (edge.source, edge.target) and edge.kind.carries_data:
            _arrow(drawn, edge, places)
    drawn.add_scatter(
        x=[tool.x for tool in around.tools],
        y=[tool.y for tool in around.tools],
        mode="markers+text",
        marker={
            "size": [16 if tool.name == around.centre else 10 for tool in around.tools],
            "color": [BLUE if tool.name == around.centre else GRAY for tool in around.tools],
        },
        text=[plotly_safe(_short(tool.name)) for tool in around.tools],
        textposition="top center",
        textfont={"size": 11},
        hovertext=[plotly_safe(tool.name) for tool in around.tools],
        customdata=[[tool.name] for tool in around.tools],
        # A click goes there; it does not set the others back.
        unselected={"marker": {"opacity": 1.0}, "textfont": {"color": GRAY}},
        hoverinfo="text",
    )
    drawn.update_layout(
        height=HEIGHT, showlegend=False, margin={"l": 0, "r": 0, "t": 8, "b": 0}, dragmode=False
    )
    drawn.update_xaxes(visible=False, range=[-1.25, 1.25], fixedrange=True)
    drawn.update_yaxes(visible=False, range=[-1.15, 1.2], fixedrange=True)
    return drawn


def _lines(
    drawn: go.Figure,
    edges: Sequence[GraphEdge],
    places: Mapping[str, tuple[float, float]],
    *,
    carries: bool,
    own: bool,
) -> None:
    """Draw edges of one look; those of the chosen tool stand out, the others only show density."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for edge in edges:
        (x0, y0), (x1, y1) = places[edge.source], places[edge.target]
        xs += [x0, x1, None]
        ys += [y0, y1, None]
    drawn.add_scatter(
        x=xs,
        y=ys,
        mode="lines",
        line={"color": GREEN if carries else GRAY, "width": 1.6 if carries and own else 0.7},
        opacity=1.0 if own else FAINT,
        hoverinfo="skip",
    )


def _walk() -> None:
    """Make the clicked tool the one in the middle."""
    chosen = st.session_state.get(PICTURE)
    points = chosen["selection"]["points"] if chosen else []
    data = points[0].get("customdata") if points else None
    if data:
        address.write({"tool": str(data[0])})
        tables.forget(TABLE)


def _arrow(drawn: go.Figure, edge: GraphEdge, places: Mapping[str, tuple[float, float]]) -> None:
    """Point from producer to consumer, two thirds along the edge so that no node hides it."""
    (x0, y0), (x1, y1) = places[edge.source], places[edge.target]
    start, end = ((x0 + share * (x1 - x0), y0 + share * (y1 - y0)) for share in (0.6, 0.68))
    arrow(drawn, start, end, GREEN)


def _short(name: str) -> str:
    return both_ends(name, limit=LABEL_LIMIT)
