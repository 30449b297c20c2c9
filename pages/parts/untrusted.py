"""Text that others wrote (queries, tool names, notes), made safe to show.

Streamlit reads most of its labels as Markdown: an image in a query would make the browser fetch a
stranger's address, a link would be clickable, ``:red[…]`` would colour. Untrusted text therefore
goes through :func:`escape` wherever Markdown cannot be avoided (badges, key-value tables, marked
queries), and through ``st.text``, ``st.code`` or a table cell everywhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_JOINER = "\u2060"
"""Word joiner: zero width, no line break. It keeps two characters from being read as one sign."""

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")

_STARTERS = re.compile(r"(\\[:.@])")
"""What begins a ``:shortcode:``, ``www.…`` or a mail address."""

_PAIRS = re.compile(r"(?<=[!-/:-@\[-`{-~])(?=[!-/:-@\[-`{-~])")
"""Between two signs: ``->`` and ``--`` would become arrows and dashes."""

# Control characters, and the ones that reorder or hide what stands beside them.
_INVISIBLE = re.compile(
    "[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
)

_BLANKS = re.compile(r"\s+")


class Span(NamedTuple):
    """A stretch of a text, end exclusive."""

    start: int
    end: int


def visible(text: str) -> str:
    r"""Return ``text`` with every control or reordering character shown as U+FFFD.

    Examples
    --------
    >>> visible("a\u202eb") == "a\ufffdb"
    True
    """
    return _INVISIBLE.sub("\ufffd", text)


def one_line(text: str, *, limit: int = 300) -> str:
    r"""Return ``text`` on one line of at most ``limit`` characters, an ellipsis when cut.

    Examples
    --------
    >>> one_line("find\n  orders ", limit=20)
    'find orders'
    >>> one_line("abcdef", limit=4)
    'abc…'
    """
    flat = _BLANKS.sub(" ", visible(text)).strip()
    return flat if len(flat) <= limit else flat[: limit - 1].rstrip() + "…"


def both_ends(text: str, *, limit: int) -> str:
    """Return ``text`` with its middle left out when it is longer than ``limit`` characters.

    Names of one family begin alike; what tells them apart often stands at the end.

    Examples
    --------
    >>> both_ends("codespaces/create-with-pr-for-user", limit=22)
    'codespaces…pr-for-user'
    >>> both_ends("getOrder", limit=22)
    'getOrder'
    """
    if len(text) <= limit:
        return text
    end = limit // 2
    return f"{text[: limit - end - 1]}…{text[-end:]}"


def escape(text: str, *, limit: int = 300) -> str:
    r"""Return ``text`` so that Markdown shows it letter by letter.

    Every ASCII punctuation character is escaped. Streamlit looks for ``:shortcodes:``, ``->``
    and bare addresses after the escapes are gone, so what could begin one is also kept apart by
    a word joiner. For a name that people copy, take :func:`name`.

    Examples
    --------
    >>> escape("refund-order")
    'refund\\-order'
    >>> escape("![x](http://h/a.png)").replace("\u2060", "")
    '\\!\\[x\\]\\(http\\:\\/\\/h\\/a\\.png\\)'
    """
    return _literal(one_line(text, limit=limit))


def name(text: str, *, limit: int = 120) -> str:
    """Return an id or a tool's name as Markdown code, so that copying it gives the name itself.

    Examples
    --------
    >>> name("getOrder")
    '`getOrder`'
    >>> name("a`b")
    '`` a`b ``'
    """
    flat = one_line(text, limit=limit)
    if not flat:
        return "–"
    longest = max((len(run) for run in re.findall("`+", flat)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence}{flat}{fence}" if not longest else f"{fence} {flat} {fence}"


def paragraphs(text: str, *, limit: int = 4000) -> str:
    """Return ``text`` escaped for Markdown with its line breaks kept."""
    lines = visible(text)[:limit].splitlines()
    return "  \n".join(escape(line, limit=limit) for line in lines)


def spans_of(text: str, terms: Iterable[str]) -> tuple[Span, ...]:
    """Return where ``terms`` occur in ``text``, whatever their case; sorted, none overlapping.

    Examples
    --------
    >>> spans_of("Find refundable orders", ["order", "refund"])
    (Span(start=5, end=11), Span(start=16, end=21))
    """
    wanted = sorted({term for term in terms if term}, key=lambda term: (-len(term), term))
    if not wanted:
        return ()
    pattern = re.compile("|".join(re.escape(term) for term in wanted), re.IGNORECASE)
    return tuple(Span(*match.span()) for match in pattern.finditer(text))


def mark(text: str, terms: Iterable[str]) -> str:
    """Return ``text`` as Markdown with every occurrence of ``terms`` on a blue ground."""
    flat = one_line(text)
    parts: list[str] = []
    done = 0
    for span in spans_of(flat, terms):
        parts.append(_literal(flat[done : span.start]))
        parts.append(f":blue-background[{_literal(flat[span.start : span.end])}]")
        done = span.end
    parts.append(_literal(flat[done:]))
    return "".join(parts)


def _literal(text: str) -> str:
    # Apart first, escaped then: an escaped backslash looks like the beginning of another escape.
    apart = _PAIRS.sub(_JOINER, text)
    escaped = _PUNCTUATION.sub(r"\\\1", apart)
    return _STARTERS.sub(rf"{_JOINER}\1{_JOINER}", escaped)
