"""Small documents: valid by default, so that a test shows only what it is about."""

from __future__ import annotations

import json

from engine.ingest.load import build_catalog
from engine.ingest.source import SourceFile


def openapi(paths=None, *, version="3.0.3", **more):
    return {
        "openapi": version,
        "info": {"title": "Shop", "version": "1"},
        "paths": paths or {},
        **more,
    }


def swagger(paths=None, **more):
    return {
        "swagger": "2.0",
        "info": {"title": "Shop", "version": "1"},
        "paths": paths or {},
        **more,
    }


def as_file(value, name="api.json"):
    return SourceFile(name, json.dumps(value, ensure_ascii=False).encode())


def catalog_of(*documents):
    files = [as_file(document, f"api{index}.json") for index, document in enumerate(documents)]
    return build_catalog("shop", files)


def only_tool(document):
    (tool,) = catalog_of(document).tools
    return tool


def answering(schema, **more):
    """An operation whose success response has this schema."""
    content = {"application/json": {"schema": schema}}
    return {"get": {"operationId": "get", "responses": {"200": {"content": content}}, **more}}


def taking(schema, **more):
    """An operation whose request body has this schema."""
    body = {"content": {"application/json": {"schema": schema}}}
    return {"post": {"operationId": "post", "requestBody": body, **more}}


def paths_of(fields):
    return [field.json_path for field in fields]


def required_of(fields):
    return [field.json_path for field in fields if field.required]


def codes(catalog):
    return [warning.code for warning in catalog.warnings]


def message(catalog, code):
    (found,) = [warning.message for warning in catalog.warnings if warning.code == code]
    return found
