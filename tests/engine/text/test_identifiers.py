from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.identifiers import split_identifier


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("getOrderItemV2", ("get", "order", "item", "v2"), id="camel-with-version"),
        pytest.param("userIDs", ("user", "ids"), id="plural-acronym"),
        pytest.param("IDs", ("ids",), id="plural-acronym-alone"),
        pytest.param("IDState", ("id", "state"), id="acronym-before-s-word"),
        pytest.param("parseHTTPResponse", ("parse", "http", "response"), id="acronym-inside"),
        pytest.param("list_for_org", ("list", "for", "org"), id="snake"),
        pytest.param("repos/list-for.org", ("repos", "list", "for", "org"), id="mixed-separators"),
        pytest.param("ec2Instances", ("ec2", "instances"), id="digits-stay-with-their-letters"),
        pytest.param("EC2Instances", ("ec2", "instances"), id="digits-after-capitals"),
        pytest.param("2024Report", ("2024", "report"), id="leading-digits"),
        pytest.param("주문목록조회", ("주문목록조회",), id="hangul-run"),
        pytest.param("get주문List", ("get", "주문", "list"), id="script-change"),
        pytest.param("ÄnderungÜbernehmen", ("änderung", "übernehmen"), id="capitals-with-marks"),
        pytest.param("ｇｅｔＯｒｄｅｒ", ("get", "order"), id="full-width"),
        pytest.param("a\u0301ndale", ("ándale",), id="decomposed-mark"),
        pytest.param("", (), id="empty"),
        pytest.param("-- / {}", (), id="separators-only"),
    ],
)
def test_split_identifier_ends_words_where_people_see_them(text, words):
    assert split_identifier(text) == words


@given(st.text(max_size=40))
def test_split_identifier_never_keeps_a_separator_and_never_fails(text):
    for word in split_identifier(text):
        assert word
        assert not any(character.isspace() or character in "-_./{}" for character in word)


@given(st.lists(st.sampled_from(["get", "order", "item", "list", "v2"]), min_size=1, max_size=6))
def test_split_identifier_reads_camel_snake_and_kebab_alike(words):
    camel = words[0] + "".join(word.capitalize() for word in words[1:])
    assert split_identifier(camel) == tuple(words)
    assert split_identifier("_".join(words)) == tuple(words)
    assert split_identifier("-".join(words)) == tuple(words)
