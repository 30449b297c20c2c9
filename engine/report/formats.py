"""Formats that a comparison can be written in."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from engine.models.report import Comparison
from engine.report.document import to_json
from engine.report.html import to_html
from engine.report.junit import to_junit
from engine.report.markdown import to_markdown


class Format(StrEnum):
    """How a comparison is written."""

    TEXT = "text"
    """For a terminal."""

    JSON = "json"
    MARKDOWN = "markdown"
    HTML = "html"
    JUNIT = "junit"


ENDINGS = {
    ".txt": Format.TEXT,
    ".json": Format.JSON,
    ".md": Format.MARKDOWN,
    ".html": Format.HTML,
    ".xml": Format.JUNIT,
}
"""File endings that name a format."""

_WRITERS: dict[Format, Callable[[Comparison], str]] = {
    Format.JSON: to_json,
    Format.MARKDOWN: to_markdown,
    Format.HTML: to_html,
    Format.JUNIT: to_junit,
}


def render(comparison: Comparison, form: Format) -> str:
    """Return the comparison in a format other than text, ending in a line break.

    Equal comparisons give equal texts.
    """
    return _WRITERS[form](comparison)
