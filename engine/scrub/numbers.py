"""Numbers of persons: cards, accounts, national ids, each by its own check digits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from stdnum import iban, luhn
from stdnum.br import cpf
from stdnum.cl import rut
from stdnum.cn import ric
from stdnum.es import dni, nie
from stdnum.exceptions import ValidationError
from stdnum.fi import hetu
from stdnum.fr import nir
from stdnum.in_ import aadhaar
from stdnum.it import codicefiscale
from stdnum.kr import rrn
from stdnum.se import personnummer
from stdnum.us import ssn

from engine.models.scrubbing import SecretKind
from engine.scrub.harmless import date_parts
from engine.scrub.spans import Intervals, Span

_CARD = re.compile(r"(?<![\w.-])(?:\d[ -]?){12,18}\d(?![\w-]|\.\d)")
_ISSUERS = re.compile(
    r"4|5[0-8]|6[0-9]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)|3(?:[47]|0[0-5]|[689]|5(?:2[89]|[3-8]))"
)
"""First digits that card issuers have (ISO/IEC 7812)."""

_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{2,4}){2,8}[ -]?[A-Z0-9]{0,4}")


_DIGITS = re.compile(r"\d[\dA-Z]|\d[ .-]\d")
"""Without this, no number of these stands in a text."""


def _valid(check: Callable[[str], str]) -> Callable[[str], bool]:
    def holds(text: str) -> bool:
        try:
            check(text)
        except ValidationError:
            return False
        return True

    return holds


# Only forms that a plain number does not take by accident: with separators or letters, or with
# two and more check digits. Plain digits with a weaker check need a label (engine.scrub.labelled).
_NATIONAL: tuple[tuple[re.Pattern[str], Callable[[str], bool]], ...] = (
    (re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])"), _valid(ssn.validate)),
    (re.compile(r"(?<![\w-])\d{6}-[1-8]\d{6}(?![\w-])"), _valid(rrn.validate)),
    (re.compile(r"(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\w-])"), _valid(cpf.validate)),
    (re.compile(r"(?<![\w.-])\d{1,2}\.\d{3}\.\d{3}-[\dkK](?![\w-])"), _valid(rut.validate)),
    (re.compile(r"(?<!\w)\d{17}[\dXx](?!\w)"), _valid(ric.validate)),
    (re.compile(r"(?<!\w)\d{8}-?[A-HJ-NP-TV-Z](?!\w)"), _valid(dni.validate)),
    (re.compile(r"(?<!\w)[XYZ]-?\d{7}-?[A-HJ-NP-TV-Z](?!\w)"), _valid(nie.validate)),
    (re.compile(r"(?<!\w)\d{6}[-+A-FU-Y]\d{3}[0-9A-Y](?!\w)"), _valid(hetu.validate)),
    (
        re.compile(r"(?<!\w)[12] ?\d{2} ?\d{2} ?\d[\dAB] ?\d{3} ?\d{3} ?\d{2}(?!\w)"),
        _valid(nir.validate),
    ),
    (re.compile(r"(?<![\w-])\d{4} \d{4} \d{4}(?![\w-]| \d)"), _valid(aadhaar.validate)),
    (
        re.compile(
            r"(?<!\w)[A-Z]{6}[0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z](?!\w)"
        ),
        _valid(codicefiscale.validate),
    ),
    (re.compile(r"(?<![\w-])(?:19|20)?\d{6}[-+]\d{4}(?![\w-])"), _valid(personnummer.validate)),
    (
        # No library has the British number: two letters, six digits, A to D.
        re.compile(r"(?<!\w)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?!\w)"),
        lambda _: True,
    ),
)


def by_check_digit(text: str, harmless: Intervals) -> Iterator[Span]:
    """Yield card numbers, IBANs and national ids of a text that their check digits confirm."""
    if not _DIGITS.search(text):
        return
    for match in _CARD.finditer(text):
        digits = re.sub(r"[ -]", "", match.group())
        if (
            _ISSUERS.match(digits)
            and luhn.is_valid(digits)
            and len(set(digits)) > 1
            and not harmless.touch(*match.span())
        ):
            yield Span(*match.span(), SecretKind.CARD)
    for match in _IBAN.finditer(text):
        end = _iban_end(match)
        if end is not None:
            yield Span(match.start(), end, SecretKind.IBAN)
    dates = date_parts(text)
    for pattern, holds in _NATIONAL:
        for match in pattern.finditer(text):
            if holds(match.group()) and not dates.touch(*match.span()):
                yield Span(*match.span(), SecretKind.NATIONAL_ID)


def _iban_end(match: re.Match[str]) -> int | None:
    """Return where the number ends: a word in capitals may follow it, as if it belonged to it."""
    text = match.group()
    for end in range(len(text), 14, -1):
        if (end == len(text) or not text[end].isalnum()) and iban.is_valid(text[:end]):
            return match.start() + end
    return None
