"""Why this tool, in a corner of another page: the best path in one line and as a small picture."""

from __future__ import annotations

import streamlit as st

from engine.models.path import EvidenceGraph, TraceResult
from engine.trace.layout import layout
from pages.parts import path_costs, path_picture
from pages.parts.links import PathsLink
from pages.parts.untrusted import escape, name


def draw(result: TraceResult, graph: EvidenceGraph, link: PathsLink) -> None:
    """Draw the best path, what it is weakest in, and the way to the whole picture."""
    with st.container(border=True):
        with st.container(
            horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
        ):
            st.markdown("**Evidence path**", width="content")
            st.page_link(
                PathsLink.page,
                label="Paths",
                icon=":material/route:",
                query_params=link.to_query(),
            )
        if not result.paths:
            st.caption(
                "No evidence of the run leads from the case to this tool: it rests on the model's"
                " word."
                if result.reason is not None
                else "There is nothing to trace."
            )
            return
        best = result.paths[0]
        said = " → ".join(escape(each, limit=40) for each in path_costs.labels(best, graph))
        st.markdown(said)
        st.plotly_chart(
            path_picture.figure(layout(result.paths), graph, small=True),
            key="case.path",
            config={"displayModeBar": False},
            alt=f"{len(result.paths)} evidence paths from the case to the selected tool",
        )
        weakest = path_costs.dearest(best)
        st.caption(
            f"Cost {best.total_cost:.2f}; weakest at {name(weakest.to_id)}:"
            f" {escape(graph.edge_by_id[weakest.id].evidence, limit=160)}"
        )
