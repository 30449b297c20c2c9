"""The picture of traced paths: a pure function from a layout to a figure."""

from __future__ import annotations

import plotly.graph_objects as go

from engine.models.path import EdgeType, EvidenceGraph, Traversed
from engine.trace.layout import PathLayout, PlacedEdge
from pages.parts.figures import BLUE, GRAY, RED, plotly_safe
from pages.parts.untrusted import one_line

LABELLED_EDGES = 12
"""With more edges, only the best path and contradictions are labelled; the rest is a hover away."""

ROW_PIXELS = 84
BEND = 0.42
"""How far one step of bending bows an edge, in places of a layer."""

CURVE_POINTS = 13

Point = tuple[float, float]

Part = dict[str, object]
"""A trace or an arrow in plotly's own keys."""


def figure(
    drawn: PathLayout, graph: EvidenceGraph, *, chosen: str = "", small: bool = False
) -> go.Figure:
    """Draw paths from left to right: the best solid, the others thin, contradictions red.

    Parameters
    ----------
    drawn : PathLayout
        Where nodes stand.
    graph : EvidenceGraph
        Gives nodes their labels and edges their sentences.
    chosen : str
        Id of an edge whose middle is filled.
    small : bool
        Without labels of edges, for a corner of another page.
    """
    places = {node.id: (float(node.x), node.y) for node in drawn.nodes}
    curves = {placed.edge.id: _curve(placed, places) for placed in drawn.edges}
    heights = [y for curve in curves.values() for _, y in curve]
    low, high = min(heights), max(heights)
    height = int((70 if small else 90) + (56 if small else ROW_PIXELS) * (high - low))
    axis = {"visible": False, "fixedrange": True}
    # Made of plain values at once: adding traces and arrows one by one takes many times longer.
    return go.Figure(
        data=[
            *_lines(drawn, curves),
            _middles(drawn, curves, graph, chosen, small=small),
            _nodes(drawn, graph, small=small),
        ],
        layout={
            "annotations": [_arrow(each, curves[each.edge.id]) for each in reversed(drawn.edges)],
            "height": min(max(height, 90 if small else 170), 680),
            "showlegend": False,
            "margin": {"l": 0, "r": 0, "t": 4, "b": 0},
            "dragmode": False,
            "hoverlabel": {"align": "left"},
            "xaxis": {**axis, "range": [-0.5, drawn.layers - 0.5]},
            "yaxis": {**axis, "range": [low - 0.5, high + 0.5]},
        },
    )


def colour(placed: PlacedEdge) -> str:
    """Return an edge's colour: red against, blue on the best path, grey elsewhere."""
    if placed.edge.edge_type == EdgeType.CONTRADICTS:
        return RED
    return BLUE if placed.rank == 0 else GRAY


def _curve(placed: PlacedEdge, places: dict[str, Point]) -> list[Point]:
    (x0, y0), (x1, y1) = places[placed.edge.from_id], places[placed.edge.to_id]
    if not placed.bend:
        return [(x0, y0), (x1, y1)]
    length = max(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 1e-9)
    off = placed.bend * BEND * 2
    cx = (x0 + x1) / 2 - (y1 - y0) / length * off
    cy = (y0 + y1) / 2 + (x1 - x0) / length * off
    points = []
    for step in range(CURVE_POINTS):
        t = step / (CURVE_POINTS - 1)
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append((a * x0 + b * cx + c * x1, a * y0 + b * cy + c * y1))
    return points


def _lines(drawn: PathLayout, curves: dict[str, list[Point]]) -> list[Part]:
    """Return one trace for each stroke; the best path's come last, over the others."""
    strokes: dict[tuple[bool, str], list[Point | None]] = {}
    for placed in drawn.edges:
        stroke = strokes.setdefault((placed.rank == 0, colour(placed)), [])
        stroke += [*curves[placed.edge.id], None]
    return [
        {
            "type": "scatter",
            "x": [point and point[0] for point in points],
            "y": [point and point[1] for point in points],
            "mode": "lines",
            "line": {
                "color": shade,
                "width": 3.4 if best else 1.4,
                "dash": "solid" if best else "dash",
            },
            "hoverinfo": "skip",
        }
        for (best, shade), points in sorted(strokes.items(), key=lambda item: item[0])
    ]


def _arrow(placed: PlacedEdge, curve: list[Point]) -> Part:
    """Point as the graph stores the edge, whichever way the path runs over it."""
    ahead = placed.edge.traversed is Traversed.FORWARD
    way = curve if ahead else curve[::-1]
    (x0, y0), (x1, y1) = _at(way, 0.74), _at(way, 0.8)
    return {
        "x": x1,
        "y": y1,
        "ax": x0,
        "ay": y0,
        "xref": "x",
        "yref": "y",
        "axref": "x",
        "ayref": "y",
        "showarrow": True,
        "arrowhead": 2,
        "arrowsize": 1.1,
        "arrowwidth": 2.4 if placed.rank == 0 else 1.4,
        "arrowcolor": colour(placed),
        "text": "",
    }


