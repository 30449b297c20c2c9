"""Split identifiers into the words that they were made of."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache


class _Shapes(dict[int, str]):
    """Code point to shape letter: U upper, l lower, d digit, o other letter, blank between."""

    def __missing__(self, code: int) -> str:
        category = unicodedata.category(chr(code))
        if category in ("Lu", "Lt"):
            shape = "U"
        elif category == "Ll":
            shape = "l"
        elif category[0] == "N":
            shape = "d"
        elif category[0] == "L":
            shape = "o"
        else:
            # A mark belongs to the letter before it, whatever that is.
            shape = "m" if category[0] == "M" else " "
        self[code] = shape
        return shape


_SHAPES = _Shapes({ord("s"): "s"})
"""``s`` keeps its own letter: it may be the plural of an acronym (``userIDs``)."""

_PARTS = re.compile(
    r"Um*(?:Um*)+s(?![lsm])"  # IDs
    r"|(?:Um*)+(?=Um*[ls])"  # XML in XMLParser
    r"|(?:Um*)?(?:[ls]m*)+d*"  # order, Order, v2
    r"|(?:Um*)+d*"  # HTTP, EC2
    r"|d+"
    r"|[om]+"  # scripts without case
)


def split_identifier(text: str) -> tuple[str, ...]:
    """Return the case-folded words of an identifier, in their order.

    Words end at everything that is neither a letter nor a digit (snake, kebab, dots, slashes,
    blanks), at a change from lower to upper case, before the last capital of an acronym, after
    digits, and between scripts with and without case. Digits stay with the letters before them.

    Parameters
    ----------
    text : str
        Any text; compatibility forms (full width, ligatures) are folded first (Unicode NFKC).

    Returns
    -------
    tuple of str
        Empty when the text holds neither letters nor digits.

    Examples
    --------
    >>> split_identifier("getOrderItemV2")
    ('get', 'order', 'item', 'v2')
    >>> split_identifier("userIDs"), split_identifier("parseHTTPResponse")
    (('user', 'ids'), ('parse', 'http', 'response'))
    >>> split_identifier("repos/list-for.org_members")
    ('repos', 'list', 'for', 'org', 'members')
    """
    # Identifiers repeat, whole texts do not; keeping those would only fill the memory.
    return _split(text) if len(text) <= 64 else _split.__wrapped__(text)


@lru_cache(maxsize=65_536)
def _split(text: str) -> tuple[str, ...]:
    text = unicodedata.normalize("NFKC", text)
    shape = text.translate(_SHAPES)
    return tuple(text[m.start() : m.end()].casefold() for m in _PARTS.finditer(shape))
