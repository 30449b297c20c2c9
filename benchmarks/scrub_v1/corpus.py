"""Planted secrets and look-alikes, drawn from patterns by a seed.

Nobody's data and no working key: every item is drawn at random here. The beginnings of provider
keys are put together from parts, so that no text of this project looks like a key.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Sequence
from typing import NamedTuple

import phonenumbers
from stdnum import iban, luhn

from engine.fingerprint import JsonValue

LETTERS = string.ascii_letters + string.digits
SMALL = string.ascii_lowercase + string.digits
CAPITAL = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"
FIRST = ("ada", "ben", "cleo", "dmitri", "elif", "farid", "gina", "hugo", "ines", "jonas", "kira")
LAST = ("arden", "brook", "castell", "dunmore", "eklund", "farrow", "holm", "ivers", "keller")
STREETS = ("Alder", "Birch", "Cedar", "Dover", "Elmwood", "Foxglove", "Granite", "Harbor", "Ivy")
TOWNS = ("Brookfield", "Camden", "Dunwich", "Easton", "Fairhaven", "Glenrock", "Harwick")


class Item(NamedTuple):
    """One value of the corpus."""

    kind: str
    value: JsonValue
    """A text, or an object as a trace holds it."""

    secret: str
    """What must not be left; empty for a look-alike, which must be left as it is."""


class Draw:
    """Random parts of texts, from one seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def one(self, options: Sequence[str]) -> str:
        """Return one of the options."""
        return self.random.choice(options)

    def signs(self, alphabet: str, length: int) -> str:
        """Return signs; with a digit, a letter and, where the alphabet has them, both cases."""
        while True:
            text = "".join(self.random.choice(alphabet) for _ in range(length))
            mixed = any(s.isdigit() for s in text) and any(s.isalpha() for s in text)
            if mixed or alphabet == string.digits:
                return text

    def digits(self, length: int) -> str:
        """Return digits, the first not 0."""
        return self.one("123456789") + "".join(
            self.random.choice(string.digits) for _ in range(length - 1)
        )

    def number(self, low: int, high: int) -> int:
        """Return a whole number, both ends included."""
        return self.random.randint(low, high)


