"""How people are reached: e-mail addresses, telephone numbers, postal addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

import phonenumbers

from engine.models.scrubbing import SecretKind
from engine.scrub.spans import Intervals, Span

_EMAIL = re.compile(
    r"(?<![\w.+%-])[\w.+%-][\w.+%'-]{0,63}(?:@|%40| ?[\[(]at[\])] ?)"
    r"(?>(?:[\w-]{1,63}(?:\.| ?[\[(]dot[\])] ?)){1,6}[^\W\d_]{2,24})"
    r"(?![\w@])(?!:[\w.~-]{1,100}/)"
)
"""A remote of a repository (``git@host:owner/name``) is no address of a person."""

_PHONE = re.compile(r"(?<![\w.+/-])\+?\(?\d(?:[ .\-/()]{0,3}\d){6,14}(?![\w]|[.\-/]\d)")

REGIONS = ("US", "GB", "DE", "FR", "ES", "IT", "KR", "JP", "IN", "BR", "AU", "NL")
"""Where a number without its country's code is looked up; it must be punctuated as one there."""

_NATIONAL_FORMS = re.compile(
    r"""
      \(\d{2,5}\)[ ]?\d{2,4}[ .-]?\d{3,5}         # (415) 555-2671
    | [2-9]\d{2}[ .-][2-9]\d{2}[ .-]\d{4}         # 415-555-2671
    | 0\d{1,4}[ /.-]\d{2,8}(?:[ .-]\d{2,6}){0,4}  # 02-312-3456, 030 123456, 06 12 34 56 78
    """,
    re.VERBOSE,
)

_NAME = r"(?:[A-Z][\w'’.-]{1,24}|\d{1,3}(?:st|nd|rd|th)|[NSEW]\.?)"
_WORD = r"[\w'’-]{1,30}"
_PLACE = r"[A-Z][\w'’.-]{1,24}"
_ENGLISH = (
    rf"\d{{1,5}}[A-Za-z]?[ ](?:{_NAME}[ ]){{1,4}}"
    r"(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Square|Sq|Terrace"
    r"|Way|Place|Pl|Parkway|Pkwy|Highway|Hwy|Crescent|Close|Row|Mews|Trail|Circle|Cir)\b\.?"
    r"(?:,?[ ](?:Apt|Apartment|Suite|Ste|Unit|Floor|\#)\.?[ ]?[\w-]{1,6})?"
    rf"(?:,[ ](?:{_PLACE}[ ]?){{1,3}}(?:,?[ ][A-Z]{{2}})?(?:[ ]\d{{5}}(?:-\d{{4}})?)?)?"
)
_GERMAN = (
    r"[A-ZÄÖÜ][\wäöüß-]{2,30}(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|damm|ufer)"
    r"[ ]\d{1,4}[a-z]?(?:,?[ ]\d{5}[ ][A-ZÄÖÜ][\wäöüß-]{2,30})?"
)
_FRENCH = (
    r"\d{1,4}(?:[ ]?bis)?,?[ ](?:rue|avenue|boulevard|place|chemin|impasse|quai|allée)[ ]"
    rf"(?:d[eu]s?[ ]|de[ ]la[ ]|d['’]|l['’])?{_WORD}(?:[ ][A-Z]{_WORD}){{0,3}}"
    rf"(?:,?[ ]\d{{5}}[ ][A-Z]{_WORD})?"
)
_ROMANCE = (
    r"(?:Calle|Avenida|Avda\.|Plaza|Paseo|Via|Viale|Piazza|Corso|Rua)[ ]"
    rf"(?:(?:de|del|la|las|los|da|do|dei|della)[ ]){{0,2}}[A-Z]{_WORD}(?:[ ][A-Z]{_WORD}){{0,3}}"
    r",?[ ](?:n[º°.][ ]?)?\d{1,4}"
)
_KOREAN = (
    r"(?:[가-힣]{1,8}(?:특별시|광역시|특별자치시|도|시|군|구)[ ]){1,3}"
    r"[가-힣\d]{1,12}(?:로|길)[ ]?\d{1,4}(?:-\d{1,4})?"
)
_STREET = re.compile(
    rf"(?<![\w.-])(?:{_ENGLISH}|{_GERMAN}|{_FRENCH}|{_ROMANCE}|{_KOREAN}"
    r"|P\.?[ ]?O\.?[ ]Box[ ]\d{1,7})(?!\w)"
)


def by_contact(text: str, harmless: Intervals) -> Iterator[Span]:
    """Yield the e-mail addresses, telephone numbers and postal addresses of a text."""
    if "@" in text or "%40" in text or "at]" in text or "at)" in text:
        for match in _EMAIL.finditer(text):
            yield Span(*match.span(), SecretKind.EMAIL)
    if not any(sign.isdigit() for sign in text):
        return
    for match in _PHONE.finditer(text):
        if not harmless.touch(*match.span()) and _is_phone(match.group()):
            yield Span(*match.span(), SecretKind.PHONE)
    for match in _STREET.finditer(text):
        yield Span(*match.span(), SecretKind.ADDRESS)


def _is_phone(text: str) -> bool:
    """Whether a punctuated number is one that a telephone network gives out."""
    if text.startswith("+"):
        return _valid(text, None)
    if not _NATIONAL_FORMS.fullmatch(text):
        return False
    return any(_valid(text, region) for region in REGIONS)


def _valid(text: str, region: str | None) -> bool:
    try:
        return phonenumbers.is_valid_number(phonenumbers.parse(text, region))
    except phonenumbers.NumberParseException:
        return False
