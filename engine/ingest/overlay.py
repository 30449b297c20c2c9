"""Overlays: an author's corrections to what was derived, kept beside the document.

A document can be imported again and again without losing them. An overlay is YAML or JSON::

    quality_lab_overlay: 1
    tools:
      listOrders:                      # the tool's name, or its "GET /orders"
        aliases: [order history]
        action: search                 # search, read, create, update, delete, action
        resource: order
        result_shape: list             # single, list, count, mutation
        risk: read                     # read, write, destructive
    pairs:                             # whose result feeds whose input
      - producer: listOrders
        consumer: getOrder
        fields: [[orderId, id]]
        description: An order is opened from the list.
    context:                           # ambient inputs, with the value that holds by default
      siteId: "10"
      traceId: null
    glossary:                          # words of queries, and what they mean in this catalog
      Lieferschein: [delivery note]
"""

from __future__ import annotations

import orjson
from pydantic import ValidationError

from engine.errors import DocumentError, Problem
from engine.ingest.parse import parse_file
from engine.ingest.reading import Malformed, as_object, scalar_text, type_name
from engine.ingest.report import Report
from engine.ingest.source import SourceFile
from engine.ingest.validation import field_problems
from engine.models.overlay import OVERLAY_KEY, Overlay, Pair, ToolCorrection


def is_overlay(root: object) -> bool:
    """Whether a parsed document says that it is an overlay."""
    return OVERLAY_KEY in as_object(root)


def read_overlay(file: SourceFile) -> Overlay:
    """Read an overlay file.

    Raises
    ------
    DocumentError
        With every key that is unknown and every value of a wrong type.
    """
    try:
        root = parse_file(file, Report())
    except Malformed as refusal:
        raise DocumentError(file.name, [refusal.problem]) from None
    problems = overlay_problems(root)
    if problems:
        raise DocumentError(file.name, problems)
    return overlay_of(root)


def overlay_problems(root: object) -> list[Problem]:
    """Return what is wrong with a parsed overlay; nothing when it can be used."""
    if not is_overlay(root):
        message = (
            f"this is {type_name(root)} without {OVERLAY_KEY!r}; an overlay begins with "
            f"`{OVERLAY_KEY}: 1`."
        )
        return [Problem("", message)]
    try:
        overlay_of(root)
    except ValidationError as error:
        known = {*Overlay.model_fields, *ToolCorrection.model_fields, *Pair.model_fields} - {
            OVERLAY_KEY
        }
        return list(field_problems(error, "", known).values())
    return []


def overlay_of(root: object) -> Overlay:
    """Return a parsed document as an overlay; a default that is no text becomes its JSON."""
    value = dict(as_object(root))
    context = value.get("context")
    if isinstance(context, dict):
        value["context"] = {
            name: None if default is None else scalar_text(default)
            for name, default in context.items()
        }
    return Overlay.model_validate_json(orjson.dumps(value), strict=True)
