import pytest

from engine.errors import InvalidInput
from engine.triage.assertions import Assertion, AssertionKind, read_assertions
from tests.builders import case


def test_checks_come_in_the_order_of_the_stages():
    checks = read_assertions(
        case(
            assertions=[
                {"kind": "json_path_exists", "path": "$.id"},
                {"kind": "http_status", "value": 201},
                {"kind": "top_k_contains", "tool": "getOrder"},
            ]
        )
    )
    assert checks == (
        Assertion(AssertionKind.TOP_K_CONTAINS, "getOrder"),
        Assertion(AssertionKind.HTTP_STATUS, 201),
        Assertion(AssertionKind.JSON_PATH_EXISTS, "$.id"),
    )


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (
            {"kind": "http_stats", "expected": 200},
            r"case 'case', assertion 1 has kind 'http_stats'; there are top_k_contains, .*"
            r"Did you mean 'http_status'\?",
        ),
        ({}, r"has kind None; there are"),
        (
            {"kind": "http_status", "value": "200"},
            r"\(http_status\) needs 'value' as a whole number, but '200' was given",
        ),
        (
            {"kind": "http_status", "value": True},
            r"needs 'value' as a whole number, but True was given",
        ),
        (
            {"kind": "selected_target"},
            r"\(selected_target\) needs 'tool' as a text, but None was given",
        ),
    ],
)
def test_a_check_that_cannot_be_read_is_refused_with_its_place(raw, message):
    with pytest.raises(InvalidInput, match=message):
        read_assertions(case(assertions=[raw]))
