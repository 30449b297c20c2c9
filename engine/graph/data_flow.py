"""Which tool's result another tool needs, field by field."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from engine.graph.field_index import FieldIndex, tails
from engine.graph.field_words import HANDLES, IDENTIFIERS, is_broad
from engine.graph.mentions import Mentions
from engine.graph.ports import Face, Faces, Port, Words, shared_subject
from engine.graph.quantities import holds, quantity_of
from engine.models.graph import EdgeKind, EdgeOrigin, GraphEdge


class Ground(StrEnum):
    """What a pair of fields rests on."""

    IDENTIFIER = "identifier"
    """Both are the same schema-qualified identifier."""

    MENTION = "mention"
    """The consumer's text names the producer."""

    NAME = "name"
    """Both have the same telling name."""

    ROLE = "role"
    """The consumer's name says in which role it takes it: ``originSkyId`` takes a ``skyId``."""

    QUALIFIED = "qualified"
    """The producer's name says more: ``converted_distance`` is a ``distance``."""

    RESOURCE = "resource"
    """The consumer is named after the thing that the producer's handle names."""

    SUBJECT = "subject"
    """Both have the same broad name, and the tools are about the same thing."""

    QUANTITY = "quantity"
    """Both hold the same kind of quantity, and the producer works it out."""


BASE = {
    Ground.IDENTIFIER: 0.92,
    Ground.MENTION: 0.85,
    Ground.NAME: 0.8,
    Ground.ROLE: 0.75,
    Ground.QUALIFIED: 0.6,
    Ground.RESOURCE: 0.6,
    Ground.SUBJECT: 0.55,
    Ground.QUANTITY: 0.4,
}
"""Confidence of a pair by its ground before anything speaks for or against it."""

PRODUCERS_PER_FIELD = 6
"""How many producers one consumed field keeps, the most trusted first."""

LEAST_CONFIDENCE = 0.2
"""Pairs below it are no edge."""

_CANDIDATES = 24

_BOUNDS = frozenset(["min", "max", "minimum", "maximum", "before", "after", "since", "until"])
"""Words of a field that filters by a bound; what it bounds does not go into it."""


class Pair(NamedTuple):
    """A produced field that may fill a consumed one."""

    confidence: float
    ground: Ground
    source: Port
    target: Port


