"""What a field is for and what it identifies, read from its name, place and owner.

Only whole words of a name count: ``pageant`` is not about pages, ``authority`` not about
credentials. The word lists are the general vocabulary of HTTP APIs.
"""

from __future__ import annotations

from functools import lru_cache

from engine.models.tool import FieldKind, Location
from engine.text.identifiers import split_identifier
from engine.text.nouns import singular


def _phrases(*lines: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for line in lines for phrase in line.split(", "))


_PAGING = _phrases(
    "page, per page, perpage, page size, pagesize, page number, page no, page num, page index",
    "page token, next page token, previous page token, page limit, page offset, page count",
    "limit, offset, cursor, next cursor, previous cursor, prev cursor, start cursor, end cursor",
    "max results, total pages, has next, has previous, has more, has next page, has previous page",
    "next page, previous page, prev page, last page, first page, current page",
    "starting after, ending before, page cursor, skip",
)
_CREDENTIALS = _phrases(
    "authorization, proxy authorization, token, auth token, access token, refresh token, id token",
    "bearer token, session token, security token, csrf token, xsrf token, api key, apikey",
    "api token, api secret, client secret, app key, app secret, secret key, access key, jwt",
    "registry auth, www authenticate",
)
_AMBIENT = _phrases(
    "request id, correlation id, trace id, span id, traceparent, tracestate, idempotency key",
    "api version, user agent, tenant id, tenant, if match, if none match, if modified since",
    "if unmodified since, accept, accept language, accept encoding, content type, content length",
)
_LOCALE = _phrases(
    "locale, lang, language, lang cd, lang code, language code, time zone, timezone, tz",
)
_IDENTIFIERS = frozenset({"id", "uuid", "guid", "uid"})
_QUALIFIED = frozenset({"no", "number", "key", "code", "slug"})
"""Words that identify something only together with the thing: ``issue number``."""

_HANDLES = frozenset({"name", *_QUALIFIED})
"""Words by which a thing may be asked for; identifiers in a path and in a response."""

_DECORATION = frozenset(
    {"dto", "model", "entity", "schema", "response", "request", "result", "payload", "body"}
    | {"input", "output", "object", "info", "data", "detail", "details", "summary", "full"}
    | {"simple", "basic", "base", "minimal", "nullable", "list", "item", "view", "vo"}
    | {"res", "req", "create", "update", "new"}
)
"""Words that a schema's name carries beside the thing it describes."""


def kind_of(name: str, location: Location, *, required: bool, in_list: bool = False) -> FieldKind:
    """Return what a field is for.

    Parameters
    ----------
    name : str
        The field's name in any script; one of another script than the word lists is data.
    location : Location
        Where it travels. A header or cookie that is no credential is ambient context.
    required : bool
        A language or time zone that the call cannot do without is data.
    in_list : bool, default False
        Whether it stands inside the items of a list; what is said of each item of a response (the
        *offset* of a match) is data, not paging.

    Examples
    --------
    >>> kind_of("per_page", Location.QUERY, required=False).value
    'paging'
    >>> kind_of("X-Request-Id", Location.HEADER, required=False).value
    'context'
    >>> kind_of("pageant", Location.QUERY, required=False).value
    'data'
    """
    words = _words(name)
    if words[:1] == ("x",) and len(words) > 1:
        words = words[1:]
    if words in _CREDENTIALS:
        return FieldKind.AUTH
    of_item = in_list and location is Location.RESPONSE
    if words in _PAGING and location is not Location.PATH and not of_item:
        return FieldKind.PAGING
    if words in _AMBIENT or location in (Location.HEADER, Location.COOKIE):
        return FieldKind.CONTEXT
    if words in _LOCALE and not required and location is not Location.RESPONSE:
        return FieldKind.CONTEXT
    return FieldKind.DATA


def identifier_of(name: str, owner: str, location: Location) -> str | None:
    """Return the schema-qualified identifier that a field holds, or None.

    Parameters
    ----------
    name : str
        The field's name: ``id``, ``petId``, ``pet_ids``.
    owner : str
        What the field belongs to: the component it is a property of, or else the property or
        path segment around it. Qualifies a name that means nothing alone.
    location : Location
        Where it travels; in a path every parameter identifies something.

    Returns
    -------
    str or None
        Camel case, singular, without the decorations of a schema's name.

    Examples
    --------
    >>> identifier_of("id", "Pet", Location.RESPONSE), identifier_of("pet_id", "", Location.QUERY)
    ('petId', 'petId')
    >>> (
    ...     identifier_of("id", "pets", Location.PATH),
    ...     identifier_of("id", "PetResponseDto", Location.BODY),
    ... )
    ('petId', 'petId')
    >>> (
    ...     identifier_of("number", "issue", Location.RESPONSE),
    ...     identifier_of("color", "Pet", Location.BODY),
    ... )
    ('issueNumber', None)
    """
    words = list(_words(name))
    if not words:
        return None
    last = singular(words[-1])
    words[-1] = last
    sure = last in _IDENTIFIERS
    in_path = location is Location.PATH
    if not sure and not in_path:
        handles = _HANDLES if location is Location.RESPONSE else _QUALIFIED
        if last not in handles or (len(words) > 1 and last not in _QUALIFIED):
            return None
    if len(words) == 1 and (sure or last in _HANDLES):
        thing = _thing(owner)
        if not thing and not sure and not in_path:
            return None
        words = [*thing, last]
    return words[0] + "".join(word[:1].upper() + word[1:] for word in words[1:])


def _thing(owner: str) -> list[str]:
    """Return the words of an owner's name that name the thing itself, the last in singular."""
    words = list(_words(owner))
    while len(words) > 1 and words[-1] in _DECORATION:
        words.pop()
    while len(words) > 1 and words[0] in _DECORATION:
        words.pop(0)
    if words:
        words[-1] = singular(words[-1])
    return words


@lru_cache(maxsize=16_384)
def _words(name: str) -> tuple[str, ...]:
    return split_identifier(name[:200])
