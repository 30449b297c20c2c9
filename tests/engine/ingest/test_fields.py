from __future__ import annotations

import pytest

from engine.ingest.fields import identifier_of, kind_of
from engine.models.tool import Location


@pytest.mark.parametrize(
    ("name", "location", "required", "expected"),
    [
        ("per_page", "query", False, "paging"),
        ("pageToken", "query", False, "paging"),
        ("nextCursor", "response", False, "paging"),
        ("limit", "query", False, "paging"),
        ("page", "path", True, "data"),
        ("pageant", "query", False, "data"),
        ("rateLimit", "response", False, "data"),
        ("Authorization", "header", False, "auth"),
        ("X-Api-Key", "header", False, "auth"),
        ("access_token", "query", False, "auth"),
        ("token", "query", False, "auth"),
        ("authority", "query", False, "data"),
        ("tokenizer", "query", False, "data"),
        ("X-Request-Id", "header", False, "context"),
        ("session", "cookie", False, "context"),
        ("tenantId", "path", True, "context"),
        ("language", "query", False, "context"),
        ("language", "body", True, "data"),
        ("language", "response", False, "data"),
        ("targetLanguage", "query", False, "data"),
        ("주문번호", "query", False, "data"),
        ("", "query", False, "data"),
    ],
)
def test_a_field_is_known_by_whole_words(name, location, required, expected):
    assert kind_of(name, Location(location), required=required) == expected


@pytest.mark.parametrize(
    ("name", "owner", "location", "expected"),
    [
        ("id", "Pet", "response", "petId"),
        ("pet_id", "", "query", "petId"),
        ("petId", "Order", "body", "petId"),
        ("petIDs", "", "query", "petId"),
        ("id", "full-repository", "response", "repositoryId"),
        ("id", "OrderResponseDTO", "response", "orderId"),
        ("id", "categories", "path", "categoryId"),
        ("id", "", "response", "id"),
        ("name", "volumes", "path", "volumeName"),
        ("name", "Volume", "response", "volumeName"),
        ("name", "Volume", "body", None),
        ("userName", "Account", "response", None),
        ("issue_number", "", "query", "issueNumber"),
        ("number", "issue", "response", "issueNumber"),
        ("number", "", "response", None),
        ("mbrNo", "", "query", "mbrNo"),
        ("owner", "repos", "path", "owner"),
        ("color", "Pet", "response", None),
        ("valid", "Pet", "response", None),
        ("notes", "Pet", "response", None),
        ("주문", "주문들", "path", "주문"),
        ("", "Pet", "response", None),
        ("---", "Pet", "path", None),
    ],
)
def test_an_identifier_is_qualified_by_what_it_belongs_to(name, owner, location, expected):
    assert identifier_of(name, owner, Location(location)) == expected


def test_what_is_said_of_each_item_of_a_response_is_no_paging():
    assert kind_of("offset", Location.RESPONSE, required=False) == "paging"
    assert kind_of("offset", Location.RESPONSE, required=False, in_list=True) == "data"