def _middles(
    drawn: PathLayout,
    curves: dict[str, list[Point]],
    graph: EvidenceGraph,
    chosen: str,
    *,
    small: bool,
) -> Part:
    """Mark the middle of every edge: that is what can be clicked."""
    few = len(drawn.edges) <= LABELLED_EDGES
    texts = []
    for placed in drawn.edges:
        told = few or placed.rank == 0 or placed.edge.edge_type == EdgeType.CONTRADICTS
        label = f"{one_line(placed.edge.edge_type, limit=14)} {placed.edge.cost:.2f}"
        texts.append(plotly_safe(label) if told and not small else "")
    shares = _shares(drawn)
    middles = [_at(curves[placed.edge.id], shares[placed.edge.id]) for placed in drawn.edges]
    return {
        "type": "scatter",
        "x": [x for x, _ in middles],
        "y": [y for _, y in middles],
        "mode": "markers+text",
        "marker": {
            "size": [13 if placed.edge.id == chosen else 8 for placed in drawn.edges],
            "color": [colour(placed) for placed in drawn.edges],
            "symbol": ["diamond" if p.edge.id == chosen else "circle" for p in drawn.edges],
        },
        "text": texts,
        "textposition": ["top center" if y > 0 else "bottom center" for _, y in middles],
        "textfont": {"size": 11},
        "customdata": [[placed.edge.id] for placed in drawn.edges],
        "hovertext": [_told(placed, graph) for placed in drawn.edges],
        "hoverinfo": "text",
        # A click must not fade what was not clicked.
        "unselected": {"marker": {"opacity": 1}},
    }


def _shares(drawn: PathLayout) -> dict[str, float]:
    """Return how far along each edge its mark stands: apart where edges cross in one gap."""
    layer = {node.id: node.x for node in drawn.nodes}
    gaps: dict[tuple[int, int], list[str]] = {}
    for placed in drawn.edges:
        ends = sorted((layer[placed.edge.from_id], layer[placed.edge.to_id]))
        gaps.setdefault((ends[0], ends[1]), []).append(placed.edge.id)
    shares = {}
    for names in gaps.values():
        for place, name in enumerate(sorted(names)):
            shares[name] = 0.5 if len(names) == 1 else 0.36 + 0.28 * place / (len(names) - 1)
    return shares


def _at(curve: list[Point], share: float) -> Point:
    """Return the point that lies this far along a curve of evenly spread points."""
    where = share * (len(curve) - 1)
    first = min(int(where), len(curve) - 2)
    rest = where - first
    (x0, y0), (x1, y1) = curve[first], curve[first + 1]
    return x0 + rest * (x1 - x0), y0 + rest * (y1 - y0)


def _told(placed: PlacedEdge, graph: EvidenceGraph) -> str:
    edge = placed.edge
    lines = [
        f"{edge.from_id} → {edge.to_id}",
        f"{edge.edge_type}, confidence {edge.confidence:.2f}, cost {edge.cost:.3f}",
        graph.edge_by_id[edge.id].evidence,
    ]
    return "<br>".join(plotly_safe(one_line(line, limit=110)) for line in lines if line)


def _nodes(drawn: PathLayout, graph: EvidenceGraph, *, small: bool) -> Part:
    room = max(10, int((110 if small else 168) / drawn.layers))
    labels = {node.id: graph.node_by_id[node.id].label or node.id for node in drawn.nodes}
    ends = {drawn.edges[0].edge.from_id, drawn.nodes[-1].id} if drawn.edges else set()
    return {
        "type": "scatter",
        "x": [node.x for node in drawn.nodes],
        "y": [node.y for node in drawn.nodes],
        "mode": "markers+text",
        "marker": {
            "size": [15 if node.id in ends else 11 for node in drawn.nodes],
            "color": [BLUE if node.id in ends else GRAY for node in drawn.nodes],
        },
        "text": [plotly_safe(one_line(labels[node.id], limit=room)) for node in drawn.nodes],
        # On the outer side, where fewer lines pass.
        "textposition": ["top center" if node.y >= 0 else "bottom center" for node in drawn.nodes],
        "textfont": {"size": 12, "weight": 600},
        "hovertext": [
            "<br>".join(
                plotly_safe(one_line(part, limit=110))
                for part in (labels[node.id], node.id, graph.node_by_id[node.id].kind)
                if part
            )
            for node in drawn.nodes
        ],
        "hoverinfo": "text",
        "cliponaxis": False,
        "unselected": {"marker": {"opacity": 1}},
    }
