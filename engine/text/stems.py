"""Stems: the part that the forms of a word share."""

from __future__ import annotations

from functools import lru_cache

import snowballstemmer

_ALGORITHMS = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hi": "hindi",
    "hu": "hungarian",
    "id": "indonesian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}


@lru_cache(maxsize=32)
def _stemmer(language: str) -> snowballstemmer.stemmer | None:
    algorithm = _ALGORITHMS.get(language)
    return snowballstemmer.stemmer(algorithm) if algorithm else None


@lru_cache(maxsize=262_144)
def stem(word: str, language: str) -> str:
    """Return a folded word's stem by the Snowball algorithm of its language.

    Words with digits are identifiers and stay as they are; so does every word of a language
    without an algorithm.

    Parameters
    ----------
    word : str
        A word as :func:`engine.text.scripts.fold` leaves it.
    language : str
        ISO 639-1 code.

    Examples
    --------
    >>> stem("orders", "en"), stem("listing", "en"), stem("bestellungen", "de"), stem("v2s", "en")
    ('order', 'list', 'bestell', 'v2s')
    """
    stemmer = _stemmer(language)
    if stemmer is None or not word.isalpha():
        return word
    stemmed: str = stemmer.stemWord(word)
    return stemmed or word
