"""Names, paths and sentences taken apart: where the verb stands and what it acts on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.text.identifiers import split_identifier
from engine.text.verbs import Reading, VerbSense, base_form, sense_of

_SEPARATOR = re.compile(r"[/.:\s]+|_{2,}")
_SNAKE = re.compile(r"[_-]+")
_CAMEL = re.compile(r"[a-z][A-Z]")
_PARAMETER = re.compile(r"[{<].*[}>]|:\w+")
_SENTENCE_END = re.compile(r"[.!?。\n]")
_WORD = re.compile(r"[^\W_]+")

# Words that stand before a verb without being what it acts on.
_TRANSPARENT = frozenset(["re", "bulk", "batch", "async", "auto", "do", "try", "can", "force"])

# Words after which a name says how, for whom or by what, no longer what.
_PHRASE_END = frozenset(
    ["by", "for", "of", "in", "from", "with", "to", "and", "using", "via", "on", "at", "or", "as"]
)

# Who or what a sentence about an operation has for its subject.
_SUBJECT_WORDS = (
    "api endpoint function it method operation resource service this tool to you can will and "
    "allows let lets"
)
_SUBJECTS = frozenset(_SUBJECT_WORDS.split())

_FORMATS = frozenset(["json", "xml", "csv", "do", "php", "html", "yaml", "txt", "jsp", "ashx"])


class Word(NamedTuple):
    """One word of a name and whether a verb is due there."""

    text: str
    chunk: int
    """0-based number of the separated part that it stands in."""

    due: bool


class Verb(NamedTuple):
    """The verb that was found."""

    word: str
    sense: VerbSense
    position: int
    """Index of the verb among the words."""


def words_of_name(name: str) -> tuple[Word, ...]:
    """Return the words of an operation's name with the places where a verb is due.

    A verb is due at the start of every separated part (``issues/list-comments``,
    ``chat_postMessage``) and at the end of the name (``ContainerInspect``).
    """
    words: list[Word] = []
    chunks = [chunk for chunk in _SEPARATOR.split(name) if chunk]
    for chunk in chunks:
        parts = _SNAKE.split(chunk) if _SNAKE.search(chunk) and _CAMEL.search(chunk) else [chunk]
        for part in parts:
            number = words[-1].chunk + 1 if words else 0
            due = True
            for token in split_identifier(part):
                words.append(Word(token, number, due))
                due = due and token in _TRANSPARENT
    if words:
        words[-1] = words[-1]._replace(due=True)
    return tuple(words)


def verb_of_name(words: Sequence[Word]) -> Verb | None:
    """Return the verb that a name is most likely built on; None when it holds none.

    The first word that is always a verb, or mostly one and stands where a verb is due; Korean
    names have their verb last. Words that mostly name things (``order``, ``log``) count only at
    the very start and when something follows.
    """
    found = [
        Verb(word.text, sense, position)
        for position, word in enumerate(words)
        if (sense := sense_of(word.text))
    ]
    korean = [verb for verb in found if not verb.word.isascii()]
    if korean:
        return korean[-1]
    for verb in found:
        if verb.sense.reading is Reading.VERB or (
            verb.sense.reading is Reading.VERB_OR_NOUN and words[verb.position].due
        ):
            return verb
    if found and found[0].position == 0 and len(words) > 1:
        return found[0]
    return None


def nouns_of_name(words: Sequence[Word], verb: Verb | None) -> tuple[str, ...]:
    """Return what a name's verb acts on, in the name's order; empty when it names nothing.

    The words after the verb up to a preposition; without any, the words before it.
    """
    if verb is None:
        return _phrase([word.text for word in words])
    after = _phrase([word.text for word in words[verb.position + 1 :]])
    if after:
        return after
    own = words[verb.position].chunk
    before = [word for word in words[: verb.position] if word.text not in _TRANSPARENT]
    same = _phrase([word.text for word in before if word.chunk == own])
    if same:
        return same
    last = before[-1].chunk if before else 0
    return _phrase([word.text for word in before if word.chunk == last])


def _phrase(tokens: Sequence[str]) -> tuple[str, ...]:
    phrase: list[str] = []
    for token in tokens:
        if token in _PHRASE_END:
            if phrase:
                break
            continue
        phrase.append(token)
    return tuple(phrase)


def static_segments(path: str) -> tuple[tuple[tuple[str, ...], bool], ...]:
    """Return a path's fixed segments as words, each with whether it follows a fixed segment.

    Examples
    --------
    >>> static_segments("/orders/{id}/line-items")
    ((('orders',), False), (('line', 'items'), False))
    >>> static_segments("/admin/orders.json")
    ((('admin',), False), (('orders',), True))
    """
    segments: list[tuple[tuple[str, ...], bool]] = []
    adjacent = False
    for segment in path.split("?")[0].split("/"):
        if not segment:
            continue
        fixed = _PARAMETER.sub(" ", segment)
        for part in fixed.split("."):
            tokens = tuple(token for token in split_identifier(part) if token not in _FORMATS)
            if tokens:
                segments.append((tokens, adjacent))
                adjacent = True
        if fixed != segment:
            adjacent = False
    return tuple(segments)


def ends_in_parameter(path: str) -> bool:
    """Tell whether the last segment of a path template is a parameter."""
    segments = [segment for segment in path.split("?")[0].split("/") if segment]
    return bool(segments) and _PARAMETER.search(segments[-1]) is not None


def first_sentence(*texts: str) -> tuple[str, ...]:
    """Return the lower-case words of the first sentence of the first text that has one."""
    for text in texts:
        for sentence in _SENTENCE_END.split(text[:400]):
            if words := _WORD.findall(sentence.lower()):
                return tuple(words)
    return ()


def verb_of_sentence(words: Sequence[str]) -> Verb | None:
    """Return the verb by which a sentence says what an operation does; None without one.

    The first word; a word in the third person ("Returns", "Lists"); or a word after a subject
    ("this endpoint", "allows you to"). Only the first twelve words are looked at. Korean
    sentences have their verb last.
    """
    korean = [
        Verb(word, sense, position)
        for position, word in enumerate(words)
        if not word.isascii() and (sense := sense_of(word))
    ]
    if korean:
        return korean[-1]
    for position, word in enumerate(words[:12]):
        base = base_form(word)
        sense = sense_of(base)
        if sense is None:
            continue
        expected = position == 0 or words[position - 1] in _SUBJECTS
        if expected or (base != word and sense.reading is Reading.VERB and word.endswith("s")):
            return Verb(base, sense, position)
    return None
