"""Schemas to contract fields: breadth first, so that what is cut off is what lies deepest."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from engine.ingest.composition import MAX_STEPS
from engine.ingest.contract import NESTED, contract_field, step, type_words
from engine.ingest.references import Node
from engine.ingest.report import Report
from engine.ingest.schema import Schemas
from engine.ingest.shape import Shape
from engine.models.tool import ContractField, Location

INPUT_DEPTH = 6
"""How many levels of objects an input is opened."""

OUTPUT_DEPTH = 4
"""How many levels of objects an output is opened."""

MAX_FIELDS = 250
"""How many input fields, and how many output fields, one tool keeps."""


class Fields(NamedTuple):
    """The fields of one body."""

    fields: tuple[ContractField, ...]
    """Sorted by JSON path, each path once."""

    unopened: int
    """Objects that have properties which were left out, because they lie too deep, stand inside
    themselves, or because there are too many."""


def report_unopened(report: Report, *parts: Fields, document: str, tool: str) -> None:
    """Tally a tool some of whose inputs or outputs are left out."""
    unopened = sum(part.unopened for part in parts)
    if unopened:
        report.tally(
            "fields_left_out",
            "tools with objects that are not opened, because they stand inside themselves, lie "
            f"deeper than {INPUT_DEPTH} levels of an input or {OUTPUT_DEPTH} of an output, are "
            f"beyond {MAX_FIELDS} fields of either, or are made of more than {MAX_STEPS} parts: "
            "{count}, with {weight} such objects",
            document=document,
            example=tool,
            weight=unopened,
        )


class _Open(NamedTuple):
    """An object whose properties are still to be written down."""

    path: str
    shape: Shape
    owner: str
    required: bool
    depth: int
    above: frozenset[int]
    """Owners of the objects around it; one of them again would go on for ever."""


class Flattener:
    """Flattens bodies; equal bodies share their fields."""

    def __init__(self, schemas: Schemas) -> None:
        self._schemas = schemas
        self._done: dict[tuple[object, ...], Fields] = {}

    def flatten(
        self, choices: tuple[Node, ...], location: Location, *, name: str, owner: str = ""
    ) -> Fields:
        """Return the fields of a body.

        Parameters
        ----------
        choices : tuple of Node
            Its schema; several when one of them applies.
        location : Location
            ``BODY`` or ``RESPONSE``. What is only read is left out of the one, what is only
            written out of the other.
        name : str
            Name of the body itself where it is no object with properties: the document's name
            for it, or the location's.
        owner : str
            What fields of a schema without a name belong to.

        Returns
        -------
        Fields
            A field counts as required if every object above it is required as well, and never
            among the values of a map; whether the body as a whole may be left out does not
            matter.
        """
        root = self._schemas.choice(choices)
        inner = self._schemas.choice(root.items) if root.items else root
        key = (id(root), location, name, "" if inner.name else owner)
        done = self._done.get(key)
        if done is None:
            fields = _Walk(self._schemas, location).walk(root, name=name, owner=owner)
            done = self._done[key] = fields
        return done

    def parameter(
        self,
        schema: Node,
        name: str,
        location: Location,
        *,
        required: bool,
        owner: str,
        description: str,
    ) -> Fields:
        """Return the fields of a parameter: itself, and below it the properties of an object."""
        walk = _Walk(self._schemas, location)
        shape = self._schemas.shape((schema,))
        return walk.walk_parameter(shape, name, owner, required, description)


class _Walk:
    """One walk through one body."""

    def __init__(self, schemas: Schemas, location: Location) -> None:
        self._schemas = schemas
        self._location = location
        self._depth = OUTPUT_DEPTH if location is Location.RESPONSE else INPUT_DEPTH
        self._fields: dict[str, ContractField] = {}
        self._queue: deque[_Open] = deque()
        self._unopened = 0

    def walk(self, root: Shape, *, name: str, owner: str) -> Fields:
        self._enter("$", root, owner=root.name or owner, required=True, depth=0, above=frozenset())
        if not root.properties:
            self._write("$", root.name or name, root, owner="", required=False, description="")
        return self._finish()

    def walk_parameter(
        self, shape: Shape, name: str, owner: str, required: bool, description: str
    ) -> Fields:
        path = f"${step(name)}"
        self._write(path, name, shape, owner=owner, required=required, description=description)
        inside = shape.name or name
        self._enter(path, shape, owner=inside, required=required, depth=0, above=frozenset())
        return self._finish()

    def _finish(self) -> Fields:
        while self._queue:
            self._spread(self._queue.popleft())
        return Fields(tuple(f for _, f in sorted(self._fields.items())), self._unopened)

    def _spread(self, item: _Open) -> None:
        for name, prop in item.shape.properties.items():
            if len(self._fields) >= MAX_FIELDS:
                self._unopened += 1
                return
            shape = self._schemas.shape(prop.nodes)
            if self._is_foreign(shape):
                continue
            path = item.path + step(name)
            required = item.required and prop.required
            said = _said_beside(prop.nodes)
            self._write(path, name, shape, owner=item.owner, required=required, description=said)
            self._enter(
                path,
                shape,
                owner=shape.name or name,
                required=required,
                depth=item.depth + 1,
                above=item.above,
            )

    def _enter(
        self,
        path: str,
        shape: Shape,
        *,
        owner: str,
        required: bool,
        depth: int,
        above: frozenset[int],
    ) -> None:
        """Queue the objects that stand at a path: the value itself, its items, its values."""
        self._unopened += shape.is_partial
        for _ in range(NESTED):
            if shape.properties:
                if depth >= self._depth or shape.owners <= above:
                    self._unopened += 1
                    return
                inside = above | shape.owners
                self._queue.append(_Open(path, shape, owner, required, depth, inside))
            if shape.items:
                path, shape = f"{path}[]", self._schemas.choice(shape.items)
            elif shape.values is not None:
                path, shape = f"{path}.*", self._schemas.shape((shape.values,))
                required = False  # a map may be empty
            else:
                return
            owner = shape.name or owner
        if shape.properties:
            self._unopened += 1

    def _write(
        self, path: str, name: str, shape: Shape, *, owner: str, required: bool, description: str
    ) -> None:
        if path not in self._fields:
            self._fields[path] = contract_field(
                name=name,
                json_path=path,
                kind_of_type=type_words(self._schemas, shape),
                required=required,
                location=self._location,
                description=description or shape.description,
                shape=shape,
                owner=owner,
            )

    def _is_foreign(self, shape: Shape) -> bool:
        if self._location is Location.RESPONSE:
            return shape.write_only
        return shape.read_only


def _said_beside(nodes: Sequence[Node]) -> str:
    """Return the description that stands beside a reference."""
    for node in nodes:
        if isinstance(node.value, dict) and isinstance(text := node.value.get("description"), str):
            return text
    return ""
