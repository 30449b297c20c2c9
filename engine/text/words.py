"""Words: what of a text is indexed and looked up, the same for tools and for queries."""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from engine.text.function_words import FUNCTION_WORDS
from engine.text.identifiers import split_identifier
from engine.text.korean import without_ending
from engine.text.scripts import UNSPACED, fold
from engine.text.stems import stem

MAX_JOINED = 80
"""Letters up to which an identifier is also indexed as one word."""


class WordKind(StrEnum):
    """How a word came out of its text."""

    WORD = "word"
    """A word of prose, or one word of an identifier."""

    BIGRAM = "bigram"
    """Two neighbouring letters of a script without blanks."""

    JOINED = "joined"
    """A whole identifier of several words, written together: ``getorderitem``."""


class Word(NamedTuple):
    """One word of a text."""

    surface: str
    """Case-folded and without marks, otherwise as it stands."""

    key: str
    """The stem, under which the word is indexed; equal to ``surface`` for the other kinds."""

    kind: WordKind


MAX_WORD = 64
"""Letters after which a word is cut: no language has longer ones that anybody would ask for."""

_CACHED_CHUNK = 64


def chunk_words(chunk: str, language: str) -> tuple[Word, ...]:
    """Return the words of a piece of text without blanks, in order.

    An identifier gives its words, then itself written together (:attr:`WordKind.JOINED`).

    Parameters
    ----------
    chunk : str
        A piece of text; blanks inside it would only separate words.
    language : str
        ISO 639-1 code whose stemmer is used.

    Examples
    --------
    >>> [word.key for word in chunk_words("getOrderItems", "en")]
    ['get', 'order', 'item', 'getorderitems']
    >>> [word.key for word in chunk_words("주문목록", "ko")]
    ['주문', '문목', '목록']
    """
    if len(chunk) > _CACHED_CHUNK:
        # Sentences without blanks hardly repeat; keeping them would only fill the memory.
        return _chunk_words.__wrapped__(chunk, language)
    return _chunk_words(chunk, language)


@lru_cache(maxsize=262_144)
def _chunk_words(chunk: str, language: str) -> tuple[Word, ...]:
    words: list[Word] = []
    parts = split_identifier(_without_clitics(chunk))
    for part in parts:
        if UNSPACED.match(part):
            if part in FUNCTION_WORDS["ko"]:
                words.append(Word(part, part, WordKind.WORD))
                continue
            part = without_ending(part)
            pairs = [part] if len(part) == 1 else [part[i : i + 2] for i in range(len(part) - 1)]
            words.extend(Word(pair, pair, WordKind.BIGRAM) for pair in pairs)
        else:
            surface = fold(part[:MAX_WORD])
            words.append(Word(surface, stem(surface, language), WordKind.WORD))
    if len(parts) > 1:
        joined = fold("".join(parts))
        if len(joined) <= MAX_JOINED and not UNSPACED.search(joined):
            words.append(Word(joined, joined, WordKind.JOINED))
    return tuple(words)


_APOSTROPHES = str.maketrans("’ʼ‘`", "''''")
_CLITICS = ("n't", "'s", "'re", "'ve", "'ll", "'d", "'m")


def _without_clitics(chunk: str) -> str:
    """Drop an English ending after an apostrophe: ``user's`` is ``user``."""
    chunk = chunk.translate(_APOSTROPHES)
    if "'" not in chunk:
        return chunk
    bare = chunk.rstrip(".,;:!?)]}\"'")
    for clitic in _CLITICS:
        if bare.casefold().endswith(clitic):
            return bare[: -len(clitic)]
    return chunk


def chunks(text: str) -> list[str]:
    """Return the pieces of a text between blanks, in Unicode form NFKC."""
    return unicodedata.normalize("NFKC", text).split()


def words(text: str, language: str) -> list[Word]:
    """Return every word of a text, in order.

    Parameters
    ----------
    text : str
        Any text; untrusted.
    language : str
        ISO 639-1 code whose stemmer is used.

    Examples
    --------
    >>> [word.surface for word in words("List a user's orders", "en")]
    ['list', 'a', 'user', 'orders']
    """
    return [word for chunk in chunks(text) for word in chunk_words(chunk, language)]
