"""Which produced fields come into question for a consumed one, best first."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.graph.field_index import FieldIndex, tails
from engine.graph.field_words import HANDLES, IDENTIFIERS, is_broad
from engine.graph.grounds import BASE, Ground
from engine.graph.ports import Face, Port, Words
from engine.graph.quantities import Quantity
from engine.graph.weights import giver_weight, handle_weight

_KEPT = 24
"""How many offers are kept for one name."""

_MOST_OF_A_KIND = 24
"""A kind of quantity that more tools work out tells nothing about any of them."""

_BY_NAME = frozenset([Ground.NAME, Ground.ROLE, Ground.QUALIFIED])


class Offer(NamedTuple):
    """A produced field that may fill fields of a name."""

    bound: float
    """The most that a pair with it can be trusted, whoever consumes it."""

    ground: Ground
    port: Port


class Offers:
    """Looks up and remembers offers.

    Parameters
    ----------
    faces : sequence of Face
        The catalog's tools by index.
    index : FieldIndex
        What they produce.
    """

    def __init__(self, faces: Sequence[Face], index: FieldIndex) -> None:
        self._faces = faces
        self._index = index
        self._named: dict[tuple[Words, Words, str], tuple[Offer, ...]] = {}
        self._subjects: dict[tuple[Words, Words, str], tuple[Offer, ...]] = {}

    def named(self, words: Words, key: Words, family: str) -> tuple[Offer, ...]:
        """Return offers by name, best first.

        Parameters
        ----------
        words, key : tuple of str
            The consumed field's own words, and with what it belongs to.
        family : str
            Only from tools of this family; empty for all.
        """
        asked = (words, key, family)
        if asked not in self._named:
            offers = self._by_name(words, key) if not is_broad(key) else ()
            self._named[asked] = self._best(offers, words, key, family)
        return self._named[asked]

    def about(self, words: Words, key: Words, noun: str) -> tuple[Offer, ...]:
        """Return offers of the same broad name from tools about a noun, best first."""
        asked = (words, key, noun)
        if asked not in self._subjects:
            ports = self._index.by_subject.get((words, noun), ())
            offers = ((Ground.SUBJECT, port) for port in ports)
            self._subjects[asked] = self._best(offers, words, key, "")
        return self._subjects[asked]

    def of_kind(self, kind: Quantity) -> Sequence[Offer]:
        """Return offers of a kind of quantity; none when too many tools work it out."""
        ports = self._index.by_quantity.get(kind, [])
        if len({port.tool for port in ports}) > _MOST_OF_A_KIND:
            return ()
        base = BASE[Ground.QUANTITY]
        return [
            Offer(
                base if self._faces[port.tool].gives_result else 0.6 * base, Ground.QUANTITY, port
            )
            for port in ports
        ]

    def _by_name(self, words: Words, key: Words) -> Iterable[tuple[Ground, Port]]:
        index = self._index
        ground = Ground.IDENTIFIER if key[-1] in IDENTIFIERS and len(key) > 1 else Ground.NAME
        yield from ((ground, port) for port in index.by_key.get(key, ()))
        if is_broad(words):
            return
        if key != words:
            yield from ((Ground.NAME, port) for port in index.by_name.get(words, ()))
        for tail in tails(words):
            yield from ((Ground.ROLE, port) for port in index.by_key.get(tail, ()))
        yield from ((Ground.QUALIFIED, port) for port in index.by_tail.get(words, ()))
        owner = words[:-1] if words[-1] in HANDLES else words
        yield from ((Ground.RESOURCE, port) for port in index.by_owner.get(owner, ()))

    def _best(
        self, offers: Iterable[tuple[Ground, Port]], words: Words, key: Words, family: str
    ) -> tuple[Offer, ...]:
        bounded = (
            Offer(self._bound(ground, port, words, key), ground, port)
            for ground, port in offers
            if not family or self._faces[port.tool].family == family
        )
        return tuple(heapq.nsmallest(_KEPT, bounded, key=self._rank))

    def _bound(self, ground: Ground, port: Port, words: Words, key: Words) -> float:
        bound = BASE[ground] * giver_weight(self._faces[port.tool], port, key)
        if ground in _BY_NAME:
            bound *= 0.5 + 0.5 * self._index.specificity(port.words)
        return bound * handle_weight(ground, port.words, words)

    def _rank(self, offer: Offer) -> tuple[float, str, str]:
        return (-offer.bound, self._faces[offer.port.tool].name, offer.port.field.json_path)
