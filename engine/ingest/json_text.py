"""JSON text to values: fast when it is right, exact about the place when it is not."""

from __future__ import annotations

import json
import re
from typing import NoReturn

import orjson

from engine.errors import Problem
from engine.ingest.reading import Malformed

_KEY = re.compile(rb'(?<!\\)"\s*:')
_SURROGATE = re.compile("[\ud800-\udfff]")

MAX_DEPTH = 500
"""How deeply objects and arrays may nest; real documents stay below 60."""


def parse_json(data: bytes) -> tuple[object, tuple[str, ...]]:
    """Return the value of a JSON text, and the keys that one object holds twice.

    Parameters
    ----------
    data : bytes
        UTF-8 without a byte order mark.

    Returns
    -------
    tuple of (object, tuple of str)
        Numbers beyond 64 bits become floats. A lone surrogate, which has no UTF-8 form, becomes
        U+FFFD. Of repeated keys the last one is kept; the second item names each once, sorted.

    Raises
    ------
    Malformed
        With line and column of the first thing that is wrong.
    """
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError:
        value = _read_slowly(data)
    keys, depth = _measure(value)
    if depth > MAX_DEPTH:
        raise Malformed(_too_deep())
    # Only after a key does a colon follow a quote that is not escaped; a key that itself ends in a
    # backslash is missed. So only where the counts differ can a key stand twice.
    repeated = _repeated_keys(data) if keys != len(_KEY.findall(data)) else ()
    return value, repeated


def _read_slowly(data: bytes) -> object:
    """Read what orjson refuses: either it is wrong, and we say where, or it is only unusual."""
    text = data.decode("utf-8")
    try:
        value = json.loads(text, parse_constant=_refuse_constant, parse_int=_integer)
    except RecursionError:
        raise Malformed(_too_deep()) from None
    except json.JSONDecodeError as error:
        raise Malformed(_located(text, error)) from None
    return _without_surrogates(value)


def _refuse_constant(name: str) -> NoReturn:
    raise Malformed(Problem("", f"{name} is not JSON; write a number, text or null in its place."))


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) < 20 else float(digits)


def _too_deep() -> Problem:
    return Problem(
        "", f"objects and arrays nest deeper than {MAX_DEPTH} levels, which no API document needs."
    )


def _located(text: str, error: json.JSONDecodeError) -> Problem:
    where = f"line {error.lineno}, column {error.colno}"
    rest = text[error.pos :].strip()
    if not rest or error.msg.startswith("Unterminated string"):
        return Problem(
            where, "the JSON text ends too early; the file looks cut off. Get it again in full."
        )
    reason = error.msg[:1].lower() + error.msg[1:]
    return Problem(
        where, f"this is not JSON: {reason}, but {rest[:20]!r} stands there. Correct it there."
    )


def _without_surrogates(value: object) -> object:
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {_SURROGATE.sub("\ufffd", k): _without_surrogates(v) for k, v in value.items()}
    return value


def _measure(value: object) -> tuple[int, int]:
    """Return how many keys a value holds and how deeply it nests."""
    keys, depth = 0, 0
    level: list[object] = [value]
    while level:
        depth += 1
        below: list[object] = []
        for item in level:
            if isinstance(item, dict):
                keys += len(item)
                below.extend(item.values())
            elif isinstance(item, list):
                below.extend(item)
        level = below
    return keys, depth - 1


def _repeated_keys(data: bytes) -> tuple[str, ...]:
    repeated: set[str] = set()

    def look(pairs: list[tuple[str, object]]) -> None:
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                repeated.add(_SURROGATE.sub("\ufffd", key))
            seen.add(key)

    json.loads(data, object_pairs_hook=look, parse_int=_integer)
    return tuple(sorted(repeated))
