from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine.ingest
from engine.errors import DocumentError, InvalidInput
from engine.ingest.load import build_catalog
from engine.ingest.source import SourceFile
from engine.models.catalog import Catalog
from tests.engine.ingest.documents import as_file, catalog_of, message, openapi

SOURCES = Path(engine.ingest.__file__).parent


def test_a_catalog_knows_its_documents_and_not_their_paths():
    files = [
        as_file(openapi({"/a": {"get": {"operationId": "a"}}}), "sub/a.json"),
        as_file({"tools": [{"name": "b", "inputSchema": {}}]}, "b.json"),
    ]

    catalog = build_catalog("both", files)

    assert [(d.name, d.format, d.operations, d.title, d.version) for d in catalog.documents] == [
        ("b.json", "mcp", 1, "", ""),
        ("sub/a.json", "openapi-3.0", 1, "Shop", "1"),
    ]
    assert all(len(d.sha256) == 64 for d in catalog.documents)
    assert catalog.documents[0].size == len(files[1].data)


def test_dates_and_numbers_of_a_yaml_document_survive_being_stored():
    text = """
        openapi: 3.0.0
        info: {title: 2020-01-01, version: 2022-01-16}
        paths:
          /a:
            get:
              operationId: a
              parameters:
                - name: since
                  in: query
                  example: 2015-02-22T20:00:45Z
                  schema: {type: string, default: 2020-06-23, enum: [2020-06-23, 1.5]}
              responses: {200: {description: ok}}
    """

    catalog = build_catalog("dates", [SourceFile("api.yaml", text.encode())])

    (field,) = catalog.tools[0].consumes
    assert (field.default, field.enum) == ("2020-06-23", ("2020-06-23", "1.5"))
    assert catalog.documents[0].version == "2022-01-16"
    assert Catalog.model_validate_json(catalog.model_dump_json()) == catalog


def test_a_repeated_key_is_reported_since_it_loses_what_stood_there_first():
    data = b'{"openapi":"3.0.0","paths":{"/a":{"get":{}},"/a":{"post":{}}}}'

    catalog = build_catalog("twice", [SourceFile("api.json", data)])

    assert [tool.label for tool in catalog.tools] == ["POST /a"]
    assert message(catalog, "repeated_key").endswith("1 ('/a')")


def test_what_an_operation_means_is_read_from_its_own_name():
    paths = {
        "/orders": {"get": {"operationId": "listOrders"}},
        "/x": {"get": {"operationId": "listOrders"}},
    }

    catalog = catalog_of(openapi(paths))

    assert {tool.semantics.action.value for tool in catalog.tools} == {"search"}
    assert catalog.names_by_label["GET /orders"] == ("listOrders_get_orders",)


@pytest.mark.parametrize("data", [b"", b" \n", b"\xef\xbb\xbf"])
def test_an_empty_upload_is_told(data):
    with pytest.raises(DocumentError, match=rf"api\.json: the file is empty \({len(data)} bytes\)"):
        build_catalog("empty", [SourceFile("api.json", data)])


def test_no_file_is_told():
    with pytest.raises(InvalidInput, match=r"no document was given"):
        build_catalog("none", [])


def test_a_document_without_operations_beside_others_is_reported():
    hooks = {"openapi": "3.1.0", "webhooks": {"new": {"post": {}}}}

    catalog = catalog_of(openapi({"/a": {"get": {}}}), hooks, {"hello": 1})

    assert message(catalog, "no_operations") == "the document declares no operation (1 webhook)."
    assert "api2.json" in message(catalog, "not_a_document")


def test_files_without_any_tool_are_each_told_why():
    with pytest.raises(DocumentError) as caught:
        catalog_of(openapi(), {"asyncapi": "2.0.0"}, {"info": {"schema": "https://x/postman/v2"}})

    assert [problem.where for problem in caught.value.problems] == [
        "api0.json",
        "api1.json",
        "api2.json",
    ]
    assert "export it as OpenAPI first" in caught.value.problems[2].message


def test_every_code_of_the_report_is_listed_where_readers_look():
    used = set()
    for path in SOURCES.glob("*.py"):
        used |= set(re.findall(r'\.(?:note|tally)\(\s*"(\w+)"', path.read_text(encoding="utf-8")))

    assert used == set(re.findall(r"``([a-z]+(?:_[a-z]+)+)``", engine.ingest.__doc__))
