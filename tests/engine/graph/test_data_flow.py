import random

import pytest

from engine.graph.build import build_graph
from engine.graph.data_flow import PRODUCERS_PER_FIELD
from engine.models.graph import EdgeKind
from tests.api_builders import api_tool, catalog_of, gives, shop, takes


def flows(*tools):
    graph = build_graph(catalog_of(*tools))
    return {(e.source, e.target): e for e in graph.edges if e.kind is EdgeKind.DATA_FLOW}


def test_data_flows_from_the_producer_to_the_consumer():
    edges = flows(*shop().tools)
    edge = edges["listOrders", "getOrder"]
    assert edge.fields == (("$[].id", "$.orderId"),)
    assert edge.reasons == ("identifier",)
    assert "listOrders returns id" in edge.evidence
    assert ("getOrder", "listOrders") not in edges


def test_a_bare_id_is_qualified_by_its_schema():
    edges = flows(*shop().tools)
    assert ("searchMembers", "getMember") in edges
    assert ("searchMembers", "getOrder") not in edges
    assert ("listOrders", "getMember") not in edges


def test_who_must_be_told_a_value_is_trusted_less_as_its_source():
    edges = flows(*shop().tools)
    echo = edges.get(("getOrder", "listOrderRefunds"))
    assert echo is None or echo.confidence < edges["listOrders", "listOrderRefunds"].confidence


def test_a_call_that_makes_a_record_does_not_need_that_records_id():
    maker = api_tool(
        "addPet", "POST /pets", consumes=(takes("id", "body", required=False, owner="Pet"),)
    )
    lister = api_tool("listPets", "GET /pets", produces=(gives("$[].id", owner="Pet"),))
    assert ("listPets", "addPet") not in flows(maker, lister)


@pytest.mark.parametrize("word", ["id", "name", "page", "status", "type", "query", "limit"])
def test_a_broad_name_alone_makes_no_edge(word):
    giver = api_tool("listShips", "GET /ships", produces=(gives(f"$.{word}"),))
    taker = api_tool("paintWall", "POST /walls", consumes=(takes(word, "body"),))
    assert flows(giver, taker) == {}


def test_a_broad_name_makes_an_edge_between_tools_about_the_same_thing():
    giver = api_tool("search_song", produces=(gives("$.title"), gives("$.artist")))
    taker = api_tool("get_song_lyrics", consumes=(takes("title"), takes("artist")))
    edge = flows(giver, taker)["search_song", "get_song_lyrics"]
    assert {taken for _, taken in edge.fields} == {"$.title", "$.artist"}


@pytest.mark.parametrize(
    ("given", "taken", "ground"),
    [
        pytest.param("$.tracking_code", "tracking_code", "identifier", id="identifier"),
        pytest.param("$.shippingLane", "shipping_lane", "name", id="spelling"),
        pytest.param("$.harbourId", "originHarbourId", "role", id="role"),
        pytest.param("$.converted_tonnage", "tonnage", "qualified", id="qualified"),
    ],
)
def test_grounds_of_names_that_say_something(given, taken, ground):
    giver = api_tool("read_manifest", produces=(gives(given), gives("$.other_thing")))
    taker = api_tool("plan_voyage", consumes=(takes(taken, "body"),))
    edge = flows(giver, taker)["read_manifest", "plan_voyage"]
    assert edge.reasons == (ground,)


def test_a_field_named_after_a_thing_takes_the_things_name_before_its_id():
    giver = api_tool(
        "list_artists",
        produces=(gives("$[].id", owner="Artist"), gives("$[].name", owner="Artist")),
    )
    taker = api_tool("find_concerts", consumes=(takes("artist"),))
    edge = flows(giver, taker)["list_artists", "find_concerts"]
    assert edge.fields == (("$[].name", "$.artist"),)
    assert edge.reasons == ("resource",)


def test_a_text_that_names_a_tool_is_evidence():
    finder = api_tool("SearchHarbour", produces=(gives("$.portCode"), gives("$.label")))
    text = "The code can be taken from the Search Harbour API."
    taker = api_tool("BookBerth", consumes=(takes("arrivalPortCode", description=text),))
    edge = flows(finder, taker)["SearchHarbour", "BookBerth"]
    assert edge.reasons[0] == "mention"
    assert "SearchHarbour" in edge.evidence


def test_a_worked_out_amount_can_be_taken_as_an_amount():
    giver = api_tool("calculate_fare", produces=(gives("$.fare", type="number"),))
    money = api_tool("convert_money", consumes=(takes("amount", "body", type="number"),))
    words = api_tool("translate_words", consumes=(takes("text", "body"),))
    edges = flows(giver, money, words)
    assert edges["calculate_fare", "convert_money"].reasons == ("quantity",)
    assert ("calculate_fare", "translate_words") not in edges


def test_an_undescribed_answer_is_implied_by_what_the_tool_reads():
    giver = api_tool("get_country_code", description="Returns the code of a country.")
    taker = api_tool("get_growth_by_country", consumes=(takes("country_code"),))
    edge = flows(giver, taker)["get_country_code", "get_growth_by_country"]
    assert edge.fields == (("$", "$.country_code"),)


def test_types_that_cannot_be_written_as_each_other_make_no_edge():
    giver = api_tool("read_gate", produces=(gives("$.gateOpening", type="boolean"),))
    taker = api_tool("plan_trip", consumes=(takes("gate_opening", type="string"),))
    assert flows(giver, taker) == {}


def test_another_documents_identifier_is_trusted_less():
    giver = (gives("$[].berthId"),)
    near = api_tool("listBerths", "GET /berths", produces=giver)
    far = api_tool("listBerths2", "GET /berths", produces=giver, source="other.json")
    taker = api_tool("bookBerth", "POST /bookings", consumes=(takes("berthId", "body"),))
    edges = flows(near, far, taker)
    assert (
        edges["listBerths2", "bookBerth"].confidence < edges["listBerths", "bookBerth"].confidence
    )


def test_a_field_keeps_a_bounded_number_of_producers():
    givers = [
        api_tool(f"read{i:03}", f"GET /kind{i}", produces=(gives("$.berthId"),)) for i in range(60)
    ]
    taker = api_tool("bookBerth", "POST /bookings", consumes=(takes("berthId", "body"),))
    assert len(flows(*givers, taker)) == PRODUCERS_PER_FIELD


def test_the_order_of_fields_changes_nothing():
    tools = list(shop().tools)
    shuffler = random.Random(5)
    shuffled = []
    for tool in tools:
        consumes, produces = list(tool.consumes), list(tool.produces)
        shuffler.shuffle(consumes)
        shuffler.shuffle(produces)
        shuffled.append(
            tool.model_copy(update={"consumes": tuple(consumes), "produces": tuple(produces)})
        )
    assert build_graph(catalog_of(*tools)).edges == build_graph(catalog_of(*shuffled)).edges
