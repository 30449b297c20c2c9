"""Credentials by their form: keys with an issuer's beginning, tokens, cookies, addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.models.scrubbing import SecretKind
from engine.scrub.spans import Span

# Beginnings that issuers document, with the shape of what follows.
_PROVIDERS = re.compile(
    r"""(?<![A-Za-z0-9])(?:
        sk-(?:proj-|ant-|or-|svcacct-|admin-)?[A-Za-z0-9_-]{16,200}
      | (?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,200}
      | whsec_[A-Za-z0-9+/=]{16,100}
      | (?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{16}
      | gh[pousr]_[A-Za-z0-9]{20,255}
      | github_pat_[A-Za-z0-9_]{20,255}
      | gl(?:pat|dt|rt|cbt|ptt|ft|soat)-[A-Za-z0-9_-]{16,60}
      | xox[abeoprs]-[A-Za-z0-9-]{10,200}
      | xapp-[A-Za-z0-9-]{10,200}
      | AIza[A-Za-z0-9_-]{30,45}
      | ya29\.[A-Za-z0-9_-]{20,300}
      | GOCSPX-[A-Za-z0-9_-]{20,40}
      | SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}
      | (?:npm|hf|gsk|lin_api|ntn|secret|figd|dckr_pat|glsa|glc|shpat|shpss|shpca|shppa|dop_v1
          |doo_v1|rubygems|sntrys|sntryu|tvly|r8|nvapi|lsv2_pt|lsv2_sk|pplx|fc|cfut)
        [_-][A-Za-z0-9_-]{20,200}
      | pypi-[A-Za-z0-9_-]{30,250}
      | hv[sbr]\.[A-Za-z0-9_-]{20,200}
      | AT(?:ATT|BB)[A-Za-z0-9_=-]{20,250}
      | PMAK-[A-Za-z0-9-]{20,80}
      | NR(?:AK|JS|II|RA|SP|BR)-[A-Za-z0-9]{16,40}
      | dapi[a-f0-9]{32}
      | (?:key|pat)[a-zA-Z0-9]{14}(?:\.[a-f0-9]{64})
      | sq0(?:atp|csp)-[A-Za-z0-9_-]{22,60}
      | EAA[A-Za-z0-9]{40,250}
      | AGE-SECRET-KEY-1[A-Z0-9]{40,70}
      | \d{8,10}:AA[A-Za-z0-9_-]{30,40}
    )(?![A-Za-z0-9])""",
    re.VERBOSE,
)

_JWT = re.compile(
    r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{5,2000}\.[A-Za-z0-9_-]{5,4000}(?:\.[A-Za-z0-9_-]{0,2000}){0,3}"
)

_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:[^-]|-(?!----)){0,20000}+(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?"
)

_SCHEME = re.compile(
    r"(?i)\b(?:bearer|basic|digest|negotiate|apikey|token)[ \t]{1,4}"
    r"(?P<value>[A-Za-z0-9._~+/-]{8,4000}={0,2})"
)

_HEADER = re.compile(
    r"(?i)\b(?:proxy-)?authorization[\"']?\s{0,4}[:=]\s{0,4}[\"']?"
    r"(?P<value>(?!\[scrubbed )[^\s\"',;]{1,200}(?:[ \t][^\s\"',;\[]{1,4000})?)"
)

_COOKIE = re.compile(
    r"(?i)\b(?:set-)?cookie2?[\"']?\s{0,4}[:=]\s{0,4}[\"']?"
    r"(?P<value>(?!\[scrubbed )[\w.$-]{1,100}=[^\r\n\"']{1,4000})"
)
_SESSION_COOKIE = re.compile(
    r"(?i)(?<![\w-])(?:[\w.]{0,20}sess(?:ion)?[\w.]{0,5}id|connect\.sid|csrftoken|xsrf-token|sid)"
    r"=(?P<value>(?!\[scrubbed )[A-Za-z0-9%._~+/-]{8,4000})"
)

_URL = re.compile(
    r"(?i)(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}://(?P<value>[^\s/:@\"'<>\[]{0,200}:[^\s/@\"'<>\[]{1,200})@"
)
_CONNECTION = re.compile(
    r"(?i)\b(?:AccountKey|SharedAccessKey|SharedAccessSignature|Password|Pwd|User ?Id|Uid)"
    r"\s{0,2}=\s{0,2}(?P<value>(?!\[scrubbed )[^;\s\"']{1,400})(?=;|$|[\s\"'])"
)
_SIGNED = re.compile(
    r"(?i)[?&](?:sig|signature|x-amz-signature|x-amz-credential|access_token|id_token|code"
    r"|api[_-]?key|key|token|auth|password|secret)=(?P<value>(?!\[scrubbed )[^\s&#\"'<>\[]{6,1000})"
)


_CREDENTIAL = re.compile(r"[=:]|-----|\S{16}|(?i:bearer|basic|digest|negotiate|apikey|token)\s")
"""Without this, no credential stands in a text."""


def by_form(text: str) -> Iterator[Span]:
    """Yield the credentials of a text that their own form gives away."""
    if not _CREDENTIAL.search(text):
        return
    for match in _PRIVATE_KEY.finditer(text):
        yield Span(*match.span(), SecretKind.PRIVATE_KEY)
    for match in _JWT.finditer(text):
        yield Span(*match.span(), SecretKind.JWT)
    for match in _PROVIDERS.finditer(text):
        if _random(match.group()):
            yield Span(*match.span(), SecretKind.PROVIDER_KEY)
    for match in _SCHEME.finditer(text):
        if _credential(match["value"]):
            yield Span(*match.span("value"), SecretKind.AUTHORIZATION)
    for match in _HEADER.finditer(text):
        if _credential(match["value"].split()[-1]):
            yield Span(*match.span("value"), SecretKind.AUTHORIZATION)
    for pattern, kind in _VALUES:
        for match in pattern.finditer(text):
            yield Span(*match.span("value"), kind)


_VALUES = (
    (_COOKIE, SecretKind.COOKIE),
    (_SESSION_COOKIE, SecretKind.COOKIE),
    (_URL, SecretKind.CONNECTION_STRING),
    (_CONNECTION, SecretKind.CONNECTION_STRING),
    (_SIGNED, SecretKind.SECRET),
)


def _random(token: str) -> bool:
    """Whether what follows the beginning is more than words."""
    digits = sum(sign.isdigit() for sign in token)
    return digits >= (2 if token.islower() else 1) or not (token.islower() or token.isupper())


def _credential(value: str) -> bool:
    """Whether the text after a scheme is a credential, and not the next word of a sentence."""
    if value.isalpha() and (value.islower() or value.istitle()):
        return len(value) >= 24
    return any(sign.isdigit() for sign in value) or not value.replace("-", "").isalpha()
