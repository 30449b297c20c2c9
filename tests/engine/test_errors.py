from __future__ import annotations

import pytest

from engine.errors import DocumentError, InvalidInput, NotStored, Problem, UnknownTool

TOOLS = ["cancelOrder", "getOrderDetail", "getRefundableOrderList"]


def test_an_unknown_tool_says_where_against_what_and_offers_the_nearest():
    error = UnknownTool("getRefundableOrders", "case 'refund-001' (orders.jsonl, line 1)", TOOLS)
    assert str(error) == (
        "case 'refund-001' (orders.jsonl, line 1) names tool 'getRefundableOrders', which is not "
        "among the catalog's 3 tools. Did you mean 'getRefundableOrderList'?"
    )


def test_a_name_like_no_other_gets_no_guess():
    assert "Did you mean" not in str(UnknownTool("zzz", "case 'c'", TOOLS))


def test_a_document_with_one_problem_says_it_in_one_line():
    error = DocumentError("orders.jsonl", [Problem("line 3", "this is not JSON.")])
    assert str(error) == "orders.jsonl: line 3: this is not JSON."


def test_a_document_names_every_problem_up_to_a_bound_and_counts_the_rest():
    error = DocumentError("a.jsonl", [Problem(f"line {n}", "is empty.") for n in range(1, 31)])
    lines = str(error).splitlines()
    assert lines[0] == "a.jsonl has 30 problems:"
    assert lines[1] == "  line 1: is empty."
    assert lines[-1] == "  … and 10 more"
    assert len(error.problems) == 30


def test_a_document_error_without_a_problem_is_a_bug():
    with pytest.raises(ValueError, match="at least one problem"):
        DocumentError("a.jsonl", [])


@pytest.mark.parametrize(
    ("known", "message"),
    [
        pytest.param(
            (), "there is no run 'a1b2' in the store, which holds no run yet.", id="empty"
        ),
        pytest.param(
            ("a1b3",), "there is no run 'a1b2' in the store. Did you mean 'a1b3'?", id="near"
        ),
        pytest.param(
            ("ffff", "eeee"),
            "there is no run 'a1b2' in the store; it holds 2: eeee, ffff.",
            id="far",
        ),
    ],
)
def test_something_not_stored_is_answered_with_what_is(known, message):
    assert str(NotStored("run", "a1b2", known)) == message


def test_something_missing_says_where_it_was_looked_for():
    error = NotStored("case", "c-9", ("far-1", "far-2"), where="run 'a1b2'")
    assert str(error) == "there is no case 'c-9' in run 'a1b2'; it holds 2: far-1, far-2."
    assert str(NotStored("case", "c-9", where="run 'a1b2'")).endswith(
        "in run 'a1b2', which holds no case yet."
    )


def test_wrong_input_is_also_a_value_error():
    assert issubclass(InvalidInput, ValueError)
