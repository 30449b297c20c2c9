import json

import pytest

from engine.errors import DocumentError
from engine.ingest.cases import read_cases
from engine.ingest.fixtures import read_fixtures, write_fixtures
from engine.ingest.source import SourceFile
from tests.engine.compare.test_fixtures import fixture, seen


def read(data, name="a.json"):
    return read_fixtures(SourceFile(name, data if isinstance(data, bytes) else data.encode()))


def other(case_id):
    found = fixture(seen())
    case = found.case.model_copy(update={"case_id": case_id})
    return found.model_copy(update={"case": case})


def test_one_fixture_is_one_object_and_reads_back():
    data = write_fixtures([fixture(seen())])
    assert json.loads(data)["quality_lab_fixture"] == 1
    assert read(data) == (fixture(seen()),)


def test_several_are_an_array_in_order_of_their_cases():
    data = write_fixtures([other("b"), other("a")])
    assert [each["case"]["case_id"] for each in json.loads(data)] == ["a", "b"]
    assert [each.case.case_id for each in read(data)] == ["a", "b"]


def test_writing_what_was_read_gives_the_same_bytes_with_unknown_keys_kept():
    value = json.loads(write_fixtures([fixture(seen())]))
    value["owner"] = "team"
    value["case"]["ticket"] = 7
    once = write_fixtures(read(json.dumps(value)))
    assert json.loads(once)["owner"] == "team"
    assert json.loads(once)["case"]["ticket"] == 7
    assert write_fixtures(read(once)) == once


def test_a_fixture_is_small():
    assert len(write_fixtures([fixture(seen())])) < 4_000


def test_the_case_of_a_fixture_is_read_as_a_case():
    (case,) = read_cases(SourceFile("a.json", write_fixtures([fixture(seen())])))
    assert case == fixture(seen()).case


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"case_id": "a", "query": "b"}', "has the key 'quality_lab_fixture', but a case stands"),
        ("[1]", "but a number stands there"),
        ('{"quality_lab_fixture": 2}', "this engine reads format 1"),
        ('{"quality_lab_fixture": true}', "is true; this engine reads format 1"),
        ('{"quality_lab_fixture": 1}', "case is missing"),
        ("[]", "holds no fixture"),
        ("", "is empty"),
        ("{", "a.json"),
    ],
)
def test_what_is_no_fixture_is_refused_with_the_reason(text, said):
    with pytest.raises(DocumentError) as refusal:
        read(text)
    assert said in str(refusal.value)


def test_a_case_stands_once():
    twice = json.dumps([json.loads(write_fixtures([fixture(seen())]))] * 2)
    with pytest.raises(DocumentError, match="a fixture of case 'case' stands twice"):
        read(twice)
