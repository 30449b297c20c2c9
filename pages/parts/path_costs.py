"""What paths cost: a table of paths, a stacked bar of one path's edges, one edge in words."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from engine.models.path import EdgeFlag, EdgeType, EvidenceGraph, TracedEdge, TracedPath, Traversed
from pages.parts import badges, tables, words
from pages.parts.badges import Chip
from pages.parts.figures import BLUE, ORANGE, VIOLET, plotly_safe
from pages.parts.untrusted import escape, name, one_line, visible

TABLE = "paths.table"

PARTS = (("confidence", BLUE), ("recency", ORANGE), ("type", VIOLET))
"""Parts of a cost with their colours, in the order of the formula."""

FLAGS = {
    EdgeFlag.CONFIDENCE_FLOORED: "confidence charged as .01",
    EdgeFlag.TIMESTAMP_MISSING: "no time",
    EdgeFlag.TIMESTAMP_FUTURE: "dated later",
    EdgeFlag.TYPE_UNKNOWN: "unknown type",
}


def table(paths: Sequence[TracedPath], graph: EvidenceGraph, *, start: int) -> int:
    """Draw the paths with their costs and return the position of the chosen one."""
    frame = pd.DataFrame(
        {
            "Rank": range(1, len(paths) + 1),
            "Cost": [path.total_cost for path in paths],
            "Confidence": [_sum(path, "confidence") for path in paths],
            "Recency": [_sum(path, "recency") for path in paths],
            "Type": [_sum(path, "type") for path in paths],
            "Hops": [path.hops for path in paths],
            "Probability": [path.probability for path in paths],
            "Against": [len(path.contradictions) for path in paths],
            "Path": [visible(" → ".join(labels(path, graph))) for path in paths],
        }
    )
    number = st.column_config.NumberColumn(width=78, format="%.3f")
    position = tables.show(
        frame,
        key=TABLE,
        alt="Paths, the cheapest first, with the parts of their cost",
        columns={
            "Rank": st.column_config.NumberColumn(width=48),
            "Cost": number,
            "Confidence": number,
            "Recency": number,
            "Type": number,
            "Hops": st.column_config.NumberColumn(width=48),
            "Probability": number,
            "Against": st.column_config.NumberColumn(
                width=64, help="Contradicting edges that the path crosses"
            ),
            "Path": st.column_config.TextColumn(width=170),
        },
        at_most=10,
        start=start,
    )
    return position or 0


def labels(path: TracedPath, graph: EvidenceGraph) -> list[str]:
    """Return what a path's nodes are called, source first."""
    return [graph.node_by_id[node].label or node for node in path.path]


def bars(path: TracedPath) -> go.Figure:
    """Stack the three parts of every edge's cost, the path's first edge on top."""
    rows = [
        f"{place}. {plotly_safe(one_line(edge.edge_type, limit=14))}"
        for place, edge in enumerate(path.edges, start=1)
    ]
    most = max(edge.cost for edge in path.edges)
    return go.Figure(
        data=[
            {
                "type": "bar",
                "x": [getattr(edge.cost_parts, part) for edge in path.edges],
                "y": rows,
                "orientation": "h",
                "name": part,
                "marker": {"color": colour},
                "hovertemplate": f"%{{y}}: {part} %{{x:.4f}}<extra></extra>",
            }
            for part, colour in PARTS
        ],
        layout={
            "annotations": [
                {
                    "x": edge.cost,
                    "y": row,
                    "text": f"{edge.cost:.3f}",
                    "showarrow": False,
                    "xanchor": "left",
                    "xshift": 4,
                }
                for row, edge in zip(rows, path.edges, strict=True)
            ],
            "barmode": "stack",
            "height": 86 + 26 * max(len(rows), 2),
            "margin": {"l": 8, "r": 12, "t": 26, "b": 8},
            "bargap": 0.35,
            "dragmode": False,
            "legend": {
                "orientation": "h",
                "yanchor": "bottom",
                "y": 1.0,
                "x": 0,
                "traceorder": "normal",
            },
            "xaxis": {
                "fixedrange": True,
                "range": [0, max(most * 1.18, 0.05)],
                "title": {"text": "nats"},
            },
            "yaxis": {"autorange": "reversed", "automargin": True, "fixedrange": True},
        },
    )


def dearest(path: TracedPath) -> TracedEdge:
    """Return the edge that costs most: where the path is weakest."""
    return max(path.edges, key=lambda edge: (edge.cost, edge.id))


def edge_in_words(edge: TracedEdge, graph: EvidenceGraph) -> None:
    """Draw why one edge is there and what it costs."""
    stored = graph.edge_by_id[edge.id]
    against = edge.edge_type == EdgeType.CONTRADICTS
    chips = [Chip(edge.edge_type, "red" if against else "blue", "block" if against else "")]
    if stored.standing is not None:
        chips.append(Chip(stored.standing.value))
    if edge.traversed is Traversed.REVERSE:
        chips.append(Chip("read against its arrow", "orange", "undo"))
    chips.extend(Chip(FLAGS[flag], "orange", "warning") for flag in edge.flags)
    st.markdown(f"{name(edge.from_id)} → {name(edge.to_id)}")
    st.markdown(badges.row(chips))
    if stored.evidence:
        st.text(visible(stored.evidence))
    else:
        st.caption("The graph gives no reason for this edge.")
    parts = edge.cost_parts
    age = "" if edge.age_hours is None else f", {escape(hours(edge.age_hours))} old"
    st.markdown(
        f"Cost **{edge.cost:.4f}** = {parts.confidence:.4f} for confidence {edge.confidence:.2f}"
        f" + {parts.recency:.4f} for age{age} + {parts.type:.4f} for type"
    )


def hours(value: float) -> str:
    """Return a span of hours in the unit that reads best.

    Examples
    --------
    >>> hours(6), hours(168), hours(8760)
    ('6 h', '7 days', '1 year')
    """
    if value < 48:
        return f"{value:.3g} h"
    days = value / 24
    if days < 365:
        return f"{days:.3g} days"
    return words.count(round(days / 365), "year") if days % 365 < 1 else f"{days / 365:.2g} years"


def _sum(path: TracedPath, part: str) -> float:
    return float(sum(getattr(edge.cost_parts, part) for edge in path.edges))
