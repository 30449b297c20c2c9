"""A tool as one document declares it, before it has its name in the catalog."""

from __future__ import annotations

from typing import NamedTuple

from engine.models.tool import Annotations, ContractField, Endpoint


class Draft(NamedTuple):
    """A tool as one document declares it."""

    declared_name: str
    """The document's own name; empty when it gives none."""

    source: str
    """Name of the document."""

    place: str
    """JSON pointer of the declaration; tells drafts of one document apart."""

    title: str = ""
    description: str = ""
    endpoint: Endpoint | None = None
    tags: tuple[str, ...] = ()
    consumes: tuple[ContractField, ...] = ()
    produces: tuple[ContractField, ...] = ()
    annotations: Annotations = Annotations()
    security: tuple[tuple[str, ...], ...] = ()
    deprecated: bool = False

    @property
    def identity(self) -> str:
        """What tells it from every other draft of the import, whatever the order of either.

        Where it stands, if it stands at a method and path; its content, if it stands in a list.
        """
        if self.endpoint is not None:
            return f"{self.source}#{self.place}"
        content = (self.title, self.description, self.tags, self.consumes, self.produces)
        return f"{self.source}#{self.declared_name}{content!r}{self.annotations!r}"

    @property
    def shown(self) -> str:
        """How a report names it."""
        label = self.endpoint.label if self.endpoint else ""
        return self.declared_name or label or self.place


class Link(NamedTuple):
    """A connection that a document declares, before its ends have names in the catalog.

    Each end is an ``operationId``, a label (``GET /orders/{id}``) or the place of a draft.
    """

    source: str
    target: str
    kind: str
    document: str
    """Name of the document in which the ends are looked up first."""

    fields: tuple[tuple[str, str], ...] = ()
    description: str = ""


class Contents(NamedTuple):
    """What a document holds."""

    format: str
    drafts: tuple[Draft, ...]
    declared: int
    """Operations or tools that it declares, with those that could not be read."""

    title: str = ""
    version: str = ""
    links: tuple[Link, ...] = ()
    others: tuple[str, ...] = ()
    """What it holds beside operations, in words: ``1 webhook``, ``12 schemas``."""
