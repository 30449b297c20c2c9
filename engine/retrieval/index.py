"""The index: which words stand where in which tool, ready to be scored.

One impact is computed beforehand for each pair of word and tool (BM25F [1]_): the word's
occurrences are weighted by their field and by the field's length, summed over the fields, and
saturated once. What each field gave is kept beside it, so that a score can be taken apart again
without loss.

References
----------
.. [1] S. Robertson, H. Zaragoza. The Probabilistic Relevance Framework: BM25 and Beyond.
   Foundations and Trends in Information Retrieval 3(4), 2009, section 3.6.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.models.tool import Tool
from engine.retrieval.fields import (
    ACRONYM_FIELDS,
    IDENTIFIER_FIELDS,
    IndexField,
    field_texts,
    weights_by_field,
)
from engine.retrieval.settings import RetrievalSettings
from engine.text.edits import OneEditIndex
from engine.text.function_words import FUNCTION_WORDS
from engine.text.scripts import language_of
from engine.text.words import Word, WordKind, words

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]

ACRONYM_MARK = "\x00"
"""Before a term that stands for initials; no word holds it."""

ACRONYM_LENGTHS = range(2, 6)
"""Neighbouring words whose initials are indexed."""


class Postings(NamedTuple):
    """Which tools a term stands in. Parallel arrays; tools ascend within a term."""

    starts: Ints
    """Where each term's postings begin; one more at the end."""

    tools: Ints
    impacts: Floats
    """Saturated weighted frequency of the term in the tool, in [0, 1)."""

    part_starts: Ints
    """Where each posting's parts begin; one more at the end."""


class Parts(NamedTuple):
    """What each field gave to a posting. Parallel arrays; fields ascend within a posting."""

    fields: npt.NDArray[np.uint8]
    """An :class:`IndexField`."""

    shares: npt.NDArray[np.float32]
    """Share of the impact; the parts of a posting sum to 1."""

    surfaces: Ints
    """The word as it stands there, an index into ``LexicalIndex.surfaces``."""


class LexicalIndex:
    """Words of all tools of a catalog.

    Parameters
    ----------
    tools : sequence of Tool
        Sorted by name; a tool's position is its number in every array.
    settings : RetrievalSettings
        Field weights and BM25F's parameters.

    Attributes
    ----------
    terms : dict of str to int
        Numbers of the terms; terms are numbered in their sorted order.
    surfaces : tuple of str
        The forms in which words stand in the tools.
    idf : numpy.ndarray
        Inverse tool frequency of each term, ``ln(1 + (N - n + 0.5) / (n + 0.5))``, above 0.
    languages : tuple of str
        ISO 639-1 codes of the languages that the tools are described in, most frequent first.
    """

    def __init__(self, tools: Sequence[Tool], settings: RetrievalSettings) -> None:
        self.size = len(tools)
        builder = _Builder()
        languages = Counter[str]()
        for number, tool in enumerate(tools):
            language = language_of(f"{tool.title} {tool.description[:400]}")
            languages[language] += 1
            builder.add(number, tool, language)
        self.languages = tuple(sorted(languages, key=lambda code: (-languages[code], code)))
        self.terms, self.surfaces, occurrences, lengths = builder.finish()
        self.postings, self.parts = _weigh(occurrences, lengths, len(self.terms), settings)
        counts = np.diff(self.postings.starts).astype(np.float64)
        self.idf: Floats = np.log1p((self.size - counts + 0.5) / (counts + 0.5))
        self.unknown_idf = float(np.log1p((self.size + 0.5) / 0.5))
        self._typo_min_length = settings.typo_min_length

    def tools_with(self, term: int) -> tuple[Ints, Floats]:
        """Return the tools that hold a term, ascending, and the term's impact in each."""
        start, end = self.postings.starts[term], self.postings.starts[term + 1]
        return self.postings.tools[start:end], self.postings.impacts[start:end]

    @cached_property
    def slips(self) -> OneEditIndex:
        """Terms by their one-edit neighbours; made when first needed."""
        return OneEditIndex(self.by_surface, min_length=self._typo_min_length)

    @cached_property
    def by_surface(self) -> dict[str, int]:
        """The term of each form in which a word stands in the tools."""
        starts = self.postings.part_starts
        term_of_posting = np.repeat(
            np.arange(len(self.terms), dtype=np.int32), np.diff(self.postings.starts)
        )
        term_of_part = np.repeat(term_of_posting, np.diff(starts))
        pairs = np.unique(np.stack([self.parts.surfaces, term_of_part], axis=1), axis=0)
        return {self.surfaces[surface]: int(term) for surface, term in pairs.tolist()}


class _Occurrences(NamedTuple):
    """A word's occurrences in one field of one tool, sorted by (term, tool, field)."""

    terms: Ints
    tools: Ints
    fields: npt.NDArray[np.uint8]
    counts: Ints
    surfaces: Ints


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

    def finish(self) -> tuple[dict[str, int], tuple[str, ...], _Occurrences, Ints]:
        """Return terms, surfaces, occurrences and field lengths, numbered in sorted order."""
        terms, new_terms = _renumbered(self._terms)
        surfaces, new_surfaces = _renumbered(self._surfaces)
        rows = np.array(self._rows, dtype=np.int32).reshape(-1, 5)
        term_column = new_terms[rows[:, 0]]
        order = np.lexsort((rows[:, 2], rows[:, 1], term_column))
        occurrences = _Occurrences(
            terms=term_column[order],
            tools=rows[order, 1],
            fields=rows[order, 2].astype(np.uint8),
            counts=rows[order, 3],
            surfaces=new_surfaces[rows[order, 4]],
        )
        lengths = np.array(self._lengths, dtype=np.int32).reshape(-1, len(IndexField))
        return terms, tuple(surfaces), occurrences, lengths


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


def _weigh(
    rows: _Occurrences, lengths: Ints, term_count: int, settings: RetrievalSettings
) -> tuple[Postings, Parts]:
    weights = np.array(weights_by_field(settings.fields))
    used = np.maximum(1, np.count_nonzero(lengths, axis=0))
    usual = np.maximum(1.0, lengths.sum(axis=0, dtype=np.int64) / used)
    relative = lengths[rows.tools, rows.fields] / usual[rows.fields]
    norm = 1.0 - settings.length_share + settings.length_share * relative
    weighted = weights[rows.fields] * rows.counts / norm

    kept = weighted > 0.0
    rows = _Occurrences(*(column[kept] for column in rows))
    weighted = weighted[kept]
    first = np.ones(len(weighted), dtype=bool)
    first[1:] = (rows.terms[1:] != rows.terms[:-1]) | (rows.tools[1:] != rows.tools[:-1])
    part_starts = np.flatnonzero(first)
    sums = np.add.reduceat(weighted, part_starts) if len(weighted) else np.zeros(0)
    counts = np.bincount(rows.terms[part_starts], minlength=term_count)
    postings = Postings(
        starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
        tools=rows.tools[part_starts],
        impacts=sums / (settings.k1 + sums),
        part_starts=np.append(part_starts, len(weighted)).astype(np.int32),
    )
    shares = weighted / np.repeat(sums, np.diff(postings.part_starts))
    return postings, Parts(rows.fields, shares.astype(np.float32), rows.surfaces)
