from __future__ import annotations

from engine.trace.layout import layout
from engine.trace.tracer import trace


def traced(graph, k=5, **values):
    return trace(graph, "s", "t", k, bidirectional=False, **values).paths


def places(drawn):
    return {node.id: (node.x, node.y) for node in drawn.nodes}


def test_one_path_is_a_straight_line(graph_of):
    graph = graph_of(("1", "s", "a", "causal", 0.9), ("2", "a", "t", "causal", 0.9))
    drawn = layout(traced(graph))
    assert places(drawn) == {"s": (0, 0.0), "a": (1, 0.0), "t": (2, 0.0)}
    assert (drawn.layers, drawn.widest) == (3, 1)


def test_nodes_of_one_layer_stand_apart(graph_of):
    graph = graph_of(
        ("1", "s", "a", "causal", 0.9),
        ("2", "a", "t", "causal", 0.9),
        ("3", "s", "b", "causal", 0.5),
        ("4", "b", "t", "causal", 0.9),
    )
    found = places(layout(traced(graph)))
    assert found["a"][0] == found["b"][0] == 1
    assert abs(found["a"][1] - found["b"][1]) == 1


def test_every_edge_of_paths_without_circles_leads_to_the_right(graph_of):
    graph = graph_of(
        ("1", "s", "a", "causal", 0.9),
        ("2", "a", "b", "causal", 0.9),
        ("3", "b", "t", "causal", 0.9),
        ("4", "s", "b", "causal", 0.3),
        ("5", "a", "t", "causal", 0.3),
    )
    drawn = layout(traced(graph))
    found = places(drawn)
    assert all(found[e.edge.from_id][0] < found[e.edge.to_id][0] for e in drawn.edges)
    assert found["t"][0] == drawn.layers - 1


def test_paths_that_run_over_a_pair_in_both_ways_still_have_places(graph_of):
    graph = graph_of(
        ("1", "s", "a", "causal", 0.9),
        ("2", "a", "b", "causal", 0.9),
        ("3", "b", "t", "causal", 0.9),
        ("4", "s", "b", "causal", 0.9),
        ("5", "b", "a", "causal", 0.9),
        ("6", "a", "t", "causal", 0.9),
    )
    drawn = layout(traced(graph))
    assert len(set(places(drawn).values())) == 4
    bends = {placed.edge.id: placed.bend for placed in drawn.edges}
    assert bends["2"] != 0
    # The two directions are bent alike as seen along each, so that they bow apart.
    assert bends["2"] == bends["5"]


def test_places_depend_on_the_set_of_paths_alone(graph_of):
    graph = graph_of(
        ("1", "s", "a", "causal", 0.9),
        ("2", "a", "t", "causal", 0.9),
        ("3", "s", "b", "causal", 0.5),
        ("4", "b", "t", "causal", 0.9),
    )
    paths = traced(graph)
    assert places(layout(paths)) == places(layout(paths[::-1]))
    assert layout(paths).edges[0].edge.id == "1"
    assert layout(paths[::-1]).edges[0].edge.id == "3"


def test_parallel_edges_are_bent_apart(graph_of):
    graph = graph_of(("1", "s", "t", "causal", 0.9), ("2", "s", "t", "supports", 0.9))
    drawn = layout(traced(graph))
    assert sorted(placed.bend for placed in drawn.edges) == [-0.5, 0.5]


def test_no_paths_have_no_picture():
    assert layout(()).nodes == ()


def test_an_edge_bows_round_the_nodes_that_it_would_run_through(graph_of):
    graph = graph_of(
        ("1", "s", "a", "causal", 0.9),
        ("2", "a", "t", "causal", 0.9),
        ("3", "s", "t", "causal", 0.3),
    )
    bends = {placed.edge.id: placed.bend for placed in layout(traced(graph)).edges}
    assert bends["1"] == bends["2"] == 0
    assert bends["3"] > 0
