import json

import pytest

from engine.models.candidate import RankingStats, ScoreBreakdown
from engine.models.tool import Tool
from engine.store import documents
from tests.engine.store.samples import tool


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"한": ["é", 1, 2.5, None, True]}, id="plain"),
        pytest.param({"lone": "\ud800", "한": "é"}, id="lone-surrogate"),
        pytest.param(2**80, id="huge-integer"),
    ],
)
def test_json_text_can_be_encoded_and_read_back(value):
    text = documents.to_text(value)
    assert text.encode()
    assert json.loads(text) == value


def test_a_record_with_a_lone_surrogate_is_read_back(store):
    odd = tool(description="half a pair: \ud800")
    text = documents.record_text(odd)
    assert text.encode()
    assert documents.record(Tool, text) == odd


def test_extra_texts_hold_unknown_keys_and_fields_without_a_column():
    plain = RankingStats(seeds=("a",))
    later = RankingStats.model_validate({"visited_nodes": 3, "later": [1]})
    assert documents.extra_texts([plain, later], frozenset(RankingStats.model_fields)) == [
        None,
        '{"later":[1]}',
    ]
    without = frozenset(RankingStats.model_fields) - {"visited_nodes"}
    assert documents.extra_texts([plain, later], without) == [
        None,
        '{"later":[1],"visited_nodes":3}',
    ]
    assert documents.extra_texts([], without) == []


def test_extra_values_are_what_was_written():
    part = ScoreBreakdown.model_validate({"seed": 1.0, "later": {"a": [None]}})
    (text,) = documents.extra_texts([part], frozenset(ScoreBreakdown.model_fields))
    assert documents.extra_values(text) == {"later": {"a": [None]}}
    assert documents.extra_values(None) == {}
