"""Figures: pure functions from models to plotly figures, without Streamlit.

One set of colours serves both themes: each has at least three to one against white and against
the dark ground. Grey is the baseline, blue the expected tool, green and red mean better and worse.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from engine.models.diff import CaseChange, SignalDifference
from engine.models.failure import FailureStage
from engine.models.listing import TrendPoint
from engine.models.run import SignalCounterfactual
from pages.parts import words
from pages.parts.untrusted import both_ends

GREEN = "#16A34A"
RED = "#E5484D"
BLUE = "#3B82F6"
GRAY = "#8492A6"
ORANGE = "#E08A1E"
VIOLET = "#9B6CF0"

STAGE_COLOURS: dict[FailureStage, str] = {
    FailureStage.RETRIEVE: RED,
    FailureStage.SELECT_TARGET: ORANGE,
    FailureStage.SYNTHESIZE: VIOLET,
    FailureStage.AUTH_PREFLIGHT: BLUE,
    FailureStage.GATE: BLUE,
    FailureStage.EXECUTE: GRAY,
    FailureStage.SERVICE: GRAY,
}

BAR_PIXELS = 26
APART = 0.06
"""Share of the step between two runs by which the points of several measures are kept apart."""

SHOWN_SIGNALS = 8


def arrow(
    figure: go.Figure, start: tuple[float, float], end: tuple[float, float], colour: str
) -> None:
    """Draw an arrow between two places of a figure, in its own units."""
    figure.add_annotation(
        x=end[0],
        y=end[1],
        ax=start[0],
        ay=start[1],
        xref="x",
        yref="y",
        axref="x",
        ayref="y",
        showarrow=True,
        arrowhead=2,
        arrowsize=1.2,
        arrowwidth=1.4,
        arrowcolor=colour,
        text="",
    )


def signal_difference(rows: Sequence[SignalCounterfactual], *, won: bool = False) -> go.Figure:
    """Bars of expected minus rival for each signal, the largest difference on top.

    Parameters
    ----------
    rows : sequence of SignalCounterfactual
        Score units; signals that gave both tools the same are left out.
    won : bool
        Whether the expected tool ranks first; its rival is then the runner-up, else the winner.
    """
    rival = "runner-up" if won else "winner"
    kept = sorted(
        (row for row in rows if row.expected != row.winner),
        key=lambda row: (-abs(row.expected - row.winner), row.signal),
    )[:SHOWN_SIGNALS]
    differences = [row.expected - row.winner for row in kept]
    figure = go.Figure(
        go.Bar(
            x=differences,
            y=[_signal(row.signal) for row in kept],
            orientation="h",
            marker_color=[GREEN if value > 0 else RED for value in differences],
            text=[words.signed(value) for value in differences],
            textposition="outside",
            cliponaxis=False,
            customdata=[
                [words.signed(row.expected), words.signed(row.winner), words.rank(row.rank_without)]
                for row in kept
            ],
            hovertemplate=(
                "%{y}: expected %{customdata[0]}, "
                f"{rival} "
                "%{customdata[1]}"
                "<br>rank without this signal: %{customdata[2]}<extra></extra>"
            ),
        )
    )
    figure.update_yaxes(autorange="reversed")
    figure.update_xaxes(
        zeroline=True, zerolinecolor=GRAY, title_text=f"score, expected minus {rival}"
    )
    _pad(figure, differences)
    return _plain(figure, height=78 + BAR_PIXELS * max(len(kept), 2))


def signal_change(rows: Sequence[SignalDifference]) -> go.Figure:
    """Bars of current minus baseline for each contribution to the expected tool."""
    kept = [row for row in rows if row.run != row.base][:SHOWN_SIGNALS]
    differences = [row.run - row.base for row in kept]
    figure = go.Figure(
        go.Bar(
            x=differences,
            y=[_signal(row.signal) for row in kept],
            orientation="h",
            marker_color=[GREEN if value > 0 else RED for value in differences],
            text=[words.signed(value) for value in differences],
            textposition="outside",
            cliponaxis=False,
            hovertemplate="%{y}: %{x:+.4f}<extra></extra>",
        )
    )
    figure.update_yaxes(autorange="reversed")
    figure.update_xaxes(zeroline=True, zerolinecolor=GRAY, title_text="current minus baseline")
    _pad(figure, differences)
    return _plain(figure, height=78 + BAR_PIXELS * max(len(kept), 2))


def slope(
    base: Sequence[str], run: Sequence[str], *, expected: str | None, at_most: int = 8
) -> go.Figure:
    """Lines that join each tool's rank in the baseline to its rank in the current run.

    Parameters
    ----------
    base, run : sequence of str
        Tool names of both sides, best first.
    expected : str or None
        Drawn in colour, above the others: green when it rose, red when it fell.
    at_most : int
        Ranks shown; a tool that stands below on one side ends at the line under them.
    """
    depth = max(1, min(at_most, max(len(base), len(run))))
    ranks_base = {name: rank for rank, name in enumerate(base[:depth], 1)}
    ranks_run = {name: rank for rank, name in enumerate(run[:depth], 1)}
    outside = depth + 1
    reaches_outside = bool(ranks_base.keys() ^ ranks_run.keys()) or (
        expected is not None and expected not in ranks_base
    )
    last = outside if reaches_outside else depth
    others = sorted(
        (ranks_base.keys() | ranks_run.keys()) - {expected},
        key=lambda name: (ranks_run.get(name, outside), name),
    )
    figure = go.Figure()
    ends = {
        name: (ranks_base.get(name, outside), ranks_run.get(name, outside))
        for name in [*others, *([expected] if expected else [])]
    }
    # Two traces for all that is grey, lines and points: plotly takes its time for each.
    figure.add_trace(
        go.Scatter(
            x=[x for _ in others for x in (0, 1, None)],
            y=[y for name in others for y in (*ends[name], None)],
            mode="lines",
            line={"color": GRAY, "width": 1.2},
            opacity=0.75,
            hoverinfo="skip",
        )
    )
    figure.add_trace(_slope_points(others, ends, outside, colour=GRAY, size=6))
    if expected:
        start, end = ends[expected]
        colour = GREEN if end < start else RED if end > start else BLUE
        strong = _slope_points([expected], ends, outside, colour=colour, size=8)
        strong.update(mode="lines+markers+text", line={"color": colour, "width": 3})
        figure.add_trace(strong)
    figure.update_xaxes(
        tickvals=[0, 1], ticktext=["baseline", "current"], range=[-0.06, 1.75], showgrid=False
    )
    figure.update_yaxes(
        tickvals=list(range(1, last + 1)),
        ticktext=[*map(str, range(1, outside)), "below"][:last],
        range=[last + 0.4, 0.6],
        showgrid=False,
        zeroline=False,
    )
    return _plain(figure, height=64 + 26 * last)


def _slope_points(
    names: Sequence[str],
    ends: Mapping[str, tuple[int, int]],
    outside: int,
    *,
    colour: str,
    size: int,
) -> go.Scatter:
    """Return both ends of each tool's line, its name at the right one unless that is outside."""
    labels = {
        name: _short(name) if colour != GRAY or ends[name][1] < outside else "" for name in names
    }
    hover = {
        name: f"{plotly_safe(name)}: {_outside(ends[name][0], outside)} → "
        f"{_outside(ends[name][1], outside)}"
        for name in names
    }
    return go.Scatter(
        x=[x for _ in names for x in (0, 1)],
        y=[y for name in names for y in ends[name]],
        mode="markers+text",
        marker={"color": colour, "size": size},
        opacity=1.0 if colour != GRAY else 0.75,
        text=[text for name in names for text in ("", labels[name])],
        textposition="middle right",
        textfont={"color": colour, "size": 12},
        cliponaxis=False,
        hovertext=[hover[name] for name in names for _ in range(2)],
        hoverinfo="text",
    )


