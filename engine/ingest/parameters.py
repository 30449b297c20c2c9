"""Parameters and bodies of one OpenAPI operation to the fields it consumes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from engine.ingest.flatten import MAX_FIELDS, Fields, Flattener
from engine.ingest.reading import JsonObject, as_array, as_object, as_text, is_true
from engine.ingest.references import Node, References
from engine.ingest.report import Report
from engine.models.tool import ContractField, FieldKind, Location
from engine.text.identifiers import split_identifier
from engine.text.nouns import is_plural

_VARIABLE = re.compile(r"\{([^{}/]+)\}")
_PLACES = {
    "path": Location.PATH,
    "query": Location.QUERY,
    "header": Location.HEADER,
    "cookie": Location.COOKIE,
}
_ORDER = {location: index for index, location in enumerate(Location)}
_JSON = re.compile(r"(?i)^(application|text)/([\w.+-]*\+)?json\b")
_FORM = re.compile(r"(?i)^(multipart/|application/x-www-form-urlencoded)")


class Parameter(NamedTuple):
    """A declared parameter with what it says."""

    node: Node
    name: str
    place: str
    """The document's ``in``."""


class Parameters:
    """Reads the inputs of the operations of one document."""

    def __init__(
        self, references: References, flattener: Flattener, report: Report, document: str
    ) -> None:
        self._references = references
        self._flattener = flattener
        self._report = report
        self._document = document
        self.credentials: frozenset[tuple[str, str]] = frozenset()
        """Place and lower-case name of what the document's security schemes read."""

    def declared(self, shared: Node, own: Node, label: str) -> tuple[Parameter, ...]:
        """Return an operation's parameters; its own win over the path's of equal name and place."""
        found: dict[tuple[str, str], Parameter] = {}
        for node in (shared, own):
            if node.value is not None and not isinstance(node.value, list):
                self._skip(label, "its parameters are no array")
            for item in as_array(node.value):
                parameter = self._parameter(node.at(item), label)
                if parameter is not None:
                    found[(parameter.place, parameter.name)] = parameter
        return tuple(found.values())

    def _parameter(self, node: Node, label: str) -> Parameter | None:
        target = self._references.follow(node)
        if target is None:
            return None
        value = as_object(target.value)
        name, place = value.get("name"), value.get("in")
        if not isinstance(name, str) or not isinstance(place, str) or not name:
            self._skip(label, "a parameter without name or place")
            return None
        if place not in _PLACES and place not in ("body", "formData", "querystring"):
            self._skip(label, f"a parameter {name!r} in {place!r}")
            return None
        return Parameter(target, name, place)

    def _skip(self, label: str, what: str) -> None:
        self._report.tally(
            "unreadable_parameter",
            "parameters that cannot be read and are left out: {count}",
            document=self._document,
            example=f"{label}: {what}",
        )

    def inputs(
        self, parameters: Iterable[Parameter], body: Node | None, path: str, label: str
    ) -> Fields:
        """Return what an operation consumes, sorted by location and JSON path.

        Parameters
        ----------
        parameters : iterable of Parameter
            As :meth:`declared` returns them.
        body : Node or None
            An OpenAPI 3 request body.
        path : str
            The path template; a variable in it that no parameter declares becomes a field.
        label : str
            Names the operation in the report.
        """
        found: list[Fields] = []
        for parameter in parameters:
            if parameter.place in _PLACES:
                found.append(self._parameter_fields(parameter, path))
            elif parameter.place == "body":
                found.append(self._body((parameter.node.get("schema"),), parameter.name, path))
            else:
                found.append(self._form_field(parameter))
        nodes = self.bodies(body.get("content")) if body is not None else ()
        if nodes:
            found.append(self._body(nodes, Location.BODY.value, path))
        fields = [field for part in found for field in part.fields]
        fields += self._undeclared(fields, path, label)
        unique = {(field.location, field.json_path): field for field in reversed(fields)}
        kept, cut = _within_limit(list(unique.values()))
        kept.sort(key=lambda field: (_ORDER[field.location], field.json_path))
        return Fields(tuple(kept), cut + sum(part.unopened for part in found))

    def _body(self, nodes: tuple[Node, ...], name: str, path: str) -> Fields:
        owner = collection_of(path)
        return self._flattener.flatten(nodes, Location.BODY, name=name, owner=owner)

    def bodies(self, content: Node) -> tuple[Node, ...]:
        """Return the schemas of a content map: JSON first, then forms, each schema once."""
        media = as_object(content.value)
        schemas: dict[int, Node] = {}
        for kind in sorted(media, key=lambda k: (not _JSON.match(k), not _FORM.match(k), k)):
            item = self._references.follow(content.at(media[kind]))
            if item is None:
                continue
            value = as_object(item.value)
            # A stream of items (OpenAPI 3.2) is read as its items.
            schema = value.get("schema", value.get("itemSchema"))
            if schema is None:
                schema = {} if _JSON.match(kind) or _FORM.match(kind) else _BINARY
            node = item.at(schema)
            target = self._references.follow(node)
            schemas.setdefault(id(target.value) if target else 0, node)
        real = [node for node in schemas.values() if node.value not in ({}, _BINARY)]
        return tuple(real or schemas.values())

    def _parameter_fields(self, parameter: Parameter, path: str) -> Fields:
        location = _PLACES[parameter.place]
        value = as_object(parameter.node.value)
        schema = parameter.node.get("schema")
        if schema.value is None:
            content = self.bodies(parameter.node.get("content"))
            # Swagger 2.0 writes a parameter's schema into the parameter itself.
            schema = content[0] if content else parameter.node.at(_as_schema(value))
        required = location is Location.PATH or is_true(value.get("required"))
        owner = _owner(path, parameter.name) if location is Location.PATH else ""
        return self._read(parameter, schema, location, required=required, owner=owner)

    def _form_field(self, parameter: Parameter) -> Fields:
        value = as_object(parameter.node.value)
        schema = parameter.node.at(_as_schema(value))
        required = is_true(value.get("required"))
        return self._read(parameter, schema, Location.BODY, required=required, owner="")

    def _read(
        self, parameter: Parameter, schema: Node, location: Location, *, required: bool, owner: str
    ) -> Fields:
        found = self._flattener.parameter(
            schema,
            parameter.name,
            location,
            required=required,
            owner=owner,
            description=as_text(as_object(parameter.node.value).get("description")),
        )
        if (parameter.place, parameter.name.lower()) in self.credentials:
            kind = {"kind": FieldKind.AUTH}
            secret = tuple(field.model_copy(update=kind) for field in found.fields)
            return found._replace(fields=secret)
        return found

    def _undeclared(
        self, fields: Iterable[ContractField], path: str, label: str
    ) -> list[ContractField]:
        known = {field.name for field in fields if field.location is Location.PATH}
        missing = [name for name in dict.fromkeys(_VARIABLE.findall(path)) if name not in known]
        for name in missing:
            self._report.tally(
                "undeclared_path_parameter",
                "variables of a path that no parameter declares, taken as text: {count}",
                document=self._document,
                example=f"{{{name}}} of {label}",
            )
        return [
            field
            for name in missing
            for field in self._flattener.parameter(
                Node(_TEXT, self._document),
                name,
                Location.PATH,
                required=True,
                owner=_owner(path, name),
                description="",
            ).fields
        ]


