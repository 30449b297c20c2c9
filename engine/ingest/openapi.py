"""OpenAPI 3 and Swagger 2.0 documents to drafts: one for every operation that can be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.errors import Problem
from engine.ingest.draft import Contents, Draft, Link
from engine.ingest.flatten import Fields, Flattener, report_unopened
from engine.ingest.links import operation_links
from engine.ingest.parameters import Parameters, collection_of
from engine.ingest.reading import (
    JsonObject,
    Malformed,
    as_object,
    as_text,
    is_true,
    pointer,
    scalar_text,
    texts,
    type_name,
)
from engine.ingest.references import Node, References, reference
from engine.ingest.report import Report
from engine.ingest.security import Security
from engine.models.tool import Endpoint, Location

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
"""Keys of a path item that hold an operation."""

_PATH_ITEM_WORDS = frozenset(
    {"$ref", "summary", "description", "servers", "parameters", "additionalOperations"}
)


class _Place(NamedTuple):
    """Where an operation stands."""

    method: str
    path: str
    item: Node
    operation: Node
    pointer: str

    @property
    def endpoint(self) -> Endpoint:
        path = self.path if self.path.startswith("/") else f"/{self.path}"
        return Endpoint(method=self.method.upper(), path=path)


class OpenApiReader:
    """Reads one OpenAPI or Swagger document.

    Parameters
    ----------
    document : str
        Its name.
    references, flattener, report
        Shared by all documents of one import.
    """

    def __init__(
        self, document: str, references: References, flattener: Flattener, report: Report
    ) -> None:
        self._document = document
        self._references = references
        self._flattener = flattener
        self._report = report
        self._parameters = Parameters(references, flattener, report, document)
        self._declared = 0
        self._links: list[Link] = []

    def read(self, root: JsonObject, format_name: str) -> Contents:
        """Return the document's operations.

        Raises
        ------
        Malformed
            If ``paths`` is no object.
        """
        node = Node(root, self._document)
        paths = root.get("paths")
        if paths is not None and not isinstance(paths, dict):
            raise Malformed(
                Problem(
                    "/paths",
                    f"`paths` is {type_name(paths)}; an object of path templates is needed.",
                )
            )
        security = Security(root, self._report, self._document)
        self._parameters.credentials = security.credentials
        drafts = [self._draft(place, security) for place in self._places(node.get("paths"))]
        others = self._others(root)
        info = as_object(root.get("info"))
        return Contents(
            format=format_name,
            drafts=tuple(drafts),
            declared=self._declared,
            title=as_text(info.get("title")),
            version=scalar_text(info.get("version", "")),
            links=tuple(self._links),
            others=others,
        )

    def _places(self, paths: Node) -> Iterator[_Place]:
        for path, value in sorted(as_object(paths.value).items()):
            if path.startswith("x-"):
                continue
            item = self._references.follow(paths.at(value))
            if item is None:
                self._lost(path, f"its path item refers to {reference(value)!r}, which is missing")
                continue
            if not isinstance(item.value, dict):
                self._lost(path, f"its path item is {type_name(item.value)}, not an object")
                continue
            if not path.startswith("/"):
                self._report.tally(
                    "path_without_slash",
                    "paths without a leading slash, which are given one: {count}",
                    document=self._document,
                    example=path,
                )
            yield from self._operations(path, item)

    def _operations(self, path: str, item: Node) -> Iterator[_Place]:
        value = as_object(item.value)
        further = as_object(value.get("additionalOperations"))
        for key in sorted(value):
            if key.lower() in METHODS:
                yield from self._operation(path, item, key, item.get(key), key)
            elif key not in _PATH_ITEM_WORDS and not key.startswith("x-"):
                self._report.tally(
                    "unknown_path_key",
                    "members of a path that are neither an operation nor known: {count}",
                    document=self._document,
                    example=f"{key!r} of {path}",
                )
        for key in sorted(further):
            place = f"additionalOperations/{key}"
            yield from self._operation(path, item, key, item.at(further[key]), place)

    def _operation(
        self, path: str, item: Node, method: str, operation: Node, key: str
    ) -> Iterator[_Place]:
        self._declared += 1
        where = pointer("paths", path) + "/" + key
        if not isinstance(operation.value, dict):
            self._report.note(
                "operation_left_out",
                f"{method.upper()} {path} is left out: it is {type_name(operation.value)}, "
                "not an object.",
                f"{self._document}#{where}",
            )
            return
        yield _Place(method, path, item, operation, where)

    def _lost(self, path: str, reason: str) -> None:
        self._declared += 1
        self._report.note(
            "operation_left_out",
            f"every operation of {path} is left out: {reason}.",
            f"{self._document}#{pointer('paths', path)}",
        )

    def _draft(self, place: _Place, security: Security) -> Draft:
        operation = as_object(place.operation.value)
        item = as_object(place.item.value)
        endpoint = place.endpoint
        label = endpoint.label
        declared = self._parameters.declared(
            place.item.get("parameters"), place.operation.get("parameters"), label
        )
        body_node = place.operation.get("requestBody")
        body = self._references.follow(body_node) if body_node.value is not None else None
        inputs = self._parameters.inputs(declared, body, endpoint.path, label)
        owner = collection_of(endpoint.path)
        outputs = self._outputs(place.operation, owner)
        report_unopened(self._report, inputs, outputs, document=self._document, tool=label)
        name = operation.get("operationId")
        draft = Draft(
            declared_name=scalar_text(name).strip() and scalar_text(name) if name else "",
            source=self._document,
            place=place.pointer,
            title=as_text(operation.get("summary")) or as_text(item.get("summary")),
            description=as_text(operation.get("description")) or as_text(item.get("description")),
            endpoint=endpoint,
            tags=tuple(dict.fromkeys(texts(operation.get("tags")))),
            consumes=inputs.fields,
            produces=outputs.fields,
            security=security.of(operation, label),
            deprecated=is_true(operation.get("deprecated")),
        )
        self._links += operation_links(place.operation, draft, self._references)
        return draft

    def _outputs(self, operation: Node, owner: str) -> Fields:
        """Return what an operation's success responses hold."""
        responses = operation.get("responses")
        codes = sorted(as_object(responses.value))
        chosen = [code for code in codes if code[:1] == "2" and len(code) == 3] or [
            code for code in codes if code == "default"
        ]
        schemas: dict[int, Node] = {}
        for code in chosen:
            response = self._references.follow(responses.get(code))
            if response is None:
                continue
            bodies = self._parameters.bodies(response.get("content"))
            old_style = response.get("schema")
            for node in bodies or ((old_style,) if old_style.value is not None else ()):
                target = self._references.follow(node)
                schemas.setdefault(id(target.value) if target else 0, node)
        if not schemas:
            return Fields((), 0)
        return self._flattener.flatten(
            tuple(schemas.values()),
            Location.RESPONSE,
            name=Location.RESPONSE.value,
            owner=owner,
        )

    def _others(self, root: JsonObject) -> tuple[str, ...]:
        """Count what the document holds beside operations, and report what is left out."""
        others = []
        for word in ("webhooks", "x-webhooks"):
            hooks = as_object(root.get(word))
            if hooks:
                counted = f"{len(hooks)} webhook{'s' if len(hooks) > 1 else ''}"
                others.append(counted)
                self._report.note(
                    "webhooks_left_out",
                    f"{counted} of `{word}` left out: they are calls that the server makes.",
                    self._document,
                )
        components = as_object(root.get("components"))
        schemas = len(as_object(components.get("schemas"))) or len(
            as_object(root.get("definitions"))
        )
        if schemas:
            others.append(f"{schemas} schema{'s' if schemas > 1 else ''}")
        callbacks = sum(
            len(as_object(as_object(operation).get("callbacks")))
            for item in as_object(root.get("paths")).values()
            for operation in as_object(item).values()
        )
        if callbacks:
            self._report.note(
                "callbacks_left_out",
                f"{callbacks} callback{'s' if callbacks > 1 else ''} left out: they are calls "
                "that the server makes.",
                self._document,
            )
        return tuple(others)
