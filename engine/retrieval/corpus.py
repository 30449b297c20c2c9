"""The corpus: which words stand how often in which field of which tool.

Reading the tools is what takes time; it does not depend on any weight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.models.tool import Tool
from engine.retrieval.fields import (
    ACRONYM_FIELDS,
    IDENTIFIER_FIELDS,
    IndexField,
    field_texts,
)
from engine.text.function_words import FUNCTION_WORDS
from engine.text.scripts import language_of
from engine.text.words import Word, WordKind, words

Ints = npt.NDArray[np.int32]

ACRONYM_MARK = "\x00"
"""Before a term that stands for initials; no word holds it."""

ACRONYM_LENGTHS = range(2, 6)
"""Neighbouring words whose initials are indexed."""


class Occurrences(NamedTuple):
    """A word's occurrences in one field of one tool, sorted by (term, tool, field)."""

    terms: Ints
    tools: Ints
    fields: npt.NDArray[np.uint8]
    counts: Ints
    surfaces: Ints


class Corpus(NamedTuple):
    """The words of all tools of a catalog, before anything is weighed."""

    terms: dict[str, int]
    """Numbers of the terms; terms are numbered in their sorted order."""

    surfaces: tuple[str, ...]
    """The forms in which words stand in the tools, sorted."""

    occurrences: Occurrences
    lengths: Ints
    """Words of each field of each tool, function words left out; shape (tools, fields)."""

    languages: tuple[str, ...]
    """ISO 639-1 codes that the tools are described in, most frequent first."""


def read_corpus(tools: Sequence[Tool]) -> Corpus:
    """Read the words of tools, which are numbered in the order given."""
    builder = _Builder()
    languages = Counter[str]()
    for number, tool in enumerate(tools):
        language = language_of(f"{tool.title} {tool.description[:400]}")
        languages[language] += 1
        builder.add(number, tool, language)
    return builder.finish(tuple(sorted(languages, key=lambda code: (-languages[code], code))))


class _Builder:
    """Collects occurrences tool by tool."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, int, int, int, int]] = []
        self._terms: dict[str, int] = {}
        self._surfaces: dict[str, int] = {}
        self._lengths: list[list[int]] = []

    def add(self, number: int, tool: Tool, language: str) -> None:
        """Read one tool."""
        stops = FUNCTION_WORDS.get(language, frozenset())
        lengths = [0] * len(IndexField)
        counts: dict[tuple[str, int], int] = {}
        surfaces: dict[tuple[str, int], str] = {}
        for field, text in field_texts(tool):
            found = words(text, language)
            for word in found:
                if word.kind is WordKind.JOINED:
                    if field not in IDENTIFIER_FIELDS:
                        continue
                elif word.surface in stops:
                    continue
                else:
                    lengths[field] += 1
                place = (word.key, int(field))
                counts[place] = counts.get(place, 0) + 1
                surfaces.setdefault(place, word.surface)
            if field in ACRONYM_FIELDS:
                for initials, phrase in _acronyms(found, stops):
                    place = (ACRONYM_MARK + initials, int(field))
                    counts[place] = 1
                    surfaces.setdefault(place, phrase)
        self._lengths.append(lengths)
        for (key, field_number), count in counts.items():
            term = self._terms.setdefault(key, len(self._terms))
            surface = surfaces[key, field_number]
            form = self._surfaces.setdefault(surface, len(self._surfaces))
            self._rows.append((term, number, field_number, count, form))

    def finish(self, languages: tuple[str, ...]) -> Corpus:
        """Return the corpus, everything numbered in sorted order: reading leaves no trace."""
        terms, new_terms = _renumbered(self._terms)
        surfaces, new_surfaces = _renumbered(self._surfaces)
        rows = np.array(self._rows, dtype=np.int32).reshape(-1, 5)
        term_column = new_terms[rows[:, 0]]
        order = np.lexsort((rows[:, 2], rows[:, 1], term_column))
        occurrences = Occurrences(
            terms=term_column[order],
            tools=rows[order, 1],
            fields=rows[order, 2].astype(np.uint8),
            counts=rows[order, 3],
            surfaces=new_surfaces[rows[order, 4]],
        )
        lengths = np.array(self._lengths, dtype=np.int32).reshape(-1, len(IndexField))
        return Corpus(terms, tuple(surfaces), occurrences, lengths, languages)


def _renumbered(numbers: dict[str, int]) -> tuple[dict[str, int], Ints]:
    names = sorted(numbers)
    new = np.zeros(len(names), dtype=np.int32)
    for position, name in enumerate(names):
        new[numbers[name]] = position
    return {name: position for position, name in enumerate(names)}, new


def _acronyms(found: Sequence[Word], stops: frozenset[str]) -> list[tuple[str, str]]:
    """Return initials of neighbouring words with the words that they stand for."""
    plain = [
        word.surface
        for word in found
        if word.kind is WordKind.WORD and word.surface not in stops and word.surface.isalpha()
    ]
    return [
        (
            "".join(word[0] for word in plain[start : start + size]),
            " ".join(plain[start : start + size]),
        )
        for size in ACRONYM_LENGTHS
        for start in range(len(plain) - size + 1)
    ]
