"""What comes back from a tool: one record, many, a number, or the effect of a change."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.ingest.semantics_action import ActionReading
from engine.ingest.semantics_words import Word, ends_in_parameter, static_segments
from engine.models.tool import (
    Action,
    ContractField,
    Derived,
    Endpoint,
    FieldKind,
    ResultShape,
    RiskClass,
)
from engine.text.identifiers import split_identifier
from engine.text.nouns import is_plural, singular
from engine.text.verbs import shape_of

_STEP = re.compile(r"\$\.?([^.\[]*)(\[\])?(.*)", re.DOTALL)

# Names of an object that only wraps the answer.
_ENVELOPES = frozenset(["data", "result", "response", "body", "payload", "content"])

# Words of root fields that speak about the answer, not of its subject.
_ANSWER_WORDS = (
    "code count cursor error errors etag first has href incomplete info kind last limit link links "
    "message messages meta metadata more next number offset ok page pages pagination paging "
    "per prev previous request results self size start status success time timestamp token total "
    "type url version warning warnings"
)
_ABOUT_THE_ANSWER = frozenset(_ANSWER_WORDS.split())

# Plural in form, one thing in meaning.
_ONE_THING = (
    "analytics credentials details headers info insights limits logs metrics permissions "
    "preferences settings specs statistics stats"
)
_SINGLE_PLURALS = frozenset(_ONE_THING.split())

_COUNT_PHRASES = (("number", "of"), ("count", "of"), ("how", "many"))


def derive_shape(
    reading: ActionReading,
    name_words: Sequence[Word],
    nouns: Sequence[str],
    sentence: Sequence[str],
    endpoint: Endpoint | None,
    produces: Sequence[ContractField],
) -> Derived:
    """Return the result's shape by the strongest of response, words, path and number of nouns.

    A change of the world (create, update, delete, or an act that leaves something behind) gives
    its effect, whatever the response looks like.
    """
    action = reading.action
    if _changes(reading, by_http=endpoint is not None):
        return _derived(ResultShape.MUTATION, action.source, action.confidence)
    found = [
        *_by_words(name_words, sentence, _resource_word(endpoint)),
        *_by_response(produces),
        *_by_path(action, endpoint),
        *_by_number(action, nouns),
    ]
    return max(found, key=lambda item: item.confidence, default=_derived(ResultShape.UNKNOWN))


def _changes(reading: ActionReading, *, by_http: bool) -> bool:
    if reading.action.value in (Action.CREATE, Action.UPDATE, Action.DELETE):
        return True
    sense = reading.sense
    if reading.action.value != Action.ACTION:
        return False
    if sense is None:
        return True
    # A verb that no table knows changes something where the method may.
    return sense.effect is not RiskClass.READ and (sense.effect is not RiskClass.UNKNOWN or by_http)


def _derived(shape: ResultShape, source: str = "none", confidence: float = 0.0) -> Derived:
    return Derived(value=shape, source=source, confidence=confidence)


def _resource_word(endpoint: Endpoint | None) -> str:
    """Return the word for one record of the path's collection: ``list`` of ``/lists/{id}``."""
    if endpoint is None or not ends_in_parameter(endpoint.path):
        return ""
    segments = static_segments(endpoint.path)
    return singular(segments[-1][0][-1]) if segments else ""


def _by_words(
    name_words: Sequence[Word], sentence: Sequence[str], resource: str
) -> Iterable[Derived]:
    texts = [word.text for word in name_words if word.text != resource]
    shapes = [shape for text in texts if (shape := shape_of(text))]
    for shape in (ResultShape.COUNT, ResultShape.LIST, ResultShape.SINGLE):
        if shape in shapes:
            yield _derived(shape, "name", 0.9)
            break
    if any(pair in _COUNT_PHRASES for pair in pairwise(sentence[:9])):
        yield _derived(ResultShape.COUNT, "summary", 0.65)
    elif any(shape_of(word) is ResultShape.LIST for word in sentence[:5]):
        yield _derived(ResultShape.LIST, "summary", 0.65)


