"""Read JSON-like values of unknown shape: a value of the wrong type reads as absent.

Documents come from strangers, so every access asks for the type first. Who needs to tell a wrong
type from an absent value looks at the value itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from engine.errors import Problem

JsonObject = Mapping[str, object]
"""A JSON object whose members may be anything."""

_NOTHING: JsonObject = {}


class Malformed(ValueError):
    """A text that cannot be read as what it should be; ``problem`` says where and why."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.message)


def as_object(value: object) -> JsonObject:
    """Return ``value`` if it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else _NOTHING


def as_array(value: object) -> Sequence[object]:
    """Return ``value`` if it is a JSON array, else an empty one."""
    return value if isinstance(value, list) else ()


def as_text(value: object) -> str:
    """Return ``value`` if it is text, else an empty text."""
    return value if isinstance(value, str) else ""


def texts(value: object) -> tuple[str, ...]:
    """Return the text items of a JSON array, in its order."""
    return tuple(item for item in as_array(value) if isinstance(item, str))


def is_true(value: object) -> bool:
    """Whether the document says ``true``; nothing else counts as true."""
    return value is True


def scalar_text(value: object) -> str:
    """Return a value as text: text as it is, everything else as compact JSON.

    Examples
    --------
    >>> scalar_text("a"), scalar_text(1), scalar_text(True), scalar_text([1, "b"])
    ('a', '1', 'true', '[1,"b"]')
    """
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def type_name(value: object) -> str:
    """Name the JSON type of a value with its article, for a sentence.

    Examples
    --------
    >>> type_name([]), type_name(1.5), type_name(None)
    ('an array', 'a number', 'null')
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "text"
    return "an array" if isinstance(value, list) else "an object"


def pointer(*tokens: str) -> str:
    """Join tokens to a JSON pointer (RFC 6901).

    Examples
    --------
    >>> pointer("paths", "/pets", "get")
    '/paths/~1pets/get'
    """
    return "".join("/" + token.replace("~", "~0").replace("/", "~1") for token in tokens)
