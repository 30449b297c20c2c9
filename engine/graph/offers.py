"""Which produced fields come into question for a consumed one, best first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from engine.graph.field_index import FieldIndex, Scope, tails
from engine.graph.field_words import HANDLES, IDENTIFIERS, is_broad
from engine.graph.grounds import BASE, Ground
from engine.graph.ports import Face, Faces, Port, Words
from engine.graph.quantities import Quantity
from engine.graph.weights import giver_weight, handle_weight

_KEPT = 24
"""How many offers are kept for one name."""

_MOST_OF_A_KIND = 24
"""A kind of quantity that more tools work out tells nothing about any of them."""

OUTSIDE = 0.6
"""Weight of an offer from another document: another API's ids are seldom this one's."""

_MOST_OUTSIDE = 50
"""A name that more fields of a catalog of many documents have says nothing across them."""

_BOUND = attrgetter("bound")

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
    faces : Faces
        The catalog's tools.
    """

    def __init__(self, faces: Faces) -> None:
        self._faces = faces.faces
        self._many = faces.of_many_documents
        self._with_families = faces.with_families
        self._index = FieldIndex(faces)
        self._at_home: dict[tuple[str, str, Words, Words], Sequence[Offer]] = {}
        self._inside: dict[tuple[str, Words, Words], Sequence[Offer]] = {}
        self._outside: dict[tuple[Words, Words], Sequence[Offer]] = {}
        self._subjects: dict[tuple[str, Words, Words, str], Sequence[Offer]] = {}

    def named(self, taker: Face, words: Words, key: Words) -> Iterator[Sequence[Offer]]:
        """Yield offers by name, each best first: of the taker's family, then of its document.

        Parameters
        ----------
        taker : Face
            The consumer.
        words, key : tuple of str
            The consumed field's own words, and with what it belongs to.
        """
        if is_broad(key):
            return
        document = taker.document if self._many else ""
        if taker.family and taker.document in self._with_families:
            home = (document, taker.family, words, key)
            if home not in self._at_home:
                self._at_home[home] = self._best(self._family(home), words, key)
            yield self._at_home[home]
        inside = (document, words, key)
        if inside not in self._inside:
            scope = self._index.scope(document)
            self._inside[inside] = self._best(self._by_name(scope, words, key), words, key)
        yield self._inside[inside]

    def outside(self, words: Words, key: Words) -> Sequence[Offer]:
        """Return offers by name from all documents of a catalog of many, best first."""
        if not self._many or is_broad(key):
            return ()
        asked = (words, key)
        if asked not in self._outside:
            found = self._by_name(self._index.all, words, key, _MOST_OUTSIDE)
            self._outside[asked] = self._best(found, words, key, OUTSIDE)
        return self._outside[asked]

    def about(self, taker: Face, words: Words, key: Words) -> Iterator[Sequence[Offer]]:
        """Yield offers from tools of the document about the same thing.

        For a name that is broad, or that tools are taken to produce without saying so.
        """
        document = taker.document if self._many else ""
        scope = self._index.scope(document)
        broad = is_broad(words)
        if not broad and words not in scope.implied:
            return
        ground = Ground.SUBJECT if broad else _ground_of(key)
        for noun in sorted(taker.subject):
            asked = (document, words, key, noun)
            if asked not in self._subjects:
                offers = ((ground, port) for port in scope.by_subject.get((words, noun), ()))
                self._subjects[asked] = self._best(offers, words, key)
            yield self._subjects[asked]

    def of_kind(self, kind: Quantity) -> Sequence[Offer]:
        """Return offers of a kind of quantity; none when too many tools work it out."""
        ports = self._index.all.by_quantity.get(kind, [])
        if len({port.tool for port in ports}) > _MOST_OF_A_KIND:
            return ()
        base = BASE[Ground.QUANTITY]
        offers = (
            Offer(
                base if self._faces[port.tool].gives_result else 0.6 * base, Ground.QUANTITY, port
            )
            for port in ports
        )
        return sorted(offers, key=_BOUND, reverse=True)

    def _family(self, home: tuple[str, str, Words, Words]) -> Iterator[tuple[Ground, Port]]:
        document, family, words, key = home
        for ground, port in self._by_name(self._index.scope(document), words, key):
            if self._faces[port.tool].family == family:
                yield ground, port

    @staticmethod
    def _by_name(
        scope: Scope, words: Words, key: Words, most: int | None = None
    ) -> Iterator[tuple[Ground, Port]]:
        """Yield what a name may mean; lists of more than ``most`` fields tell nothing."""

        def some(ports: Sequence[Port]) -> Sequence[Port]:
            return ports if most is None or len(ports) <= most else ()

        ground = _ground_of(key)
        yield from ((ground, port) for port in some(scope.by_key.get(key, ())))
        if is_broad(words):
            return
        if key != words:
            yield from ((Ground.NAME, port) for port in some(scope.by_name.get(words, ())))
        for tail in tails(words):
            yield from ((Ground.ROLE, port) for port in some(scope.by_key.get(tail, ())))
        yield from ((Ground.QUALIFIED, port) for port in some(scope.by_tail.get(words, ())))
        owner = words[:-1] if words[-1] in HANDLES else words
        yield from ((Ground.RESOURCE, port) for port in some(scope.by_owner.get(owner, ())))

    def _best(
        self,
        offers: Iterable[tuple[Ground, Port]],
        words: Words,
        key: Words,
        weight: float = 1.0,
    ) -> Sequence[Offer]:
        bounded = [
            Offer(weight * self._bound(ground, port, words, key), ground, port)
            for ground, port in offers
        ]
        # Fields come in the order of their tools' names, and sorting keeps it among equals.
        bounded.sort(key=_BOUND, reverse=True)
        return bounded[:_KEPT]

    def _bound(self, ground: Ground, port: Port, words: Words, key: Words) -> float:
        bound = BASE[ground] * giver_weight(self._faces[port.tool], port, key)
        if ground in _BY_NAME:
            bound *= 0.5 + 0.5 * self._index.specificity(port.words)
        return bound * handle_weight(ground, port.words, words)


def _ground_of(key: Words) -> Ground:
    return Ground.IDENTIFIER if key[-1] in IDENTIFIERS and len(key) > 1 else Ground.NAME
