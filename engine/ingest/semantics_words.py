"""Names, paths and sentences taken apart: where the verb stands and what it acts on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.models.tool import Action, Endpoint, RiskClass
from engine.text.identifiers import split_identifier
from engine.text.nouns import is_plural
from engine.text.verbs import Reading, VerbSense, agent_form, base_form, sense_of

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

# Of these, what may stand between a verb and what it acts on (``add_to_favorites``).
_VERB_PARTICLES = frozenset(["to", "with", "from", "into"])

# Who or what a sentence about an operation has for its subject.
_SUBJECT_WORDS = (
    "api endpoint function it method operation resource service this tool to you can will and "
    "allows let lets"
)
_SUBJECTS = frozenset(_SUBJECT_WORDS.split())

# Words that a noun follows, so that an order stands before them.
_DETERMINERS = frozenset(
    ["a", "an", "the", "one", "all", "some", "any", "each", "every", "this", "your", "its"]
)

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


def is_generated_name(words: Sequence[Word], endpoint: Endpoint | None) -> bool:
    """Tell whether a name only repeats method and path, as importers make one where none is."""
    if endpoint is None:
        return False
    made_of = split_identifier(f"{endpoint.method} {endpoint.path}")
    return tuple(word.text for word in words) == made_of


def verb_of_name(words: Sequence[Word], hint: Verb | None = None) -> Verb | None:
    """Return the verb that a name is most likely built on; None when it holds none.

    Parameters
    ----------
    words : sequence of Word
        The name's words.
    hint : Verb or None
        The verb of the tool's own text. A word of the name that says the same is the name's
        verb wherever it stands (``united_update_preferences``).

    Notes
    -----
    In this order: the first word that is always a verb, or mostly one and due, but rather a last
    part that is always a verb than a first one that need not be (``build_prune``,
    ``inviteRequests.approve``); the hint; a word that
    is mostly a verb with something after it; the verb of an agent noun at the end
    (``unit_converter``); a first word that mostly names things. Korean names end in their verb.
    """
    found = [
        Verb(word.text, sense, position)
        for position, word in enumerate(words)
        if (sense := sense_of(word.text))
    ]
    korean = [verb for verb in found if not verb.word.isascii()]
    if korean:
        return korean[-1]
    last = len(words) - 1
    clear = [verb for verb in found if _is_clear(verb, words)]
    if clear and clear[0].sense.reading is Reading.VERB_OR_NOUN:
        final = clear[-1]
        alone = last == 1 or words[last].chunk != words[last - 1].chunk
        if alone and final.position == last and final.sense.reading is Reading.VERB:
            return final
    hinted = [verb for verb in found if hint and verb.word == hint.word]
    inner = [
        verb
        for verb in found
        if verb.sense.reading is Reading.VERB_OR_NOUN and 0 < verb.position < last
    ]
    start = _start(words)
    leading = [verb for verb in found if verb.position == start and last > start]
    return next(iter([*clear, *hinted, *inner, *_agent(words), *leading]), None)


def _start(words: Sequence[Word]) -> int:
    """Return the index of the first word that is not *bulk* or the like."""
    return next((i for i, word in enumerate(words) if word.text not in _TRANSPARENT), 0)


def unlisted_verb(
    words: Sequence[Word], sentence: Sequence[str], endpoint: Endpoint | None
) -> Verb | None:
    """Return the first word of a name as a verb that no table knows, when something says so.

    Either the path ends in it as in an act on what stands before (``POST /payments/{id}/capture``
    of ``capturePayment``), or the text begins with it as an order does ("Capture a payment").

    Returns
    -------
    Verb or None
        An ``action`` whose effect is unknown; None when the word is known, names several things,
        or nothing shows it to be a verb.
    """
    position = _start(words)
    if position + 1 >= len(words):
        return None
    word = words[position].text
    if not word.isascii() or not word.isalpha() or is_plural(word) or sense_of(word):
        return None
    if _ends_path(word, endpoint) or _begins_order(word, sentence):
        sense = VerbSense(Action.ACTION, RiskClass.UNKNOWN, Reading.VERB)
        return Verb(word, sense, position)
    return None


def _ends_path(word: str, endpoint: Endpoint | None) -> bool:
    if endpoint is None or endpoint.is_safe or ends_in_parameter(endpoint.path):
        return False
    segments = static_segments(endpoint.path)
    return len(segments) > 1 and segments[-1][0] == (word,)


def _begins_order(word: str, sentence: Sequence[str]) -> bool:
    if len(sentence) < 3 or sentence[1] not in _DETERMINERS:
        return False
    return sentence[0] in (word, f"{word}s", f"{word}es")


def _is_clear(verb: Verb, words: Sequence[Word]) -> bool:
    reading = verb.sense.reading
    return reading is Reading.VERB or (reading is Reading.VERB_OR_NOUN and words[verb.position].due)


def _agent(words: Sequence[Word]) -> list[Verb]:
    if len(words) < 2:
        return []
    verb = agent_form(words[-1].text)
    sense = sense_of(verb) if verb != words[-1].text else None
    return (
        [Verb(verb, sense._replace(reading=Reading.NOUN_OR_VERB), len(words) - 1)] if sense else []
    )


def nouns_of_name(words: Sequence[Word], verb: Verb | None) -> tuple[str, ...]:
    """Return what a name's verb acts on, in the name's order; empty when it names nothing.

    The words after the verb up to a preposition; without any, the words before it.
    """
    if verb is None:
        return _phrase([word.text for word in words])
    after = _phrase(_behind_further_verbs([word.text for word in words[verb.position + 1 :]]))
    if after:
        return after
    own = words[verb.position].chunk
    before = [word for word in words[: verb.position] if word.text not in _TRANSPARENT]
    same = _phrase([word.text for word in before if word.chunk == own])
    if same:
        return same
    last = before[-1].chunk if before else 0
    return _phrase([word.text for word in before if word.chunk == last])


def _behind_further_verbs(tokens: Sequence[str]) -> Sequence[str]:
    """Pass over more verbs of the same thing: ``or update`` of ``create-or-update-secret``."""
    while len(tokens) > 2 and tokens[0] in ("or", "and") and sense_of(tokens[1]):
        tokens = tokens[2:]
    return tokens


def _phrase(tokens: Sequence[str]) -> tuple[str, ...]:
    phrase: list[str] = []
    for token in tokens:
        if token in _PHRASE_END:
            if phrase or token not in _VERB_PARTICLES:
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
