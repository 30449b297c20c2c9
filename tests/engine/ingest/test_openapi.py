from __future__ import annotations

import pytest

from engine.errors import DocumentError
from engine.ingest.flatten import MAX_FIELDS
from engine.models.tool import FieldKind, Location
from tests.engine.ingest.documents import (
    answering,
    catalog_of,
    codes,
    message,
    only_tool,
    openapi,
    paths_of,
    required_of,
    swagger,
    taking,
)

PET = {
    "type": "object",
    "required": ["id"],
    "properties": {"id": {"type": "integer"}, "name": {"type": "string"}},
}


def parameter(name, place="query", **more):
    return {"name": name, "in": place, "schema": {"type": "string"}, **more}


def test_an_operation_keeps_summary_description_tags_and_deprecation():
    operation = {
        "operationId": "pets/list",
        "summary": "List pets",
        "description": "Only those that are awake.",
        "tags": ["pets", "zoo", "pets"],
        "deprecated": True,
    }

    tool = only_tool(openapi({"/pets": {"get": operation}}))

    assert (tool.name, tool.title, tool.description) == (
        "pets/list",
        "List pets",
        "Only those that are awake.",
    )
    assert tool.tags == ("pets", "zoo")
    assert tool.deprecated
    assert tool.source == "api0.json"


def test_text_of_the_path_stands_in_where_the_operation_has_none():
    tool = only_tool(openapi({"/pets": {"summary": "Pets", "description": "All.", "get": {}}}))

    assert (tool.title, tool.description) == ("Pets", "All.")


def test_parameters_of_the_path_are_merged_and_the_operation_wins():
    path = {
        "parameters": [parameter("id", "path"), parameter("limit", description="of the path")],
        "get": {
            "operationId": "get",
            "parameters": [parameter("limit", description="own", required=True)],
        },
    }

    tool = only_tool(openapi({"/pets/{id}": path}))

    assert [(f.location, f.name, f.description, f.required) for f in tool.consumes] == [
        (Location.PATH, "id", "", True),
        (Location.QUERY, "limit", "own", True),
    ]


def test_parameters_of_equal_name_in_two_places_are_two_fields():
    path = {
        "get": {"operationId": "get", "parameters": [parameter("id", "header"), parameter("id")]}
    }

    assert [f.location for f in only_tool(openapi({"/pets": path})).consumes] == [
        Location.QUERY,
        Location.HEADER,
    ]


def test_a_parameter_may_be_a_reference():
    document = openapi(
        {
            "/pets": {
                "get": {
                    "operationId": "get",
                    "parameters": [{"$ref": "#/components/parameters/Limit"}],
                }
            }
        },
        components={"parameters": {"Limit": parameter("limit")}},
    )

    assert paths_of(only_tool(document).consumes) == ["$.limit"]


def test_a_variable_of_the_path_that_nobody_declares_is_still_needed():
    catalog = catalog_of(openapi({"/pets/{id}": {"get": {"operationId": "get"}}}))

    (field,) = catalog.tools[0].consumes
    assert (field.location, field.name, field.type, field.required) == (
        Location.PATH,
        "id",
        "string",
        True,
    )
    assert "{id} of GET /pets/{id}" in message(catalog, "undeclared_path_parameter")


def test_a_swagger_body_and_form_become_fields():
    body = {"name": "pet", "in": "body", "schema": {"$ref": "#/definitions/Pet"}}
    form = [
        {"name": "file", "in": "formData", "type": "file", "required": True},
        {"name": "tags", "in": "formData", "type": "array", "items": {"type": "string"}},
    ]
    document = swagger(
        {
            "/pets": {"post": {"operationId": "add", "parameters": [body]}},
            "/upload": {"post": {"operationId": "upload", "parameters": form}},
        },
        definitions={"Pet": PET},
    )

    add, upload = catalog_of(document).tools

    assert paths_of(add.consumes) == ["$.id", "$.name"]
    assert required_of(add.consumes) == ["$.id"]
    assert [(f.json_path, f.type, f.location) for f in upload.consumes] == [
        ("$.file", "file", Location.BODY),
        ("$.tags", "array<string>", Location.BODY),
    ]


