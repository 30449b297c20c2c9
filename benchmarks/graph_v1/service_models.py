"""Ten thousand real operations: botocore's service models, written as OpenAPI documents.

botocore is only looked for, never imported: its data files are enough. ``pip install botocore``
beside the project (or ``pip install --target DIR botocore`` with DIR on ``PYTHONPATH``).
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import re
from collections.abc import Iterator
from pathlib import Path

from engine.ingest.source import SourceFile

_TAGS = re.compile(r"<[^>]+>")
_PARAMETER = re.compile(r"\{([^}+]+)\+?\}")

_TYPES = {
    "string": {"type": "string"},
    "character": {"type": "string"},
    "blob": {"type": "string", "format": "byte"},
    "timestamp": {"type": "string", "format": "date-time"},
    "integer": {"type": "integer"},
    "long": {"type": "integer"},
    "float": {"type": "number"},
    "double": {"type": "number"},
    "boolean": {"type": "boolean"},
}


def service_documents(most: int) -> list[SourceFile]:
    """Return OpenAPI documents, a service each, with at most so many operations together.

    Services come in alphabetical order, of each the latest version. Empty without botocore.
    """
    documents: list[SourceFile] = []
    left = most
    for name, model in _models():
        operations = sorted(model["operations"].items())[:left]
        if operations:
            text = json.dumps(_document(name, model, dict(operations)))
            documents.append(SourceFile(f"{name}.json", text.encode()))
        left -= len(operations)
        if left == 0:
            break
    return documents


def _models() -> Iterator[tuple[str, dict]]:
    spec = importlib.util.find_spec("botocore")
    if spec is None or not spec.submodule_search_locations:
        return
    root = Path(spec.submodule_search_locations[0]) / "data"
    for service in sorted(path for path in root.iterdir() if path.is_dir()):
        versions = sorted(service.glob("*/service-2.json.gz"))
        if versions:
            with gzip.open(versions[-1], "rt", encoding="utf-8") as file:
                yield service.name, json.load(file)


def _document(name: str, model: dict, operations: dict[str, dict]) -> dict:
    return {
        "openapi": "3.0.3",
        "info": {"title": model["metadata"].get("serviceFullName", name), "version": "1"},
        "paths": _paths(name, model["shapes"], operations),
        "components": {"schemas": {key: _schema(shape) for key, shape in model["shapes"].items()}},
    }


def _paths(name: str, shapes: dict, operations: dict[str, dict]) -> dict:
    paths: dict[str, dict] = {}
    for key, operation in operations.items():
        http = operation.get("http", {})
        path = f"/{name}{http.get('requestUri', '/').split('?')[0]}".replace("+}", "}")
        method = http.get("method", "POST").lower()
        if method in paths.get(path, {}) or path == f"/{name}/":
            path = f"/{name}/{key}"
        paths.setdefault(path, {})[method] = _operation(name, key, operation, shapes, path)
    return paths


def _operation(name: str, key: str, operation: dict, shapes: dict, path: str) -> dict:
    text = _TAGS.sub("", operation.get("documentation", ""))
    said: dict = {"operationId": f"{name}_{key}", "description": text[:600], "tags": [name]}
    members = shapes.get(operation.get("input", {}).get("shape"), {}).get("members", {})
    places = {member.get("locationName", key): member for key, member in members.items()}
    said["parameters"] = [
        {
            "name": found,
            "in": "path",
            "required": True,
            "schema": {"$ref": f"#/components/schemas/{places[found]['shape']}"}
            if found in places
            else {"type": "string"},
        }
        for found in dict.fromkeys(_PARAMETER.findall(path))
    ]
    if "input" in operation:
        said["requestBody"] = _content(operation["input"]["shape"])
    output = _content(operation["output"]["shape"]) if "output" in operation else {}
    said["responses"] = {"200": {"description": "OK", **output}}
    return said


def _content(shape: str) -> dict:
    schema = {"$ref": f"#/components/schemas/{shape}"}
    return {"content": {"application/json": {"schema": schema}}}


def _schema(shape: dict) -> dict:
    kind = shape["type"]
    if kind == "structure":
        members = shape.get("members", {})
        return {
            "type": "object",
            "properties": {key: _reference(member) for key, member in members.items()},
            "required": [key for key in shape.get("required", []) if key in members],
        }
    if kind == "list":
        return {"type": "array", "items": _reference(shape["member"])}
    if kind == "map":
        return {"type": "object", "additionalProperties": _reference(shape["value"])}
    if "enum" in shape:
        return {"type": "string", "enum": shape["enum"]}
    return dict(_TYPES.get(kind, {}))


def _reference(member: dict) -> dict:
    return {"$ref": f"#/components/schemas/{member['shape']}"}
