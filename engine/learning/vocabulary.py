"""The words of a catalog: of a trace's query these alone may be kept as words."""

from __future__ import annotations

from collections.abc import Iterator

from engine.models.catalog import Catalog
from engine.models.tool import Tool
from engine.text.scripts import language_of
from engine.text.words import WordKind, words


def vocabulary_of(catalog: Catalog) -> frozenset[str]:
    """Return the stems of everything that a catalog's tools say about themselves."""
    return frozenset(
        word.key
        for tool in catalog.tools
        for text in _texts(tool)
        for word in words(text, language_of(text))
        if word.kind is not WordKind.JOINED
    )


def _texts(tool: Tool) -> Iterator[str]:
    yield tool.name
    yield tool.title
    yield tool.description
    yield from tool.tags
    yield from tool.semantics.aliases
    if tool.endpoint is not None:
        yield tool.endpoint.path
    for field in (*tool.consumes, *tool.produces):
        yield field.name
