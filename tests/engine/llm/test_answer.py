from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.llm.answer import read_answer
from engine.models.model_answer import AnswerCode

KNOWN = {"listOrders", "getOrder"}


@pytest.mark.parametrize(
    ("content", "code", "target"),
    [
        pytest.param('{"tool": "getOrder"}', "picked", "getOrder", id="as-asked"),
        pytest.param('```json\n{"tool": "getOrder"}\n```', "picked", "getOrder", id="fenced"),
        pytest.param('Sure: {"tool": "getOrder"} fits.', "picked", "getOrder", id="with-prose"),
        pytest.param(" getOrder\n", "picked", "getOrder", id="the-bare-name"),
        pytest.param('{"tool": null}', "declined", None, id="none-fits"),
        pytest.param('{"tool": "dropTables"}', "unknown_tool", None, id="invented"),
        pytest.param('{"tool": ["getOrder"]}', "unusable", None, id="another-type"),
        pytest.param('{"name": "getOrder"}', "unusable", None, id="another-key"),
        pytest.param("I would call getOrder", "unusable", None, id="prose"),
        pytest.param("", "unusable", None, id="nothing"),
        pytest.param(None, "unusable", None, id="no-text"),
        pytest.param('{"tool": "getOrder"', "unusable", None, id="cut-off"),
    ],
)
def test_an_answer_is_a_known_name_or_a_code(content, code, target):
    assert read_answer(content, KNOWN) == (code, target)


@given(st.text(max_size=300))
def test_no_text_gives_anything_but_a_known_name_or_a_code(content):
    read = read_answer(content, KNOWN)
    assert (read.code is AnswerCode.PICKED) == (read.target in KNOWN)
