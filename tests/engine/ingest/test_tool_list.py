from __future__ import annotations

import pytest

from engine.errors import DocumentError
from engine.models.tool import Annotations
from tests.engine.ingest.documents import catalog_of, message, only_tool, paths_of, required_of

SCHEMA = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "description": "Where."},
        "unit": {"enum": ["C", "F"]},
    },
    "required": ["city"],
}
BARE = {"name": "weather", "description": "Tells the weather."}


@pytest.mark.parametrize(
    ("document", "format_name"),
    [
        pytest.param({"tools": [BARE | {"inputSchema": SCHEMA}]}, "mcp", id="mcp"),
        pytest.param(
            {"jsonrpc": "2.0", "id": 1, "result": {"tools": [BARE | {"inputSchema": SCHEMA}]}},
            "mcp",
            id="mcp-answer",
        ),
        pytest.param([BARE | {"inputSchema": SCHEMA}], "mcp", id="mcp-bare-list"),
        pytest.param(
            [{"type": "function", "function": BARE | {"parameters": SCHEMA}}],
            "functions",
            id="openai",
        ),
        pytest.param(
            {"tools": [{"type": "function", **BARE, "parameters": SCHEMA, "strict": True}]},
            "functions",
            id="openai-responses",
        ),
        pytest.param(
            {"functions": [BARE | {"parameters": SCHEMA}]}, "functions", id="openai-functions"
        ),
        pytest.param([BARE | {"input_schema": SCHEMA}], "functions", id="anthropic"),
        pytest.param([BARE | {"args_schema": SCHEMA}], "functions", id="langchain-args-schema"),
        pytest.param(
            [{"title": "weather", "description": "Tells the weather.", **SCHEMA}],
            "functions",
            id="langchain-model",
        ),
        pytest.param(
            {"tools": [{"function_declarations": [BARE | {"parameters": SCHEMA}]}]},
            "functions",
            id="gemini",
        ),
        pytest.param(
            {"tools": [{"toolSpec": BARE | {"inputSchema": {"json": SCHEMA}}}]},
            "functions",
            id="bedrock",
        ),
        pytest.param(BARE | {"parameters": SCHEMA}, "functions", id="single"),
    ],
)
def test_a_definition_reads_equal_from_every_dialect(document, format_name):
    catalog = catalog_of(document)

    (tool,) = catalog.tools
    assert (tool.name, tool.description, tool.endpoint) == ("weather", "Tells the weather.", None)
    assert paths_of(tool.consumes) == ["$.city", "$.unit"]
    assert required_of(tool.consumes) == ["$.city"]
    assert tool.consumes[1].enum == ("C", "F")
    assert catalog.documents[0].format == format_name


def test_arguments_that_are_listed_without_a_schema_are_inputs():
    tool = only_tool([{**BARE, "args": {"city": {"title": "City", "type": "string"}}}])

    assert paths_of(tool.consumes) == ["$.city"]


def test_parameters_that_are_an_array_are_inputs():
    listed = [
        {"name": "city", "type": "string", "required": True},
        {"name": "unit", "type": "string"},
        5,
    ]

    tool = only_tool([{**BARE, "parameters": listed}])

    assert paths_of(tool.consumes) == ["$.city", "$.unit"]
    assert required_of(tool.consumes) == ["$.city"]


def test_mcp_hints_title_and_output_schema_are_kept():
    definition = BARE | {
        "title": "Weather",
        "inputSchema": {"type": "object"},
        "outputSchema": {"type": "object", "properties": {"celsius": {"type": "number"}}},
        "annotations": {"readOnlyHint": True, "destructiveHint": False, "openWorldHint": "yes"},
    }

    tool = only_tool({"tools": [definition]})

    assert tool.title == "Weather"
    assert tool.annotations == Annotations(read_only=True, destructive=False)
    assert paths_of(tool.produces) == ["$.celsius"]
    assert tool.consumes == ()


def test_the_title_may_stand_among_the_hints():
    definition = BARE | {"inputSchema": {}, "annotations": {"title": "Weather"}}

    assert only_tool({"tools": [definition]}).title == "Weather"


def test_a_schema_refers_to_its_own_definitions():
    schema = {
        "properties": {"place": {"$ref": "#/$defs/Place"}},
        "$defs": {"Place": {"properties": {"lat": {"type": "number"}}}},
    }
    other = {**schema, "$defs": {"Place": {"properties": {"lon": {}}}}}

    catalog = catalog_of(
        {"tools": [{"name": "a", "inputSchema": schema}, {"name": "b", "inputSchema": other}]}
    )

    assert paths_of(catalog.by_name["a"].consumes) == ["$.place", "$.place.lat"]
    assert paths_of(catalog.by_name["b"].consumes) == ["$.place", "$.place.lon"]


def test_what_is_no_definition_is_left_out_with_its_reason():
    catalog = catalog_of({"tools": [BARE | {"inputSchema": {}}, 5, {"description": "nameless"}]})

    assert [tool.name for tool in catalog.tools] == ["weather"]
    assert [(w.message, w.where) for w in catalog.warnings] == [
        ("a tool is left out: it is a number, not an object.", "api0.json#/tools/1"),
        ("a tool is left out: it has no name.", "api0.json#/tools/2"),
    ]
    assert catalog.documents[0].operations == 3


def test_two_definitions_of_one_name_are_two_tools_whatever_their_order():
    first, second = BARE | {"inputSchema": SCHEMA}, BARE | {"inputSchema": {}}

    forth = catalog_of({"tools": [first, second]})
    back = catalog_of({"tools": [second, first]})

    assert len(forth.tools) == 2
    assert all(tool.name.startswith("weather_") for tool in forth.tools)
    assert forth.fingerprint == back.fingerprint


def test_a_definition_that_stands_twice_word_for_word_is_read_once_and_reported():
    catalog = catalog_of({"tools": [BARE | {"inputSchema": SCHEMA}] * 2})

    assert [tool.name for tool in catalog.tools] == ["weather"]
    assert (
        message(catalog, "tool_left_out")
        == "'weather' stands twice, word for word, and is read once."
    )


@pytest.mark.parametrize("document", [{"tools": []}, {"result": {"tools": []}}])
def test_an_empty_list_of_tools_is_refused(document):
    with pytest.raises(DocumentError, match=r"it declares 0 operations"):
        catalog_of(document)
