"""OpenAPI links: what a response declares about the calls that can follow."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.ingest.draft import Draft, Link
from engine.ingest.reading import as_object, as_text
from engine.ingest.references import Node, References

_BODY = re.compile(r"^\$response\.body#(/.*)$")
_PATH_POINTER = re.compile(r"^(?P<file>[^#]*)#/paths/(?P<path>[^/]+)/(?P<method>[a-z]+)$")
_PLACES = ("path.", "query.", "header.", "cookie.")


def operation_links(operation: Node, draft: Draft, references: References) -> Iterator[Link]:
    """Yield the links of an operation's responses; those that name no operation are passed over.

    A parameter that takes a value from the response's body becomes a pair of fields.
    """
    responses = operation.get("responses")
    for code in sorted(as_object(responses.value)):
        response = references.follow(responses.get(code))
        links = response.get("links") if response is not None else None
        for name in sorted(as_object(links.value)) if links is not None else ():
            node = references.follow(links.get(name)) if links is not None else None
            if node is None:
                continue
            value = as_object(node.value)
            target = as_text(value.get("operationId")) or label_of(
                as_text(value.get("operationRef"))
            )
            if target:
                yield Link(
                    source=draft.place,
                    target=target,
                    kind="openapi_link",
                    document=draft.source,
                    fields=_pairs(node),
                    description=as_text(value.get("description")),
                )


def _pairs(link: Node) -> tuple[tuple[str, str], ...]:
    value = as_object(link.value)
    pairs = set()
    for name, expression in as_object(value.get("parameters")).items():
        match = _BODY.match(as_text(expression))
        if match:
            bare = next((name[len(p) :] for p in _PLACES if name.startswith(p)), name)
            pairs.add((last_token(match[1]), bare))
    return tuple(sorted(pairs))


def last_token(pointer: str) -> str:
    """Return the last member that a JSON pointer names, past the items of arrays."""
    tokens = [t for t in pointer.split("/") if t and not t.isdecimal()]
    return tokens[-1].replace("~1", "/").replace("~0", "~") if tokens else ""


def label_of(reference: str) -> str:
    """Return the label of an operation that a JSON pointer names; empty when it names none.

    Examples
    --------
    >>> label_of("#/paths/~1users~1{id}/get")
    'GET /users/{id}'
    """
    match = _PATH_POINTER.match(reference)
    if match is None:
        return ""
    path = match["path"].replace("~1", "/").replace("~0", "~")
    path = path.replace("%7B", "{").replace("%7D", "}").replace("%7b", "{").replace("%7d", "}")
    return f"{match['method'].upper()} {path}"