def _within_limit(fields: list[ContractField]) -> tuple[list[ContractField], int]:
    """Cut what exceeds the limit: what is not required, then what lies deepest, goes first."""
    if len(fields) > MAX_FIELDS:
        fields.sort(key=lambda f: (not f.required, f.json_path.count("."), f.json_path))
    return fields[:MAX_FIELDS], max(0, len(fields) - MAX_FIELDS)


_TEXT: JsonObject = {"type": "string"}
_BINARY: JsonObject = {"type": "string", "format": "binary"}
_PARAMETER_WORDS = frozenset({"name", "in", "required", "description"})


def _as_schema(parameter: JsonObject) -> JsonObject:
    return {key: value for key, value in parameter.items() if key not in _PARAMETER_WORDS}


def collection_of(path: str) -> str:
    """Return the last segment of a path that names many things; empty when none does.

    Examples
    --------
    >>> collection_of("/orders/{id}/items"), collection_of("/orders/{id}/cancel")
    ('items', 'orders')
    """
    for segment in reversed(path.split("/")):
        words = split_identifier(segment) if "{" not in segment else ()
        if words and is_plural(words[-1]):
            return segment
    return ""


def _owner(path: str, name: str) -> str:
    """Return the segment before a path's variable: what ``{id}`` of ``/pets/{id}`` belongs to."""
    before, found, _ = path.partition(f"{{{name}}}")
    segments = [s for s in before.split("/") if s and "{" not in s]
    return segments[-1] if found and segments else ""
