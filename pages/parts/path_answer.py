"""One answer to a path question: flips, picture, costs, the chosen edge, exports."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from engine.models.path import EvidenceGraph, TracedEdge, TraceResult
from engine.trace.flips import Flip
from engine.trace.layout import layout
from engine.trace.mermaid import to_mermaid
from pages.parts import address, path_costs, path_picture
from pages.parts.path_controls import Asked
from pages.parts.path_costs import hours
from pages.parts.untrusted import escape, name

PICTURE = "paths.picture"
SHOWN_FLIPS = 4

PICTURE_SETTINGS = {
    "displaylogo": False,
    "modeBarButtons": [["toImage"]],
    "toImageButtonOptions": {"format": "png", "filename": "evidence-paths", "scale": 2},
}
"""The picture's only tool saves it as PNG; it is made in the browser."""


def draw(result: TraceResult, graph: EvidenceGraph, flips: Sequence[Flip], asked: Asked) -> None:
    """Draw paths with everything that they rest on, or why there are none."""
    if not result.paths:
        no_path(result)
        return
    st.markdown(flips_in_words(flips, asked))
    drawn = layout(result.paths)
    known = {placed.edge.id: placed.edge for placed in drawn.edges}
    rank = _rank(len(result.paths))
    chosen = known.get(st.query_params.get("edge", "")) or path_costs.dearest(result.paths[rank])
    picture = path_picture.figure(drawn, graph, chosen=chosen.id)
    st.plotly_chart(
        picture,
        key=PICTURE,
        on_select=_clicked,
        selection_mode="points",
        config=PICTURE_SETTINGS,
        alt=f"{len(result.paths)} paths from {asked.source} to {asked.target}, left to right",
    )
    left, right = st.columns([8, 5], gap="medium")
    with left:
        rank = path_costs.table(result.paths, graph, start=rank)
        address.write({"rank": str(rank + 1)}, defaults={"rank": "1"})
        _exports(result, graph, drawn_html=lambda: picture.to_html(include_plotlyjs=True))
        st.plotly_chart(
            path_costs.bars(result.paths[rank]),
            key="paths.bars",
            config={"displayModeBar": False},
            alt="Cost of each edge of the chosen path: confidence, recency and type",
        )
    with right:
        _edge(chosen, graph)
        _rests_on(result)


def no_path(result: TraceResult) -> None:
    """Say why there is no path, and how near the search came."""
    st.warning(escape(result.explanation, limit=400), icon=":material/link_off:")
    frontier = result.frontier
    if frontier is None:
        return
    left, right = st.columns(2, gap="medium")
    for column, verb, count, nodes in (
        (left, "reached from the start", frontier.reached_count, frontier.reached),
        (right, "that reach the end", frontier.reaching_count, frontier.reaching),
    ):
        with column:
            st.markdown(f"**{count:,}** nodes {verb}; the farthest:")
            st.markdown("  \n".join(name(node) for node in nodes))
    if frontier.edges_against:
        edges = ", ".join(name(edge) for edge in frontier.edges_against[:6])
        st.markdown(f"To be read backwards: {edges}")


def flips_in_words(flips: Sequence[Flip], asked: Asked) -> str:
    """Say where on the slider the cheapest path becomes another one.

    Examples
    --------
    >>> from engine.models.path import Recency
    >>> asked = Asked("a", "b", 1, 168.0, True, 10, Recency.HALF_LIFE)
    >>> flips_in_words([Flip(72.0, ("1",), ("2",))], asked)
    'The cheapest path becomes another one at a half-life of **3 days**.'
    >>> flips_in_words([], asked)
    'The same path is cheapest at every half-life from 6 h to 1 year.'
    """
    if asked.recency.value == "off":
        return "Age is not charged, so that the half-life changes nothing."
    if not flips:
        return "The same path is cheapest at every half-life from 6 h to 1 year."
    places = [f"**{hours(flip.half_life_hours)}**" for flip in flips[:SHOWN_FLIPS]]
    more = f" and {len(flips) - SHOWN_FLIPS} more" if len(flips) > SHOWN_FLIPS else ""
    return f"The cheapest path becomes another one at a half-life of {', '.join(places)}{more}."


def _rank(paths: int) -> int:
    asked = st.query_params.get("rank", "1")
    return min(int(asked), paths) - 1 if asked.isdecimal() and int(asked) >= 1 else 0


def _clicked() -> None:
    """Write the clicked edge into the address; only the middles of edges carry one."""
    state = st.session_state.get(PICTURE)
    points = state["selection"]["points"] if state else []
    data = points[0].get("customdata") if points else None
    if data:
        address.write({"edge": str(data[0])})


def _edge(chosen: TracedEdge, graph: EvidenceGraph) -> None:
    with st.container(border=True):
        named = st.query_params.get("edge") == chosen.id
        st.markdown("**This edge**" if named else "**The weakest edge** · click another one")
        path_costs.edge_in_words(chosen, graph)


def _rests_on(result: TraceResult) -> None:
    """Draw what must not pass in silence: warnings, must-pass nodes, ties."""
    best = result.best_without_contradictions
    for warning in result.warnings:
        icon = "block" if warning.code == "contradiction" else "info"
        st.markdown(f":material/{icon}: {escape(warning.message, limit=300)}")
    if best is not None and best.edge_ids != result.paths[0].edge_ids:
        st.markdown(f"Without contradictions: {' → '.join(name(node) for node in best.path)}")
    if result.dominators:
        through = ", ".join(name(node) for node in result.dominators)
        st.markdown(f":material/key: Every path must pass {through}.")
    if result.tie_at_cutoff:
        st.markdown(":material/balance: A path that is not shown costs as much as the last one.")
    size = result.subgraph_size
    st.caption(f"{size.nodes:,} nodes and {size.edges:,} edges lie within the hops.")


def _exports(result: TraceResult, graph: EvidenceGraph, *, drawn_html: Callable[[], str]) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            "JSON",
            data=lambda: result.model_dump_json(by_alias=True, indent=2),
            file_name="evidence-paths.json",
            mime="application/json",
            key="paths.json",
            icon=":material/download:",
            on_click="ignore",
        )
        st.download_button(
            "HTML",
            data=drawn_html,
            file_name="evidence-paths.html",
            mime="text/html",
            key="paths.html",
            icon=":material/download:",
            on_click="ignore",
            help="The picture in one file that needs no network.",
        )
        with st.popover("Mermaid", icon=":material/account_tree:"):
            st.code(to_mermaid(result.paths, graph), language="text")
