from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DocumentError
from engine.ingest.cases import read_cases, write_cases, write_cases_csv
from engine.ingest.load import build_catalog
from engine.ingest.source import SourceFile
from engine.models.case import Case

SHOP = SourceFile(
    "shop.json",
    b'{"openapi":"3.0.0","paths":{"/orders":{"get":{"operationId":"listOrders"}},'
    b'"/orders/{id}":{"get":{"operationId":"getOrder"}}}}',
)


@pytest.fixture(scope="module")
def catalog():
    return build_catalog("shop", [SHOP])


def refusal(data: str, name: str = "cases.jsonl", catalog=None) -> str:
    with pytest.raises(DocumentError) as caught:
        read_cases(SourceFile(name, data.encode()), catalog=catalog)
    return str(caught.value)


def test_json_lines_come_back_sorted_by_id_and_keep_unknown_keys():
    data = b'\xef\xbb\xbf{"case_id":"b","query":"q"}\n\n{"case_id":"a","query":"","split":"dev"}\n'

    cases = read_cases(SourceFile("cases.jsonl", data))

    assert [case.case_id for case in cases] == ["a", "b"]
    assert cases[0].model_extra == {"split": "dev"}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        pytest.param("cases.json", b'[{"case_id":"a","query":"q","tags":["x","y"]}]', id="array"),
        pytest.param(
            "cases.json", b'{"cases":[{"case_id":"a","query":"q","tags":["x","y"]}]}', id="object"
        ),
        pytest.param("cases.json", b'{"case_id":"a","query":"q","tags":["x","y"]}', id="single"),
        pytest.param("upload", b'{"case_id":"a","query":"q","tags":["x","y"]}\n', id="no-ending"),
        pytest.param("cases.csv", b"case_id,query,tags\na,q,x|y\n", id="csv"),
        pytest.param(
            "cases.csv", b'\xef\xbb\xbfcase_id,query,tags\r\na,q,"[""x"",""y""]"\r\n', id="csv-bom"
        ),
    ],
)
def test_the_same_case_reads_equal_from_every_format(name, data):
    assert read_cases(SourceFile(name, data)) == (Case(case_id="a", query="q", tags=("x", "y")),)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(
            '{"case_id":"a","query":"q"}\n{"case_id":"a","query":"r"}',
            "cases.jsonl: line 2: case_id 'a' already stands at line 1; ids are unique.",
            id="repeated-id",
        ),
        pytest.param(
            '{"query":"q"}',
            "cases.jsonl: line 1: case_id is missing; every case needs one.",
            id="missing-id",
        ),
        pytest.param(
            '{"case_id":7,"query":"q"}',
            'cases.jsonl: line 1: case_id is the number 7; ids are text, so write "7".',
            id="number-as-id",
        ),
        pytest.param(
            '{"case_id":"a","query":"q","top_k":"8"}',
            "cases.jsonl: line 1: top_k must be a whole number, but the text '8' stands there.",
            id="wrong-type",
        ),
        pytest.param(
            '{"case_id":"a","query":"q","tags":"x"}',
            "cases.jsonl: line 1: tags must be a list, but the text 'x' stands there.",
            id="text-for-a-list",
        ),
        pytest.param(
            '{"case_id":"a","query":"q","mode":"fly"}',
            "cases.jsonl: line 1: mode must be one of 'search', 'plan' or 'execute', "
            "but the text 'fly' stands there.",
            id="unknown-word",
        ),
        pytest.param(
            '{"case_id":"a",}',
            "cases.jsonl: line 1, column 16: this is not JSON: expecting property name enclosed "
            "in double quotes, but '}' stands there. Correct it there.",
            id="not-json",
        ),
        pytest.param(
            "[1]",
            "cases.jsonl: line 1: a case is an object, but an array stands there.",
            id="array",
        ),
        pytest.param("", "cases.jsonl: the file is empty (0 bytes).", id="empty"),
        pytest.param(" \n", "cases.jsonl: the file is empty (2 bytes).", id="blank"),
    ],
)
def test_a_case_that_cannot_be_used_is_named_with_line_field_and_remedy(data, message):
    assert refusal(data) == message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(
            "query\nq", "line 1: the header names no column 'case_id', but 'query'", id="no-id"
        ),
        pytest.param(
            "case_id,query,query\na,b,c", "line 1: the column 'query' stands twice", id="twice"
        ),
        pytest.param(
            'case_id,query\n"a\nb",q\nc,q,r',
            "line 4: 3 cells stand under 2 columns; quote the commas.",
            id="too-many-cells-after-a-cell-of-two-lines",
        ),
        pytest.param(
            'case_id,query\n"a', "line 2: this is not CSV: unexpected end of data", id="cut-off"
        ),
        pytest.param(
            "case_id,query,execution\na,q,{bad}",
            "line 2, execution: the cell must hold JSON",
            id="bad-cell",
        ),
    ],
)
def test_a_csv_that_cannot_be_used_is_named_with_its_line(data, message):
    assert message in refusal(data, "cases.csv")