def test_a_swagger_response_schema_becomes_outputs():
    responses = {"200": {"schema": {"type": "array", "items": {"$ref": "#/definitions/Pet"}}}}
    document = swagger(
        {"/pets": {"get": {"operationId": "get", "responses": responses}}}, definitions={"Pet": PET}
    )

    assert paths_of(only_tool(document).produces) == ["$", "$[].id", "$[].name"]


@pytest.mark.parametrize(
    ("responses", "expected"),
    [
        pytest.param({"200": "a", "201": "b", "404": "c"}, ["$.a", "$.b"], id="every-success"),
        pytest.param({"default": "a", "404": "c"}, ["$.a"], id="default-when-there-is-no-success"),
        pytest.param({"default": "a", "2XX": "b"}, ["$.b"], id="a-class-of-codes"),
        pytest.param({"404": "c"}, [], id="no-success"),
    ],
)
def test_outputs_are_those_of_the_success_responses(responses, expected):
    named = {
        code: {"content": {"application/json": {"schema": {"properties": {name: {}}}}}}
        for code, name in responses.items()
    }

    tool = only_tool(openapi({"/x": {"get": {"operationId": "get", "responses": named}}}))

    assert paths_of(tool.produces) == expected


def test_a_property_is_required_only_where_every_success_requires_it():
    def response(*required):
        schema = {"required": list(required), "properties": {"a": {}, "b": {}}}
        return {"content": {"application/json": {"schema": schema}}}

    responses = {"200": response("a", "b"), "201": response("a")}

    tool = only_tool(openapi({"/x": {"get": {"operationId": "get", "responses": responses}}}))

    assert required_of(tool.produces) == ["$.a"]


def test_one_body_in_several_media_types_is_read_once():
    schema = {"$ref": "#/components/schemas/Pet"}
    content = {kind: {"schema": schema} for kind in ("application/xml", "application/json")}
    document = openapi(
        {"/pets": {"post": {"operationId": "add", "requestBody": {"content": content}}}},
        components={"schemas": {"Pet": PET}},
    )

    assert required_of(only_tool(document).consumes) == ["$.id"]


def test_a_binary_body_is_one_field():
    body = {"content": {"image/png": {}}}

    (field,) = only_tool(
        openapi({"/x": {"post": {"operationId": "put", "requestBody": body}}})
    ).consumes

    assert (field.json_path, field.type, field.format) == ("$", "string", "binary")


def test_what_is_only_read_is_no_input_and_what_is_only_written_no_output():
    schema = {
        "properties": {
            "id": {"type": "string", "readOnly": True},
            "secret": {"type": "string", "writeOnly": True},
            "name": {"type": "string"},
        }
    }
    taken = only_tool(openapi({"/x": taking(schema)}))
    given = only_tool(openapi({"/x": answering(schema)}))

    assert paths_of(taken.consumes) == ["$.name", "$.secret"]
    assert paths_of(given.produces) == ["$.id", "$.name"]


def test_a_parameter_that_carries_an_api_key_is_a_credential():
    document = swagger(
        {
            "/x": {
                "get": {
                    "operationId": "get",
                    "parameters": [{"name": "k", "in": "query", "type": "string"}],
                }
            }
        },
        securityDefinitions={"key": {"type": "apiKey", "in": "query", "name": "K"}},
    )

    assert [f.kind for f in only_tool(document).consumes] == [FieldKind.AUTH]


