"""Scripts and languages: how a text is written, and what it is probably written in."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from engine.text.function_words import FUNCTION_WORDS

UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3130-\u318f"
    r"\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""A letter of a script whose words stand without blanks or carry their particles: Thai, Lao,
Burmese, Khmer, Hangul, Kana, Han. Such runs are indexed as pairs of neighbouring letters."""

_SCRIPTS = (
    ("ko", re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")),
    ("ja", re.compile(r"[\u3040-\u30ff\u31f0-\u31ff]")),
    ("zh", re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
)

_LANGUAGES_OF = {
    word: tuple(language for language, own in FUNCTION_WORDS.items() if word in own)
    for word in frozenset().union(*FUNCTION_WORDS.values())
}
"""The languages that have a function word."""

_LETTERS = re.compile(r"[^\W\d_]+")
_NO_MARKS = ("LATIN ", "GREEK ")
_UNDECOMPOSED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "ё": "е", "ŧ": "t", "ħ": "h"}
)


@lru_cache(maxsize=65_536)
def fold(word: str) -> str:
    """Return a case-folded word without the marks that people leave out when they type.

    Marks are dropped from Latin and Greek letters; elsewhere they are part of the letter.

    Examples
    --------
    >>> fold("größe"), fold("Téléchargé"), fold("їжак")
    ('grosse', 'telecharge', 'їжак')
    """
    word = word.casefold()
    if word.isascii():
        return word
    kept: list[str] = []
    bare = False
    for character in unicodedata.normalize("NFC", word):
        if unicodedata.name(character, "").startswith(_NO_MARKS):
            base = unicodedata.normalize("NFD", character)[0]
            kept.append(base)
            bare = True
        elif not (bare and unicodedata.combining(character)):
            kept.append(character)
            bare = False
    return "".join(kept).translate(_UNDECOMPOSED)


def language_of(text: str, *, default: str = "en") -> str:
    """Return the ISO 639-1 code of the language a text is probably written in.

    A script that one language dominates decides; among Latin languages the one with most
    function words in the text wins. A text that says nothing either way is in ``default``.

    Parameters
    ----------
    text : str
        Any text.
    default : str
        The answer for Latin text without telling function words, and for a text without letters.

    Examples
    --------
    >>> language_of("주문 목록을 보여줘"), language_of("Liste die Container auf und zeige sie")
    ('ko', 'de')
    >>> language_of("list containers")
    'en'
    """
    if not text.isascii():
        found = {language: len(pattern.findall(text)) for language, pattern in _SCRIPTS}
        if found["ja"] and found["zh"]:
            found["ja"] += found["zh"]
        best = max(found, key=lambda language: (found[language], language))
        # A borrowed name in Latin letters is longer than the same name in Han or Hangul.
        if found[best] * 3 >= len(re.findall(r"[A-Za-z]", text)) and found[best]:
            return best
    votes: dict[str, int] = {default: 0}
    for word in _LETTERS.findall(text):
        for language in _LANGUAGES_OF.get(fold(word), ()):
            votes[language] = votes.get(language, 0) + 1
    best = max(votes, key=lambda language: (votes[language], language))
    return best if votes[best] > votes[default] else default
