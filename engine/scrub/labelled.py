"""Values that the word before them calls a secret: ``password: …``, ``account no. …``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.models.scrubbing import SecretKind
from engine.scrub.keys import key_kind
from engine.scrub.spans import Intervals, Span

_SECRET = re.compile(
    r"""(?ix)
    (?<![A-Za-z0-9])
    (?:[A-Za-z0-9]{1,20}[_-]){0,3}(?-i:[a-z][a-z0-9]{0,20}(?=[A-Z]))?
    (?:pass(?:word|wd|phrase|code)|pwd|secret|api[ _-]?key|apikey|access[ _-]?key
      |(?:secret|signing|private|encryption)[ _-]?key|token|credentials?|otp|pin(?:[ ]code)?|cvv|cvc
      |session[ _-]?(?:id|key)|비밀번호|passwort|kennwort|contrase[nñ]a|mot[ ]de[ ]passe)
    ["']?\s{0,3}
    (?P<link>=|:|->|은|는|\b(?:is|was|should\s+be|will\s+be|to|as)\b|\s)\s{0,3}
    (?P<quote>["'])?(?P<value>(?!\[scrubbed[ ])[^\s"',;)\]}<>\[]{3,400})
    """
)

_TEXTUAL_WORDS = """
    required optional missing expired invalid revoked none null true false string number integer
    boolean unknown empty unset undefined hidden masked redacted reset changed wrong correct valid
    must should can may not and for the has with from
    """
_TEXTUAL = frozenset(_TEXTUAL_WORDS.split())
"""What a schema or an explanation says in a value's place."""

_PAIR = re.compile(
    r"""(["'])(?P<key>[\w .-]{1,60})\1\s{0,3}(?::|=>?)\s{0,3}"""
    r"""(?P<quote>["'])(?P<value>(?!\[scrubbed )"""
    r"""(?:[^"'\\]|\\.|(?!(?P=quote))["']){1,2000}+)(?P=quote)"""
)
"""A key and a value in quotes, as objects stand in texts; the key decides, as in an object."""

_NATIONAL = (
    r"ssn|social[ ]security(?:[ ](?:number|no\.?))?"
    r"|national[ ](?:id|insurance)(?:[ ](?:number|no\.?))?"
    r"|tax(?:payer)?[ ](?:id|number)|tin|passport(?:[ ](?:number|no\.?))?"
    r"|id[ ]card(?:[ ](?:number|no\.?))?|bsn|pesel|nino|cpf|tfn|sin|aadhaar|cpr|steuer-?id"
    r"|주민등록번호|여권번호"
)
_ACCOUNT = (
    r"(?:bank[ ]|checking[ ]|savings[ ])?(?:account|acct|a/c)(?:[ ](?:number|no|nr|num|\#))?\.?"
    r"|routing[ ](?:number|no\.?)|sort[ ]code|iban|konto(?:nummer)?|계좌(?:번호)?"
    r"|(?:user|customer|member|client|patient|subscriber)[ _-]?(?:id|number|no\.?)"
)
_PHONE = (
    r"phone(?:[ ](?:number|no\.?))?|mobile|cell|tel(?:ephone)?\.?|fax|whatsapp|sms"
    r"|전화(?:번호)?|휴대폰"
)
_CARD = r"(?:credit|debit)[ ]card(?:[ ](?:number|no\.?))?|card[ ](?:number|no\.?)"
_LABELLED_ID = re.compile(
    rf"""(?ix)
    (?<![\w])
    (?:(?P<national>{_NATIONAL})|(?P<account>{_ACCOUNT})|(?P<phone>{_PHONE})|(?P<card>{_CARD}))
    (?![A-Za-z])
    \s{{0,2}}(?:[:=\#]|\bis\b|\bto\b|\bat\b|은|는)?\s{{0,2}}["']?
    (?P<value>\+?[A-Z]{{0,3}}(?:[ .\-/()]{{0,2}}\d){{5,20}}[A-Z]?)(?![\w])
    """
)


_SECRET_HINTS = (
    *("pass", "pwd", "secret", "key", "token", "credential", "otp", "pin", "cvv", "cvc", "session"),
    *("비밀번호", "kennwort", "contrase"),
)
_ID_HINTS = (
    *("ssn", "social", "national", "tax", "tin", "passport", "card", "bsn", "pesel", "nino", "cpf"),
    *(
        "tfn",
        "sin",
        "aadhaar",
        "cpr",
        "steuer",
        "번호",
        "account",
        "acct",
        "a/c",
        "routing",
        "sort",
    ),
    *("iban", "konto", "계좌", "user", "customer", "member", "client", "patient", "subscriber"),
    *("phone", "mobile", "cell", "tel", "fax", "whatsapp", "sms", "전화", "휴대폰"),
)


def by_label(text: str, harmless: Intervals) -> Iterator[Span]:
    """Yield the values of a text that a label before them gives away.

    After ``=`` or ``:``, and in quotes, everything counts but the words of a schema or an
    explanation; after ``is`` or a blank only what no sentence holds: digits or signs among
    letters.
    """
    for match in _PAIR.finditer(text):
        kind = key_kind(match["key"])
        if kind is not None and match["value"].lower() not in _TEXTUAL:
            yield Span(*match.span("value"), kind)
    lowered = text.lower()
    secrets = _SECRET.finditer(text) if _hints(lowered, _SECRET_HINTS) else ()
    for match in secrets:
        if _is_value(match["value"], match["link"], quoted=match["quote"] is not None):
            yield Span(*match.span("value"), SecretKind.SECRET)
    labelled = _LABELLED_ID.finditer(text) if _hints(lowered, _ID_HINTS) else ()
    for match in labelled:
        start, end = match.span("value")
        if not harmless.touch(start, end):
            yield Span(start, end, _kind(match))


def _hints(lowered: str, hints: tuple[str, ...]) -> bool:
    """Whether a slow pattern can match at all: one of its labels stands in the text."""
    return any(hint in lowered for hint in hints)


def _is_value(value: str, link: str, *, quoted: bool) -> bool:
    bare = value.rstrip(".,:!?").lower()
    if bare in _TEXTUAL or len(bare) < 3:
        return False
    if link in "=:->" or (quoted and len(bare) >= 4):
        return True
    if link.strip() in ("은", "는") or link.lower() in ("is", "was"):
        return len(bare) >= 4 and (not bare.isalpha() or not bare.isascii())
    # "token 3 of 5", "secret santa": only what mixes letters with digits or signs.
    return (
        len(bare) >= 8
        and any(sign.isdigit() for sign in bare)
        and any(sign.isalpha() for sign in bare)
        and "_" not in bare
    )


def _kind(match: re.Match[str]) -> SecretKind:
    if match["national"]:
        return SecretKind.NATIONAL_ID
    if match["account"]:
        return SecretKind.ACCOUNT
    return SecretKind.PHONE if match["phone"] else SecretKind.CARD
