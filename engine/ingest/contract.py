"""One field of a contract: its path, its type in words, and the record of it."""

from __future__ import annotations

import re

from engine.ingest.fields import identifier_of, kind_of
from engine.ingest.schema import Schemas
from engine.ingest.shape import Shape
from engine.models.tool import ContractField, Location

NESTED = 3
"""How many arrays or maps inside each other are told and opened."""

_ODD_NAME = re.compile(r"""[.\[\]'"*\s]|^$""")


def contract_field(
    *,
    name: str,
    json_path: str,
    kind_of_type: str,
    required: bool,
    location: Location,
    description: str,
    shape: Shape,
    owner: str,
) -> ContractField:
    """Make the record of one field."""
    return ContractField(
        name=name,
        json_path=json_path,
        type=kind_of_type,
        required=required,
        location=location,
        kind=kind_of(name, location, required=required, in_list="[]" in json_path),
        description=description,
        enum=shape.enum,
        identifier=identifier_of(name, owner, location),
        format=shape.format,
        default=shape.default,
    )


def step(name: str) -> str:
    """Return one step of a JSON path.

    Examples
    --------
    >>> step("id"), step("주문번호"), step("a.b")
    ('.id', '.주문번호', "['a.b']")
    """
    if _ODD_NAME.search(name):
        quoted = name.replace("\\", "\\\\").replace("'", "\\'")
        return f"['{quoted}']"
    return f".{name}"


def type_words(schemas: Schemas, shape: Shape) -> str:
    """Return a value's type in words: ``string``, ``array<object>``, ``integer|null``."""
    return _type(schemas, shape, 0)


def _type(schemas: Schemas, shape: Shape, level: int) -> str:
    words = []
    for word in shape.types:
        if word == "array" and shape.items and level < NESTED:
            inner = _type(schemas, schemas.choice(shape.items), level + 1)
            words.append(f"array<{inner}>" if inner != "unknown" else "array")
        elif (
            word == "object"
            and shape.values is not None
            and not shape.properties
            and level < NESTED
        ):
            inner = _type(schemas, schemas.shape((shape.values,)), level + 1)
            words.append(f"object<{inner}>" if inner != "unknown" else "object")
        else:
            words.append(word)
    if not words:
        return "unknown"
    return "|".join((*words, "null") if shape.nullable else words)
