from __future__ import annotations

import pytest

from engine.models.run import MeasureValue, SignalCounterfactual
from pages.parts import figures
from tests.pages.builders import change, trend_point


def counterfactual(signal: str, expected: float, winner: float) -> SignalCounterfactual:
    return SignalCounterfactual(signal=signal, expected=expected, winner=winner)


def test_signal_difference_shows_expected_minus_winner_largest_first():
    figure = figures.signal_difference(
        [
            counterfactual("graph", 0.3, 0.1),
            counterfactual("seed", 0.5, 1.5),
            counterfactual("shape_match", 0.2, 0.2),
        ]
    )
    (bars,) = figure.data
    assert list(bars.y) == ["seed", "graph"]
    assert list(bars.x) == pytest.approx([-1.0, 0.2])
    assert list(bars.marker.color) == [figures.RED, figures.GREEN]


def test_signal_difference_of_equal_tools_draws_no_bar():
    (bars,) = figures.signal_difference([counterfactual("seed", 1.0, 1.0)]).data
    assert list(bars.x) == []


@pytest.mark.parametrize(
    ("run", "colour"),
    [
        pytest.param(["b", "a"], figures.RED, id="fell"),
        pytest.param(["a", "b"], figures.BLUE, id="stayed"),
    ],
)
def test_slope_colours_the_expected_tool_by_where_it_went(run, colour):
    figure = figures.slope(["a", "b"], run, expected="a")
    strong = figure.data[-1]
    assert strong.line.color == colour
    lines, points = figure.data[:-1]
    assert lines.line.color == points.marker.color == figures.GRAY


def test_slope_ends_a_tool_that_left_below_the_cut_off():
    figure = figures.slope(["a", "b"], ["b"], expected="a")
    assert list(figure.data[-1].y) == [1, 3]


def test_slope_never_lets_a_name_write_markup():
    figure = figures.slope(["<a href=x>", "b"], ["<a href=x>", "b"], expected="b")
    for trace in figure.data:
        assert "<a" not in str(trace.text)
        assert "<a" not in str(trace.hovertext)


def test_slope_names_every_tool_at_its_rank_in_the_current_run():
    figure = figures.slope(["a", "b", "c"], ["c", "a", "b"], expected="a")
    named = {
        text: rank
        for trace in figure.data
        if trace.text
        for text, rank in zip(trace.text, trace.y, strict=True)
        if text
    }
    assert named == {"c": 1, "a": 2, "b": 3}


def test_failures_stand_in_stage_order_whatever_their_number():
    (bars,) = figures.failures_by_stage({"select_target": 9, "retrieve": 2}).data
    assert list(bars.y) == ["search", "selector"]
    assert list(bars.x) == [2, 9]


def test_trend_leaves_a_gap_where_a_run_was_not_scored():
    points = [
        trend_point(0),
        trend_point(1, measures={"MRR": MeasureValue(value=None, scored=0, unscored=10)}),
    ]
    (line,) = figures.trend(points, ["MRR"]).data
    assert list(line.y) == [0.5, None]


def test_trend_draws_a_rule_at_the_baseline():
    figure = figures.trend([trend_point(0, pinned=True), trend_point(1)], ["MRR"])
    across, level = figure.layout.shapes
    assert (across.x0, across.x1) == (0, 0)
    assert (level.y0, level.y1) == (0.5, 0.5)


def test_the_rule_stands_at_the_baseline_that_is_named():
    points = [trend_point(0, pinned=True), trend_point(1), trend_point(2)]
    figure = figures.trend(points, ["MRR"], baseline=points[1].run_id)
    assert figure.layout.shapes[0].x0 == 1


def test_trend_shows_intervals_where_they_are_known():
    points = [trend_point(0, intervals={"MRR": (0.4, 0.7)}), trend_point(1)]
    (line,) = figures.trend(points, ["MRR"]).data
    assert list(line.error_y.array) == pytest.approx([0.2, 0.0])
    assert list(line.error_y.arrayminus) == pytest.approx([0.1, 0.0])
    assert line.customdata[0][0] == "0.500 (95% CI 0.400 to 0.700)"
    (plain,) = figures.trend([trend_point(0), trend_point(1)], ["MRR"]).data
    assert plain.error_y.array is None


def test_rank_shift_counts_moved_cases_only():
    (bars,) = figures.rank_shift([change(delta=-2), change(delta=-2), change(delta=0)]).data
    assert list(bars.x) == ["−2"]
    assert list(bars.y) == [2]