@pytest.mark.parametrize(
    ("general", "own", "expected"),
    [
        pytest.param(
            [{"b": [], "a": []}, {"c": []}], None, (("a", "b"), ("c",)), id="of-the-document"
        ),
        pytest.param([{"a": []}], [], (), id="switched-off"),
        pytest.param([{"a": []}], [{"b": ["read"]}], (("b",),), id="own"),
        pytest.param(None, [{}, {"a": []}], ((), ("a",)), id="works-without-too"),
        pytest.param(None, [{}], (), id="nothing-needed"),
        pytest.param(None, None, (), id="not-said"),
    ],
)
def test_security_is_a_list_of_alternatives(general, own, expected):
    schemes = {name: {"type": "http", "scheme": "bearer"} for name in "abc"}
    operation = {"operationId": "get", **({} if own is None else {"security": own})}
    more = {} if general is None else {"security": general}

    document = openapi({"/x": {"get": operation}}, components={"securitySchemes": schemes}, **more)

    assert only_tool(document).security == expected


def test_a_scheme_that_the_document_does_not_define_is_reported():
    catalog = catalog_of(openapi({"/x": {"get": {"security": [{"ghost": []}]}}}))

    assert "'ghost', which the document does not define: 1 (GET /x)" in message(
        catalog, "unknown_security_scheme"
    )


def test_webhooks_and_callbacks_are_counted_but_are_no_tools():
    callbacks = {"done": {"{$request.body#/url}": {"post": {}}}}
    document = openapi(
        {"/x": {"post": {"operationId": "x", "callbacks": callbacks}}},
        version="3.1.0",
        webhooks={"a": {"post": {}}, "b": {"post": {}}},
    )

    catalog = catalog_of(document)

    assert [tool.name for tool in catalog.tools] == ["x"]
    assert message(catalog, "webhooks_left_out").startswith("2 webhooks of `webhooks` left out")
    assert message(catalog, "callbacks_left_out").startswith("1 callback left out")


def test_a_path_without_a_leading_slash_gets_one_and_says_so():
    catalog = catalog_of(openapi({"api/fruit/{name}": {"get": {"operationId": "fruit"}}}))

    assert catalog.by_label == {"GET /api/fruit/{name}": "fruit"}
    assert "1 (api/fruit/{name})" in message(catalog, "path_without_slash")


def test_what_is_no_operation_is_left_out_with_its_reason():
    catalog = catalog_of(
        openapi({"/a": {"get": {"operationId": "a"}, "post": []}, "/b": "no", "x-c": {}})
    )

    assert [tool.name for tool in catalog.tools] == ["a"]
    assert [(w.message, w.where) for w in catalog.warnings if w.code == "operation_left_out"] == [
        ("POST /a is left out: it is an array, not an object.", "api0.json#/paths/~1a/post"),
        (
            "every operation of /b is left out: its path item is text, not an object.",
            "api0.json#/paths/~1b",
        ),
    ]
    assert catalog.documents[0].operations == 3


def test_methods_are_read_whatever_their_case_and_additional_ones_too():
    item = {"GET": {}, "query": {}, "additionalOperations": {"COPY": {}}, "gett": {}}

    catalog = catalog_of(openapi({"/x": item}, version="3.2.0"))

    assert sorted(catalog.by_label) == ["COPY /x", "GET /x", "QUERY /x"]
    assert "'gett' of /x" in message(catalog, "unknown_path_key")


def test_a_link_joins_the_operations_and_names_the_fields():
    link = {"operationId": "getUser", "parameters": {"path.userId": "$response.body#/id"}}
    responses = {"201": {"links": {"user": link, "gone": {"operationId": "ghost"}}}}
    document = openapi(
        {
            "/users": {"post": {"operationId": "addUser", "responses": responses}},
            "/users/{userId}": {"get": {"operationId": "getUser"}},
        }
    )

    catalog = catalog_of(document)

    (found,) = catalog.links
    assert (found.source, found.target, found.kind, found.fields) == (
        "addUser",
        "getUser",
        "openapi_link",
        (("id", "userId"),),
    )
    assert "openapi_link names 'ghost'" in message(catalog, "link_without_tool")


