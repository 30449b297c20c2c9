"""Produced fields by their words: lookups instead of comparing every tool with every other."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from engine.graph.field_words import HANDLES, is_broad
from engine.graph.ports import Face, Faces, Port, Words
from engine.graph.quantities import Quantity, holds, quantity_of

_PRINCIPAL_OUTPUTS = 6
"""A tool with more outputs describes a record; one with fewer works something out."""


class Scope:
    """The produced fields of one document, or of all, under the words they may be wanted by."""

    def __init__(self) -> None:
        self.by_key: dict[Words, list[Port]] = defaultdict(list)
        """Under whose field it is and what it is called: ``("order", "id")``."""

        self.by_name: dict[Words, list[Port]] = defaultdict(list)
        """Under its own words."""

        self.by_tail: dict[Words, list[Port]] = defaultdict(list)
        """Under its last words, one or two fewer than it has, where these are not broad."""

        self.by_owner: dict[Words, list[Port]] = defaultdict(list)
        """Handles under the thing that they name: ``("order",)``."""

        self.by_subject: dict[tuple[Words, str], list[Port]] = defaultdict(list)
        """Broad and implied names under each noun that the tool is about:
        ``(("id",), "order")``."""

        self.implied: set[Words] = set()
        """Names of what is produced without a document saying so."""

        self.by_quantity: dict[Quantity, list[Port]] = defaultdict(list)
        """Principal outputs under the kind of quantity that they hold."""

    def add(self, face: Face) -> None:
        """Take in what a tool produces."""
        for port in face.gives:
            self.by_key[port.key].append(port)
            self.by_name[port.words].append(port)
            for tail in tails(port.words):
                self.by_tail[tail].append(port)
            if _is_handle(port):
                for owner in owners(port.owner):
                    self.by_owner[owner].append(port)
            if port.implied:
                self.implied.add(port.words)
            if port.implied or is_broad(port.words):
                for noun in face.subject:
                    self.by_subject[port.words, noun].append(port)
            kind = quantity_of(port.words)
            if kind and holds(kind, port.field.type) and is_principal(face, port):
                self.by_quantity[kind].append(port)


class FieldIndex:
    """Every produced field of a catalog, by document and altogether.

    Parameters
    ----------
    faces : Faces
        The catalog's tools.
    """

    def __init__(self, faces: Faces) -> None:
        self._tools = max(len(faces.faces), 2)
        self.all = Scope()
        self._documents: dict[str, Scope] = defaultdict(Scope)
        for face in faces.faces:
            self.all.add(face)
            if faces.of_many_documents:
                self._documents[face.document].add(face)
        self._spread = {
            words: len({port.tool for port in ports}) for words, ports in self.all.by_name.items()
        }

    def scope(self, document: str) -> Scope:
        """Return the fields of one document; those of all when the catalog has only one."""
        return self._documents.get(document, self.all)

    def specificity(self, words: Words) -> float:
        """Return how few tools produce a field of these words, in (0, 1]: 1 for one tool.

        Inverse document frequency over the tools, scaled to 1 (Spärck Jones, 1972).
        """
        spread = max(self._spread.get(words, 1), 1)
        return max(1.0 - math.log(spread) / math.log(self._tools), 0.05)


def tails(words: Words) -> Iterable[Words]:
    """Return the proper ends of a name that still say something: all but its first one or two."""
    for start in (1, 2):
        tail = words[start:]
        if tail and not is_broad(tail):
            yield tail


def owners(owner: Words) -> Iterable[Words]:
    """Return a thing's words and, for a compound, its head alone: ``order item`` and ``item``."""
    yield owner
    if len(owner) > 1:
        yield owner[-1:]


def _is_handle(port: Port) -> bool:
    """Tell whether a field names the thing that holds it: its ``id``, not its phone number."""
    if port.words[-1] not in HANDLES or not port.owner:
        return False
    return len(port.words) == 1 or port.words[:-1] in (port.owner, port.owner[-1:])


def is_principal(face: Face, port: Port) -> bool:
    """Tell whether an output is what its tool is for: alone, or named like the tool."""
    if face.outputs > _PRINCIPAL_OUTPUTS:
        return False
    return face.outputs <= 1 or not face.subject.isdisjoint(port.words)
