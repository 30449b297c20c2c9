"""A catalog's readiness: what may keep its tools from being found, told apart or planned with."""

from __future__ import annotations

import streamlit as st

from engine import frames
from engine.models.readiness import ReadinessReport
from pages.parts import badges, exports, tables, words
from pages.parts.badges import Chip
from pages.parts.untrusted import one_line


def draw(report: ReadinessReport, *, catalog: str) -> None:
    """Draw how many tools have no finding, the findings, look-alikes and the graph's footing."""
    graph = report.graph
    chips = [
        Chip(f"{report.ready:,} of {words.count(report.tools, 'tool')} without a finding"),
        Chip(words.count(graph.edges, "edge")),
    ]
    chips += [
        Chip(f"{kind.replace('_', ' ')} {count:,}")
        for kind, count in graph.by_kind.items()
        if count
    ]
    chips += [Chip(f"{band} confidence {count:,}") for band, count in graph.by_confidence.items()]
    st.markdown(badges.row(chips))
    if not report.findings:
        st.caption("Nothing was found that would keep a tool from being found or planned with.")
        return
    frame = frames.findings_frame(report.findings)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"{words.count(len(report.findings), 'finding')} · click one for its remedy")
        exports.table_button(frame, name=f"readiness-{catalog}", key="catalogs.readiness_csv")
    position = tables.show(
        frame,
        key="catalogs.findings",
        alt="What the catalog should be looked at for",
        columns={
            "Finding": st.column_config.TextColumn(width=190),
            "Tools": tables.count(width=70),
            "Share": st.column_config.ProgressColumn(
                width=120, format="%.2f%%", min_value=0, max_value=100
            ),
            "Examples": st.column_config.TextColumn(width=430),
            "Remedy": st.column_config.TextColumn(width=450),
        },
        at_most=14,
        start=0,
    )
    chosen = report.findings[position or 0]
    st.text(f"{one_line(chosen.message)}\n{one_line(chosen.remedy)}")
    if report.look_alikes:
        st.markdown("**Look-alikes**")
        for group in report.look_alikes[:5]:
            st.text(one_line(f"{len(group.tools):,}: {', '.join(group.tools)}"))
