"""A catalog is a function of what its documents say, not of how or in which order they say it."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ingest.load import build_catalog
from engine.ingest.source import SourceFile
from tests.engine.ingest.documents import as_file, openapi

PET = {
    "type": "object",
    "required": ["id"],
    "properties": {"id": {"type": "integer"}, "tag": {"$ref": "#/components/schemas/Tag"}},
}
DOCUMENT = openapi(
    {
        "/pets": {
            "parameters": [
                {"name": "limit", "in": "query", "schema": {"type": "integer", "default": 10}}
            ],
            "get": {
                "operationId": "listPets",
                "tags": ["b", "a"],
                "security": [{"key": [], "oauth": []}],
                "responses": {
                    "200": {
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "array",
                                    "items": {"$ref": "#/components/schemas/Pet"},
                                }
                            }
                        }
                    }
                },
            },
            "post": {
                "requestBody": {
                    "content": {
                        "application/xml": {"schema": {"$ref": "#/components/schemas/Pet"}},
                        "application/json": {
                            "schema": {"oneOf": [{"$ref": "#/components/schemas/Pet"}, PET]}
                        },
                    }
                }
            },
        },
        "/pets/{id}": {"get": {"operationId": "listPets"}},
    },
    components={
        "schemas": {"Pet": PET, "Tag": {"properties": {"name": {"enum": ["x", "y"]}, "pet": PET}}},
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "K"},
            "oauth": {"type": "oauth2"},
        },
    },
)


def fingerprints(data, name="api.json"):
    catalog = build_catalog("pets", [SourceFile(name, data)])
    return {tool.name: tool.fingerprint for tool in catalog.tools}


def shuffled(value, order):
    if isinstance(value, dict):
        keys = order.sample(list(value), len(value))
        return {key: shuffled(value[key], order) for key in keys}
    return [shuffled(item, order) for item in value] if isinstance(value, list) else value


EXPECTED = fingerprints(json.dumps(DOCUMENT).encode())


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_the_order_of_keys_changes_nothing(seed):
    data = json.dumps(shuffled(DOCUMENT, random.Random(seed))).encode()

    assert fingerprints(data) == EXPECTED


@pytest.mark.parametrize(
    ("name", "data"),
    [
        pytest.param("api.json", json.dumps(DOCUMENT, indent=4).encode(), id="whitespace"),
        pytest.param(
            "api.json", b"\xef\xbb\xbf" + json.dumps(DOCUMENT).encode(), id="byte-order-mark"
        ),
        pytest.param("api.json", json.dumps(DOCUMENT).encode("utf-16"), id="utf-16"),
        pytest.param("api.yaml", yaml.safe_dump(DOCUMENT).encode(), id="yaml"),
        pytest.param(
            "api.yaml", yaml.safe_dump(DOCUMENT, default_flow_style=True).encode(), id="yaml-flow"
        ),
        pytest.param("api.yaml", json.dumps(DOCUMENT).encode(), id="json-in-a-yaml-file"),
        pytest.param("other.json", json.dumps(DOCUMENT).encode(), id="another-name"),
    ],
)
def test_the_way_a_document_is_written_changes_nothing(name, data):
    assert fingerprints(data, name) == EXPECTED


def test_the_documents_version_is_no_part_of_a_tool():
    newer = copy.deepcopy(DOCUMENT)
    newer["info"]["version"] = "2"

    assert fingerprints(json.dumps(newer).encode()) == EXPECTED


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("paths", "/pets", "get", "summary"), "All pets"),
        (("paths", "/pets", "get", "deprecated"), True),
        (("paths", "/pets", "get", "tags"), ["a", "b"]),
        (("paths", "/pets", "get", "security"), []),
        (("components", "schemas", "Pet", "required"), []),
        (("components", "schemas", "Pet", "properties", "id", "type"), "string"),
    ],
)
def test_what_a_tool_says_is_part_of_it(where, value):
    changed = copy.deepcopy(DOCUMENT)
    holder = changed
    for key in where[:-1]:
        holder = holder[key]
    holder[where[-1]] = value

    found = fingerprints(json.dumps(changed).encode())

    assert sorted(found) == sorted(EXPECTED)
    assert any(
        name.startswith("listPets") for name, print_ in found.items() if print_ != EXPECTED[name]
    )


def test_the_hash_seed_changes_nothing():
    code = (
        "import sys; from engine.ingest.load import build_catalog;"
        "from engine.ingest.source import SourceFile;"
        "c = build_catalog('c', [SourceFile('api.json', sys.stdin.buffer.read())]);"
        "print(c.fingerprint, [w.message for w in c.warnings])"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=as_file(DOCUMENT).data,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }

    assert len(said) == 1
