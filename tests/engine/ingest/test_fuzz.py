"""Mutated documents and cases: a result or one clear error, never anything else.

``QUALITY_LAB_FUZZ`` is the number of documents that each test tries.
"""

from __future__ import annotations

import copy
import json
import os

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import DocumentError, QualityLabError
from engine.ingest.cases import read_cases
from engine.ingest.load import build_catalog
from engine.ingest.source import SourceFile
from engine.models.catalog import Catalog
from tests.engine.ingest.documents import openapi, swagger
from tests.engine.ingest.test_arazzo import FLOW, SHOP
from tests.engine.ingest.test_graphql import SCHEMA

FUZZ = settings(
    max_examples=int(os.environ.get("QUALITY_LAB_FUZZ", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
NODE = {
    "type": "object",
    "required": ["id"],
    "properties": {
        "id": {"type": "integer", "format": "int64", "readOnly": True},
        "kind": {"type": "string", "enum": ["a", "b"]},
        "child": {"$ref": "#/components/schemas/Node"},
        "children": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    "discriminator": {"propertyName": "kind", "mapping": {"a": "#/components/schemas/Leaf"}},
}
LEAF = {
    "allOf": [
        {"$ref": "#/components/schemas/Node"},
        {"oneOf": [{"required": ["id"]}, {"type": "null"}]},
    ]
}
BODY = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Leaf"}}}}
NEW = openapi(
    {
        "/nodes/{id}": {
            "summary": "One node",
            "parameters": [
                {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
            ],
            "get": {
                "operationId": "node/get",
                "tags": ["nodes"],
                "security": [{"key": []}, {}],
                "parameters": [{"$ref": "#/components/parameters/Limit"}],
                "responses": {
                    "200": {
                        **BODY,
                        "links": {"next": {"operationId": "node/put", "parameters": {"id": "x"}}},
                    }
                },
            },
            "put": {"operationId": "node/put", "requestBody": BODY, "callbacks": {"done": {}}},
        }
    },
    webhooks={"new": {"post": {}}},
    components={
        "schemas": {"Node": NODE, "Leaf": LEAF},
        "parameters": {"Limit": {"name": "limit", "in": "query", "schema": {"type": "integer"}}},
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
    },
    security=[{"key": []}],
)
OLD = swagger(
    {
        "/pets": {
            "post": {
                "operationId": "addPet",
                "parameters": [
                    {"name": "pet", "in": "body", "schema": {"$ref": "#/definitions/Pet"}},
                    {"name": "file", "in": "formData", "type": "file"},
                ],
                "responses": {
                    200: {"schema": {"type": "array", "items": {"$ref": "#/definitions/Pet"}}}
                },
            }
        }
    },
    definitions={"Pet": {"type": "object", "properties": {"id": {"type": "integer"}}}},
    securityDefinitions={"basic": {"type": "basic"}},
)
LIST = {
    "tools": [
        {
            "name": "a",
            "description": "A.",
            "inputSchema": NODE,
            "annotations": {"readOnlyHint": True},
        },
        {"type": "function", "function": {"name": "b", "parameters": {"properties": {"x": {}}}}},
        {"toolSpec": {"name": "c", "inputSchema": {"json": {"type": "object"}}}},
    ]
}
OVERLAY = {
    "quality_lab_overlay": 1,
    "tools": {"addPet": {"aliases": ["x"], "action": "create"}},
    "pairs": [{"producer": "addPet", "consumer": "addPet", "fields": [["id", "id"]]}],
    "context": {"site": "1"},
}
DOCUMENTS = [
    json.dumps(value) for value in (NEW, OLD, LIST, {"data": {"__schema": SCHEMA}}, FLOW, OVERLAY)
]
"""As text, so that no mutation of one can reach another."""
REFERENCES = [
    {"$ref": ref}
    for ref in (
        "#",
        "#/",
        "#/components/schemas/Node",
        "#/components/schemas/Leaf",
        "#/paths",
        "#/paths/~1nodes~1{id}",
        "#/definitions/Pet",
        "api.json",
        "other.yaml#/x",
        "../../x.json",
        "http://x/y",
        "",
        "#x",
        "%",
    )
]
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 10**25),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=6),
    st.sampled_from(
        ["string", "array", "object", "null", "body", "formData", "path", "2.0", "3.1.0"]
    ),
    st.sampled_from(REFERENCES),
    st.sampled_from(
        [[], {}, [{}], {"": {}}, [[]], {"type": []}, {"allOf": [{}]}, {"oneOf": {}}, ["x", 1]]
    ),
    st.sampled_from([NODE, LEAF, BODY, {"x" * 300: "y" * 5000}]),
)


def places(value, path=()):
    """Yield the path of everything below a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        yield (*path, key)
        if isinstance(item, dict | list):
            yield from places(item, (*path, key))


@st.composite
def mutated(draw):
    document = json.loads(draw(st.sampled_from(DOCUMENTS)))
    for _ in range(draw(st.integers(0, 5))):
        found = list(places(document))
        if not found:
            break
        path = draw(st.sampled_from(found))
        holder = document
        for key in path[:-1]:
            holder = holder[key]
        what = draw(st.sampled_from(["replace", "replace", "delete", "swap", "rename", "nest"]))
        if what == "delete":
            del holder[path[-1]]
        elif what == "swap":
            other = document
            for key in draw(st.sampled_from(found)):
                other = (
                    other[key] if isinstance(other, dict | list) and key in _keys(other) else other
                )
            holder[path[-1]] = copy.deepcopy(other)
        elif what == "rename" and isinstance(holder, dict):
            holder[draw(st.text(max_size=4) | st.sampled_from(list(_words())))] = holder.pop(
                path[-1]
            )
        elif what == "nest":
            holder[path[-1]] = [holder[path[-1]]]
        else:
            holder[path[-1]] = copy.deepcopy(draw(ODD))
    return document


def _keys(value):
    return value.keys() if isinstance(value, dict) else range(len(value))


def _words():
    return (
        "$ref",
        "allOf",
        "items",
        "properties",
        "required",
        "type",
        "parameters",
        "schema",
        "get",
        "in",
    )


@st.composite
def damaged(draw):
    """The bytes of a document with some of them changed."""
    data = bytearray(draw(st.sampled_from(DOCUMENTS)).encode())
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        length = draw(st.integers(0, 30) | st.integers(0, len(data)))
        data[start : start + length] = draw(
            st.binary(max_size=6) | st.sampled_from([b"&a ", b"*a", b"- ", b"\n"])
        )
    return bytes(data)


def tried(files):
    """A catalog that can be stored and read back, or None for a clear error."""
    try:
        catalog = build_catalog("fuzz", files)
    except QualityLabError:
        return None
    assert catalog.fingerprint
    assert Catalog.model_validate_json(catalog.model_dump_json()) == catalog
    return catalog


@FUZZ
@given(mutated(), st.sampled_from(["api.json", "api.yaml", "deep/api"]))
def test_a_mutated_document_gives_a_catalog_or_a_clear_error(document, name):
    catalog = tried([SourceFile(name, json.dumps(document).encode())])

    if catalog is not None:
        declared = sum(found.operations for found in catalog.documents)
        reported = sum(w.code in ("operation_left_out", "tool_left_out") for w in catalog.warnings)
        assert declared - reported <= len(catalog.tools) <= declared


@FUZZ
@given(mutated(), mutated())
def test_two_mutated_documents_give_a_catalog_or_a_clear_error(first, second):
    tried(
        [
            SourceFile("api.json", json.dumps(first).encode()),
            SourceFile("other.yaml", json.dumps(second).encode()),
            SourceFile("shop.json", json.dumps(SHOP).encode()),
        ]
    )


@FUZZ
@given(damaged(), st.sampled_from(["api.json", "api.yaml", "api.zip", "api.tar.gz"]))
def test_a_damaged_file_gives_a_catalog_or_a_clear_error(data, name):
    tried([SourceFile(name, data)])


CASE = b'{"case_id":"a","query":"q","expected":["x"],"top_k":8,"execution":{"status":200}}'
ROWS = b'case_id,query,expected,execution\r\na,"q, r",x|y,"{""status"": 200}"\r\n'


@FUZZ
@given(
    st.sampled_from([CASE, b"[" + CASE + b"]", CASE + b"\n" + CASE, ROWS]),
    st.integers(0, 90),
    st.integers(0, 20),
    st.binary(max_size=5) | st.sampled_from([b'"', b"\x00", b"\xff", b"[", b"{}", b"null", b"1e9"]),
    st.sampled_from(["c.jsonl", "c.json", "c.csv", "c"]),
)
def test_a_damaged_cases_file_gives_cases_or_a_clear_error(data, start, length, middle, name):
    data = data[:start] + middle + data[start + length :]
    try:
        cases = read_cases(SourceFile(name, data))
    except DocumentError as error:
        cases = error.problems
    assert cases