def planted(seed: int, of_each: int = 12) -> list[Item]:
    """Return secrets of every kind inside the texts and objects of traces."""
    draw = Draw(seed)
    items: list[Item] = []
    for kind, make in _SECRETS.items():
        for _ in range(of_each):
            secret = make(draw)
            items.append(Item(kind, draw.one(_CARRIERS[kind]).replace("%", secret), secret))
    for key in _SECRET_KEYS:
        for _ in range(max(1, of_each // 4)):
            secret = draw.signs(LETTERS, draw.number(6, 14))
            items.append(Item("key", {"tool": "createOrder", key: secret}, secret))
    return items


def look_alikes(seed: int, of_each: int = 20) -> list[Item]:
    """Return harmless values that look like secrets."""
    draw = Draw(seed)
    items = [
        Item(kind, draw.one(_PLAIN_CARRIERS).replace("%", make(draw)), "")
        for kind, make in _HARMLESS.items()
        for _ in range(of_each)
    ]
    items += [Item("sentence", sentence, "") for sentence in _SENTENCES]
    for key in _HARMLESS_KEYS:
        items.append(Item("key", {"tool": "createOrder", key: draw.number(1, 9000)}, ""))
    for key in _HARMLESS_TEXT_KEYS:
        items.append(Item("key", {"tool": "createOrder", key: draw.one(_PLAIN_WORDS)}, ""))
    return items


def _email(draw: Draw) -> str:
    local = draw.one(
        [
            f"{draw.one(FIRST)}.{draw.one(LAST)}",
            f"{draw.one(FIRST)}{draw.number(1, 99)}",
            f"{draw.one(FIRST)}+{draw.one(LAST)}",
            f"{draw.one(FIRST)}_{draw.one(LAST)}",
        ]
    )
    return f"{local}@{draw.one(LAST)}.{draw.one(['example.org', 'example.com', 'example.co.uk'])}"


def _phone(draw: Draw) -> str:
    region = draw.one(["US", "GB", "DE", "FR", "KR", "JP", "IN", "BR", "AU", "ES", "NL", "IT"])
    example = phonenumbers.example_number_for_type(region, phonenumbers.PhoneNumberType.MOBILE)
    while True:
        digits = str(example.national_number)
        kept = 4
        tail = "".join(draw.random.choice(string.digits) for _ in range(len(digits) - kept))
        number = phonenumbers.PhoneNumber(
            country_code=example.country_code, national_number=int(digits[:kept] + tail)
        )
        if phonenumbers.is_valid_number(number):
            break
    forms = [
        phonenumbers.PhoneNumberFormat.E164,
        phonenumbers.PhoneNumberFormat.INTERNATIONAL,
    ]
    if region in ("US", "GB", "FR", "KR", "JP"):
        forms.append(phonenumbers.PhoneNumberFormat.NATIONAL)
    return phonenumbers.format_number(number, draw.random.choice(forms))


def _card(draw: Draw) -> str:
    start, length = draw.random.choice(
        [("4", 16), ("51", 16), ("5412", 16), ("2221", 16), ("37", 15), ("6011", 16), ("3530", 16)]
    )
    body = start + "".join(
        draw.random.choice(string.digits) for _ in range(length - 1 - len(start))
    )
    number = body + luhn.calc_check_digit(body)
    if length == 15:
        grouped = f"{number[:4]} {number[4:10]} {number[10:]}"
    else:
        joint = draw.one(" -")
        grouped = joint.join(number[at : at + 4] for at in range(0, 16, 4))
    return draw.one([number, grouped])


def _iban(draw: Draw) -> str:
    country, bban = draw.random.choice(
        [
            ("DE", draw.digits(18)),
            ("NL", draw.one(["ABNA", "INGB", "RABO"]) + draw.digits(10)),
            ("AT", draw.digits(16)),
            ("CH", draw.digits(5) + draw.digits(12)),
            ("GB", "".join(draw.one(string.ascii_uppercase) for _ in range(4)) + draw.digits(14)),
        ]
    )
    number = country + iban.calc_check_digits(f"{country}00{bban}") + bban
    while not iban.is_valid(number, check_country=False):
        return _iban(draw)
    grouped = " ".join(number[at : at + 4] for at in range(0, len(number), 4))
    return draw.one([number, grouped])


def _ssn(draw: Draw) -> str:
    area = draw.number(1, 665)
    return f"{area:03d}-{draw.number(1, 99):02d}-{draw.number(1, 9999):04d}"


def _rrn(draw: Draw) -> str:
    birth = f"{draw.number(50, 99):02d}{draw.number(1, 12):02d}{draw.number(1, 28):02d}"
    body = birth + draw.one("12") + f"{draw.number(0, 90):02d}" + f"{draw.number(0, 999):03d}"
    weights = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)
    check = (11 - sum(w * int(d) for w, d in zip(weights, body, strict=True)) % 11) % 10
    return f"{body[:6]}-{body[6:]}{check}"


def _cpf(draw: Draw) -> str:
    digits = [int(d) for d in draw.digits(9)]
    for length in (10, 11):
        total = sum((length - at) * digit for at, digit in enumerate(digits))
        digits.append((total * 10 % 11) % 10)
    text = "".join(map(str, digits))
    return f"{text[:3]}.{text[3:6]}.{text[6:9]}-{text[9:]}"


def _nino(draw: Draw) -> str:
    text = draw.one(["AB", "CE", "HJ", "PR", "SN"]) + draw.digits(6) + draw.one("ABCD")
    return draw.one([text, f"{text[:2]} {text[2:4]} {text[4:6]} {text[6:8]} {text[8]}"])


def _labelled_account(draw: Draw) -> str:
    return draw.digits(draw.number(7, 12))


def _address(draw: Draw) -> str:
    kind = draw.one(["Street", "Avenue", "Road", "Lane", "Drive", "Court", "St", "Ave", "Blvd"])
    first = f"{draw.number(1, 9999)} {draw.one(STREETS)} {kind}"
    return draw.one(
        [
            first,
            f"{first}, {draw.one(TOWNS)}",
            f"{first}, Apt {draw.number(1, 40)}, {draw.one(TOWNS)}, OH {draw.digits(5)}",
            f"{draw.one(STREETS)}straße {draw.number(1, 99)}",
            f"{draw.number(1, 99)} rue de la {draw.one(STREETS)}",
        ]
    )


def _jwt(draw: Draw) -> str:
    url = LETTERS + "-_"
    start = "ey" + "J"
    return f"{start}{draw.signs(url, 33)}.{start}{draw.signs(url, 60)}.{draw.signs(url, 43)}"


def _private_key(draw: Draw) -> str:
    name = draw.one(["RSA ", "EC ", "OPENSSH ", ""])
    body = "\n".join(draw.signs(LETTERS + "+/", 48) for _ in range(2))
    dashes = "-" * 5
    return f"{dashes}BEGIN {name}PRIVATE KEY{dashes}\n{body}\n{dashes}END {name}PRIVATE KEY{dashes}"


def _key_of(*starts: str, alphabet: str, length: int) -> Callable[[Draw], str]:
    return lambda draw: draw.one(["".join(starts)]) + draw.signs(alphabet, length)


def _random(draw: Draw) -> str:
    alphabet = draw.one([LETTERS, LETTERS, LETTERS + "+/", LETTERS + "-_", SMALL])
    secret = draw.signs(alphabet.strip("-"), draw.number(32, 48))
    return draw.one(LETTERS) + secret + draw.one(LETTERS)


def _password(draw: Draw) -> str:
    return draw.one(
        [
            draw.one(FIRST).title() + draw.digits(4) + draw.one("!$#"),
            draw.signs(LETTERS, draw.number(8, 14)),
            f"{draw.one(STREETS).lower()}-{draw.one(TOWNS).lower()}-{draw.digits(2)}",
        ]
    )


_TEXTS = ("please use % for this", "retry with % now", "%", "I got % from the form; what is next?")
_KEYS = ("call it with %", "key %", "curl -H 'X-Api-Key: %' /orders", "config: %", "export KEY=%")

_SECRETS: dict[str, Callable[[Draw], str]] = {
    "openai-like": _key_of("sk", "-", alphabet=LETTERS, length=40),
    "openai-project-like": _key_of("sk", "-proj", "-", alphabet=LETTERS + "_", length=48),
    "anthropic-like": _key_of("sk", "-ant", "-api03-", alphabet=LETTERS, length=60),
    "stripe-like": _key_of("sk", "_live", "_", alphabet=LETTERS, length=24),
    "aws-like": _key_of("AK", "IA", alphabet=CAPITAL, length=16),
    "github-like": _key_of("gh", "p_", alphabet=LETTERS, length=36),
    "gitlab-like": _key_of("gl", "pat-", alphabet=LETTERS, length=20),
    "slack-like": _key_of("xo", "xb-", alphabet=string.digits, length=12),
    "google-like": _key_of("AI", "za", alphabet=LETTERS, length=35),
    "npm-like": _key_of("np", "m_", alphabet=LETTERS, length=36),
    "hub-like": _key_of("h", "f_", alphabet=LETTERS, length=34),
    "random": _random,
    "jwt": _jwt,
    "private key": _private_key,
    "bearer": lambda draw: draw.signs(LETTERS, draw.number(16, 40)),
    "basic": lambda draw: draw.signs(LETTERS, draw.number(16, 30)) + "==",
    "cookie": lambda draw: draw.signs(LETTERS, draw.number(16, 40)),
    "url": lambda draw: draw.signs(LETTERS, draw.number(8, 16)),
    "connection": lambda draw: draw.signs(LETTERS, draw.number(12, 40)),
    "password": _password,
    "e-mail": _email,
    "phone": _phone,
    "card": _card,
    "iban": _iban,
    "ssn": _ssn,
    "rrn": _rrn,
    "cpf": _cpf,
    "nino": _nino,
    "account": _labelled_account,
    "address": _address,
}
_CARRIERS: dict[str, Sequence[str]] = {
    **dict.fromkeys(_SECRETS, _TEXTS),
    **{kind: _KEYS for kind in _SECRETS if kind.endswith("-like")},
    "random": _KEYS,
    "bearer": ("Authorization: Bearer %", "send 'authorization: bearer %'", "with Bearer % set"),
    "basic": ("Authorization: Basic %", "Proxy-Authorization: Basic %"),
    "cookie": ("Cookie: session=%; theme=dark", "Set-Cookie: sid=%; HttpOnly", "JSESSIONID=%"),
    "url": ("postgres://app:%@db:5432/shop", "https://robot:%@git.example.org/a.git"),
    "connection": (
        "Server=db;Database=shop;User Id=app;Password=%;",
        "AccountName=shop;AccountKey=%;EndpointSuffix=example.org",
    ),
    "password": ("password: %", "my password is %", "PASSWORD=%", '"secret": "%"', "pwd=%"),
    "account": ("account number %", "customer id: %", "pay to acct no. % today", "user_id=%"),
}
_SECRET_KEYS = (
    "password",
    "access_token",
    "refreshToken",
    "client_secret",
    "apiKey",
    "X-Api-Key",
    "Authorization",
    "sessionId",
    "cookie",
    "userId",
    "email",
    "phoneNumber",
    "cardNumber",
    "accountNumber",
    "private_key",
    "passphrase",
)


def _date(draw: Draw) -> str:
    day = f"{draw.number(1990, 2030)}-{draw.number(1, 12):02d}-{draw.number(1, 28):02d}"
    clock = f"{draw.number(0, 23):02d}:{draw.number(0, 59):02d}"
    year, month, date = day.split("-")
    return draw.one(
        [
            day,
            f"{day} {clock[:2]}",
            f"{day}T{clock}:00Z",
            f"{day} {clock}",
            f"{date}.{month}.{year}",
            f"{month}/{date}/{year}",
            f"{year}{month}{date}",
            f"{day}T{clock}:30.125+09:00",
            f"{day} to {day}",
        ]
    )


def _uuid(draw: Draw) -> str:
    parts = (8, 4, 4, 4, 12)
    return "-".join("".join(draw.random.choice(HEX) for _ in range(n)) for n in parts)


def _digest(draw: Draw) -> str:
    length = draw.random.choice([7, 12, 32, 40, 64])
    text = "".join(draw.random.choice(HEX) for _ in range(length))
    return draw.one([text, f"sha256:{text}", f"case-v1:{text[:16]}"])


def _version(draw: Draw) -> str:
    base = f"{draw.number(0, 30)}.{draw.number(0, 40)}.{draw.number(0, 200)}"
    return draw.one(
        [
            base,
            f"v{base}",
            f"{base}-rc.{draw.number(1, 9)}",
            f"{base}+build.{draw.number(1, 999)}",
            f"pkg@{base}",
            f"{base}.{draw.number(0, 255)}",
            f"shop/web:{base}",
        ]
    )


def _order_number(draw: Draw) -> str:
    return draw.one(
        [
            f"order {draw.digits(draw.number(5, 10))}",
            f"invoice INV-{draw.number(2015, 2030)}-{draw.digits(6)}",
            f"SKU AB-{draw.digits(4)}-{draw.digits(4)}",
            f"ticket #{draw.digits(6)}",
            f"parcel 1Z{draw.digits(16)}",
            f"offset {draw.digits(9)}",
        ]
    )


def _not_a_card(draw: Draw) -> str:
    while True:
        text = draw.digits(16)
        if not luhn.is_valid(text):
            return text


def _identifier(draw: Draw) -> str:
    verb = draw.one(["get", "list", "create", "cancel", "update", "find"])
    noun = draw.one(["RefundableOrderList", "MemberDeliveryAddress", "InventoryCountByWarehouse"])
    return draw.one(
        [
            f"{verb}{noun}V{draw.number(1, 9)}",
            f"{verb}_refundable_orders_by_member_{draw.number(1, 20)}",
            f"com.example.shop.{verb}.{noun}Service",
            f"/v{draw.number(1, 3)}/members/{{memberId}}/orders/{draw.number(1, 999)}",
            f"$.data.items[{draw.number(0, 9)}].{verb}{noun}",
            f"x-shop-{verb}-operation-name-{draw.number(1, 9)}",
        ]
    )


def _quantity(draw: Draw) -> str:
    return draw.one(
        [
            f"{draw.number(1, 999)},{draw.number(100, 999)}.{draw.number(10, 99)} EUR",
            f"{draw.number(-89, 89)}.{draw.digits(6)}, {draw.number(-179, 179)}.{draw.digits(6)}",
            f"{draw.number(10, 99)}x{draw.number(10, 99)}x{draw.number(10, 99)} cm",
            f"{draw.number(1, 500)}-{draw.number(501, 999)}",
            f"{draw.number(1, 99)} of {draw.number(100, 999)}",
            f"17{draw.digits(8)}",
            f"17{draw.digits(11)}",
            f"{draw.number(1, 20)} {draw.number(100, 999)} {draw.number(100, 999)} rows",
            f"#{draw.signs(HEX, 6)}",
            f"978-{draw.number(0, 9)}-{draw.number(10, 99)}-{draw.digits(6)}-{draw.number(0, 9)}",
        ]
    )


def _address_like(draw: Draw) -> str:
    return draw.one(
        [
            f"{draw.number(1, 9)} items in {draw.one(STREETS)}",
            f"git@git.example.org:{draw.one(FIRST)}/{draw.one(LAST)}.git",
            f"@{draw.one(FIRST)} and @{draw.one(LAST)}",
            f"https://example.org/{draw.one(FIRST)}/{draw.number(1, 99)}?page={draw.number(1, 9)}",
            f"10.{draw.number(0, 255)}.{draw.number(0, 255)}.{draw.number(1, 254)}:8080",
            ":".join(draw.signs(HEX, 2) for _ in range(6)),
            f"{draw.number(2, 9)} way merge",
            f"{draw.number(2, 40)} drive bays",
        ]
    )


def _ulid(draw: Draw) -> str:
    crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    return "01" + "".join(draw.random.choice(crockford) for _ in range(24))


_HARMLESS: dict[str, Callable[[Draw], str]] = {
    "date": _date,
    "date again": _date,
    "uuid": _uuid,
    "ulid": _ulid,
    "digest": _digest,
    "version": _version,
    "order number": _order_number,
    "16 digits": _not_a_card,
    "identifier": _identifier,
    "identifier again": _identifier,
    "quantity": _quantity,
    "quantity again": _quantity,
    "address-like": _address_like,
}
_PLAIN_CARRIERS = ("show %", "%", "what changed since %?", "find the result for % please")
_SENTENCES = tuple(
    """\
the token is expired, ask for a new one
token: required
password: string
send a password reset link to the user
list secret scanning alerts of a repository
set the cookie policy of the site
the session count rose to 412
token_budget=2000 and max_tokens=512
change the phone number of a member
update my e-mail address
delete an API key by its id
how do I rotate the access token?
which account has the most orders?
account settings page 12345
bearer authentication is not set up
basic authentication only
show the credit card statement of march
the pin was pinned to the board
get the national id card design
show route 66 from north to south
open the drive and the street map
rank 12 of 1000, score 0.8231234
HTTP 404 after 1200 ms
use UTF-8 and ISO-8859-1
the passport service returned 503
compare run 7f3a9c1d2b4e with run a19c0f2b7d3e
a secret is stored as {"type": "object"}
authorization: required for all calls
authorization code flow
the api key is missing
member id is missing
card number: optional
connection string format is documented
email template 3 was sent 12000 times
GET /users/{id}/sessions/{session_id}
sort code by name
cookie: optional
log in with the user name field
shipping address line is too long
the street is a required field
private key files are not accepted
phone: required, fax: optional
월별 주문 건수 2026-11
주문 12345678 상태 조회
비밀번호 재설정 방법
""".splitlines()
)
_HARMLESS_KEYS = (
    "token_budget",
    "session_count",
    "max_tokens",
    "total_tokens",
    "secret_count",
    "password_length",
    "cookie_count",
    "phone_count",
    "email_count",
    "tokens",
    "page_size",
    "elapsed_ms",
    "session_timeout_ms",
    "card_count",
    "address_count",
    "token",
)
_HARMLESS_TEXT_KEYS = (
    "result",
    "status",
    "output_format",
    "token_type",
    "secret_name_pattern",
    "phone_type",
    "email_verified_state",
    "session_state",
    "account_type",
    "response_shape",
    "key",
    "input",
    "payload_type",
    "address_type",
    "card_type",
    "body_style",
)
_PLAIN_WORDS = ("ok", "list of orders", "2026-11-30", "partial", "monthly", "3.2.1")
