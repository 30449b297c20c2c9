import pytest

from engine.models.tool import Location
from engine.selection.profile import profile_of
from engine.selection.request import read_request
from engine.selection.signals import compare, coverage
from tests.builders import by_name, candidate, field, tool


def signals(query, *tools, rows=(), preferred=()):
    profiles = {name: profile_of(each) for name, each in by_name(*tools).items()}
    return compare(
        read_request(query), profiles, {row.name: row for row in rows}, frozenset(preferred)
    )


def test_a_word_that_all_siblings_share_distinguishes_nothing():
    found = signals("list orders of a member", tool("listMemberOrders"), tool("listMemberCoupons"))
    assert found["listMemberOrders"]["qualifier_match"] == 1.0
    assert "qualifier_match" not in found["listMemberCoupons"]


def test_a_qualifier_that_nobody_asked_for_speaks_against_a_tool():
    found = signals("list orders", tool("listOrders"), tool("listArchivedOrders"))
    assert found["listArchivedOrders"]["unrequested_qualifier"] == -1.0
    assert "unrequested_qualifier" not in found["listOrders"]


def test_fixed_path_segments_belong_to_a_tools_identity_and_variables_do_not():
    found = signals(
        "runs of an organisation",
        tool("a", "GET /organisation/{run}"),
        tool("b", "GET /repository/{organisation}"),
    )
    assert found["a"]["qualifier_match"] == 1.0
    assert "qualifier_match" not in found["b"]


def test_the_short_text_is_compared_on_its_own():
    found = signals(
        "refundable orders",
        tool("op1", title="Orders that are refundable"),
        tool("op2", title="Orders that are late"),
    )
    assert found["op1"]["text_match"] == 1.0
    assert "text_match" not in found["op2"]


def test_an_act_that_the_query_rules_out_speaks_against_a_tool():
    found = signals("show the order, don't cancel it", tool("showOrder"), tool("cancelOrder"))
    assert found["cancelOrder"]["excluded_word"] == -1.0
    assert "excluded_word" not in found["showOrder"]


def test_named_required_inputs_speak_for_a_tool():
    found = signals(
        "status by tracking number",
        tool("byTracking", consumes=(field("trackingNumber", required=True),)),
        tool("byOrder", consumes=(field("orderCode", required=True),)),
    )
    assert found["byTracking"]["request_contract"] == 1.0
    assert "request_contract" not in found["byOrder"]


def test_a_named_result_field_speaks_for_the_tool_that_has_it():
    found = signals(
        "the balance of the wallet",
        tool("a", produces=(field("balance", location=Location.RESPONSE),)),
        tool("b", produces=(field("owner", location=Location.RESPONSE),)),
    )
    assert found["a"]["response_contract"] == 1.0
    assert "response_contract" not in found["b"]


@pytest.mark.parametrize(
    ("query", "one", "many"),
    [
        pytest.param("show pet 42", 1.0, -1.0, id="query-points-at-one-record"),
        pytest.param("show the pets", -1.0, 0.0, id="query-points-at-none"),
    ],
)
def test_a_pointer_fits_the_tool_that_takes_one(query, one, many):
    pet = tool(
        "getPet",
        "GET /pets/{petId}",
        consumes=(field("petId", required=True, location=Location.PATH),),
    )
    found = signals(query, pet, tool("listPets", "GET /pets"))
    assert found["getPet"].get("identifier_fit", 0.0) == one
    assert found["listPets"].get("identifier_fit", 0.0) == many


def test_retrieval_and_its_evidence_enter_as_they_are():
    rows = (
        candidate("a", 1, 4.0, action_match=True, shape_match=False),
        candidate("b", 2, 1.0, action_match=None),
    )
    found = signals("q", tool("a"), tool("b"), tool("c"), rows=rows, preferred=("c",))
    assert found["a"] == {
        "retrieval": 1.0,
        "retrieval_first": 1.0,
        "action_match": 1.0,
        "shape_match": -1.0,
    }
    assert found["b"]["retrieval"] == 0.25
    assert found["c"]["learning"] == 1.0
    assert "retrieval" not in found["c"]


def test_coverage_is_the_share_of_the_querys_words_that_a_tool_carries_anywhere():
    request = read_request("refund the late orders of members")
    carries = tool("op", title="Refund orders", consumes=(field("memberId"),), tags=("late",))
    assert coverage(request, profile_of(carries)) == 1.0
    assert coverage(request, profile_of(tool("refundOrder"))) == 0.5
    assert coverage(read_request("the of"), profile_of(carries)) == 0.0
