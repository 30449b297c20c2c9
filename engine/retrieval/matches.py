"""What the words of a query gave to ranked tools, down to the field in which each one stands.

It is read off the same postings that were summed, so the parts add up to the whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.models.candidate import MatchedTerm
from engine.retrieval.corpus import Ints, first_of_each
from engine.retrieval.fields import EVIDENCE_NAMES
from engine.retrieval.index import Floats, LexicalIndex
from engine.retrieval.lexical import ideal_of
from engine.retrieval.lookup import SoughtWord
from engine.retrieval.records import records
from engine.retrieval.scored import UNITS, Scored

_FIELDS = tuple(sorted(set(EVIDENCE_NAMES), key=EVIDENCE_NAMES.index))
_FIELD_OF = np.array([_FIELDS.index(name) for name in EVIDENCE_NAMES], dtype=np.int64)


class _Matches(NamedTuple):
    """Best meeting of each sought word with each tool. Parallel arrays, by (tool, word)."""

    tools: Ints
    """Positions within the tools that are asked about."""

    words: Ints
    """Positions within the sought words."""

    steps: Ints
    """Positions within ``_Meetings.steps``."""

    postings: Ints
    gains: Floats
    """What the word gave, before it is divided by what the query could give."""


class _Meetings(NamedTuple):
    """Every meeting of every sought word, by its term. Parallel arrays."""

    terms: Ints
    words: Ints
    weights: Floats
    steps: tuple[str, ...]


def matched_terms(
    scored: Scored, positions: Sequence[int], index: LexicalIndex
) -> Mapping[int, tuple[MatchedTerm, ...]]:
    """Return what the words gave to some tools, by the tools' numbers, the most first.

    Parameters
    ----------
    scored : Scored
        A scoring pass.
    positions : sequence of int
        Which of its hits are asked about.
    index : LexicalIndex
        The catalog's words.
    """
    if not scored.sought or not len(positions):
        return {}
    places = np.asarray(positions, dtype=np.intp)
    wanted = scored.hits[places]
    meetings = _meetings(scored.sought)
    matches = _matches(wanted, meetings, index)
    if not len(matches.tools):
        return {}
    seeds = scored.contributions["seed"][places].tolist()
    return _rows(scored.sought, meetings.steps, matches, index, wanted.tolist(), seeds)


def _meetings(sought: Sequence[SoughtWord]) -> _Meetings:
    rows = sorted(
        (meeting.term, word, number, meeting.weight, meeting.step)
        for word, each in enumerate(sought)
        for number, meeting in enumerate(each.meetings)
    )
    return _Meetings(
        np.array([row[0] for row in rows], dtype=np.int32),
        np.array([row[1] for row in rows], dtype=np.int32),
        np.array([row[3] for row in rows], dtype=np.float64),
        tuple(row[4] for row in rows),
    )


def _matches(wanted: Ints, meetings: _Meetings, index: LexicalIndex) -> _Matches:
    own, postings = index.postings_of(wanted)
    terms = index.posting_terms[postings]
    first = np.searchsorted(meetings.terms, terms, side="left")
    counts = np.searchsorted(meetings.terms, terms, side="right") - first
    met = np.flatnonzero(counts)
    first, counts = first[met], counts[met]
    ends = np.cumsum(counts)
    steps = np.arange(counts.sum()) + np.repeat(first - ends + counts, counts)
    tools, postings = np.repeat(own[met], counts), np.repeat(postings[met], counts)
    words, gains = meetings.words[steps], meetings.weights[steps] * index.postings.impacts[postings]
    # A word counts by its best meeting with a tool, of equal ones by the first term.
    order = np.lexsort((steps, -gains, words, tools))
    tools, words = tools[order], words[order]
    best = first_of_each(tools, words)
    order = order[best]
    return _Matches(
        tools[best], words[best], steps[order].astype(np.int32), postings[order], gains[order]
    )


def _rows(
    sought: Sequence[SoughtWord],
    steps: Sequence[str],
    matches: _Matches,
    index: LexicalIndex,
    numbers: Sequence[int],
    seeds: Sequence[float],
) -> dict[int, tuple[MatchedTerm, ...]]:
    starts = index.postings.part_starts[matches.postings]
    counts = index.postings.part_starts[matches.postings + 1] - starts
    ends = np.cumsum(counts)
    parts = np.arange(ends[-1]) + np.repeat(starts - ends + counts, counts)
    match = np.repeat(np.arange(len(counts)), counts)
    fields = _FIELD_OF[index.parts.fields[parts]]
    forms = index.parts.surfaces[parts]
    scale = UNITS / ideal_of(sought)
    gains = matches.gains[match] * index.parts.shares[parts] * scale

    # Two parts of one field (a lead and the rest of a description) are one row, and neighbours.
    begins = np.flatnonzero(first_of_each(match, fields, forms))
    gains = np.add.reduceat(gains, begins)
    match, fields, forms = match[begins], fields[begins], forms[begins]
    tools = matches.tools[match]
    order = np.lexsort((forms, fields, matches.words[match], -gains, tools))
    match, fields, forms, tools = match[order], fields[order], forms[order], tools[order]
    begins = np.flatnonzero(first_of_each(tools))
    units = _in_whole_units(gains[order], begins, np.array(seeds)[tools[begins]])

    terms = [word.surface for word in sought]
    surfaces = index.surfaces
    rows = zip(
        [terms[word] for word in matches.words[match].tolist()],
        [_FIELDS[field] for field in fields.tolist()],
        [steps[step] for step in matches.steps[match].tolist()],
        [surfaces[form] for form in forms.tolist()],
        units,
        strict=True,
    )
    made = records(
        MatchedTerm,
        [
            {"term": term, "field": field, "step": step, "indexed": "", "contribution": gain}
            if form == term
            else {
                "term": term,
                "field": field,
                "step": "stem" if step == "exact" else step,
                "indexed": form,
                "contribution": gain,
            }
            for term, field, step, form, gain in rows
        ],
    )
    bounds = [*begins.tolist(), len(made)]
    return {
        numbers[tool]: tuple(made[bounds[at] : bounds[at + 1]])
        for at, tool in enumerate(tools[begins].tolist())
    }


def _in_whole_units(gains: Floats, begins: npt.NDArray[np.intp], totals: Floats) -> list[float]:
    """Round gains to whole units that sum to each tool's total; its largest takes the rest."""
    whole = np.rint(gains)
    whole[begins] += np.rint(totals) - np.add.reduceat(whole, begins)
    units: list[float] = (whole / UNITS).tolist()
    return units
