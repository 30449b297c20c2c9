"""What the compositions of a schema say together.

``allOf`` is a union whose requirements add up. ``oneOf`` and ``anyOf`` are a union in which a
property is required only where every branch requires it. Each schema is looked at once, however
the compositions lead to each other, so circles end by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.ingest.reading import (
    JsonObject,
    as_array,
    as_object,
    as_text,
    is_true,
    scalar_text,
)
from engine.ingest.references import Node, References
from engine.ingest.shape import (
    Property,
    Shape,
    allowed_values,
    required_names,
    says_nullable,
    type_names,
)

_OPTIONAL_PARTS = ("then", "else")
_MAP_PARTS = ("dependentSchemas",)


MAX_STEPS = 2_000
"""How many parts of one composition are looked at; what is left then is not taken in. The largest
unions of real documents have some hundred parts."""

HeirsOf = Callable[[Node], Sequence[Node]]
"""Finds the components that are built on one."""


class Gathering:
    """One walk through the compositions of a schema."""

    def __init__(self, references: References, heirs_of: HeirsOf) -> None:
        self._references = references
        self._heirs_of = heirs_of
        self._visited: dict[int, bool] = {}
        self._pending: list[tuple[Node, bool, bool]] = []
        self._steps = 0
        self._types: dict[str, None] = {}
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
        self._push([node], mandatory=mandatory, inherited=inherited)
        self._drain()

    def choose(self, branches: Sequence[Node]) -> None:
        """Take in schemas of which one applies."""
        self._variants(branches, True)
        self._drain()

    def _drain(self) -> None:
        while self._pending:
            self._take(*self._pending.pop())

    def _push(self, nodes: Sequence[Node], *, mandatory: bool, inherited: bool) -> None:
        """Put parts in line; the first of them is looked at first, before all that wait."""
        self._pending += [(node, mandatory, inherited) for node in reversed(nodes)]

    def _may_go_on(self, steps: int) -> bool:
        self._steps += steps
        return self._steps <= MAX_STEPS

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
            self._required.update(required_names(schema))
        else:
            self._facts(target, schema, mandatory)
            self._members(target, schema, mandatory)
        # Last in, first out: what shall be read first is put in last.
        self._alternatives(target, schema, mandatory, inherited)
        parts = as_array(schema.get("allOf"))
        if parts and self._may_go_on(len(parts)):
            nodes = [target.at(part) for part in parts]
            self._push(nodes, mandatory=mandatory, inherited=True)

    def _facts(self, node: Node, schema: JsonObject, mandatory: bool) -> None:
        if mandatory:
            self._name = self._name or node.name
            self._read_only |= is_true(schema.get("readOnly"))
            self._write_only |= is_true(schema.get("writeOnly"))
        self._description = self._description or as_text(schema.get("description"))
        self._format = self._format or as_text(schema.get("format")) or None
        if self._default is None and schema.get("default") is not None:
            self._default = scalar_text(schema["default"])
        self._nullable |= says_nullable(schema)
        for word in type_names(schema):
            if word == "null":
                self._nullable = True
            else:
                self._types[word] = None
        self._allowed(schema, mandatory)

    def _allowed(self, schema: JsonObject, mandatory: bool) -> None:
        """Take in the values that a schema enumerates.

        What an option enumerates limits the whole only if every option enumerates.
        """
        listed = allowed_values(schema)
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
            self._required.update(required_names(schema))
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
            branches = as_array(schema.get(word))
            if branches and self._may_go_on(len(branches)):
                self._variants([node.at(branch) for branch in branches], mandatory)
            grouped |= bool(branches)
        parts = [node.get(word) for word in _OPTIONAL_PARTS if word in schema]
        for word in _MAP_PARTS:
            further = node.get(word)
            parts += [further.get(key) for key in sorted(as_object(further.value))]
        self._push(parts, mandatory=False, inherited=True)
        self._discriminate(node, schema, expand=not grouped and not inherited)

    def _variants(self, branches: Sequence[Node], mandatory: bool) -> None:
        """Take in the branches of a choice; what all of them require is required."""
        followed = [(node, self._references.follow(node)) for node in branches]
        known = [(node, target) for node, target in followed if target is not None]
        if any(id(target.value) in self._visited for _, target in known):
            # A branch led here through its own ``allOf``: the choice is already made.
            return
        common: set[str] | None = None
        for _, target in known:
            words = type_names(as_object(target.value))
            if words == ("null",):
                self._nullable = True
                continue
            demanded = self._demanded(target)
            common = demanded if common is None else common & demanded
        if mandatory and common:
            self._required.update(common)
        self._push([node for node, _ in known], mandatory=False, inherited=False)

    def _demanded(self, node: Node) -> set[str]:
        """Return what a schema and everything it is built on by ``allOf`` requires."""
        demanded: set[str] = set()
        seen: set[int] = set()
        stack = [node]
        while stack and self._may_go_on(1):
            target = self._references.follow(stack.pop())
            if target is None or id(target.value) in seen:
                continue
            seen.add(id(target.value))
            schema = as_object(target.value)
            demanded.update(required_names(schema))
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
            heirs = (*named, *self._heirs_of(node))
            if self._may_go_on(len(heirs)):
                self._push(heirs, mandatory=False, inherited=False)

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
            is_partial=self._steps > MAX_STEPS,
        )
