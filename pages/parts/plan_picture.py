"""The picture of a plan: calls from left to right, what each needs below it. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from engine.models.plan import InputStatus, Plan, PlanInput
from pages.parts.figures import BLUE, GRAY, GREEN, RED, VIOLET, arrow, plotly_safe

SHOWN_CALLS = 6
"""Calls that are drawn: the last ones, which lead to the target."""

SHOWN_INPUTS = 6
"""Inputs that are drawn below one call; the ones that nothing gives come first."""

ROW_PIXELS = 34
LABEL_LIMIT = 30

COLOURS: Mapping[InputStatus, str] = {
    InputStatus.MISSING: RED,
    InputStatus.CHOOSE: VIOLET,
    InputStatus.PRODUCED: GREEN,
    InputStatus.GIVEN: BLUE,
    InputStatus.CONTEXT: GRAY,
}
"""In the order in which inputs are listed: what has to be done about first."""

_ORDER = {status: place for place, status in enumerate(COLOURS)}


def figure(plan: Plan) -> go.Figure:
    """Draw calls, the inputs of each, and which call's result goes into which input.

    Parameters
    ----------
    plan : Plan
        Calls beyond ``SHOWN_CALLS`` and inputs beyond ``SHOWN_INPUTS`` of one call are left out.
    """
    calls = plan.steps[-SHOWN_CALLS:]
    columns = {call: float(place) for place, call in enumerate(calls)}
    inputs = {call: _inputs(plan, call) for call in calls}
    drawn = go.Figure()
    places: list[tuple[PlanInput, float, float]] = []
    for call, found in inputs.items():
        for row, needed in enumerate(found[:SHOWN_INPUTS]):
            places.append((needed, columns[call], -1.0 - row))
    _joins(drawn, calls, columns)
    for needed, x, y in places:
        if needed.producer in columns:
            start = (columns[needed.producer] + 0.03, -0.1)
            arrow(drawn, start, (x - 0.03, y), GREEN)
    _nodes(drawn, calls, columns, plan.target)
    _needs(drawn, places)
    depth = max((min(len(found), SHOWN_INPUTS) for found in inputs.values()), default=0)
    drawn.update_layout(
        height=70 + ROW_PIXELS * (depth + 1),
        showlegend=False,
        margin={"l": 0, "r": 0, "t": 4, "b": 0},
        dragmode=False,
    )
    last = max(len(calls) - 1, 1)
    drawn.update_xaxes(visible=False, range=[-0.35, last + 0.75], fixedrange=True)
    drawn.update_yaxes(visible=False, range=[-depth - 0.7, 0.9], fixedrange=True)
    return drawn


def left_out(plan: Plan) -> tuple[int, int]:
    """Return how many calls and how many inputs of the drawn calls the picture leaves out."""
    calls = plan.steps[-SHOWN_CALLS:]
    inputs = sum(max(0, len(_inputs(plan, call)) - SHOWN_INPUTS) for call in calls)
    return len(plan.steps) - len(calls), inputs


def _inputs(plan: Plan, call: str) -> list[PlanInput]:
    own = [needed for needed in plan.inputs if needed.tool == call]
    return sorted(own, key=lambda needed: (_ORDER[needed.status], needed.field))


def _joins(drawn: go.Figure, calls: Sequence[str], columns: Mapping[str, float]) -> None:
    xs = [columns[call] for call in calls]
    if len(xs) > 1:
        drawn.add_scatter(
            x=xs,
            y=[0.0] * len(xs),
            mode="lines",
            line={"color": GRAY, "width": 1, "dash": "dot"},
            hoverinfo="skip",
        )


def _nodes(
    drawn: go.Figure, calls: Sequence[str], columns: Mapping[str, float], target: str
) -> None:
    drawn.add_scatter(
        x=[columns[call] for call in calls],
        y=[0.0] * len(calls),
        mode="markers+text",
        marker={
            "size": [18 if call == target else 13 for call in calls],
            "color": [BLUE if call == target else GREEN for call in calls],
            "symbol": "square",
        },
        text=[f"{place + 1}. {plotly_safe(_short(call))}" for place, call in enumerate(calls)],
        textposition="top center",
        hovertext=[plotly_safe(call) for call in calls],
        hoverinfo="text",
    )


def _needs(drawn: go.Figure, places: Sequence[tuple[PlanInput, float, float]]) -> None:
    drawn.add_scatter(
        x=[x for _, x, _ in places],
        y=[y for _, _, y in places],
        mode="markers+text",
        marker={"size": 9, "color": [COLOURS[needed.status] for needed, _, _ in places]},
        text=[f"{plotly_safe(_short(n.field))} · {n.status.value}" for n, _, _ in places],
        textposition="middle right",
        textfont={"size": 11},
        hovertext=[plotly_safe(_in_words(needed)) for needed, _, _ in places],
        hoverinfo="text",
    )


def _in_words(needed: PlanInput) -> str:
    if needed.producer is not None:
        return f"{needed.field} comes from {needed.producer} ({needed.producer_field})"
    if needed.options:
        return f"{needed.field} is one of {', '.join(needed.options[:8])}"
    if needed.blocked:
        reasons = ", ".join(reason.replace("_", " ") for reason in needed.blocked)
        return f"{needed.field}: {needed.producers} producers, none usable ({reasons})"
    return f"{needed.field}: {needed.status.value}"


def _short(text: str) -> str:
    return text if len(text) <= LABEL_LIMIT else f"{text[: LABEL_LIMIT - 1]}…"
