import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInput, UnknownTool
from engine.graph.build import build_graph
from engine.graph.cycles import order_tools
from engine.graph.layout import neighbourhood
from engine.graph.tool_graph import ToolGraph
from engine.models.catalog import DeclaredLink
from engine.models.graph import EdgeKind, EdgeOrigin, GraphEdge, ObservedFlow
from tests.api_builders import api_tool, catalog_of, shop


def edge(source, target, kind=EdgeKind.DATA_FLOW, confidence=0.8, **values):
    return GraphEdge(
        source=source,
        target=target,
        kind=kind,
        origin=EdgeOrigin.DERIVED,
        confidence=confidence,
        evidence=f"{source} feeds {target}.",
        **values,
    )


def graph_of(*pairs):
    names = sorted({name for pair in pairs for name in pair})
    return ToolGraph(names, [edge(*pair) for pair in pairs])


arrows = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")), max_size=25)


def test_several_kinds_of_edges_stand_between_two_tools():
    graph = ToolGraph(
        ["a", "b"],
        [edge("a", "b"), edge("a", "b", EdgeKind.LIFE_CYCLE), edge("b", "a")],
    )
    assert [(e.source, e.kind) for e in graph.between("b", "a")] == [
        ("a", EdgeKind.DATA_FLOW),
        ("a", EdgeKind.LIFE_CYCLE),
        ("b", EdgeKind.DATA_FLOW),
    ]


def test_of_two_edges_of_one_kind_the_more_trusted_stays():
    graph = ToolGraph(["a", "b"], [edge("a", "b", confidence=0.4), edge("a", "b", confidence=0.9)])
    assert [e.confidence for e in graph.edges] == [0.9]


def test_an_edge_to_an_unknown_tool_is_refused():
    with pytest.raises(UnknownTool, match=r"names tool 'ordr'.*Did you mean 'order'"):
        ToolGraph(["order"], [edge("order", "ordr")])


def test_producers_of_a_field_are_the_edges_that_fill_it():
    first = edge("a", "c", fields=(("$.id", "$.orderId"),))
    second = edge("b", "c", confidence=0.9, fields=(("$.id", "$.memberId"),))
    graph = ToolGraph(["a", "b", "c"], [first, second, edge("a", "c", EdgeKind.LIFE_CYCLE)])
    assert graph.producers_of("c") == (second, first)
    assert graph.producers_of("c", "$.orderId") == (first,)


def test_adjacency_lists_each_edge_in_its_sources_row():
    graph = graph_of(("a", "b"), ("a", "c"), ("c", "a"))
    rows = graph.adjacency([EdgeKind.DATA_FLOW])
    assert rows.indptr.tolist() == [0, 2, 2, 3]
    assert rows.targets.tolist() == [1, 2, 0]
    assert rows.weights.dtype == np.float32
    assert [e.target for e in rows.edges] == ["b", "c", "a"]
    assert graph.adjacency([EdgeKind.ARAZZO]).indptr.tolist() == [0, 0, 0, 0]


def test_hops_are_counted_in_either_direction():
    graph = graph_of(("a", "b"), ("c", "b"), ("c", "d"))
    assert graph.hops_from("a", 2) == {"a": 0, "b": 1, "c": 2}
    with pytest.raises(InvalidInput, match=r"cannot be negative, but -1 was given"):
        graph.hops_from("a", -1)


def test_a_circle_is_found_with_the_weakest_way_to_open_it():
    graph = ToolGraph(
        ["a", "b", "c"],
        [edge("a", "b", confidence=0.9), edge("b", "a", confidence=0.3), edge("b", "c")],
    )
    (cycle,) = graph.cycles
    assert cycle.tools == ("a", "b")
    assert [(e.source, e.target) for e in cycle.closing_edges] == [("b", "a")]


def test_same_resource_closes_no_circle():
    graph = ToolGraph(["a", "b"], [edge("b", "a"), edge("a", "b", EdgeKind.SAME_RESOURCE)])
    assert graph.cycles == ()


def test_a_tool_does_not_feed_itself():
    assert ToolGraph(["a"], [edge("a", "a")]).edges == ()


