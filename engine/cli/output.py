"""What a command prints: one JSON object, or plain lines and tables."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Mapping, Sequence
from typing import TextIO

import orjson

from engine.fingerprint import JsonValue

MISSING = "–"
"""Shown where a value is unknown; never 0."""


class Output:
    """Writes to stdout in one of two forms, and messages to stderr.

    Parameters
    ----------
    as_json : bool
        Print :meth:`data` and leave :meth:`line` and :meth:`table` out.
    stream : TextIO, optional
        Where lines, tables and documents go; stdout by default.
    """

    def __init__(self, *, as_json: bool, stream: TextIO | None = None) -> None:
        self.as_json = as_json
        self._stream = stream

    def data(self, value: Mapping[str, JsonValue]) -> None:
        """Print one JSON object, when JSON was asked for."""
        if self.as_json:
            text = orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
            sys.stdout.buffer.write(text)

    def document(self, text: str) -> None:
        """Print a whole document as it is, whatever the form."""
        print(text, end="", file=self._stream)

    def line(self, text: str = "") -> None:
        """Print a line for people."""
        if not self.as_json:
            print(printable(text), file=self._stream)

    def table(self, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print aligned columns; a header that ends in ``>`` is aligned right."""
        if self.as_json or not rows:
            return
        right = [title.endswith(">") for title in header]
        cells = [[title.rstrip(">") for title in header]]
        cells += [[printable(cell) for cell in row] for row in rows]
        widths = [max(_width(row[i]) for row in cells) for i in range(len(header))]
        for row in cells:
            padded = [
                _pad(cell, width, right=is_right)
                for cell, width, is_right in zip(row, widths, right, strict=True)
            ]
            print("  ".join(padded).rstrip(), file=self._stream)

    @staticmethod
    def note(text: str) -> None:
        """Print a message to stderr."""
        print(text, file=sys.stderr)


def printable(text: str) -> str:
    r"""Return ``text`` without control characters, which could rewrite a terminal.

    Examples
    --------
    >>> printable("a\x1b[2Jb")
    'a[2Jb'
    """
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf"))


def number(value: float | None, digits: int = 3) -> str:
    """Return a number with fixed decimals, or a dash when it is unknown."""
    return MISSING if value is None else f"{value:.{digits}f}"


def _width(text: str) -> int:
    """Columns that ``text`` takes in a terminal; wide East Asian characters take two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _pad(text: str, width: int, *, right: bool) -> str:
    blanks = " " * (width - _width(text))
    return blanks + text if right else text + blanks
