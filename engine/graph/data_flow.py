"""Which tool's result another tool needs, field by field."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.graph.field_words import IDENTIFIERS
from engine.graph.grounds import BASE, SENTENCES, Ground
from engine.graph.mentions import Mentions
from engine.graph.offers import OUTSIDE, Offer, Offers
from engine.graph.ports import Face, Faces, Port, Words
from engine.graph.quantities import holds, quantity_of
from engine.graph.weights import mention_confidence, pair_weight, target_weight, types_agree
from engine.models.graph import EdgeKind, EdgeOrigin, GraphEdge

PRODUCERS_PER_FIELD = 6
"""How many producers one consumed field keeps for its name, the most trusted first."""

PRODUCERS_OF_AN_OPTION = 3
"""How many it keeps when it may be left out and identifies nothing."""

PRODUCERS_OF_A_KIND = 12
"""How many more it keeps for the kind of quantity that it holds."""

LEAST_CONFIDENCE = 0.25
"""Pairs below it are no edge."""

MOST_CONFIDENCE = 0.97
"""What names and texts say is never certain."""

_FURTHER = 0.25
"""How much of the remaining doubt a further pair of the same two tools takes away."""


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
        self._offers = Offers(faces)
        self._mentions = Mentions(faces)

    def edges(self) -> Iterable[GraphEdge]:
        """Return one edge for every two tools that data may flow between, in no order."""
        found: dict[tuple[int, int], list[Pair]] = defaultdict(list)
        for face in self._faces:
            for port in face.takes:
                for pair in self.producers(port):
                    found[pair.source.tool, port.tool].append(pair)
        for (source, target), pairs in found.items():
            yield _edge(self._faces[source].name, self._faces[target].name, pairs)

    def producers(self, target: Port) -> Sequence[Pair]:
        """Return what may fill one consumed field: a pair for each tool, most trusted first."""
        taker = self._faces[target.tool]
        must = target.field.required or target.key[-1] in IDENTIFIERS
        best = _Best(PRODUCERS_PER_FIELD if must else PRODUCERS_OF_AN_OPTION)
        for offers in self._named(taker, target):
            self._weigh(best, taker, target, offers)
        for pair in self._mentioned(target):
            best.consider(pair)
        if best.threshold < OUTSIDE * BASE[Ground.IDENTIFIER]:
            self._weigh(best, taker, target, self._offers.outside(target.words, target.key))
        named = best.pairs(self._faces)
        of_kind = _Best(PRODUCERS_OF_A_KIND)
        self._weigh(of_kind, taker, target, self._of_kind(target))
        held = {pair.source.tool for pair in named}
        return [*named, *(p for p in of_kind.pairs(self._faces) if p.source.tool not in held)]

    def _weigh(self, best: _Best, taker: Face, target: Port, offers: Sequence[Offer]) -> None:
        for offer in offers:
            # Offers come best first: what follows cannot displace what is held.
            if offer.bound * target_weight(offer.ground, target) < best.threshold:
                break
            best.consider(self._pair(taker, target, offer))

    def _named(self, taker: Face, target: Port) -> Iterable[Sequence[Offer]]:
        yield from self._offers.named(taker, target.words, target.key)
        yield from self._offers.about(taker, target.words, target.key)

    def _of_kind(self, target: Port) -> Sequence[Offer]:
        kind = quantity_of(target.words)
        if kind and target.field.required and holds(kind, target.field.type):
            return self._offers.of_kind(kind)
        return ()

    def _pair(self, taker: Face, target: Port, offer: Offer) -> Pair | None:
        source = offer.port
        if source.tool == target.tool or not types_agree(source, target):
            return None
        giver = self._faces[source.tool]
        weight = pair_weight(offer.ground, giver, taker, source, target)
        return Pair(round(offer.bound * weight, 4), offer.ground, source, target)

    def _mentioned(self, target: Port) -> Iterable[Pair]:
        for tool in sorted(self._mentions.in_text(target.field.description)):
            giver = self._faces[tool]
            for source in giver.gives:
                if tool == target.tool or not types_agree(source, target):
                    continue
                if _ends_alike(source.key, target.key):
                    confidence = round(mention_confidence(source, target, giver), 4)
                    yield Pair(confidence, Ground.MENTION, source, target)


class _Best:
    """The best pair of every tool, as far as they are known."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._by_tool: dict[int, Pair] = {}
        self.threshold = LEAST_CONFIDENCE
        """Confidence below which a further pair would not be kept."""

    def consider(self, pair: Pair | None) -> None:
        if pair is None or pair.confidence < self.threshold:
            return
        held = self._by_tool.get(pair.source.tool)
        if held is None or _rank(pair) < _rank(held):
            self._by_tool[pair.source.tool] = pair
            if len(self._by_tool) >= self._limit:
                held_now = sorted([p.confidence for p in self._by_tool.values()], reverse=True)
                self.threshold = max(held_now[self._limit - 1], LEAST_CONFIDENCE)

    def pairs(self, faces: Sequence[Face]) -> Sequence[Pair]:
        """Return the pairs to keep, most trusted first, ties by the producer's name."""
        ranked = sorted(
            self._by_tool.values(), key=lambda p: (-p.confidence, faces[p.source.tool].name)
        )
        return ranked[: self._limit]


def _edge(source: str, target: str, pairs: Sequence[Pair]) -> GraphEdge:
    ranked = sorted(pairs, key=lambda p: (_rank(p), p.target.field.json_path))
    confidence = ranked[0].confidence
    for further in ranked[1:4]:
        confidence += (1.0 - confidence) * _FURTHER * further.confidence
    first = ranked[0]
    return GraphEdge(
        source=source,
        target=target,
        kind=EdgeKind.DATA_FLOW,
        origin=EdgeOrigin.DERIVED,
        confidence=round(min(confidence, MOST_CONFIDENCE), 4),
        evidence=SENTENCES[first.ground].format(
            source=source,
            target=target,
            given=first.source.field.name,
            taken=first.target.field.name,
        ),
        reasons=tuple(dict.fromkeys(pair.ground.value for pair in ranked)),
        fields=tuple((pair.source.field.json_path, pair.target.field.json_path) for pair in ranked),
    )


def _rank(pair: Pair) -> tuple[float, str, str]:
    return (-pair.confidence, pair.ground.value, pair.source.field.json_path)


def _ends_alike(given: Words, taken: Words) -> bool:
    """Tell whether one name ends with the other: a ``skyId`` is no ``entityId``."""
    short, long = sorted((given, taken), key=len)
    return long[-len(short) :] == short
