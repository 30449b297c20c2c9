"""A catalog: the tools of one or more documents, and what ingest has to say about them."""

from __future__ import annotations

from functools import cached_property
from typing import Self

from pydantic import model_validator

from engine.fingerprint import JsonValue, fingerprint
from engine.models.base import Record
from engine.models.overlay import Overlay
from engine.models.tool import Tool


class IngestWarning(Record):
    """Something that ingest changed, guessed or left out."""

    code: str
    """Machine-readable kind, for example ``duplicate_operation_id``."""

    message: str
    """One sentence for a person."""

    where: str = ""
    """Place: the document's name with a JSON pointer or an operation."""


class DeclaredLink(Record):
    """A connection that the documents themselves declare (an OpenAPI link, an Arazzo step)."""

    source: str
    """Name of the tool whose result is used."""

    target: str
    """Name of the tool that uses it."""

    kind: str
    """``openapi_link``, ``arazzo`` or ``overlay``."""

    fields: tuple[tuple[str, str], ...] = ()
    """Pairs of (field produced, field consumed); empty when the document names none."""

    description: str = ""
    """The document's own text; untrusted."""


class SourceDocument(Record):
    """One document that a catalog was made from."""

    name: str
    """The file's name, never a path."""

    format: str
    """``openapi-3.1``, ``swagger-2.0``, ``mcp``, ``functions``, …."""

    sha256: str
    """Hash of the bytes that were read."""

    size: int
    """Bytes."""

    operations: int
    """Operations or tools that the document declares."""

    title: str = ""
    """The document's own title."""

    version: str = ""
    """The document's own version; never part of a tool's fingerprint."""


class Catalog(Record):
    """Tools sorted by name, with their documents and ingest's report."""

    name: str
    """Name under which it is stored."""

    tools: tuple[Tool, ...]
    """Sorted by name; names are unique."""

    documents: tuple[SourceDocument, ...] = ()
    """What it was made from, sorted by name."""

    links: tuple[DeclaredLink, ...] = ()
    """Connections that the documents declare, sorted."""

    warnings: tuple[IngestWarning, ...] = ()
    """Ingest's report, in document order."""

    overlay: Overlay | None = None
    """The author's corrections that the tools carry, kept for the next import; None without."""

    @model_validator(mode="after")
    def _names_are_unique_and_sorted(self) -> Self:
        names = [tool.name for tool in self.tools]
        if names != sorted(set(names)):
            raise ValueError("a catalog's tools are sorted by name and each name stands once")
        return self

    @cached_property
    def fingerprint(self) -> str:
        """Content of its tools, declared links and glossary, whatever order they came in."""
        content: dict[str, JsonValue] = {
            "tools": [tool.fingerprint for tool in self.tools],
            "links": [link.model_dump(mode="json") for link in self.links],
        }
        if self.glossary:
            content["glossary"] = {word: list(means) for word, means in self.glossary.items()}
        return fingerprint("catalog", content)

    @cached_property
    def glossary(self) -> dict[str, tuple[str, ...]]:
        """Words of queries with what they stand for here, sorted; empty without a glossary."""
        said = {} if self.overlay is None else self.overlay.glossary
        return {word: tuple(sorted(set(means))) for word, means in sorted(said.items())}

    @cached_property
    def by_name(self) -> dict[str, Tool]:
        """Tools by name."""
        return {tool.name: tool for tool in self.tools}

    @cached_property
    def by_label(self) -> dict[str, str]:
        """Tool names by ``"GET /orders/{id}"``; the first name where a label occurs twice."""
        labels: dict[str, str] = {}
        for tool in self.tools:
            if tool.label is not None:
                labels.setdefault(tool.label, tool.name)
        return labels

    @cached_property
    def names_by_label(self) -> dict[str, tuple[str, ...]]:
        """Tool names by ``"GET /orders/{id}"``, sorted; several where documents share a label."""
        names: dict[str, tuple[str, ...]] = {}
        for tool in self.tools:
            if tool.label is not None:
                names[tool.label] = (*names.get(tool.label, ()), tool.name)
        return names
