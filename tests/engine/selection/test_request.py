import pytest

from engine.models.tool import RiskClass
from engine.selection.request import content_stems, effect_level, read_request

READ, WRITE, LOSS = RiskClass.READ, RiskClass.WRITE, RiskClass.DESTRUCTIVE


@pytest.mark.parametrize(
    ("query", "effect"),
    [
        pytest.param("delete the draft", LOSS, id="a-destructive-verb"),
        pytest.param("could you please delete my account", LOSS, id="politely"),
        pytest.param("update the address of member 4", WRITE, id="a-writing-verb"),
        pytest.param("Order a pizza", WRITE, id="a-noun-as-verb-with-an-object"),
        pytest.param("order status", READ, id="the-same-noun-as-a-thing"),
        pytest.param("running processes", READ, id="a-participle-describes"),
        pytest.param("Deleting a label", LOSS, id="a-gerund-acts-on-an-object"),
        pytest.param("the deleted orders", READ, id="a-past-form-describes"),
        pytest.param("get the settings", READ, id="no-verb-inside-another-word"),
        pytest.param("account processes issues", READ, id="only-nouns"),
        pytest.param("show the order, do not delete it", READ, id="negated"),
        pytest.param("show orders without deleting them", READ, id="without"),
        pytest.param("don't delete it, archive the order", WRITE, id="only-one-is-negated"),
        pytest.param("주문 42 취소해줘", WRITE, id="korean-verb-last"),
        pytest.param("취소 주문 목록 보여줘", READ, id="korean-verbal-noun-as-a-thing"),
        pytest.param("주문 취소하고 내역 보여줘", WRITE, id="korean-joined-acts"),
        pytest.param("주문 삭제하지 말고 조회해줘", READ, id="korean-negated"),
        pytest.param("", READ, id="empty"),
    ],
)
def test_a_query_asks_for_the_effect_of_its_verbs(query, effect):
    assert read_request(query).effect is effect


def test_what_is_ruled_out_is_not_wanted():
    request = read_request("show the order, don't cancel it")
    assert request.wanted == {"show", "order"}
    assert request.excluded == {"cancel"}


@pytest.mark.parametrize("query", ["get pet with ID 42", "show order A-17", "parcel by its uuid"])
def test_a_number_a_code_or_the_word_id_points_at_one_record(query):
    assert read_request(query).has_identifier


def test_a_query_without_a_pointer_has_no_identifier():
    assert not read_request("hide the video of the kid").has_identifier


def test_stems_leave_out_function_words_and_identifiers_written_together():
    assert content_stems("getTheOrderItems of a user", "en") == {"get", "order", "item", "user"}


def test_a_query_of_pasted_material_is_read_up_to_a_limit():
    assert "tail" not in read_request("word " * 1000 + "tail").wanted


def test_effects_rise_from_read_to_destructive():
    levels = [effect_level(effect) for effect in (READ, RiskClass.UNKNOWN, WRITE, LOSS)]
    assert levels == [0, 1, 2, 3]
