"""What a tool does to its resource, and what a call can do to the world."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.ingest.semantics_words import (
    Verb,
    Word,
    ends_in_parameter,
    static_segments,
)
from engine.models.tool import SAFE_METHODS, Action, Annotations, Derived, Endpoint, RiskClass
from engine.text.nouns import is_plural
from engine.text.verbs import Reading, VerbSense, asks_by_post, sense_of

_BY_METHOD = {
    "GET": (Action.READ, 0.6),
    "HEAD": (Action.READ, 0.6),
    "DELETE": (Action.DELETE, 0.8),
    "PATCH": (Action.UPDATE, 0.75),
    "PUT": (Action.UPDATE, 0.65),
}

_UNKNOWN_ACTION = Derived(value=Action.UNKNOWN, source="none", confidence=0.0)
_UNKNOWN_RISK = Derived(value=RiskClass.UNKNOWN, source="none", confidence=0.0)


class ActionReading(NamedTuple):
    """A tool's action with the verb's sense that it rests on, when a verb was found."""

    action: Derived
    sense: VerbSense | None


def derive_action(
    words: Sequence[Word], name_verb: Verb | None, text_verb: Verb | None, endpoint: Endpoint | None
) -> ActionReading:
    """Return the action by the name's verb, the summary's, the path's, or the HTTP method.

    In that order; a word that mostly names things yields to every clearer source. A GET cannot
    change anything by the protocol, so a verb such as *compare* or *render* on a GET reads. A POST
    is expected to leave something behind, so it reads only by a verb that asks
    (:func:`engine.text.verbs.asks_by_post`): *inspect* on a POST files an inspection.
    """
    method = endpoint.method if endpoint else ""
    named = _unless_unlikely(name_verb, method)
    candidates = [
        (named, "name", _name_confidence(named, words) if named else 0.0),
        (_unless_unlikely(text_verb, method), "summary", 0.75),
        (_unless_unlikely(_path_verb(endpoint), method), "path", 0.7),
    ]
    verb, source, confidence = max(candidates, key=lambda item: item[2] if item[0] else -1.0)
    if verb is None:
        return ActionReading(_by_method(endpoint), None)
    sense = verb.sense
    if method in SAFE_METHODS and sense.action is Action.ACTION:
        return ActionReading(
            Derived(value=Action.READ, source="method", confidence=0.7),
            sense._replace(action=Action.READ),
        )
    if method in SAFE_METHODS and sense.effect is not RiskClass.READ:
        confidence = min(confidence, 0.6)
    return ActionReading(Derived(value=sense.action, source=source, confidence=confidence), sense)


def derive_risk(
    reading: ActionReading, endpoint: Endpoint | None, annotations: Annotations
) -> Derived:
    """Return what a call can do: by annotations, method and verb.

    A server's hint may raise the risk, and may call a POST harmless; it never makes a DELETE or
    a verb of loss harmless (hints are untrusted by the MCP specification).
    """
    method = endpoint.method if endpoint else ""
    effect = reading.sense.effect if reading.sense else None
    if annotations.destructive and not annotations.read_only:
        return Derived(value=RiskClass.DESTRUCTIVE, source="annotation", confidence=0.9)
    if method == "DELETE":
        return Derived(value=RiskClass.DESTRUCTIVE, source="method", confidence=0.95)
    if effect is RiskClass.DESTRUCTIVE:
        confidence = 0.6 if method in SAFE_METHODS or annotations.read_only else 0.85
        source = reading.action.source if reading.action.source != "method" else "name"
        return Derived(value=effect, source=source, confidence=confidence)
    if annotations.read_only is not None:
        value = RiskClass.READ if annotations.read_only else RiskClass.WRITE
        return Derived(value=value, source="annotation", confidence=0.85)
    if method in SAFE_METHODS:
        if reading.action.value in (Action.CREATE, Action.UPDATE):
            # The protocol and the words contradict each other; better to expect a change.
            return Derived(value=RiskClass.WRITE, source=reading.action.source, confidence=0.5)
        return Derived(value=RiskClass.READ, source="method", confidence=0.95)
    if method:
        if effect is RiskClass.READ:
            return Derived(value=effect, source=reading.action.source, confidence=0.6)
        return Derived(value=RiskClass.WRITE, source="method", confidence=0.85)
    if effect is not None and not _says_too_little(reading.sense):
        confidence = round(reading.action.confidence * 0.85, 4)
        return Derived(value=effect, source=reading.action.source, confidence=confidence)
    return _UNKNOWN_RISK


def _says_too_little(sense: VerbSense | None) -> bool:
    """Tell whether nothing but a verb, and not this one, would make a tool harmless.

    *return*, *report* or *load* read on a GET; alone they may as well send something back.
    """
    if sense is None or sense.effect is RiskClass.UNKNOWN:
        return True
    return sense.effect is RiskClass.READ and sense.reading is Reading.NOUN_OR_VERB


def _unless_unlikely(verb: Verb | None, method: str) -> Verb | None:
    """Drop a verb that its method contradicts.

    A change on a safe method when the word may name a thing as well (``post_feed``); a reading
    on a method that changes, unless the verb is one of asking.
    """
    if verb is None or not method:
        return verb
    if verb.sense.effect is RiskClass.READ:
        asks = method == "POST" and asks_by_post(verb.word)
        return verb if method in SAFE_METHODS or asks else None
    unsure = method in SAFE_METHODS and verb.sense.reading is not Reading.VERB
    return None if unsure else verb


def _name_confidence(verb: Verb, words: Sequence[Word]) -> float:
    reading = verb.sense.reading
    if verb.sense.effect is RiskClass.UNKNOWN:
        return 0.6
    if reading is Reading.VERB:
        return 0.9
    if reading is Reading.NOUN_OR_VERB:
        return 0.65
    if words[verb.position].due:
        return 0.85
    # Inside a name a search is told from a thing more surely than a change is, and it says more
    # than the "Gets …" with which its text may start.
    return 0.77 if verb.sense.action is Action.SEARCH else 0.7


def _path_verb(endpoint: Endpoint | None) -> Verb | None:
    """Return the verb that the path ends in, or the search that it starts with."""
    if endpoint is None:
        return None
    segments = [tokens for tokens, _ in static_segments(endpoint.path)]
    if len(segments) < 2:
        return None
    for token in (segments[-1][0], *(tokens[0] for tokens in segments[:2] if len(tokens) == 1)):
        sense = sense_of(token)
        if sense is None or sense.reading is Reading.NOUN_OR_VERB:
            continue
        if sense.action is Action.SEARCH:
            return Verb(token, sense, 0)
        changes = sense.effect is not RiskClass.READ
        if token == segments[-1][0] and not (changes and endpoint.method in SAFE_METHODS):
            return Verb(token, sense, 0)
    return None


def _by_method(endpoint: Endpoint | None) -> Derived:
    if endpoint is None:
        return _UNKNOWN_ACTION
    if endpoint.method in _BY_METHOD:
        action, confidence = _BY_METHOD[endpoint.method]
    elif endpoint.method == "POST" and _ends_in_collection(endpoint.path):
        action, confidence = Action.CREATE, 0.5
    else:
        action, confidence = Action.ACTION, 0.4
    return Derived(value=action, source="method", confidence=confidence)


def _ends_in_collection(path: str) -> bool:
    """Tell whether a POST adds to what the path names: ``/orders``, but not ``/orders/close``."""
    segments = static_segments(path)
    if not segments or ends_in_parameter(path):
        return False
    return len(segments) == 1 or is_plural(segments[-1][0][-1])
