"""What speaks against a pair of fields; every weight is a factor in (0, 1]."""

from __future__ import annotations

from engine.graph.field_words import HANDLES, IDENTIFIERS
from engine.graph.grounds import BASE, Ground
from engine.graph.ports import Face, Port, Words, shared_subject
from engine.models.tool import Location

_BOUNDS = frozenset(["min", "max", "minimum", "maximum", "before", "after", "since", "until"])
"""Words of a field that filters by a bound; what it bounds does not go into it."""

_FOR_A_NOUN = {"name": 1.0, "login": 0.97, "title": 0.95, "slug": 0.9, "key": 0.85, "id": 0.7}
"""How readily a field that is called by a thing alone takes each of the thing's handles."""

_BY_NAME = frozenset([Ground.NAME, Ground.ROLE, Ground.QUALIFIED])


def giver_weight(giver: Face, port: Port, key: Words) -> float:
    """Return how much a tool is the source of a value and not only its bearer.

    Parameters
    ----------
    giver : Face
        The producer.
    port : Port
        What it produces.
    key : tuple of str
        What the consumer calls it.
    """
    about_it = not giver.subject.isdisjoint(key)
    weight = giver.ease if about_it else 0.85 * giver.ease
    if key in giver.taken or port.key in giver.taken:
        # It must be told the value before it can tell it.
        weight *= 0.35
    if port.implied:
        return weight * 0.8
    if not giver.gives_result and not (giver.creates and about_it):
        # What comes back from a change was mostly known before it.
        weight *= 0.6
    return weight * 0.95 if port.nested else weight


def handle_weight(ground: Ground, given: Words, taken: Words) -> float:
    """Prefer the handle that the consumer asks for: ``artist`` takes a name before an id."""
    if ground is not Ground.RESOURCE:
        return 1.0
    if given[-1] == taken[-1]:
        return 1.0
    if taken[-1] in HANDLES:
        return 0.8 if {given[-1], taken[-1]} <= IDENTIFIERS else 0.6
    return _FOR_A_NOUN.get(given[-1], 0.6)


def pair_weight(ground: Ground, giver: Face, taker: Face, source: Port, target: Port) -> float:
    """Return what the two tools and the consumed field say about a pair."""
    weight = 1.0
    related = bool(shared_subject(giver, taker))
    if ground in _BY_NAME and len(source.words) == 1 and not related:
        weight *= 0.75
    elsewhere = giver.family and taker.family and giver.family != taker.family and not related
    if elsewhere and ground is not Ground.QUANTITY:
        weight *= 0.85 if not giver.subject.isdisjoint(target.key) else 0.65
    if source.implied and not related:
        # An identifier that no document describes and that belongs to something else: a session
        # of another service.
        weight *= 0.35 if ground is Ground.IDENTIFIER else 0.6
    if ground is Ground.ROLE and not _BOUNDS.isdisjoint(target.words):
        weight *= 0.5
    if is_own_attribute(ground, giver, taker, target):
        weight *= 0.4
    weight *= target_weight(ground, target)
    if target.field.enum and not source.field.enum:
        weight *= 0.5
    return weight


def target_weight(ground: Ground, target: Port) -> float:
    """Return what the consumed field says about any pair: what may be left out is filled less."""
    return 1.0 if target.field.required or ground is Ground.IDENTIFIER else 0.75


def is_own_attribute(ground: Ground, giver: Face, taker: Face, target: Port) -> bool:
    """Tell whether a field is part of the record that is written or looked for.

    Who reads a pet's name does not need it to name another pet; and a broad name says even less.
    """
    is_part = taker.writes or (taker.searches and not target.field.required)
    if target.field.location is Location.PATH or not is_part:
        return False
    if ground is Ground.SUBJECT:
        return True
    return ground is Ground.NAME and taker.resource[-1:] == giver.resource[-1:] != ()


def mention_confidence(source: Port, target: Port, giver: Face) -> float:
    """Return the confidence of a pair whose producer the consumer's text names.

    The more of the producer's field name ends the consumer's, the surer it is this field.
    """
    same = 0
    while same < min(len(source.words), len(target.words)):
        if source.words[-1 - same] != target.words[-1 - same]:
            break
        same += 1
    echo = 0.5 if target.key in giver.taken else 1.0
    return echo * BASE[Ground.MENTION] * (0.7 + 0.3 * same / len(source.words))


def types_agree(source: Port, target: Port) -> bool:
    """Tell whether a value of one type can be written as the other; unknown types agree."""
    if ("boolean" in source.field.type) != ("boolean" in target.field.type):
        return False
    given, taken = source.field.format, target.field.format
    if given is None or taken is None or given == taken:
        return True
    return {given, taken} <= _NUMBER_FORMATS


_NUMBER_FORMATS = frozenset(["int32", "int64", "float", "double"])
