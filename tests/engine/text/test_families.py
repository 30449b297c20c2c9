from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.families import family_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("find pet by id", "find a pet by its id", id="function-words"),
        pytest.param("Find pets by ID!", "find pet by id", id="case-and-endings"),
        pytest.param("show order 17", "get the order 20994", id="numbers-and-reading-verbs"),
        pytest.param(
            "cancel the order of jane@example.org", "cancel order of b@c.example", id="mail"
        ),
        pytest.param("rename it to 'old name'", "rename it to 'x'", id="quoted"),
    ],
)
def test_queries_that_ask_for_the_same_are_one_family(one, other):
    assert family_of(one).key == family_of(other).key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("cancel order", "delete order", id="verbs-that-change"),
        pytest.param("find pet by id", "find owner by id", id="things"),
        pytest.param("cancel the order", "do not cancel the order", id="ruled-out"),
        pytest.param("show order", "show order 17", id="with-a-value"),
    ],
)
def test_queries_that_ask_for_other_things_are_other_families(one, other):
    assert family_of(one).key != family_of(other).key


def test_a_value_is_no_word_of_a_family():
    assert family_of("show order 4711 of jane@example.org to 'Ann'").words == ("order",)


@given(st.text(max_size=80))
def test_any_text_has_a_family(text):
    assert family_of(text) == family_of(text)