def failures_by_stage(failures: Mapping[str, int]) -> go.Figure:
    """Bars of failing cases by the stage in which they first went wrong, in stage order."""
    stages = [stage for stage in FailureStage if failures.get(stage.value, 0)]
    counts = [failures[stage.value] for stage in stages]
    figure = go.Figure(
        go.Bar(
            x=counts,
            y=[words.stage(stage) for stage in stages],
            orientation="h",
            marker_color=[STAGE_COLOURS[stage] for stage in stages],
            text=[f"{count:,}" for count in counts],
            textposition="outside",
            cliponaxis=False,
            customdata=[stage.value for stage in stages],
            hovertemplate="%{y}: %{x} cases<extra></extra>",
        )
    )
    figure.update_yaxes(autorange="reversed")
    figure.update_xaxes(rangemode="tozero", showgrid=False, showticklabels=False)
    figure.update_xaxes(range=[0, 1.15 * max(counts, default=1)])
    return _plain(figure, height=40 + 34 * max(len(stages), 2))


def trend(
    points: Sequence[TrendPoint], measures: Sequence[str], *, baseline: str | None = None
) -> go.Figure:
    """Lines of measures over a suite's runs, oldest first, with intervals where they are known.

    Parameters
    ----------
    points : sequence of TrendPoint
        Oldest first.
    measures : sequence of str
        At most four; each has a colour. A dotted rule stands at the first one's baseline value.
    baseline : str, optional
        Id of the run that newer ones are read against; the pinned one when absent.
    """
    labels = [point.run_id[:6] for point in points]
    marked = [
        position
        for position, point in enumerate(points)
        if (point.run_id == baseline if baseline else point.pinned)
    ]
    figure = go.Figure()
    for place, (name, colour) in enumerate(
        zip(measures, (BLUE, GREEN, ORANGE, VIOLET), strict=False)
    ):
        values = [
            point.measures[name].value if name in point.measures else None for point in points
        ]
        figure.add_trace(
            go.Scatter(
                # A little apart, so that intervals do not hide one another.
                x=[position + APART * place for position in range(len(points))],
                y=values,
                error_y=_interval_bars(points, name, values, colour),
                mode="lines+markers",
                name=words.measure_name(name),
                line={"color": colour, "width": 2},
                marker={"size": 7},
                customdata=[
                    [_with_interval(name, value, point), point.run_id[:6], plotly_safe(point.note)]
                    for value, point in zip(values, points, strict=True)
                ],
                hovertemplate=f"{words.measure_name(name)} %{{customdata[0]}}"
                "<br>%{customdata[1]}<br>%{customdata[2]}<extra></extra>",
            )
        )
    for position in marked:
        rule = {"color": GRAY, "dash": "dot", "width": 1}
        figure.add_vline(
            x=position, line=rule, annotation_text="baseline", annotation_font_color=GRAY
        )
        level = points[position].measures.get(measures[0]) if measures else None
        if level is not None and level.value is not None:
            figure.add_hline(y=level.value, line=rule)
    figure.update_xaxes(
        tickvals=list(range(len(points))), ticktext=labels, range=[-0.3, len(points) - 0.7]
    )
    figure.update_yaxes(range=[0, 1.02], tickformat=".0%")
    plain = _plain(figure, height=230)
    plain.update_layout(
        showlegend=True,
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.0, "x": 0},
        margin={"l": 8, "r": 12, "t": 28, "b": 8},
    )
    return plain