class DataFlow:
    """Finds the flows of data between the tools of a catalog.

    Parameters
    ----------
    faces : Faces
        The catalog's tools with what they give and take.
    """

    def __init__(self, faces: Faces) -> None:
        self._faces = faces.faces
        self._index = FieldIndex(faces.faces)
        self._mentions = Mentions(faces)
        self._offers = lru_cache(maxsize=None)(self._offers_for)

    def edges(self) -> Iterable[GraphEdge]:
        """Return one edge for every pair of tools that data may flow between, in no order."""
        found: dict[tuple[int, int], list[Pair]] = defaultdict(list)
        for face in self._faces:
            for port in face.takes:
                for pair in self._producers(face, port):
                    found[pair.source.tool, port.tool].append(pair)
        for (source, target), pairs in found.items():
            yield self._edge(self._faces[source], self._faces[target], pairs)

    def producers(self, target: Port) -> Sequence[Pair]:
        """Return what may fill one consumed field, most trusted first."""
        return self._producers(self._faces[target.tool], target)

    def _producers(self, face: Face, target: Port) -> Sequence[Pair]:
        best: dict[int, Pair] = {}
        for pair in self._pairs(face, target):
            held = best.get(pair.source.tool)
            if pair.confidence >= LEAST_CONFIDENCE and (held is None or _rank(pair) < _rank(held)):
                best[pair.source.tool] = pair
        ranked = sorted(
            best.values(), key=lambda p: (-p.confidence, self._faces[p.source.tool].name)
        )
        return ranked[:PRODUCERS_PER_FIELD]

    def _pairs(self, face: Face, target: Port) -> Iterable[Pair]:
        named = self._mentions.in_text(target.field.description)
        for ground, source in self._offered(face, target, named):
            giver = self._faces[source.tool]
            if source.tool == target.tool or not _types_agree(source, target):
                continue
            confidence = BASE[ground] * self._weight(ground, giver, face, source, target)
            if source.tool in named and ground is not Ground.QUANTITY:
                echo = 0.5 if target.key in giver.taken else 1.0
                ground, confidence = (
                    Ground.MENTION,
                    max(confidence, echo * _mentioned(source, target)),
                )
            yield Pair(round(min(confidence, 0.97), 4), ground, source, target)

    def _offered(
        self, face: Face, target: Port, named: frozenset[int]
    ) -> Iterable[tuple[Ground, Port]]:
        yield from self._offers(target.words, target.key, "")
        if face.family:
            yield from self._offers(target.words, target.key, face.family)
        if is_broad(target.words):
            for source in self._index.by_name.get(target.words, ()):
                giver = self._faces[source.tool]
                if len(self._index.by_name[target.words]) > 400 and giver.family != face.family:
                    continue
                if shared_subject(giver, face):
                    yield Ground.SUBJECT, source
        for tool in sorted(named):
            for source in self._faces[tool].gives:
                if _same_thing(source.words, target.words):
                    yield Ground.SUBJECT, source
        kind = quantity_of(target.words)
        if kind and holds(kind, target.field.type) and target.field.required:
            for source in self._index.by_quantity.get(kind, ()):
                yield Ground.QUANTITY, source

    def _offers_for(self, words: Words, key: Words, family: str) -> tuple[tuple[Ground, Port], ...]:
        """Return the best founded offers for a name, of one family or of all tools."""
        index = self._index
        offers: list[tuple[Ground, Port]] = []
        if not is_broad(key):
            ground = Ground.IDENTIFIER if key[-1] in IDENTIFIERS and len(key) > 1 else Ground.NAME
            offers += ((ground, port) for port in index.by_key.get(key, ()))
            if key != words and not is_broad(words):
                offers += ((Ground.NAME, port) for port in index.by_name.get(words, ()))
            for tail in tails(words):
                offers += ((Ground.ROLE, port) for port in index.by_key.get(tail, ()))
            offers += ((Ground.QUALIFIED, port) for port in index.by_tail.get(words, ()))
            owner = words[:-1] if words[-1] in HANDLES else words
            offers += ((Ground.RESOURCE, port) for port in index.by_owner.get(owner, ()))
        kept = [
            offer for offer in offers if not family or self._faces[offer[1].tool].family == family
        ]
        kept.sort(key=lambda offer: self._offer_rank(offer, words, key))
        return tuple(kept[:_CANDIDATES])

    def _offer_rank(
        self, offer: tuple[Ground, Port], words: Words, key: Words
    ) -> tuple[float, str, str]:
        ground, port = offer
        giver = self._faces[port.tool]
        trust = (
            BASE[ground]
            * self._giver_weight(giver, key)
            * _handle_weight(ground, port.words, words)
        )
        return (-trust, giver.name, port.field.json_path)

    def _weight(
        self, ground: Ground, giver: Face, taker: Face, source: Port, target: Port
    ) -> float:
        weight = self._giver_weight(giver, target.key) * _handle_weight(
            ground, source.words, target.words
        )
        related = bool(shared_subject(giver, taker))
        if ground in (Ground.NAME, Ground.ROLE, Ground.QUALIFIED):
            weight *= 0.5 + 0.5 * self._index.specificity(source.words)
            if len(source.words) == 1 and not related:
                weight *= 0.75
        elsewhere = giver.family and taker.family and giver.family != taker.family and not related
        if elsewhere and ground is not Ground.QUANTITY:
            weight *= 0.85 if not giver.subject.isdisjoint(target.key) else 0.65
        if ground is Ground.ROLE and not _BOUNDS.isdisjoint(target.words):
            weight *= 0.5
        if not target.field.required and ground is not Ground.IDENTIFIER:
            weight *= 0.75
        if target.field.enum and not source.field.enum:
            weight *= 0.5
        return weight

    def _giver_weight(self, giver: Face, key: Words) -> float:
        """Return how much a tool is a source of a value rather than a bearer of it."""
        about_it = not giver.subject.isdisjoint(key)
        weight = 1.0 if about_it else 0.85
        if key in giver.taken:
            # It must be told the value before it can tell it.
            weight *= 0.35
        if not giver.gives_result and not (giver.creates and about_it):
            # What comes back from a change was mostly known before it.
            weight *= 0.6
        return weight

    def _edge(self, source: Face, target: Face, pairs: Sequence[Pair]) -> GraphEdge:
        ranked = sorted(pairs, key=lambda p: (_rank(p), p.target.field.json_path))
        confidence = ranked[0].confidence
        for further in ranked[1:4]:
            confidence += (1.0 - confidence) * 0.25 * further.confidence
        first = ranked[0]
        return GraphEdge(
            source=source.name,
            target=target.name,
            kind=EdgeKind.DATA_FLOW,
            origin=EdgeOrigin.DERIVED,
            confidence=round(min(confidence, 0.97), 4),
            evidence=_SENTENCES[first.ground].format(
                source=source.name,
                target=target.name,
                given=first.source.field.name,
                taken=first.target.field.name,
            ),
            reasons=tuple(dict.fromkeys(pair.ground.value for pair in ranked)),
            fields=tuple(
                (pair.source.field.json_path, pair.target.field.json_path) for pair in ranked
            ),
        )