@given(arrows)
def test_without_its_closing_edges_a_graph_has_no_circle(pairs):
    graph = ToolGraph(list("abcdef"), [edge(*pair) for pair in pairs])
    closing = {(e.source, e.target) for cycle in graph.cycles for e in cycle.closing_edges}
    rest = nx.DiGraph(
        (e.source, e.target) for e in graph.edges if (e.source, e.target) not in closing
    )
    assert nx.is_directed_acyclic_graph(rest)


@given(arrows)
def test_tools_without_circles_are_put_into_an_order_that_every_edge_follows(pairs):
    edges = [edge(*pair) for pair in pairs if pair[0] < pair[1]]
    order = order_tools("fedcba", edges)
    assert sorted(order) == list("abcdef")
    assert all(order.index(e.source) < order.index(e.target) for e in edges)


@given(arrows, st.randoms())
def test_the_order_of_edges_changes_neither_graph_nor_picture(pairs, shuffler):
    edges = [edge(*pair) for pair in pairs]
    shuffled = list(edges)
    shuffler.shuffle(shuffled)
    left, right = ToolGraph(list("abcdef"), edges), ToolGraph(list("abcdef"), shuffled)
    assert left.fingerprint == right.fingerprint
    assert left.summary == right.summary
    assert neighbourhood(left, "a", hops=2) == neighbourhood(right, "a", hops=2)


def test_a_picture_has_producers_left_of_what_they_feed():
    picture = neighbourhood(graph_of(("a", "b"), ("b", "c"), ("a", "c")), "b")
    x = {tool.name: tool.x for tool in picture.tools}
    assert x == {"a": -1.0, "b": 0.0, "c": 1.0}
    assert [tool.name for tool in picture.tools] == ["b", "a", "c"]


def test_a_picture_is_bounded_and_says_what_it_leaves_out():
    graph = graph_of(*((f"p{i:02}", "hub") for i in range(30)))
    picture = neighbourhood(graph, "hub", limit=10)
    assert len(picture.tools) == 10
    assert picture.left_out == 21
    assert {e.target for e in picture.edges} == {"hub"}
    with pytest.raises(InvalidInput, match=r"at least 1, but 0 was given"):
        neighbourhood(graph, "hub", limit=0)


def test_no_two_tools_of_a_picture_stand_on_one_place():
    picture = neighbourhood(build_graph(shop()), "getOrder", hops=2)
    places = [(tool.x, tool.y) for tool in picture.tools]
    assert len(set(places)) == len(places)
    assert all(-1 <= x <= 1 and -1 <= y <= 1 for x, y in places)


def test_links_pairs_and_calls_become_edges_of_their_own():
    link = DeclaredLink(source="a", target="b", kind="openapi_link", fields=(("$.id", "$.id"),))
    pair = DeclaredLink(source="b", target="c", kind="overlay")
    flow = ObservedFlow(source="a", target="c", count=12)
    catalog = catalog_of(api_tool("a"), api_tool("b"), api_tool("c"), links=(link,))
    graph = build_graph(catalog, overlay_pairs=[pair], observed=[flow])
    found = {e.kind: e for e in graph.edges}
    assert found[EdgeKind.OPENAPI_LINK].origin is EdgeOrigin.DECLARED
    assert found[EdgeKind.OVERLAY].target == "c"
    assert found[EdgeKind.OBSERVED].evidence == "12 recorded calls of c use the result of a."
    assert found[EdgeKind.OBSERVED].confidence == pytest.approx(12 / (12 + 1.96**2), abs=1e-4)


def test_a_summary_counts_every_kind():
    summary = build_graph(shop()).summary
    assert set(summary.by_kind) == {kind.value for kind in EdgeKind}
    assert sum(summary.by_kind.values()) == sum(summary.by_confidence.values()) == summary.edges


def test_a_graph_fingerprint_changes_with_an_edge():
    catalog = shop()
    pair = DeclaredLink(source="getMember", target="createOrder", kind="overlay")
    plain, paired = build_graph(catalog), build_graph(catalog, overlay_pairs=[pair])
    assert plain.fingerprint == build_graph(catalog).fingerprint != paired.fingerprint
