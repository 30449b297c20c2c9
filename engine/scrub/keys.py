"""What the name of a key says about its value."""

from __future__ import annotations

import re
from functools import lru_cache

from engine.models.scrubbing import SecretKind

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")

# The last words of a key decide: `token` is a secret, `token_budget` a number of tokens.
_ENDINGS: dict[tuple[str, ...], SecretKind] = {
    tuple(ending.split()): kind
    for kind, endings in {
        SecretKind.SECRET: "password|passwd|pwd|passphrase|passcode|secret|secrets|token|"
        "api key|apikey|access key|secret key|private key|signing key|encryption key|auth key|"
        "credential|credentials|csrf|xsrf|jwt|otp|pin|cvv|cvc|session|sid|"
        "session id|sessionid|signature|비밀번호|암호|密码|パスワード|contraseña|passwort|kennwort",
        SecretKind.AUTHORIZATION: "authorization|auth header|bearer|x api key",
        SecretKind.COOKIE: "cookie|cookies|set cookie",
        SecretKind.CONNECTION_STRING: "connection string|connectionstring|dsn|database url",
        SecretKind.EMAIL: "email|e mail|email address|mail address",
        SecretKind.PHONE: "phone|phone number|mobile|mobile number|telephone|tel|fax|msisdn|cell",
        SecretKind.CARD: "card number|cardnumber|pan|credit card|creditcard",
        SecretKind.IBAN: "iban",
        SecretKind.NATIONAL_ID: "ssn|social security number|national id|tax id|passport|"
        "passport number|nino|aadhaar|cpf|rrn|주민등록번호",
        SecretKind.ACCOUNT: "account number|accountnumber|account no|bank account|routing number|"
        "user id|userid|customer id|member id|login|username|user name",
        SecretKind.ADDRESS: "street|street address|address line|postal address|home address|"
        "billing address|shipping address|address line 1|address line 2",
        SecretKind.PAYLOAD: "headers|request body|response body|raw body|raw request|"
        "raw response|raw payload|request payload|response payload",
    }.items()
    for ending in endings.split("|")
}
_LONGEST = max(len(ending) for ending in _ENDINGS)

_COUNTED = frozenset({SecretKind.SECRET, SecretKind.AUTHORIZATION, SecretKind.COOKIE})
"""Kinds whose keys also name quantities: a number under `token` or `session` is a count."""

_ALWAYS = frozenset({("pin",), ("otp",), ("cvv",), ("cvc",), ("passcode",), ("password",)})


@lru_cache(maxsize=4096)
def key_kind(key: str) -> SecretKind | None:
    """Return what a key says its value is; None when it says nothing of the kind.

    Examples
    --------
    >>> key_kind("accessToken").value, key_kind("token_budget"), key_kind("result")
    ('secret', None, None)
    """
    words = tuple(word.lower() for word in _WORDS.findall(key[:200]))
    for length in range(min(_LONGEST, len(words)), 0, -1):
        kind = _ENDINGS.get(words[-length:])
        if kind is not None:
            return kind
    return None


def holds_number(key: str) -> bool:
    """Whether a number under this key can be the secret itself, and is no quantity."""
    kind = key_kind(key)
    if kind is None or kind in _COUNTED:
        words = tuple(word.lower() for word in _WORDS.findall(key[:200]))
        return words[-1:] in _ALWAYS
    return True