_SENTENCES = {
    Ground.IDENTIFIER: "{source} returns {given}, which {target} takes as {taken}.",
    Ground.MENTION: "The text of {taken} names {source}, which returns {given}.",
    Ground.NAME: "{source} returns {given}, which {target} takes as {taken}.",
    Ground.ROLE: "{target} takes {taken}, in its role a {given} as {source} returns it.",
    Ground.QUALIFIED: "{source} returns {given}, a more exact {taken} for {target}.",
    Ground.RESOURCE: "{target} takes {taken}; {source} returns {given}, which names one.",
    Ground.SUBJECT: "{source} returns {given} of the same thing that {target} takes {taken} of.",
    Ground.QUANTITY: "{source} works out {given}, a value of the kind that {taken} takes.",
}


def _handle_weight(ground: Ground, source: Words, target: Words) -> float:
    """Prefer the handle that the consumer asks for: ``artist`` takes a name before an id."""
    if ground is not Ground.RESOURCE:
        return 1.0
    given, taken = source[-1], target[-1]
    if given == taken:
        return 1.0
    if taken in HANDLES:
        return 0.8 if {given, taken} <= IDENTIFIERS else 0.6
    return 1.0 if given in ("name", "title") else 0.75


def _mentioned(source: Port, target: Port) -> float:
    """Return the confidence of a pair whose producer the consumer's text names."""
    same = 0
    while same < min(len(source.words), len(target.words)):
        if source.words[-1 - same] != target.words[-1 - same]:
            break
        same += 1
    return BASE[Ground.MENTION] * (0.7 + 0.3 * same / max(len(source.words), 1))


def _same_thing(given: Words, taken: Words) -> bool:
    """Tell whether one name ends with the other: a ``skyId`` is no ``entityId``."""
    short, long = sorted((given, taken), key=len)
    return long[-len(short) :] == short


def _rank(pair: Pair) -> tuple[float, str, str]:
    return (-pair.confidence, pair.ground.value, pair.source.field.json_path)


def _types_agree(source: Port, target: Port) -> bool:
    """Tell whether a value of one type can be written as the other; unknown types agree."""
    given, taken = _base(source.field.type), _base(target.field.type)
    if "boolean" in (given, taken):
        return given == taken
    formats = {source.field.format, target.field.format} - {None, "int32", "int64"}
    return len(formats) < 2


def _base(type_words: str) -> str:
    return type_words.lower().removeprefix("array<").removesuffix(">").split("|")[0]
