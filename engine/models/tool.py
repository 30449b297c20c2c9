"""Tools: what a catalog holds and what retrieval, selection and the gate read."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property

from pydantic import Field as PydanticField

from engine.fingerprint import fingerprint
from engine.models.base import Record


class Action(StrEnum):
    """What a tool does to its resource."""

    SEARCH = "search"
    READ = "read"
    CREATE = "create"
    UPDATE = "update"
    DELETE = "delete"
    ACTION = "action"
    UNKNOWN = "unknown"


class ResultShape(StrEnum):
    """What comes back: one record, many, a number, or the effect of a change."""

    SINGLE = "single"
    LIST = "list"
    COUNT = "count"
    MUTATION = "mutation"
    UNKNOWN = "unknown"


class RiskClass(StrEnum):
    """What a call can do to the world: nothing, a change, a loss."""

    READ = "read"
    WRITE = "write"
    DESTRUCTIVE = "destructive"
    UNKNOWN = "unknown"


class Location(StrEnum):
    """Where a field travels."""

    PATH = "path"
    QUERY = "query"
    HEADER = "header"
    COOKIE = "cookie"
    BODY = "body"
    RESPONSE = "response"


class FieldKind(StrEnum):
    """What a field is for: business data, ambient context, credentials, or paging."""

    DATA = "data"
    CONTEXT = "context"
    AUTH = "auth"
    PAGING = "paging"


class ContractField(Record):
    """One input that a tool consumes or one output that it produces."""

    name: str
    """The field's own name, as the document writes it."""

    json_path: str
    """Where it stands, from the body's or response's root: ``$.items[].id``; ``$.name`` for a
    parameter."""

    type: str = "unknown"
    """JSON type in words: ``string``, ``integer``, ``array<string>``, ``string|null``."""

    required: bool = False
    """True only where the document says so (a path parameter always is)."""

    location: Location
    """Where the field travels."""

    kind: FieldKind = FieldKind.DATA
    """What the field is for."""

    description: str = ""
    """The document's text for the field; untrusted."""

    enum: tuple[str, ...] = ()
    """Allowed values as text, in the document's order; empty when any value is allowed."""

    identifier: str | None = None
    """Schema-qualified identifier in camel case (``Pet.id`` is ``petId``); None when the field
    identifies nothing."""

    format: str | None = None
    """The document's ``format`` (``date-time``, ``uuid``, ``email``), when it gives one."""

    default: str | None = None
    """What holds when the caller gives nothing, as text (JSON for what is no text); None when
    nothing is said."""


def normal_label(label: str) -> str:
    """Return ``METHOD /path`` as endpoints write it: upper-case method, leading slash.

    Examples
    --------
    >>> normal_label("get orders/{id}")
    'GET /orders/{id}'
    """
    method, _, path = label.strip().partition(" ")
    path = path.strip()
    return f"{method.upper()} {path if path.startswith('/') else '/' + path}"


SAFE_METHODS = frozenset(["GET", "HEAD", "OPTIONS", "TRACE"])
"""HTTP methods that change nothing."""


class Endpoint(Record):
    """Where a tool is called over HTTP."""

    method: str
    """Upper-case HTTP method."""

    path: str
    """Path template as the document writes it, with a leading slash."""

    @property
    def label(self) -> str:
        """``"GET /orders/{id}"``: the label by which cases may name an operation."""
        return f"{self.method} {self.path}"

    @property
    def is_safe(self) -> bool:
        """Whether the method is one that by the protocol changes nothing (RFC 9110, 9.2.1)."""
        return self.method in SAFE_METHODS


class Annotations(Record):
    """Hints that an MCP server gives about a tool; None means that it did not say."""

    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None


class Derived(Record):
    """A derived word with what it rests on."""

    value: str
    """The word; ``unknown`` when nothing supports any."""

    source: str
    """What it was read from: ``name``, ``method``, ``path``, ``summary``, ``tag``, ``response``,
    ``annotation``, ``overlay`` or ``none``."""

    confidence: float = PydanticField(ge=0.0, le=1.0)
    """How far to trust it, in [0, 1]; 0 for ``unknown``."""


class Semantics(Record):
    """What a tool means, each part with its source and confidence."""

    action: Derived
    """An :class:`Action`."""

    resource: Derived
    """The primary resource in singular lower case words, for example ``order item``."""

    result_shape: Derived
    """A :class:`ResultShape`."""

    path_module: Derived
    """The leading path segments that group operations, for example ``/orders``."""

    risk: Derived
    """A :class:`RiskClass`."""

    aliases: tuple[str, ...] = ()
    """Other words by which people ask for the tool; sorted."""


class Tool(Record):
    """One API operation, MCP tool or function, ready to be ranked, chosen and gated."""

    name: str
    """Unique in its catalog; the document's own name wherever that is unique."""

    title: str = ""
    """The short text (an OpenAPI ``summary``, an MCP ``title``); untrusted."""

    description: str = ""
    """The long text; untrusted."""

    endpoint: Endpoint | None = None
    """Where it is called over HTTP; None for functions and MCP tools."""

    tags: tuple[str, ...] = ()
    """The document's tags, in its order."""

    consumes: tuple[ContractField, ...] = ()
    """Inputs: parameters first (path, query, header, cookie), then body fields; sorted by
    location and JSON path."""

    produces: tuple[ContractField, ...] = ()
    """Outputs of the success responses, sorted by JSON path; fields below the ingest's depth
    limit are left out and counted in the report."""

    semantics: Semantics
    """What the tool means."""

    annotations: Annotations = Annotations()
    """Hints that came with the tool."""

    security: tuple[tuple[str, ...], ...] = ()
    """Alternatives, each the sorted names of security schemes that must all be met; empty when
    none is needed."""

    deprecated: bool = False
    """True when the document says so."""

    source: str = ""
    """Which document of the catalog it came from: a file's name, never a path."""

    @cached_property
    def fingerprint(self) -> str:
        """Content of the tool: everything but the document it came from."""
        return fingerprint("tool", self.model_dump(mode="json", exclude={"source"}))

    @property
    def label(self) -> str | None:
        """``"GET /orders/{id}"``, or None for a tool without an endpoint."""
        return self.endpoint.label if self.endpoint else None

    @property
    def text(self) -> str:
        """Title and description as one text, without saying the same thing twice."""
        if not self.title or self.title in self.description:
            return self.description
        return f"{self.title}\n{self.description}" if self.description else self.title
