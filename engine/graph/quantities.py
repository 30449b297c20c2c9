"""Kinds of value that one field hands to another whatever the two are called.

A price can be paid into any amount, a text can be translated whatever it is. The words are those
of everyday quantities; a pair that rests on them alone is a weak one.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache


class Quantity(StrEnum):
    """What a value measures or holds."""

    MONEY = "money"
    TEXT = "text"
    PLACE = "place"
    DAY = "day"
    LENGTH = "length"
    DURATION = "duration"


_WORDS = {
    Quantity.MONEY: (
        "amount price cost fee fare rent salary wage income revenue sale expense profit tax tip "
        "discount payment deposit balance budget principal bill charge premium refund interest "
        "commission earning subtotal"
    ),
    Quantity.TEXT: (
        "text message sentence paragraph lyric joke quote headline summary caption comment review "
        "article translation definition transcript story poem"
    ),
    Quantity.PLACE: "location place address city destination origin",
    Quantity.DAY: "date day birthdate birthday",
    Quantity.LENGTH: "distance length",
    Quantity.DURATION: "duration",
}
_QUANTITY_OF = {word: kind for kind, words in _WORDS.items() for word in words.split()}

_ABOUT_WORDS = (
    "id code number name rate percentage percent count type status url link format unit currency "
    "language key path rating"
)
_ABOUT = frozenset(_ABOUT_WORDS.split())
"""Last words of a field that tells something about the quantity instead of holding it."""

_NUMERIC = frozenset([Quantity.MONEY, Quantity.LENGTH, Quantity.DURATION])


@lru_cache(maxsize=65_536)
def quantity_of(words: tuple[str, ...]) -> Quantity | None:
    """Return what a field's words say that it holds; the last telling word decides.

    Examples
    --------
    >>> quantity_of(("total", "sale")), quantity_of(("sale", "tax"))
    (<Quantity.MONEY: 'money'>, <Quantity.MONEY: 'money'>)
    >>> quantity_of(("message", "id")), quantity_of(("tax", "rate"))
    (None, None)
    """
    found = next((kind for word in reversed(words) if (kind := _QUANTITY_OF.get(word))), None)
    return None if words and words[-1] in _ABOUT else found


def holds(kind: Quantity, type_words: str) -> bool:
    """Tell whether a field of a JSON type can hold a quantity; an unknown type can.

    Examples
    --------
    >>> holds(Quantity.MONEY, "string"), holds(Quantity.MONEY, "unknown")
    (False, True)
    """
    base = type_words.removeprefix("array<").split("|")[0].removesuffix(">")
    if base in ("unknown", "any", ""):
        return True
    if kind in _NUMERIC:
        return base in ("number", "integer")
    return base == "string"
