import pyarrow as pa
import pytest

from engine.models.candidate import MatchedTerm
from engine.store import columns

TERMS = [MatchedTerm(term="a", field="name"), MatchedTerm(term="b", field="path")]


def test_values_gives_one_list_for_each_field():
    assert columns.values(TERMS, "term", "field") == [["a", "b"], ["name", "path"]]
    assert columns.values(TERMS, "term") == [["a", "b"]]
    assert columns.values([], "term", "field") == [[], []]


def test_lists_hand_each_row_its_share_of_the_items():
    rows = [("a",), (), ("b", "c")]
    assert columns.text_lists(rows).to_pylist() == [["a"], [], ["b", "c"]]


def test_maps_keep_names_and_turn_what_is_no_number_into_null():
    rows = [{"x": 1.0, "y": None}, {}, {"x": float("nan")}]
    assert columns.number_maps(rows).to_pylist() == [[("x", 1.0), ("y", None)], [], [("x", None)]]
    assert columns.count_maps([{"pass": 2}]).to_pylist() == [[("pass", 2)]]


def test_structs_are_null_where_they_are_not_present():
    column = columns.structs({"n": columns.integers([1, 2])}, present=[True, False])
    assert column.to_pylist() == [{"n": 1}, None]


@pytest.mark.parametrize("values", [["é", None, "한"], []])
def test_texts_are_kept_as_they_are(values):
    assert columns.texts(values).to_pylist() == values


def test_texts_escape_a_lone_surrogate_only():
    assert columns.texts(["a\ud800", None, "한"]).to_pylist() == ["a\\ud800", None, "한"]


def test_records_escape_a_lone_surrogate_only():
    kind = pa.struct([("term", pa.string()), ("contribution", pa.float64())])
    terms = [
        MatchedTerm(term="a\ud800", field="name", step="exact", indexed="a", contribution=1.0),
        MatchedTerm(term="한", field="name", step="exact", indexed="한", contribution=0.5),
    ]
    assert columns.records(terms, kind).to_pylist() == [
        {"term": "a\\ud800", "contribution": 1.0},
        {"term": "한", "contribution": 0.5},
    ]
    assert columns.records([], kind).to_pylist() == []
