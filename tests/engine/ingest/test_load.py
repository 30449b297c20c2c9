from __future__ import annotations

import json

import pytest

from engine.errors import DocumentError
from engine.ingest.load import build_catalog
from engine.ingest.source import SourceFile


def document(paths, **more):
    return {"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "paths": paths, **more}


def as_file(value, name="api.json"):
    return SourceFile(name, json.dumps(value, ensure_ascii=False).encode())


def test_every_operation_becomes_a_tool_under_its_own_name():
    paths = {"/pets": {"get": {"operationId": "pets/list"}, "post": {"operationId": "addPet"}}}

    catalog = build_catalog("pets", [as_file(document(paths))])

    assert [tool.name for tool in catalog.tools] == ["addPet", "pets/list"]
    assert catalog.by_label["GET /pets"] == "pets/list"


def test_a_document_without_operations_says_what_it_has_instead():
    value = {"openapi": "3.1.0", "webhooks": {"new": {"post": {}}}}

    with pytest.raises(DocumentError, match=r"api\.json: it declares 0 operations, 1 webhook"):
        build_catalog("hooks", [as_file(value)])
