"""``$ref``: from a place in one document to a place in another, or in the same, lazily.

Nothing is ever expanded in place. A :class:`Node` remembers which document its value came from,
because a relative reference inside it is resolved against that document's own folder.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import unquote

from engine.ingest.reading import as_object, as_text
from engine.ingest.report import Report

MAX_CHAIN = 50
"""How many references may lead to each other before one leads to a value."""


class Node(NamedTuple):
    """A value with the place it stands at."""

    value: object
    """The value itself, shared with the document."""

    document: str
    """Name of the document it stands in."""

    name: str = ""
    """Last token of the pointer that led to it by a reference; empty when none did. For
    ``#/components/schemas/Pet`` it is ``Pet``."""

    def at(self, value: object) -> Node:
        """Return a value that stands somewhere below this one."""
        return Node(value, self.document)

    def get(self, key: str) -> Node:
        """Return a member of this object; a node of None when there is none."""
        return Node(as_object(self.value).get(key), self.document)


class References:
    """Resolves references among the documents of one import.

    Parameters
    ----------
    documents : mapping of str to object
        Parsed values by name; names are relative paths with ``/``.
    report : Report
        Takes missing files, missing targets and circles, each once per place it is missing from.
    """

    def __init__(self, documents: Mapping[str, object], report: Report) -> None:
        self._documents = dict(documents)
        self._report = report
        self.used: set[str] = set()
        """Names of the documents that another one refers to."""
        self._resolved: dict[tuple[str, str], Node | None] = {}
        self._anchors: dict[str, dict[str, object]] = {}

    def follow(self, node: Node) -> Node | None:
        """Return what a node stands for: itself, or the value its ``$ref`` leads to.

        Returns None for a reference that leads nowhere, which the report then says.
        """
        ref = reference(node.value)
        if ref is None:
            return node
        key = (node.document, ref)
        if key not in self._resolved:
            self._resolved[key] = self._chase(node, ref)
        return self._resolved[key]

    def document(self, name: str) -> object:
        """Return the whole value of a document."""
        return self._documents.get(name)

    def embed(self, document: str, place: str, value: object) -> Node:
        """Make a value inside a document the root that ``#`` means for references inside it.

        A JSON Schema that stands in a tool's definition refers to itself, not to the list of
        tools around it.
        """
        name = f"{document}#{place.replace('/', '.')}"
        self._documents[name] = value
        return Node(value, name)

    def _chase(self, node: Node, ref: str) -> Node | None:
        seen: set[tuple[str, str]] = set()
        document = node.document
        while len(seen) < MAX_CHAIN and (document, ref) not in seen:
            seen.add((document, ref))
            found = self._look_up(ref, document)
            if found is None:
                return None
            further = reference(found.value)
            if further is None:
                return found
            document, ref = found.document, further
        self._report.tally(
            "circular_reference",
            "references that lead only to each other: {count}; what they stand for is unknown",
            document=_file(node.document),
            example=ref,
        )
        return None

    def _look_up(self, ref: str, base: str) -> Node | None:
        place, _, fragment = ref.partition("#")
        document = self._locate(unquote(place), base) if place else base
        if document is None:
            self._report_missing_file(place, base)
            return None
        if place:
            self.used.add(document)
        fragment = unquote(fragment)
        if fragment and not fragment.startswith("/"):
            anchors = self._anchors_of(document)
            if fragment in anchors:
                return Node(anchors[fragment], document, fragment)
            self._report_missing_target(ref, base)
            return None
        value = self._documents[document]
        token = ""
        for raw in fragment.split("/")[1:]:
            token = raw.replace("~1", "/").replace("~0", "~")
            if isinstance(value, dict) and token in value:
                value = value[token]
            elif isinstance(value, list) and token.isdecimal() and int(token) < len(value):
                value = value[int(token)]
            else:
                self._report_missing_target(ref, base)
                return None
        return Node(value, document, token or _stem(document))

    def _locate(self, place: str, base: str) -> str | None:
        """Find the document that a relative reference names."""
        if "://" in place:
            return None
        path = posixpath.normpath(posixpath.join(posixpath.dirname(base), place))
        if path in self._documents:
            return path
        # Files that were named one by one have lost their folders; their bare name still tells.
        bare = posixpath.basename(path)
        return bare if bare in self._documents and "/" not in base else None

    def _report_missing_file(self, place: str, base: str) -> None:
        if "://" in place:
            self._report.tally(
                "remote_reference",
                f"{place} is referred to {{count}} times and is never fetched; "
                "save it beside the document and refer to the file",
                document=_file(base),
                example=place,
            )
            return
        path = posixpath.normpath(posixpath.join(posixpath.dirname(base), place))
        self._report.tally(
            "missing_file",
            f"the file {path} is referred to {{count}} times but was not given; "
            "give its folder or archive",
            document=_file(base),
            example=place,
        )

    def _report_missing_target(self, ref: str, base: str) -> None:
        self._report.tally(
            "missing_reference",
            "references that lead nowhere: {count}; what they stand for is unknown",
            document=_file(base),
            example=ref,
        )

    def _anchors_of(self, document: str) -> dict[str, object]:
        """Map the ``$anchor`` names of a document to their schemas."""
        if document not in self._anchors:
            anchors: dict[str, object] = {}
            stack: list[object] = [self._documents[document]]
            seen: set[int] = set()
            while stack:
                value = stack.pop()
                if id(value) in seen:
                    continue
                if isinstance(value, dict):
                    seen.add(id(value))
                    for word in ("$anchor", "$dynamicAnchor"):
                        if name := as_text(value.get(word)):
                            anchors.setdefault(name, value)
                    stack.extend(value[key] for key in sorted(value, reverse=True))
                elif isinstance(value, list):
                    seen.add(id(value))
                    stack.extend(reversed(value))
            self._anchors[document] = anchors
        return self._anchors[document]


def reference(value: object) -> str | None:
    """Return the reference that an object holds, or None when it is none."""
    ref = as_object(value).get("$ref")
    if ref is None:
        ref = as_object(value).get("$dynamicRef")
    return ref if isinstance(ref, str) else None


def _file(document: str) -> str:
    return document.partition("#")[0]


def _stem(document: str) -> str:
    return posixpath.splitext(posixpath.basename(document))[0]
