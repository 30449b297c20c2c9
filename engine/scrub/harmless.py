"""Forms that look like a secret or a number of a person and are neither."""

from __future__ import annotations

import re

from engine.scrub.spans import Intervals

_MONTH = r"(?:0[1-9]|1[0-2])"
_DAY = r"(?:0[1-9]|[12]\d|3[01])"
_TIME = r"(?:[T ]\d{2}(?::?\d{2}){0,2}(?:[.,]\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})?)?"
_DATES = re.compile(
    rf"""(?<![\w.])(?:
        (?:19|20)\d\d-{_MONTH}(?:-{_DAY})?{_TIME}      # 2026-11-30T08:15:00Z
      | (?:19|20)\d\d([/.]){_MONTH}\1{_DAY}{_TIME}     # 2026/11/30, 2026.11.30
      | (?:{_DAY}|\d)([/.-])(?:{_MONTH}|\d)\2(?:19|20)\d\d{_TIME}   # 30.11.2026
      | (?:{_MONTH}|\d)/(?:{_DAY}|\d)/(?:19|20)\d\d{_TIME}          # 11/30/2026
      | (?:19|20)\d\d{_MONTH}{_DAY}(?:T?\d{{4}}(?:\d\d)?Z?)?        # 20261130T081500Z
      | \d{{1,2}}:\d{{2}}(?::\d{{2}}(?:[.,]\d{{1,9}})?)?            # 08:15:00
    )(?!\w)""",
    re.VERBOSE,
)
"""Dates and times in the forms that documents use."""

_NAMES = re.compile(
    r"""(?<![\w-])(?:
        [0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}        # UUID
      | [0-7][0-9A-HJKMNP-TV-Z]{25}                                 # ULID
      | [a-zA-Z][\w.-]{0,20}:(?:[0-9a-fA-F]{7,128})                 # sha256:…, case-v1:…
      | sha(?:1|256|384|512)-[A-Za-z0-9+/]{20,90}={0,2}             # subresource integrity
      | v?\d+(?:\.\d+){1,4}(?:[-+][0-9A-Za-z.-]{1,40})?             # version, IP, decimal
    )(?![\w-])""",
    re.VERBOSE,
)
"""Names of things: identifiers, digests that say what they are, versions."""

_DIGEST_LENGTHS = frozenset({7, 8, 10, 12, 16, 24, 32, 40, 56, 64, 96, 128})
_HEX = re.compile(r"[0-9a-fA-F]+")


def date_parts(text: str) -> Intervals:
    """Return where dates and times stand."""
    return Intervals(match.span() for match in _DATES.finditer(text))


def harmless_parts(text: str) -> Intervals:
    """Return where dates, times, versions and names of things stand."""
    found = [match.span() for pattern in (_DATES, _NAMES) for match in pattern.finditer(text)]
    return Intervals(sorted(found))


def is_digest(token: str) -> bool:
    """Whether a token is a hexadecimal digest of a usual length, or a number of digits alone.

    Examples
    --------
    >>> is_digest("d41d8cd98f00b204e9800998ecf8427e"), is_digest("d41d8cd98f00b204e")
    (True, False)
    """
    return len(token) in _DIGEST_LENGTHS and bool(_HEX.fullmatch(token))
