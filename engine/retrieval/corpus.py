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


class _Texts:
    """Distinct texts, each read once: the same names and descriptions stand in many tools."""

    def __init__(self) -> None:
        self.terms: dict[str, int] = {}
        self.surfaces: dict[str, int] = {}
        self.starts = [0]
        """Where each text's words begin; one more at the end."""
        self.words: list[tuple[int, int, int]] = []
        """(term, count, surface) of every word of every text, in the order of the texts."""
        self.lengths: list[int] = []
        """Words of each text without function words and joined identifiers."""
        self._known: dict[tuple[str, str, IndexField], int] = {}

    def number(self, text: str, language: str, field: IndexField) -> int:
        """Return the number of a text in a field, reading it when it is new."""
        key = (text, language, field)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = len(self.lengths)
            self._read(text, language, field)
        return known

    def _read(self, text: str, language: str, field: IndexField) -> None:
        stops = FUNCTION_WORDS.get(language, frozenset())
        found = words(text, language)
        counts: dict[str, list[int]] = {}
        length = 0
        for surface, key, kind in found:
            if kind is WordKind.JOINED:
                if field not in IDENTIFIER_FIELDS:
                    continue
            elif surface in stops:
                continue
            else:
                length += 1
            before = counts.get(key)
            if before is None:
                counts[key] = [1, self._form(surface)]
            else:
                before[0] += 1
        self.words += [(self._term(key), count, form) for key, (count, form) in counts.items()]
        if field in ACRONYM_FIELDS:
            self.words += [
                (self._term(ACRONYM_MARK + initials), 1, self._form(phrase))
                for initials, phrase in _acronyms(found, stops)
            ]
        self.lengths.append(length)
        self.starts.append(len(self.words))

    def _term(self, key: str) -> int:
        return self.terms.setdefault(key, len(self.terms))

    def _form(self, surface: str) -> int:
        return self.surfaces.setdefault(surface, len(self.surfaces))


class _Builder:
    """Collects which texts stand where, and counts their words at the end, all at once."""

    def __init__(self) -> None:
        self._texts = _Texts()
        self._places: list[tuple[int, int, int]] = []
        """(tool, field, text), in reading order."""
        self._size = 0

    def add(self, number: int, tool: Tool, language: str) -> None:
        """Read one tool."""
        self._size += 1
        for field, text in field_texts(tool):
            self._places.append((number, int(field), self._texts.number(text, language, field)))

    def finish(self, languages: tuple[str, ...]) -> Corpus:
        """Return the corpus, everything numbered in sorted order: reading leaves no trace."""
        texts = self._texts
        places = np.array(self._places, dtype=np.int32).reshape(-1, 3)
        lengths = np.zeros((self._size, len(IndexField)), dtype=np.int32)
        np.add.at(
            lengths,
            (places[:, 0], places[:, 1]),
            np.array(texts.lengths, dtype=np.int32)[places[:, 2]],
        )
        terms, new_terms = _renumbered(texts.terms)
        found = np.array(texts.words, dtype=np.int32).reshape(-1, 3)
        found[:, 0] = new_terms[found[:, 0]]
        initials = sum(term.startswith(ACRONYM_MARK) for term in terms)
        occurrences = _counted(places, np.array(texts.starts), found, initials)
        forms = list(texts.surfaces)
        kept = np.unique(occurrences.surfaces)
        surfaces, new_surfaces = _renumbered({forms[form]: form for form in kept.tolist()})
        occurrences = occurrences._replace(surfaces=new_surfaces[occurrences.surfaces])
        return Corpus(terms, tuple(surfaces), occurrences, lengths, languages)


def _counted(
    places: Ints, starts: npt.NDArray[np.int64], found: Ints, initials: int
) -> Occurrences:
    """Spread the words of texts over the places where these stand, and add up what falls together.

    Parameters
    ----------
    places : array, shape (places, 3)
        Tool, field and text.
    starts : array, shape (texts + 1,)
        Where the words of each text begin in ``found``.
    found : array, shape (words, 3)
        Term, count and surface.
    initials : int
        How many terms are initials, which sort first; they count once however often they stand.
    """
    sizes = np.diff(starts)[places[:, 2]]
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    word = np.arange(total) + np.repeat(starts[places[:, 2]] - (ends - sizes), sizes)
    place = np.repeat(np.arange(len(places)), sizes)
    # The sort is stable: of the forms of a word in one field, the first one read is kept.
    order = np.lexsort((places[place, 1], places[place, 0], found[word, 0]))
    word, place = word[order], place[order]
    rows = np.stack([found[word, 0], places[place, 0], places[place, 1]], axis=1)
    begins = np.flatnonzero(first_of_each(*rows.T))
    counts = np.add.reduceat(found[word, 1], begins) if total else np.zeros(0, dtype=np.int32)
    rows = rows[begins]
    return Occurrences(
        terms=rows[:, 0],
        tools=rows[:, 1],
        fields=rows[:, 2].astype(np.uint8),
        counts=np.where(rows[:, 0] < initials, 1, counts).astype(np.int32),
        surfaces=found[word[begins], 2],
    )


def first_of_each(*columns: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
    """Tell of sorted rows, given by their columns, which ones differ from the row before."""
    first = np.zeros(len(columns[0]), dtype=bool)
    first[:1] = True
    for column in columns:
        first[1:] |= column[1:] != column[:-1]
    return first


def _renumbered(numbers: dict[str, int]) -> tuple[dict[str, int], Ints]:
    """Return names by their place in sorted order, and that place by the number given."""
    names = sorted(numbers)
    new = np.zeros(max(numbers.values(), default=-1) + 1, dtype=np.int32)
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