def test_all_problems_of_a_file_are_told_at_once():
    text = refusal('{"query":"q"}\n{"case_id":"a","query":5}\n{bad}\n{"case_id":"a","query":"q"}')

    assert text.splitlines()[0] == "cases.jsonl has 4 problems:"


@pytest.mark.parametrize(
    "fields",
    [
        '"expected_target":"listOrdrs"',
        '"expected":["listOrdrs"]',
        '"expected_target":"getOrder","target_alternatives":["listOrdrs"]',
        '"expected":["getOrder"],"expected_alternatives":[["listOrdrs"]]',
    ],
)
def test_an_expected_tool_that_the_catalog_lacks_is_named_with_the_nearest(fields, catalog):
    assert refusal(f'{{"case_id":"a","query":"q",{fields}}}', catalog=catalog) == (
        "cases.jsonl: line 1: case 'a' names tool 'listOrdrs', which is not among the catalog's "
        "2 tools. Did you mean 'listOrders'?"
    )


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param(
            '"expected_target":"x","expected":["x"],"expected_paths":["get orders"]', id="path"
        ),
        pytest.param(
            '"expected_target":"x","expected_paths":["GET /orders/{id}"]', id="path-alone"
        ),
        pytest.param('"expected_target":"GET /orders"', id="label-as-name"),
        pytest.param(
            '"expected_target":"getOrder","llm_target":"invented"', id="llm-target-may-be-unknown"
        ),
    ],
)
def test_a_tool_is_known_by_its_method_and_path_too(fields, catalog):
    data = f'{{"case_id":"a","query":"q",{fields}}}'.encode()

    assert len(read_cases(SourceFile("cases.jsonl", data), catalog=catalog)) == 1


def test_values_of_provided_entities_are_never_written():
    case = Case(case_id="a", query="q", provided_entities={"phone": "555-0199"})

    assert b"555-0199" not in write_cases([case]) + write_cases_csv([case])
    assert b'"phone": null' in write_cases([case])


def test_a_cell_that_a_spreadsheet_would_run_is_written_as_text():
    cases = [Case(case_id=f"c{i}", query=f"{sign}cmd") for i, sign in enumerate("=+-@\t")]

    text = write_cases_csv(cases).decode("utf-8-sig")

    assert text.startswith("case_id,query\r\n")
    assert text.count(",'") == len(cases)


TEXT = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=12)


@given(
    st.builds(
        Case,
        case_id=TEXT.filter(lambda text: bool(text.strip())),
        query=TEXT.filter(bool),
        expected=st.lists(TEXT, max_size=3).map(tuple),
        tags=st.lists(TEXT, max_size=3).map(tuple),
        top_k=st.integers(1, 20),
        capture_evidence=st.booleans(),
        lang=st.none() | st.just("ko"),
    )
)
def test_what_is_written_reads_back_equal_from_both_formats(case):
    assert read_cases(SourceFile("c.jsonl", write_cases([case]))) == (case,)
    assert read_cases(SourceFile("c.csv", write_cases_csv([case]))) == (case,)


EVIDENCE = (
    '{"kind":"units","basis":"observed","field":"amount","value":"KRW"},'
    '{"kind":"provenance","basis":"asserted","observed_at":"2031-06-10T08:55:00Z"}'
)


def test_evidence_is_read_strictly_and_comes_back_from_both_formats():
    line = f'{{"case_id":"a","query":"q","call_fields":["amount"],"evidence":[{EVIDENCE}]}}'
    (case,) = read_cases(SourceFile("cases.jsonl", line.encode()))
    assert [item.origin for item in case.evidence] == ["runtime", "model"]
    for name, data in (("x.jsonl", write_cases([case])), ("x.csv", write_cases_csv([case]))):
        assert read_cases(SourceFile(name, data)) == (case,)


@pytest.mark.parametrize(
    ("item", "message"),
    [
        pytest.param(
            '{"kind":"units","basis":"seen"}',
            "evidence[0].basis must be one of 'declared', 'observed' or 'asserted', but the text "
            "'seen' stands there.",
            id="basis",
        ),
        pytest.param(
            '{"kind":"units","basis":"observed","feild":"x"}',
            "evidence[0].feild is no known key. Did you mean 'field'?",
            id="unknown key",
        ),
        pytest.param(
            '{"kind":"units","basis":"observed","observed_at":"2031-01-01T00:00:00"}',
            "evidence[0].observed_at must be a time with its zone",
            id="no zone",
        ),
    ],
)
def test_evidence_that_cannot_be_used_is_named(item, message):
    said = refusal(f'{{"case_id":"a","query":"q","evidence":[{item}]}}')
    assert message in said
    assert "origin" not in said
