"""What of a tool is indexed, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple

from engine.models.tool import ContractField, FieldKind, Tool
from engine.retrieval.settings import FieldWeights


class IndexField(IntEnum):
    """One place of a tool in which a word can stand; the order is that of the index."""

    NAME = 0
    PATH = 1
    TITLE = 2
    LEAD = 3
    DESCRIPTION = 4
    PARAMETERS = 5
    PARAMETER_TEXT = 6
    RESPONSE = 7
    TAGS = 8
    ALIASES = 9


EVIDENCE_NAMES: tuple[str, ...] = (
    "name",
    "path",
    "title",
    "description",
    "description",
    "parameters",
    "parameters",
    "response",
    "tags",
    "aliases",
)
"""Under which name evidence shows each :class:`IndexField`."""

IDENTIFIER_FIELDS = frozenset(
    {IndexField.NAME, IndexField.PATH, IndexField.PARAMETERS, IndexField.RESPONSE}
)
"""Fields whose pieces are identifiers, also indexed written together."""

ACRONYM_FIELDS = frozenset(
    {IndexField.NAME, IndexField.PATH, IndexField.TITLE, IndexField.TAGS, IndexField.ALIASES}
)
"""Fields whose neighbouring words can be meant by their initials."""


class FieldText(NamedTuple):
    """Text of one field; several of a field are separate pieces."""

    field: IndexField
    text: str


def weights_by_field(weights: FieldWeights) -> tuple[float, ...]:
    """Return the weights in the order of :class:`IndexField`."""
    return tuple(getattr(weights, field.name.lower()) for field in IndexField)


_SENTENCE_END = re.compile(r"[.!?。！？](?=\s|$)|\n|<br ?/?>")
_LEAD_LIMIT = 300


def lead_and_rest(description: str) -> tuple[str, str]:
    """Split a description behind its first sentence, at most ``_LEAD_LIMIT`` characters long.

    Examples
    --------
    >>> lead_and_rest("Returns an order. Needs a login.")
    ('Returns an order.', ' Needs a login.')
    """
    text = description.lstrip()
    end = _SENTENCE_END.search(text, 1)
    cut = min(end.end() if end else len(text), _LEAD_LIMIT)
    return text[:cut], text[cut:]


def field_texts(tool: Tool) -> Iterator[FieldText]:
    """Yield every text of a tool that is indexed.

    Credentials, ambient context and paging are left out: nobody asks for a tool by them, and
    nearly every tool has them. A field's name counts once, however many branches of a body or
    a response repeat it.
    """
    yield FieldText(IndexField.NAME, tool.name)
    if tool.endpoint is not None:
        for segment in tool.endpoint.path.split("/"):
            yield FieldText(IndexField.PATH, segment)
    yield FieldText(IndexField.TITLE, tool.title)
    description = tool.description.removeprefix(tool.title) if tool.title else tool.description
    lead, rest = lead_and_rest(description)
    yield FieldText(IndexField.LEAD, lead)
    yield FieldText(IndexField.DESCRIPTION, rest)
    consumed = list(asked_for(tool.consumes))
    for name in _once(field.name for field in consumed):
        yield FieldText(IndexField.PARAMETERS, name)
    for text in _once(field.description for field in consumed):
        yield FieldText(IndexField.PARAMETER_TEXT, text)
    for value in _once(value for field in consumed for value in field.enum):
        yield FieldText(IndexField.PARAMETER_TEXT, value)
    for name in _once(field.name for field in asked_for(tool.produces)):
        yield FieldText(IndexField.RESPONSE, name)
    for tag in tool.tags:
        yield FieldText(IndexField.TAGS, tag)
    for alias in tool.semantics.aliases:
        yield FieldText(IndexField.ALIASES, alias)


def asked_for(fields: Iterable[ContractField]) -> Iterator[ContractField]:
    """Yield the fields that carry business data."""
    return (field for field in fields if field.kind is FieldKind.DATA)


def _once(texts: Iterable[str]) -> Iterator[str]:
    return iter(dict.fromkeys(text for text in texts if text))