class _Step(NamedTuple):
    """The first step of a field's path: what stands at the root of the response."""

    name: str
    many: bool
    rest: str
    type: str

    @property
    def is_list(self) -> bool:
        return self.many or self.type.startswith("array")


def _first_step(path: str, kind: str) -> _Step:
    match = _STEP.match(path)
    if match is None:
        return _Step(path, False, "", kind)
    name, many, rest = match.groups()
    return _Step(name, many is not None, rest, kind)


def _by_response(produces: Sequence[ContractField]) -> Iterable[Derived]:
    steps = [
        _first_step(field.json_path, field.type)
        for field in produces
        if field.kind is not FieldKind.PAGING
    ]
    # An envelope around an envelope is common, a third one is not.
    for _ in range(2):
        envelope = _envelope(steps)
        if envelope is None:
            break
        steps = [_first_step(f"${s.rest}", s.type) for s in steps if s.name == envelope and s.rest]
    if not steps:
        return
    if any(not step.name and step.many for step in steps):
        yield _derived(ResultShape.LIST, "response", 0.95)
        return
    subject = [step for step in steps if not _is_about_the_answer(step)]
    names = {step.name for step in subject}
    lists = {step.name for step in subject if step.is_list}
    if not subject:
        if any(_counts(step) for step in steps):
            yield _derived(ResultShape.COUNT, "response", 0.8)
    elif names == lists:
        yield _derived(ResultShape.LIST, "response", 0.85 if len(lists) == 1 else 0.7)
    else:
        yield _derived(ResultShape.SINGLE, "response", 0.7)


def _envelope(steps: Sequence[_Step]) -> str | None:
    """Return the name of the one object that wraps the whole answer, if there is one."""
    subject = [step for step in steps if not _is_about_the_answer(step)]
    names = {step.name for step in subject}
    if len(names) != 1 or any(step.is_list for step in subject):
        return None
    name = names.pop()
    return name if name.lower() in _ENVELOPES and any(step.rest for step in subject) else None


def _is_about_the_answer(step: _Step) -> bool:
    words = split_identifier(step.name)
    if step.is_list or step.rest:
        return words[-1:] in (("links",), ("errors",), ("warnings",), ("meta",), ("metadata",))
    return bool(words) and _ABOUT_THE_ANSWER.issuperset(words)


def _counts(step: _Step) -> bool:
    kind = step.type.split("|")[0]
    return kind in ("integer", "number") and not {"count", "total"}.isdisjoint(
        split_identifier(step.name)
    )


def _by_path(action: Derived, endpoint: Endpoint | None) -> Iterable[Derived]:
    if endpoint is None or action.value not in (Action.READ, Action.SEARCH):
        return
    segments = static_segments(endpoint.path)
    if segments and not ends_in_parameter(endpoint.path):
        named = shape_of(segments[-1][0][-1])
        if named:
            yield _derived(named, "path", 0.8)
    if ends_in_parameter(endpoint.path):
        yield _derived(ResultShape.SINGLE, "path", 0.75)
    elif segments:
        last = segments[-1][0][-1]
        if is_plural(last) and last not in _SINGLE_PLURALS:
            yield _derived(ResultShape.LIST, "path", 0.6)
        else:
            yield _derived(ResultShape.SINGLE, "path", 0.5)


def _by_number(action: Derived, nouns: Sequence[str]) -> Iterable[Derived]:
    """Read the number of what is acted on: ``getPets`` gives many, ``getPet`` one."""
    if action.value == Action.SEARCH:
        # To look one thing up gives one; a response that shows so outweighs the verb.
        one = bool(nouns) and not is_plural(nouns[-1])
        weight = 0.7 if one else 0.9
        yield _derived(ResultShape.LIST, action.source, round(weight * action.confidence, 4))
    elif action.value in (Action.READ, Action.ACTION) and nouns:
        last = nouns[-1]
        many = is_plural(last) and last not in _SINGLE_PLURALS
        if many and action.value == Action.READ:
            yield _derived(ResultShape.LIST, "name", 0.55)
        elif last.isascii():
            yield _derived(ResultShape.SINGLE, "name", 0.5)
