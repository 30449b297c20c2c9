"""One level of a schema: what its compositions say together, without opening its properties.

``allOf`` is a union whose requirements add up. ``oneOf`` and ``anyOf`` are a union in which a
property is required only where every branch requires it. Each schema is looked at once, however
the compositions lead to each other, so circles end by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from engine.ingest.references import Node, References, reference

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

_STRUCTURE = frozenset(
    {"allOf", "oneOf", "anyOf", "then", "else", "dependentSchemas", "discriminator"}
    | {"properties", "items", "prefixItems", "additionalProperties", "patternProperties"}
)
"""Words by which a schema is made of others."""

_OPTIONAL_PARTS = ("then", "else")
_MAP_PARTS = ("dependentSchemas",)


HeirsOf = Callable[[Node], Sequence[Node]]
"""Finds the components that are built on one."""


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


class Schemas:
    """Reads schemas of the documents that ``references`` knows, each once."""

    def __init__(self, references: References) -> None:
        self._references = references
        self._shapes: dict[tuple[int, ...], Shape] = {}
        self._kept: list[tuple[Node, ...]] = []
        self._heirs: dict[str, dict[int, list[Node]]] = {}

    def shape(self, nodes: tuple[Node, ...]) -> Shape:
        """Return what several schemas that all apply say together."""
        followed = [self._references.follow(node) for node in nodes]
        nodes = tuple(node for node in followed if node is not None)
        key = tuple(id(node.value) for node in nodes)
        shape = self._shapes.get(key)
        if shape is None:
            if len(nodes) == 1 and _STRUCTURE.isdisjoint(as_object(nodes[0].value)):
                shape = _leaf(nodes[0])
            else:
                gathering = _Gathering(self._references, self._heirs_of)
                for node in nodes:
                    gathering.visit(node, mandatory=True, inherited=False)
                shape = gathering.shape()
            self._shapes[key] = shape
            # The key is made of addresses, so the values must outlive it.
            self._kept.append(nodes)
        return shape

    def choice(self, nodes: tuple[Node, ...]) -> Shape:
        """Return what several schemas of which one applies say together."""
        if len(nodes) == 1:
            return self.shape(nodes)
        key = (0, *(id(node.value) for node in nodes))
        shape = self._shapes.get(key)
        if shape is None:
            gathering = _Gathering(self._references, self._heirs_of)
            gathering.choose(nodes)
            shape = self._shapes[key] = gathering.shape()
            self._kept.append(nodes)
        return shape

    def _heirs_of(self, base: Node) -> Sequence[Node]:
        """Return the components that are built on ``base`` by ``allOf``, sorted by name."""
        index = self._heirs.get(base.document)
        if index is None:
            index = self._heirs[base.document] = {}
            for node in self._components(base.document):
                for part in as_array(as_object(node.value).get("allOf")):
                    target = self._references.follow(node.at(part)) if reference(part) else None
                    if target is not None:
                        index.setdefault(id(target.value), []).append(node)
        return index.get(id(base.value), ())

    def _components(self, document: str) -> list[Node]:
        root = as_object(self._references.document(document))
        components = as_object(as_object(root.get("components")).get("schemas"))
        definitions = as_object(root.get("definitions"))
        both = {**definitions, **components}
        return [Node(both[name], document, name) for name in sorted(both)]


class _Gathering:
    """One walk through the compositions of a schema."""

    def __init__(self, references: References, heirs_of: HeirsOf) -> None:
        self._references = references
        self._heirs_of = heirs_of
        self._visited: dict[int, bool] = {}
        self._pending: list[tuple[Node, bool, bool]] = []
        self._types: list[str] = []
        self._nullable = False
        self._properties: dict[str, list[Node]] = {}
        self._required: set[str] = set()
        self._owners: set[int] = set()
        self._items: list[Node] = []
        self._values: Node | None = None
        self._enum: dict[str, None] = {}
        self._optional_enum: dict[str, None] = {}
        self._open_option = False
        self._description = ""
        self._format: str | None = None
        self._default: str | None = None
        self._name = ""
        self._read_only = False
        self._write_only = False
        self._tags: dict[str, tuple[str, ...]] = {}

    def visit(self, node: Node, *, mandatory: bool, inherited: bool) -> None:
        """Take in a schema and everything it is composed of."""
        self._pending.append((node, mandatory, inherited))
        while self._pending:
            self._take(*self._pending.pop())

    def choose(self, branches: Sequence[Node]) -> None:
        """Take in schemas of which one applies."""
        self._variants([(node, self._references.follow(node)) for node in branches], True)
        while self._pending:
            self._take(*self._pending.pop())

    def _take(self, node: Node, mandatory: bool, inherited: bool) -> None:
        target = self._references.follow(node)
        if target is None or not isinstance(target.value, dict):
            return
        schema = target.value
        before = self._visited.get(id(schema))
        if before is not None and (before or not mandatory):
            return
        self._visited[id(schema)] = mandatory
        if before is not None:
            # Known as an option already, now as a demand: only the demand is new.
            self._required.update(_required(schema))
        else:
            self._facts(target, schema, mandatory)
            self._members(target, schema, mandatory)
        # Last in, first out: what shall be read first is put in last.
        self._alternatives(target, schema, mandatory, inherited)
        for part in reversed(as_array(schema.get("allOf"))):
            self._pending.append((target.at(part), mandatory, True))

    def _facts(self, node: Node, schema: JsonObject, mandatory: bool) -> None:
        if mandatory:
            self._name = self._name or node.name
            self._read_only |= is_true(schema.get("readOnly"))
            self._write_only |= is_true(schema.get("writeOnly"))
        self._description = self._description or as_text(schema.get("description"))
        self._format = self._format or as_text(schema.get("format")) or None
        if self._default is None and schema.get("default") is not None:
            self._default = scalar_text(schema["default"])
        self._nullable |= _says_nullable(schema)
        for word in _type_words(schema):
            if word == "null":
                self._nullable = True
            elif word not in self._types:
                self._types.append(word)
        self._allowed(schema, mandatory)

    def _allowed(self, schema: JsonObject, mandatory: bool) -> None:
        """Take in the values that a schema enumerates.

        What an option enumerates limits the whole only if every option enumerates.
        """
        listed = _listed(schema)
        self._nullable |= None in listed
        words = self._enum if mandatory else self._optional_enum
        words.update(dict.fromkeys(scalar_text(value) for value in listed if value is not None))
        composed = any(word in schema for word in ("allOf", "oneOf", "anyOf"))
        self._open_option |= not (mandatory or listed or composed)

    def _members(self, node: Node, schema: JsonObject, mandatory: bool) -> None:
        properties = as_object(schema.get("properties"))
        if properties:
            self._owners.add(id(schema))
        for name in sorted(properties):
            self._properties.setdefault(name, []).append(node.at(properties[name]))
        if mandatory:
            self._required.update(_required(schema))
        items = schema.get("items")
        if isinstance(items, dict):
            self._items.append(node.at(items))
        for item in (*as_array(items), *as_array(schema.get("prefixItems"))):
            self._items.append(node.at(item))
        extra = schema.get("additionalProperties")
        patterns = as_object(schema.get("patternProperties"))
        free = [extra] if isinstance(extra, dict) else [patterns[key] for key in sorted(patterns)]
        if free and self._values is None:
            self._values = node.at(free[0])

    def _alternatives(
        self, node: Node, schema: JsonObject, mandatory: bool, inherited: bool
    ) -> None:
        grouped = False
        for word in ("oneOf", "anyOf"):
            branches = [node.at(part) for part in as_array(schema.get(word))]
            if branches:
                grouped = True
                pairs = [(branch, self._references.follow(branch)) for branch in branches]
                self._variants(pairs, mandatory)
        for word in _OPTIONAL_PARTS:
            if isinstance(schema.get(word), dict):
                self._pending.append((node.at(schema[word]), False, True))
        for word in _MAP_PARTS:
            parts = as_object(schema.get(word))
            for key in sorted(parts, reverse=True):
                self._pending.append((node.at(parts[key]), False, True))
        self._discriminate(node, schema, expand=not grouped and not inherited)

    def _variants(self, branches: list[tuple[Node, Node | None]], mandatory: bool) -> None:
        """Take in the branches of a choice; what all of them require is required."""
        known = [(node, target) for node, target in branches if target is not None]
        if any(id(target.value) in self._visited for _, target in known):
            # A branch led here through its own ``allOf``: the choice is already made.
            return
        common: set[str] | None = None
        for _, target in known:
            words = _type_words(as_object(target.value))
            if words == ("null",):
                self._nullable = True
                continue
            demanded = self._demanded(target)
            common = demanded if common is None else common & demanded
        if mandatory and common:
            self._required.update(common)
        for node, _ in reversed(known):
            self._pending.append((node, False, False))

    def _demanded(self, node: Node) -> set[str]:
        """Return what a schema and everything it is built on by ``allOf`` requires."""
        demanded: set[str] = set()
        seen: set[int] = set()
        stack = [node]
        while stack:
            target = self._references.follow(stack.pop())
            if target is None or id(target.value) in seen:
                continue
            seen.add(id(target.value))
            schema = as_object(target.value)
            demanded.update(_required(schema))
            stack.extend(target.at(part) for part in as_array(schema.get("allOf")))
        return demanded

    def _discriminate(self, node: Node, schema: JsonObject, *, expand: bool) -> None:
        """Take in the schemas among which a discriminator chooses."""
        discriminator = schema.get("discriminator")
        mapping = as_object(as_object(discriminator).get("mapping"))
        name = as_text(discriminator) or as_text(as_object(discriminator).get("propertyName"))
        if not name:
            return
        if mapping:
            self._tags[name] = tuple(sorted(mapping))
        if expand:
            named = [
                node.at(
                    {"$ref": ref if "/" in ref or "#" in ref else f"#/components/schemas/{ref}"}
                )
                for _, ref in sorted(mapping.items())
                if isinstance(ref, str)
            ]
            for heir in reversed((*named, *self._heirs_of(node))):
                self._pending.append((heir, False, False))

    def shape(self) -> Shape:
        """Return what was taken in."""
        types = list(self._types)
        if not types:
            if self._properties or self._values is not None:
                types = ["object"]
            elif self._items:
                types = ["array"]
        properties = {
            name: Property(tuple(nodes), name in self._required)
            for name, nodes in sorted(self._properties.items())
        }
        for name, tags in self._tags.items():
            if name in properties and not any(
                "enum" in as_object(n.value) for n in properties[name].nodes
            ):
                nodes = (*properties[name].nodes, Node({"enum": list(tags)}, ""))
                properties[name] = Property(nodes, properties[name].required)
        return Shape(
            types=tuple(types),
            nullable=self._nullable,
            properties=properties,
            items=tuple(self._items),
            values=self._values,
            enum=tuple(self._enum or (() if self._open_option else self._optional_enum)),
            description=self._description,
            format=self._format,
            default=self._default,
            name=self._name,
            read_only=self._read_only,
            write_only=self._write_only,
            owners=frozenset(self._owners),
        )


def _leaf(node: Node) -> Shape:
    """Return what a schema without parts says; most schemas are so, and this is the short way."""
    schema = as_object(node.value)
    listed = _listed(schema)
    words = dict.fromkeys(_type_words(schema))
    default = schema.get("default")
    return Shape(
        types=tuple(word for word in words if word != "null"),
        nullable="null" in words or None in listed or _says_nullable(schema),
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


def _listed(schema: JsonObject) -> Sequence[object]:
    """Return the values that a schema allows one by one."""
    return [schema["const"]] if "const" in schema else as_array(schema.get("enum"))


def _says_nullable(schema: JsonObject) -> bool:
    return is_true(schema.get("nullable")) or is_true(schema.get("x-nullable"))


def _required(schema: JsonObject) -> tuple[str, ...]:
    names = texts(schema.get("required"))
    # The third draft of JSON Schema marked each property instead.
    properties = as_object(schema.get("properties"))
    marked = (n for n, p in properties.items() if is_true(as_object(p).get("required")))
    return (*names, *marked)


def _type_words(schema: JsonObject) -> tuple[str, ...]:
    """Return the types a schema names, or those its enumerated values have."""
    given = schema.get("type")
    named = (given,) if isinstance(given, str) else texts(given)
    if named:
        return tuple(_WORDS.get(word.lower(), word.lower()) for word in named)
    return tuple(dict.fromkeys(_json_type(value) for value in _listed(schema)))


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
