"""One CSV cell of a case: lists, objects and plain text, and nothing that a sheet would run."""

from __future__ import annotations

import json
from collections.abc import Sequence

from engine.errors import Problem
from engine.ingest.json_text import parse_json
from engine.ingest.reading import Malformed, scalar_text

_LISTS = frozenset(
    {"expected", "expected_paths", "target_alternatives", "auth", "tags", "call_fields"}
)
_JSON = frozenset(
    {"expected_alternatives", "provided_entities", "evidence", "execution", "assertions"}
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_GUARD = "'"


def read_cell(column: str, cell: str) -> object:
    """Return a cell's value.

    A list is written with ``|`` between its items, or as JSON; an object as JSON. The ``'`` that
    :func:`write_cell` puts before a text which a spreadsheet would run is taken off.

    Raises
    ------
    Malformed
        If a cell that must be JSON is none.
    """
    text = cell[1:] if cell[:1] == _GUARD and cell[1:2] in (*_FORMULA, _GUARD) else cell
    if column in _JSON or (column in _LISTS and text.lstrip()[:1] == "["):
        try:
            return parse_json(text.encode("utf-8"))[0]
        except Malformed as refusal:
            message = f"the cell must hold JSON: {refusal.problem.message}"
            raise Malformed(Problem("", message)) from None
    if column in _LISTS:
        return [item.strip() for item in text.split("|") if item.strip()]
    return text


def write_cell(column: str, value: object) -> str:
    """Return a value as the text of a cell that no spreadsheet takes for a formula.

    Examples
    --------
    >>> write_cell("tags", ["a", "b"]), write_cell("query", "=1+1")
    ('a|b', "'=1+1")
    """
    if value is None:
        return ""
    if column in _LISTS and isinstance(value, Sequence) and not isinstance(value, str):
        items = [str(item) for item in value]
        plain = all(item and item == item.strip() and "|" not in item for item in items)
        text = "|".join(items) if plain and items and items[0][0] != "[" else _json(items)
    else:
        text = scalar_text(value)
    # A text that begins with the guard itself is guarded too, so that reading takes off only ours.
    guarded = text[:1] in _FORMULA or (text[:1] == _GUARD and text[1:2] in (*_FORMULA, _GUARD))
    return _GUARD + text if guarded else text


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
