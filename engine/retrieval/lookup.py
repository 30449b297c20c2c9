"""From the words of a query to the terms of an index, with the step that led there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.retrieval.corpus import ACRONYM_MARK
from engine.retrieval.index import LexicalIndex
from engine.retrieval.query import Query, QueryWord
from engine.retrieval.settings import RetrievalSettings
from engine.text.function_words import FUNCTION_WORDS
from engine.text.stems import stem
from engine.text.words import WordKind, words


class Meeting(NamedTuple):
    """A term of the index that a word of the query leads to."""

    term: int
    step: str
    """See :attr:`engine.models.candidate.MatchedTerm.step`; ``exact`` covers ``stem``, which is
    told apart where the tool's own form is known."""

    weight: float
    """Inverse tool frequency times the step's weight."""


class SoughtWord(NamedTuple):
    """One word of the query with everything it may meet; a tool counts its best meeting."""

    surface: str
    meetings: tuple[Meeting, ...]
    """Empty when the catalog does not know the word."""

    weight: float
    """What the word gives at most."""


Glossary = Mapping[str, tuple[str, ...]]
"""Words of a query with the words that they stand for; all case-folded."""

_PREFIXES = ("un", "de", "dis", "re")
_MIN_ROOT = 4
_MIN_PART = 3
_MAX_ACRONYM = 5


def look_up(
    query: Query, index: LexicalIndex, settings: RetrievalSettings, glossary: Glossary
) -> tuple[SoughtWord, ...]:
    """Return what a query's words lead to, in their order, each word once.

    A word is first looked up as it stands and by its stem in the query's and the catalog's
    languages. What that does not find is tried, in turn, as a glossary entry, as initials, as
    two words written together, without its prefix, and with one slip of the finger; the first
    that finds something is taken. Initials in capitals and glossary entries are tried always.
    """
    return _Lookup(query, index, settings, glossary).run()


class _Lookup:
    def __init__(
        self,
        query: Query,
        index: LexicalIndex,
        settings: RetrievalSettings,
        glossary: Glossary,
    ) -> None:
        self._query = query
        self._index = index
        self._settings = settings
        self._glossary = glossary
        self._languages = tuple(dict.fromkeys((*index.languages, query.language)))

    def run(self) -> tuple[SoughtWord, ...]:
        sought: dict[str, SoughtWord] = {}
        previous: QueryWord | None = None
        for word in self._query.words:
            if word.negated:
                previous = None
                continue
            for found in self._found(word, previous):
                key = found.surface if not found.meetings else f"{found.meetings[0].term}"
                sought.setdefault(key, found)
            if word.word.kind is WordKind.WORD:
                previous = word
            if len(sought) >= self._settings.max_terms:
                break
        return tuple(sought.values())

    def _found(self, word: QueryWord, previous: QueryWord | None) -> list[SoughtWord]:
        kind, surface = word.word.kind, word.word.surface
        if kind is WordKind.JOINED:
            # An identifier that no tool has: its words say all that there is to say.
            exact = self._meetings([surface], "exact", 1.0)
            return [_sought(surface, exact)] if exact else []
        if kind is WordKind.BIGRAM:
            return [self._or_unknown(surface, self._meetings([surface], "bigram", 1.0))]
        if len(surface) == 1 and surface.isascii() and surface.isalpha():
            return []
        steps = self._settings.steps
        if surface.isdigit():
            return self._number(surface)
        meetings = self._meetings(self._stems(surface), "exact", 1.0)
        known = bool(meetings)
        meetings += self._meetings(self._glossary_stems(surface), "synonym", steps.synonym)
        if (word.capitals or not meetings) and len(surface) <= _MAX_ACRONYM:
            meetings += self._meetings([ACRONYM_MARK + surface], "acronym", steps.acronym)
        if not meetings:
            halves = self._halves(surface)
            if halves:
                return halves
            meetings = self._meetings(self._roots(surface), "prefix", steps.prefix)
        if not meetings:
            near = [self._index.by_surface[form] for form in self._index.slips.near(surface)]
            meetings = self._terms(near, "typo", steps.typo)
        found = [self._or_unknown(surface, meetings)]
        if previous is not None and not (known and self._knows(previous)):
            found += self._together(previous.word.surface, surface)
        return found

    def _knows(self, word: QueryWord) -> bool:
        return any(key in self._index.terms for key in self._stems(word.word.surface))

    def _together(self, one: str, other: str) -> list[SoughtWord]:
        """Read two words, of which the catalog lacks one, as one that it knows."""
        joined = self._meetings(self._stems(one + other), "split", self._settings.steps.split)
        if not joined or len(one + other) < 2 * _MIN_PART:
            return []
        return [_sought(f"{one} {other}", joined)]

    def _number(self, surface: str) -> list[SoughtWord]:
        """Look a number up as it stands; one that no tool holds asks for nothing."""
        meetings = self._meetings([surface], "exact", self._settings.steps.number)
        return [_sought(surface, meetings)] if meetings else []

    def _stems(self, surface: str) -> list[str]:
        return [stem(surface, language) for language in self._languages] + [surface]

    def _glossary_stems(self, surface: str) -> list[str]:
        return [
            key
            for entry in self._glossary.get(surface, ())
            for word in words(entry, self._languages[0])
            if word.surface not in FUNCTION_WORDS.get(self._languages[0], ())
            for key in self._stems(word.surface)
        ]

    def _roots(self, surface: str) -> list[str]:
        roots = [
            surface[len(prefix) :]
            for prefix in _PREFIXES
            if surface.startswith(prefix) and len(surface) - len(prefix) >= _MIN_ROOT
        ]
        return [key for root in roots for key in self._stems(root)]

    def _halves(self, surface: str) -> list[SoughtWord]:
        """Read a word that the catalog does not know as two that it knows.

        Of several ways the one is taken whose rarer half is rarest, then the leftmost cut.
        """
        best: list[SoughtWord] = []
        for cut in range(_MIN_PART, len(surface) - _MIN_PART + 1):
            halves = [
                _sought(
                    half, self._meetings(self._stems(half), "split", self._settings.steps.split)
                )
                for half in (surface[:cut], surface[cut:])
            ]
            if all(half.meetings for half in halves) and (
                not best or min(h.weight for h in halves) > min(h.weight for h in best)
            ):
                best = halves
        return best

    def _meetings(self, keys: list[str], step: str, weight: float) -> list[Meeting]:
        terms = [self._index.terms[key] for key in dict.fromkeys(keys) if key in self._index.terms]
        return self._terms(terms, step, weight)

    def _terms(self, terms: list[int], step: str, weight: float) -> list[Meeting]:
        return [
            Meeting(term, step, weight * float(self._index.idf[term]))
            for term in dict.fromkeys(terms)
            if self._index.postings.starts[term] < self._index.postings.starts[term + 1]
        ]

    def _or_unknown(self, surface: str, meetings: list[Meeting]) -> SoughtWord:
        if meetings:
            return _sought(surface, meetings)
        return SoughtWord(surface, (), self._index.unknown_idf)


def _sought(surface: str, meetings: list[Meeting]) -> SoughtWord:
    weight = max((meeting.weight for meeting in meetings), default=0.0)
    return SoughtWord(surface, tuple(meetings), weight)
