from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.parts.untrusted import Span, escape, mark, name, one_line, spans_of, visible

JOINER = "\u2060"
HOSTILE = (
    "![x](http://host/a.png) :red[y] $a+b$ <b>z</b> www.host.example a@b.example :smile: -> --"
)


def unescaped(markdown: str) -> str:
    """Read an escaped text as a Markdown reader would: a backslash gives the sign after it."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown.replace(JOINER, ""))


@given(st.text(max_size=80))
def test_escape_changes_no_letter_of_the_text(text):
    assert unescaped(escape(text)) == one_line(text)


@given(st.text(max_size=80))
def test_escape_leaves_no_sign_that_markdown_could_read(text):
    without_escapes = re.sub(r"\\[!-/:-@\[-`{-~]", "", escape(text))
    assert not re.search(r"[!-/:-@\[-`{-~]", without_escapes)


@pytest.mark.parametrize("sign", [":", ".", "@"])
def test_signs_that_begin_shortcodes_and_addresses_stand_apart(sign):
    assert f"a{JOINER}\\{sign}{JOINER}b" == escape(f"a{sign}b")


def test_an_id_without_such_signs_is_copied_as_it_is_shown():
    assert JOINER not in escape("refund-order_search/001")


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        pytest.param("getOrder", "`getOrder`", id="plain"),
        pytest.param("a`b", "`` a`b ``", id="one-backtick"),
        pytest.param("``", "``` `` ```", id="only-backticks"),
        pytest.param("", "–", id="nothing"),
    ],
)
def test_name_fences_a_name_with_more_backticks_than_it_holds(given_name, shown):
    assert name(given_name) == shown


def test_visible_shows_characters_that_hide_or_reorder_text():
    assert visible("a\u202eb\u200bc\x00d") == "a\ufffdb\ufffdc\ufffdd"


def test_one_line_cuts_with_an_ellipsis_inside_the_limit():
    assert one_line("x" * 50, limit=10) == "x" * 9 + "…"


def test_mark_puts_matched_words_on_a_ground_and_escapes_the_rest():
    marked = mark("Find <b> orders", ["order"])
    assert ":blue-background[order]s" in marked
    assert "<b>" not in marked


def test_mark_cannot_be_closed_from_inside():
    assert "\\]" in mark("a]b", ["a]b"])


@given(st.text(max_size=40), st.lists(st.text(max_size=5), max_size=4))
def test_spans_are_sorted_and_do_not_overlap(text, terms):
    spans = spans_of(text, terms)
    assert all(isinstance(span, Span) and span.start < span.end for span in spans)
    assert all(a.end <= b.start for a, b in pairwise(spans))


def test_a_hostile_text_keeps_its_letters():
    assert unescaped(escape(HOSTILE)) == HOSTILE
