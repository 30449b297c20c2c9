from __future__ import annotations

import pytest

from engine.models.path import EvidenceGraph
from engine.trace.layout import layout
from engine.trace.tracer import trace
from pages.parts.figures import BLUE, GRAY, RED
from pages.parts.path_costs import bars, dearest, hours
from pages.parts.path_picture import figure


@pytest.fixture
def graph():
    rows = (
        ("1", "s", "a", "causal", 0.9),
        ("2", "a", "t", "supports", 0.9),
        ("3", "s", "b", "contradicts", 0.9),
        ("4", "b", "t", "causal", 0.9),
    )
    keys = ("id", "source", "target", "edge_type", "confidence")
    edges = [dict(zip(keys, row, strict=True)) for row in rows]
    nodes = [{"id": name, "label": f"<b>{name}</b>"} for name in "sabt"]
    return EvidenceGraph.model_validate({"nodes": nodes, "edges": edges})


@pytest.fixture
def paths(graph):
    return trace(graph, "s", "t", 2, bidirectional=False).paths


def lines(drawn):
    return [trace.line for trace in drawn.data if trace.mode == "lines"]


def test_the_best_path_is_solid_and_contradictions_are_red(graph, paths):
    drawn = lines(figure(layout(paths), graph))
    # The best path is drawn last, over the others.
    assert [line.dash for line in drawn] == ["dash", "dash", "solid"]
    assert [line.color for line in drawn] == [GRAY, RED, BLUE]


def test_every_edge_can_be_clicked_at_its_middle(graph, paths):
    middles = figure(layout(paths), graph).data[-2]
    assert [data[0] for data in middles.customdata] == ["1", "2", "3", "4"]
    assert middles.text[2] == "contradicts 2.11"


def test_the_chosen_edge_is_marked(graph, paths):
    middles = figure(layout(paths), graph, chosen="3").data[-2]
    assert list(middles.marker.symbol) == ["circle", "circle", "diamond", "circle"]


def test_labels_write_no_tags(graph, paths):
    nodes = figure(layout(paths), graph).data[-1]
    assert all("<b>" not in text for text in nodes.text)


def test_the_same_paths_give_the_same_places_whatever_their_order(graph, paths):
    first, second = (figure(layout(each), graph).data[-1] for each in (paths, paths[::-1]))
    assert (first.x, first.y) == (second.x, second.y)


def test_a_small_picture_has_no_labels_on_edges(graph, paths):
    small = figure(layout(paths), graph, small=True)
    assert set(small.data[-2].text) == {""}
    assert small.layout.height < figure(layout(paths), graph).layout.height


def test_the_parts_of_every_edge_are_stacked(paths):
    drawn = bars(paths[0])
    assert [trace.name for trace in drawn.data] == ["confidence", "recency", "type"]
    total = sum(sum(trace.x) for trace in drawn.data)
    assert total == pytest.approx(paths[0].total_cost)


def test_the_dearest_edge_is_where_a_path_is_weakest(paths):
    assert dearest(paths[1]).id == "3"


@pytest.mark.parametrize(
    ("value", "said"),
    [(0, "0 h"), (47, "47 h"), (168, "7 days"), (17520, "2 years"), (13140, "1.5 years")],
)
def test_spans_are_told_in_the_unit_that_reads_best(value, said):
    assert hours(value) == said
