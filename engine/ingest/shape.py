"""What one schema says about a value, read from its own members alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.ingest.reading import (
    JsonObject,
    as_array,
    as_object,
    as_text,
    is_true,
    scalar_text,
    texts,
)
from engine.ingest.references import Node

_WORDS = {
    "dict": "object",
    "map": "object",
    "list": "array",
    "tuple": "array",
    "str": "string",
    "float": "number",
    "double": "number",
    "int": "integer",
    "long": "integer",
    "bool": "boolean",
    "none": "null",
}
"""Type words of programming languages, which function schemas use."""

STRUCTURE = frozenset(
    {"allOf", "oneOf", "anyOf", "then", "else", "dependentSchemas", "discriminator"}
    | {"properties", "items", "prefixItems", "additionalProperties", "patternProperties"}
)
"""Words by which a schema is made of others."""


class Property(NamedTuple):
    """A property of an object schema."""

    nodes: tuple[Node, ...]
    """Every schema that the compositions give for it; together they apply."""

    required: bool
    """Whether the object must have it."""


class Shape(NamedTuple):
    """What a schema says about a value itself."""

    types: tuple[str, ...]
    """JSON types, without null; empty when the schema names none and none can be told."""

    nullable: bool
    """Whether null is allowed."""

    properties: dict[str, Property]
    """By name, sorted."""

    items: tuple[Node, ...]
    """Schemas of an array's items; alternatives when there are several."""

    values: Node | None
    """Schema of the values of a map, where the object's keys are free."""

    enum: tuple[str, ...]
    """Allowed values as text; empty when any value is."""

    description: str
    format: str | None
    default: str | None
    name: str
    """Name of the component; empty for a schema without one."""

    read_only: bool
    write_only: bool

    owners: frozenset[int]
    """Addresses of the schemas that gave the properties; an object all of whose owners stand
    above it is one of those again."""

    is_partial: bool = False
    """Whether it is composed of more schemas than are looked at."""


def leaf_shape(node: Node) -> Shape:
    """Return what a schema without parts says; most schemas are so, and this is the short way."""
    schema = as_object(node.value)
    listed = allowed_values(schema)
    words = dict.fromkeys(type_names(schema))
    default = schema.get("default")
    return Shape(
        types=tuple(word for word in words if word != "null"),
        nullable="null" in words or None in listed or says_nullable(schema),
        properties={},
        items=(),
        values=None,
        enum=tuple(dict.fromkeys(scalar_text(value) for value in listed if value is not None)),
        description=as_text(schema.get("description")),
        format=as_text(schema.get("format")) or None,
        default=None if default is None else scalar_text(default),
        name=node.name,
        read_only=is_true(schema.get("readOnly")),
        write_only=is_true(schema.get("writeOnly")),
        owners=frozenset(),
    )


def allowed_values(schema: JsonObject) -> Sequence[object]:
    """Return the values that a schema allows one by one."""
    return [schema["const"]] if "const" in schema else as_array(schema.get("enum"))


def says_nullable(schema: JsonObject) -> bool:
    """Whether a schema allows null by a word of its own, as before OpenAPI 3.1."""
    return is_true(schema.get("nullable")) or is_true(schema.get("x-nullable"))


def required_names(schema: JsonObject) -> tuple[str, ...]:
    """Return the properties that a schema requires."""
    names = texts(schema.get("required"))
    # The third draft of JSON Schema marked each property instead.
    properties = as_object(schema.get("properties"))
    marked = (n for n, p in properties.items() if is_true(as_object(p).get("required")))
    return (*names, *marked)


def type_names(schema: JsonObject) -> tuple[str, ...]:
    """Return the types a schema names, or those its enumerated values have."""
    given = schema.get("type")
    named = (given,) if isinstance(given, str) else texts(given)
    if named:
        return tuple(_WORDS.get(word.lower(), word.lower()) for word in named)
    return tuple(dict.fromkeys(_json_type(value) for value in allowed_values(schema)))


def _json_type(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"
