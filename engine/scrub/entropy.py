"""Texts that no person made up: keys without a beginning by which an issuer is known."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from engine.models.scrubbing import SecretKind
from engine.scrub.harmless import is_digest
from engine.scrub.spans import Intervals, Span

LEAST_LENGTH = 20
"""Characters from which a token can be told from a short identifier."""

LONGEST = 512

LEAST_BITS = 3.2
"""Shannon entropy of the characters, in bits a character; twenty random ones of 36 have 3.7."""

LEAST_TURNS = 0.28
"""Share of neighbouring characters that differ in class (digit, small, capital letter). Random
base 62 turns at 0.6, random base 36 at 0.4; words joined to an identifier at less than 0.2."""

LEAST_TURNS_WITH_DIGITS = 0.18
LEAST_DIGITS = 0.15
"""Share of digits from which fewer turns do: words carry a digit or two at their end."""

_TOKEN = re.compile(r"(?<![A-Za-z0-9+/_=.-])[A-Za-z0-9+/_=.-]{20,512}(?![A-Za-z0-9+/_=.-])")
_SEPARATED = re.compile(r"([/.=_-]|\b0x)")
_PARTS = re.compile(r"[A-Za-z0-9+=]{20,512}")


def by_entropy(text: str, harmless: Intervals) -> Iterator[Span]:
    """Yield the tokens of a text that look drawn at random.

    Parameters
    ----------
    text : str
        Any text.
    harmless : Intervals
        Where names of things and dates stand.
    """
    if len(text) < LEAST_LENGTH:
        return
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        if harmless.touch(start, end):
            continue
        if looks_random(match.group()):
            yield Span(start, end, SecretKind.HIGH_ENTROPY)
        elif "/" in match.group() or "." in match.group() or "-" in match.group():
            for part in _PARTS.finditer(match.group()):
                if looks_random(part.group()):
                    yield Span(start + part.start(), start + part.end(), SecretKind.HIGH_ENTROPY)


def looks_random(token: str) -> bool:
    """Whether a token looks drawn at random, rather than made of words, a digest or a number.

    Examples
    --------
    >>> looks_random("getRefundableOrderListByMemberId2")
    False
    >>> looks_random("d41d8cd98f00b204e9800998ecf8427e")
    False
    """
    token = "".join(part for part in _SEPARATED.split(token) if not is_digest(part))
    if token.isdigit() or not any(sign.isdigit() for sign in token):
        return False
    letters = [sign for sign in token if sign.isalnum()]
    if len(letters) < LEAST_LENGTH - 2 or _bits(token) < LEAST_BITS:
        return False
    turns = _turns(token)
    digits = sum(sign.isdigit() for sign in token) / len(token)
    return turns >= LEAST_TURNS or (turns >= LEAST_TURNS_WITH_DIGITS and digits >= LEAST_DIGITS)


def _bits(token: str) -> float:
    counts = Counter(token)
    return -sum(n / len(token) * math.log2(n / len(token)) for n in counts.values())


def _turns(token: str) -> float:
    """Share of neighbours that differ in class; a capital that opens a word counts once.

    A separator ends a word, as between any two words, and is no turn.
    """
    kinds = [_kind(sign) for sign in token]
    pairs = list(pairwise(kinds))
    if not pairs:
        return 0.0
    turns = 0
    previous = ""
    for before, after in pairs:
        differs = before != after and "-" not in (before, after)
        # "Order": the step from the capital into its word is not a turn of its own.
        opens = before == "A" and after == "a" and previous != "A"
        turns += differs and not opens
        previous = before
    return turns / len(pairs)


def _kind(sign: str) -> str:
    if sign.isdigit():
        return "0"
    if sign.islower():
        return "a"
    return "A" if sign.isupper() else "-"