def test_a_link_may_name_its_operation_by_a_pointer():
    link = {"operationRef": "#/paths/~1users~1{id}/get"}
    responses = {"200": {"links": {"user": link}}}
    document = openapi(
        {
            "/users": {"get": {"operationId": "list", "responses": responses}},
            "/users/{id}": {"get": {"operationId": "one"}},
        }
    )

    assert [(x.source, x.target) for x in catalog_of(document).links] == [("list", "one")]


@pytest.mark.parametrize(
    ("document", "text"),
    [
        pytest.param(
            openapi([]) | {"paths": []},
            r"/paths: `paths` is an array; an object",
            id="paths-of-a-wrong-type",
        ),
        pytest.param(openapi(), r"it declares 0 operations, so there is nothing", id="no-paths"),
        pytest.param(
            openapi(components={"schemas": {"A": {}, "B": {}}}),
            r"declares 0 operations, 2 schemas",
            id="components-only",
        ),
        pytest.param(
            {"swaggerVersion": "1.2"}, r"it is a Swagger 1 document; convert it", id="swagger-1"
        ),
        pytest.param(
            {"openapi": "4.0.0"},
            r"it is a document of openapi version '4.0.0'; 2.0 and 3.x can be read",
            id="version-4",
        ),
        pytest.param({"paths": {}}, r"it is a document without its version; add", id="no-version"),
        pytest.param({"asyncapi": "2.0.0"}, r"it is an AsyncAPI document", id="asyncapi"),
        pytest.param({"hello": 1}, r"it is an object that is no API document", id="something-else"),
        pytest.param([1, 2], r"it is an array that is no API document", id="an-array"),
        pytest.param("text", r"it is text that is no API document", id="text"),
    ],
)
def test_a_document_without_operations_says_why(document, text):
    with pytest.raises(DocumentError, match=text):
        catalog_of(document)


def test_all_names_are_kept_in_any_script():
    schema = {"properties": {"주문번호": {"type": "string"}, "数量": {"type": "integer"}}}
    path = taking(schema, summary="주문 생성")
    path["post"]["operationId"] = "주문생성"

    tool = only_tool(openapi({"/주문": path}))

    assert (tool.name, tool.label) == ("주문생성", "POST /주문")
    assert paths_of(tool.consumes) == ["$.数量", "$.주문번호"]


def test_warnings_do_not_repeat_themselves():
    paths = {f"/x{index}/{{id}}": {"get": {}} for index in range(50)}

    catalog = catalog_of(openapi(paths))

    assert codes(catalog) == ["undeclared_path_parameter", "missing_operation_id"]
    assert ": 50 (" in message(catalog, "missing_operation_id")


def test_an_object_in_a_parameter_is_opened():
    schema = {
        "type": "object",
        "properties": {"state": {"enum": ["open"]}, "owner": {"properties": {"id": {}}}},
    }
    deep = {"name": "filter", "in": "query", "style": "deepObject", "schema": schema}
    text = {"name": "where", "in": "query", "content": {"application/json": {"schema": schema}}}

    tool = only_tool(openapi({"/x": {"get": {"operationId": "get", "parameters": [deep, text]}}}))

    below = ["", ".owner", ".owner.id", ".state"]
    assert paths_of(tool.consumes) == [
        f"$.{name}{path}" for name in ("filter", "where") for path in below
    ]
    assert {field.location for field in tool.consumes} == {Location.QUERY}


def test_an_operation_with_too_many_parameters_keeps_the_required_ones():
    parameters = [parameter(f"p{i}") for i in range(MAX_FIELDS)] + [parameter("zz", required=True)]

    catalog = catalog_of(openapi({"/x": {"get": {"operationId": "get", "parameters": parameters}}}))

    assert len(catalog.tools[0].consumes) == MAX_FIELDS
    assert required_of(catalog.tools[0].consumes) == ["$.zz"]
    assert "1, with 1 such objects" in message(catalog, "fields_left_out")
