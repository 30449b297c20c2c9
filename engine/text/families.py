"""Query families: queries that ask for the same thing in slightly other words are one."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from engine.fingerprint import fingerprint
from engine.models.tool import RiskClass
from engine.text.clauses import pieces
from engine.text.function_words import FUNCTION_WORDS
from engine.text.scripts import language_of
from engine.text.verbs import base_form, sense_of
from engine.text.words import WordKind, chunk_words

VALUE = "#"
"""Stands for everything that is a value and no word: numbers, addresses, quoted text."""

MAX_CHARACTERS = 2000
"""Text that is read; a longer query is no question that anybody repeats."""

_QUOTED = re.compile(r"([\"'`“”«»])[^\"'`“”«»\n]{1,200}\1|\[scrubbed [^\]]{1,40}\]")


class Family(NamedTuple):
    """What queries of one kind have in common."""

    key: str
    """Fingerprint of the family; the words cannot be read from it."""

    words: tuple[str, ...]
    """Stems, sorted, each once; values are left out."""

    language: str


@lru_cache(maxsize=8192)
def family_of(query: str) -> Family:
    """Return the family of a query.

    Function words, the order of words and their endings do not matter; a verb that only asks to
    see something counts by what it does, so that *find*, *search* and *look for* agree, as do
    *get* and *show*; any other verb counts as itself. Values (whatever has digits or signs of an
    address in it, and quoted text) count as one. A verb that is ruled out is told from one that
    is not.

    Parameters
    ----------
    query : str
        Any text; untrusted.

    Examples
    --------
    >>> family_of("find pet by id").key == family_of("Find a pet by its id, please").key
    True
    >>> family_of("cancel order 17").key == family_of("delete order 17").key
    False
    >>> family_of("show order 17").key == family_of("show order 20994").key
    True
    """
    text = _QUOTED.sub(f" {VALUE} ", query[:MAX_CHARACTERS])
    language = language_of(text)
    functional = FUNCTION_WORDS.get(language, frozenset()) | FUNCTION_WORDS["en"]
    said: set[str] = set()
    words: set[str] = set()
    for piece in pieces(text, language):
        if piece.text == VALUE or _is_value(piece.text):
            said.add(VALUE)
            continue
        if piece.folded in functional:
            continue
        sense = sense_of(piece.folded) or sense_of(base_form(piece.folded))
        prefix = "not " if piece.negated else ""
        if sense is not None and sense.effect is RiskClass.READ and piece.opens:
            said.add(f"{prefix}<{sense.action.value}>")
            continue
        for word in chunk_words(piece.text, language):
            if word.kind is not WordKind.JOINED and word.surface not in functional:
                said.add(f"{prefix}{word.key}")
                words.add(word.key)
    return Family(fingerprint("family", sorted(said)), tuple(sorted(words)), language)


def word_print(word: str) -> str:
    """Return the fingerprint by which a word that a catalog lacks is known."""
    return fingerprint("word", word)


def _is_value(text: str) -> bool:
    return any(sign.isdigit() or sign in "@/\\=" for sign in text)
