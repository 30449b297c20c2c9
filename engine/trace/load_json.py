"""Graphs written as JSON or as JSON Lines."""

from __future__ import annotations

import json

import orjson
from pydantic import JsonValue

from engine.trace.rows import GraphRows


def read_json(content: bytes, rows: GraphRows) -> None:
    """Read ``{"nodes": [...], "edges": [...]}``; other keys are left alone."""
    document = _parsed(content, "", rows)
    if rows.problems:
        return
    if not isinstance(document, dict):
        rows.problem("", "the document must be an object with 'nodes' and 'edges'.")
        return
    for key, add in (("nodes", rows.add_node), ("edges", rows.add_edge)):
        items = document.get(key)
        if items is None:
            rows.problem("", f"{key!r} is missing; it must be a list.")
        elif not isinstance(items, list):
            rows.problem(f"/{key}", "must be a list.")
        else:
            for position, item in enumerate(items):
                if rows.full:
                    return
                add(f"/{key}/{position}", item)


def read_json_lines(content: bytes, rows: GraphRows) -> None:
    """Read one object a line: an edge has ``source`` and ``target``, anything else is a node."""
    for number, line in enumerate(content.splitlines(), start=1):
        if not line.strip() or rows.full:
            continue
        where = f"line {number}"
        before = len(rows.problems)
        item = _parsed(line, where, rows)
        if len(rows.problems) > before:
            continue
        if isinstance(item, dict) and ("source" in item or "target" in item):
            rows.add_edge(where, item)
        else:
            rows.add_node(where, item)


def _parsed(content: bytes, where: str, rows: GraphRows) -> JsonValue:
    try:
        value: JsonValue = orjson.loads(content.removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError as error:
        if _says_nan(content):
            text = "NaN and Infinity are no JSON; a confidence is a number from 0 to 1."
        else:
            place = f"line {error.lineno}, column {error.colno}"
            text = f"is no JSON in UTF-8 ({place}: {error.msg})."
        rows.problem(where, text)
        return None
    return value


def _says_nan(content: bytes) -> bool:
    """Return whether the text would be JSON if NaN and Infinity were numbers."""
    if b"NaN" not in content and b"Infinity" not in content:
        return False
    try:
        json.loads(content)
    except (ValueError, RecursionError):
        return False
    return True