def _interval_bars(
    points: Sequence[TrendPoint], name: str, values: Sequence[float | None], colour: str
) -> dict[str, object] | None:
    """Return 95 % intervals as error bars; None where none is known."""
    bounds = [point.intervals.get(name) for point in points]
    if not any(bounds):
        return None
    pairs = list(zip(values, bounds, strict=True))
    return {
        "type": "data",
        "symmetric": False,
        "array": [b[1] - v if b and v is not None else 0.0 for v, b in pairs],
        "arrayminus": [v - b[0] if b and v is not None else 0.0 for v, b in pairs],
        "color": colour,
        "thickness": 1,
        "width": 3,
    }


def _with_interval(name: str, value: float | None, point: TrendPoint) -> str:
    shown = words.measure_value(name, value)
    bounds = point.intervals.get(name)
    if bounds is None:
        return shown
    low, high = (words.measure_value(name, bound) for bound in bounds)
    return f"{shown} (95% CI {low} to {high})"


def rank_shift(changes: Sequence[CaseChange]) -> go.Figure:
    """Histogram of the places that expected tools gained or lost; unmoved cases are left out."""
    deltas = [change.delta for change in changes if change.delta]
    steps = sorted(set(deltas))
    figure = go.Figure(
        go.Bar(
            x=[words.places(step) for step in steps],
            y=[deltas.count(step) for step in steps],
            marker_color=[GREEN if step > 0 else RED for step in steps],
            hovertemplate="%{x} places: %{y} cases<extra></extra>",
        )
    )
    figure.update_xaxes(type="category", title_text="places gained or lost")
    figure.update_yaxes(title_text="cases")
    return _plain(figure, height=260)


def _signal(name: str) -> str:
    return plotly_safe(name.replace("_", " "))


def _short(name: str, limit: int = 25) -> str:
    return plotly_safe(both_ends(name, limit=limit))


def _outside(rank: int, outside: int) -> str:
    return words.MISSING if rank >= outside else str(rank)


def plotly_safe(text: str) -> str:
    """Escape the HTML tags that plotly reads in texts: an untrusted name must write none."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _pad(figure: go.Figure, values: Sequence[float]) -> None:
    """Leave room for the numbers at both ends of the bars."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    reach = max(high - low, abs(low), abs(high), 1e-6)
    figure.update_xaxes(range=[min(low, 0.0) - 0.2 * reach, max(high, 0.0) + 0.2 * reach])


def _plain(figure: go.Figure, *, height: int) -> go.Figure:
    figure.update_layout(
        height=height,
        showlegend=False,
        margin={"l": 8, "r": 12, "t": 8, "b": 8},
        bargap=0.35,
        dragmode=False,
        hoverlabel={"align": "left"},
    )
    figure.update_xaxes(automargin=True, fixedrange=True)
    figure.update_yaxes(automargin=True, fixedrange=True)
    return figure
