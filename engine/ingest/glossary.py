"""A glossary: a table of two columns that says in which words a catalog answers to others.

One line a pair, the first line names the columns::

    word,means
    Lieferschein,delivery note
    송장,waybill

``word`` is one word as people ask for it, in any language; ``means`` is a word or phrase of the
catalog. A word may stand in several lines. The file is ``.csv`` or ``.tsv``, and is kept with the
other corrections of the catalog's author (:mod:`engine.ingest.overlay`).
"""

from __future__ import annotations

import csv
import io

from engine.errors import Problem
from engine.ingest.reading import Malformed
from engine.ingest.source import SourceFile

SUFFIXES = (".csv", ".tsv")
COLUMNS = ("word", "means")
MAX_LENGTH = 200
"""Letters of a word, and of what it means."""


def is_glossary(file: SourceFile) -> bool:
    """Whether a file is a table by its name."""
    return file.name.lower().endswith(SUFFIXES)


def read_glossary(file: SourceFile, text: str) -> dict[str, list[str]]:
    """Return what each word means, in the order of the lines.

    Raises
    ------
    Malformed
        With the first line that is no pair.
    """
    dialect = csv.excel_tab if file.name.lower().endswith(".tsv") else csv.excel
    reader = csv.reader(io.StringIO(text), dialect)
    found: dict[str, list[str]] = {}
    try:
        for row in reader:
            cells = [" ".join(cell.split()) for cell in row]
            if not any(cells):
                continue
            if reader.line_num == 1:
                _check_header(cells)
                continue
            word, means = _pair(cells, reader.line_num)
            if means not in found.setdefault(word, []):
                found[word].append(means)
    except csv.Error as error:
        raise Malformed(
            Problem(f"line {reader.line_num}", f"the table cannot be read: {error}.")
        ) from None
    return found


def _check_header(cells: list[str]) -> None:
    if tuple(cell.lower() for cell in cells) != COLUMNS:
        raise Malformed(
            Problem(
                "line 1",
                "a table among the documents is a glossary and begins with the line `word,means`, "
                f"but {','.join(cells)[:80]!r} stands there.",
            )
        )


def _pair(cells: list[str], line: int) -> tuple[str, str]:
    if len(cells) != len(COLUMNS) or not all(cells):
        raise Malformed(
            Problem(f"line {line}", f"{len(cells)} cells stand here; a word and what it means go.")
        )
    word, means = cells
    if " " in word:
        raise Malformed(
            Problem(f"line {line}", f"{word[:80]!r} is several words; the first column holds one.")
        )
    if max(len(word), len(means)) > MAX_LENGTH:
        raise Malformed(Problem(f"line {line}", f"a cell is longer than {MAX_LENGTH} letters."))
    return word, means
