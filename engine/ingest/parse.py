"""Bytes to one JSON value, whichever of JSON and YAML they are."""

from __future__ import annotations

import codecs

from engine.errors import Problem
from engine.ingest.glossary import is_glossary, read_glossary
from engine.ingest.json_text import parse_json
from engine.ingest.reading import Malformed
from engine.ingest.report import Report
from engine.ingest.source import SourceFile
from engine.ingest.yaml_text import parse_yaml
from engine.models.overlay import OVERLAY_KEY

_WIDE = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


def parse_file(file: SourceFile, report: Report) -> object:
    """Return the value of a JSON or YAML file; what was lost on the way goes to ``report``.

    A table is a glossary, and comes as the overlay that holds it. A ``.json`` file is JSON; in any
    other, text that starts like JSON is tried as JSON first, since YAML contains it.

    Raises
    ------
    Malformed
        With the place of the first thing that cannot be read.
    """
    data = utf8(file.data)
    if not data.strip():
        size = len(file.data)
        raise Malformed(Problem("", f"the file is empty ({size} bytes)."))
    if is_glossary(file):
        return {OVERLAY_KEY: 1, "glossary": read_glossary(file, data.decode("utf-8"))}
    looks_like_json = data.lstrip()[:1] in (b"{", b"[")
    if file.name.lower().endswith(".json"):
        return _json(file, data, report)
    if looks_like_json:
        try:
            return _json(file, data, report)
        except Malformed as refusal:
            if not file.name.lower().endswith((".yaml", ".yml")):
                raise refusal from None
    return _yaml(file, data, report)


def _json(file: SourceFile, data: bytes, report: Report) -> object:
    value, repeated = parse_json(data)
    for key in repeated:
        report.tally(
            "repeated_key",
            "keys that stand twice in one object, of which the last value is used: {count}",
            document=file.name,
            example=repr(key),
        )
    return value


def _yaml(file: SourceFile, data: bytes, report: Report) -> object:
    parsed = parse_yaml(data.decode("utf-8"))
    for key, line in parsed.repeated:
        report.tally(
            "repeated_key",
            "keys that stand twice in one object, of which the last value is used: {count}",
            document=file.name,
            example=f"{key!r} in line {line}",
        )
    return parsed.value


def utf8(data: bytes) -> bytes:
    """Return a text's UTF-8 bytes without a byte order mark.

    Raises
    ------
    Malformed
        With the line where the bytes are no text.
    """
    wide = _WIDE.get(data[:2])
    try:
        if wide is not None:
            return data.decode(wide).encode("utf-8")
        data = data.removeprefix(codecs.BOM_UTF8)
        # orjson checks UTF-8 as well, but cannot tell the line.
        data.decode("utf-8")
    except UnicodeError as error:
        start = error.start if isinstance(error, UnicodeDecodeError) else 0
        line = data.count(b"\n", 0, start) + 1
        raise Malformed(
            Problem(f"line {line}", "this is not UTF-8 text. Save the document as UTF-8.")
        ) from None
    return data
