from __future__ import annotations

from engine.models.graph import EdgeKind, EdgeOrigin, GraphEdge, Neighbourhood, PlacedTool
from pages.parts import surroundings


def edge(source, target, kind=EdgeKind.DATA_FLOW):
    return GraphEdge(
        source=source,
        target=target,
        kind=kind,
        origin=EdgeOrigin.DERIVED,
        confidence=0.8,
        evidence=f"{source} returns what {target} takes.",
    )


AROUND = Neighbourhood(
    centre="getOrder",
    tools=(
        PlacedTool(name="getOrder", hops=0, x=0.0, y=0.0),
        PlacedTool(name="listOrders", hops=1, x=-1.0, y=0.0),
        PlacedTool(name="<b>cancel</b>", hops=1, x=1.0, y=0.0),
    ),
    edges=(
        edge("listOrders", "getOrder"),
        edge("getOrder", "<b>cancel</b>", EdgeKind.SAME_RESOURCE),
    ),
    left_out=0,
)


def test_an_arrow_points_from_producer_to_consumer():
    (arrow,) = surroundings.figure(AROUND).layout.annotations
    assert arrow.ax < arrow.x < 0.0


def test_only_edges_that_carry_data_have_an_arrow():
    assert len(surroundings.figure(AROUND).layout.annotations) == 1


def test_a_name_writes_no_tag_into_the_picture():
    nodes = surroundings.figure(AROUND).data[-1]
    assert nodes.text[2] == "&lt;b&gt;cancel&lt;/b&gt;"
    assert nodes.hovertext[2] == "&lt;b&gt;cancel&lt;/b&gt;"


def test_the_same_surroundings_give_the_same_picture():
    assert surroundings.figure(AROUND) == surroundings.figure(AROUND)


def test_edges_between_the_others_are_faint():
    around = AROUND.model_copy(
        update={"edges": (*AROUND.edges, edge("listOrders", "<b>cancel</b>"))}
    )
    lines = [trace for trace in surroundings.figure(around).data if trace.mode == "lines"]
    assert [trace.opacity for trace in lines] == [surroundings.FAINT, 1.0, 1.0]
