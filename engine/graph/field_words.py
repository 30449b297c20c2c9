"""Field names as words that can be compared across documents and spellings."""

from __future__ import annotations

import re
from functools import lru_cache

from engine.text.identifiers import split_identifier
from engine.text.nouns import singular

_SPELLED_OUT = {
    "addr": "address",
    "amt": "amount",
    "cd": "code",
    "dest": "destination",
    "desc": "description",
    "dept": "department",
    "dt": "date",
    "img": "image",
    "lang": "language",
    "lat": "latitude",
    "lng": "longitude",
    "lon": "longitude",
    "long": "longitude",
    "msg": "message",
    "no": "number",
    "nr": "number",
    "num": "number",
    "org": "organization",
    "pwd": "password",
    "qty": "quantity",
    "repo": "repository",
    "tel": "phone",
    "txn": "transaction",
    "acct": "account",
    "username": "user name",
    "userid": "user id",
    "hostname": "host name",
    "filename": "file name",
    "uid": "id",
    "uuid": "id",
    "guid": "id",
}

HANDLES = ("id", "key", "slug", "number", "code", "login", "handle", "name", "title", "email")
"""Words for what a record is asked for by, the surest first."""

IDENTIFIERS = frozenset(["id", "key", "slug", "number", "code", "login"])
"""Those of them that name one record and no other."""

# Words of plain values and of ordering, paging and status: they stand in any API.
_PLAIN_WORDS = (
    "id key slug number code name title value type kind status state data result entry object list "
    "record count total size limit offset page cursor query q text description message content "
    "body date time timestamp created updated at by url uri link href path format unit sort filter "
    "field option mode level min max start end from to success ok error info detail response "
    "request self parent children root index position enabled active default true false output "
    "input answer score rating rank color first last next previous method reason amount length "
    "width height email phone"
)

# Things that most APIs know in some form: alone they say little, with an identifier enough.
_COMMON_THINGS = (
    "user order event comment category label file image address note location country currency "
    "language locale item action version tag"
)
_PLAIN = frozenset(_PLAIN_WORDS.split())
_THINGS = frozenset(_COMMON_THINGS.split())

_STEP = re.compile(r"\.([^.\[\]]+)|\['((?:[^'\\]|\\.)*)'\]|\[\"((?:[^\"\\]|\\.)*)\"\]")


@lru_cache(maxsize=131_072)
def field_words(name: str) -> tuple[str, ...]:
    """Return a field name's words: singular, spelled out, without a trailing number.

    Examples
    --------
    >>> field_words("originSkyId"), field_words("order_nos"), field_words("lat")
    (('origin', 'sky', 'id'), ('order', 'number'), ('latitude',))
    >>> field_words("num1"), field_words("주문번호")
    (('number',), ('주문번호',))
    >>> field_words("username")
    ('user', 'name')
    """
    words: list[str] = []
    for word in split_identifier(name):
        one = singular(word.rstrip("0123456789") or word)
        words += _SPELLED_OUT.get(one, one).split()
    return tuple(words)


@lru_cache(maxsize=131_072)
def is_broad(words: tuple[str, ...]) -> bool:
    """Tell whether a field name could stand in any API: it says nothing about whose it is.

    Examples
    --------
    >>> is_broad(("id",)), is_broad(("created", "at")), is_broad(("order", "id"))
    (True, True, False)
    """
    if words and words[-1] in IDENTIFIERS and not _PLAIN.issuperset(words):
        return False
    return all(word in _PLAIN or word in _THINGS for word in words)


@lru_cache(maxsize=131_072)
def path_words(json_path: str) -> tuple[tuple[str, ...], ...]:
    """Return the words of every named step of a JSON path, outermost first.

    Examples
    --------
    >>> path_words("$.orders[].buyer.id")
    (('order',), ('buyer',), ('id',))
    """
    steps = _STEP.findall(json_path)
    return tuple(words for step in steps if (words := field_words("".join(step))))
