"""Untrusted texts (names, ids, notes) before a format escapes them: one line, all of it visible."""

from __future__ import annotations

import re
import unicodedata

_BLANKS = re.compile(r"\s+")
# Control characters, what reorders or hides its neighbours, half of a surrogate pair, no character.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def one_line(text: str, *, limit: int = 300) -> str:
    r"""Return ``text`` on one line; what cannot be seen is shown as U+FFFD.

    Examples
    --------
    >>> one_line("find\n  orders")
    'find orders'
    >>> one_line("a\u202eb") == "a\ufffdb"
    True
    """
    flat = _BLANKS.sub(" ", text).strip()
    seen = "".join("\ufffd" if unicodedata.category(sign) in _HIDDEN else sign for sign in flat)
    return seen if len(seen) <= limit else f"{seen[: limit - 1]}…"
