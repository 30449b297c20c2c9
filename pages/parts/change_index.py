"""A comparison made ready for its filters: a click looks up what it would take long to compute."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

import streamlit as st

from engine.models.diff import CaseChange, Change, GroupBy, RunDiff
from engine.models.run import RunSummary
from pages.parts.links import CAUSE_OF, CAUSES
from pages.parts.session import db_in_use, open_lab, queries

Inside = frozenset[str] | None
"""Ids of the cases of a group; None for every case."""


class ChangeIndex:
    """The changed cases of two runs with what is asked of each: kind, cause, words.

    Parameters
    ----------
    diff : RunDiff
        What changed.
    texts : mapping of str to str
        Queries by case id, where they are stored.
    """

    def __init__(self, diff: RunDiff, texts: Mapping[str, str]) -> None:
        self.diff = diff
        self.texts = texts
        self._causes = [_cause(change) for change in diff.cases]
        self._places: dict[str, list[int]] = {}
        for place, change in enumerate(diff.cases):
            self._places.setdefault(change.change.value, []).append(place)

    @cached_property
    def _words(self) -> list[str]:
        # One text a case: a line break, which no search can hold, keeps its parts apart.
        return ["\n".join(_searched(change, self.texts)).casefold() for change in self.diff.cases]

    def counts(self, inside: Inside = None) -> Mapping[str, int]:
        """Return how many cases of a group changed in which way; ways that none did are left out.

        Parameters
        ----------
        inside : frozenset of str, optional
            Ids of the group's cases; every case when None.
        """
        if inside is None:
            return {slug: len(places) for slug, places in self._places.items()}
        return Counter(c.change.value for c in self.diff.cases if c.case_id in inside)

    def causes(self) -> tuple[str, ...]:
        """Return the slugs of the causes that occur, in the order of the stages."""
        found = set(self._causes)
        return tuple(slug for slug in CAUSES if slug in found)

    def select(
        self, change: str, *, cause: str = "", text: str = "", inside: Inside = None
    ) -> Sequence[CaseChange]:
        """Return the cases that the filters let through, in the order of the comparison.

        Parameters
        ----------
        change : str
            Value of :class:`Change`.
        cause : str
            Slug of a cause; empty for any.
        text : str
            Looked for in id, query, expected and selected tool, whatever its case.
        inside : frozenset of str, optional
            Ids of a group's cases; every case when None.
        """
        cases, places = self.diff.cases, self._places.get(change, [])
        if cause:
            places = [place for place in places if self._causes[place] == cause]
        if inside is not None:
            places = [place for place in places if cases[place].case_id in inside]
        if wanted := text.casefold():
            places = [place for place in places if wanted in self._words[place]]
        return [cases[place] for place in places]


def _cause(change: CaseChange) -> str:
    failure = change.failure_run or change.failure_base
    return CAUSE_OF[failure.stage] if failure is not None else ""


def _searched(change: CaseChange, texts: Mapping[str, str]) -> tuple[str, ...]:
    return (
        change.case_id,
        texts.get(change.case_id, ""),
        change.expected_target or "",
        change.selected_run or "",
    )


def shown_first(counts: Mapping[str, int]) -> str:
    """Return what is shown before anybody chose: regressions, else improvements, else what moved.

    Examples
    --------
    >>> shown_first({"moved": 3, "improved": 1}), shown_first({"flaky": 2}), shown_first({})
    ('improved', 'flaky', 'same')
    """
    order = (Change.REGRESSED, Change.IMPROVED, Change.MOVED, Change.FLAKY)
    return next((each.value for each in order if counts.get(each.value)), Change.SAME.value)


def index_of(diff: RunDiff, base: RunSummary, run: RunSummary) -> ChangeIndex:
    """Return the index of a comparison; made once for all sessions of the server."""
    return _index(db_in_use(), id(diff), diff, base, run)


# A difference that is remembered cannot lose its identity to another one. The time limit is there
# because a suite may be deleted, and its queries must then be gone from here too.
@st.cache_resource(show_spinner=False, max_entries=8, ttl=60)
def _index(
    db: Path, identity: int, _diff: RunDiff, _base: RunSummary, _run: RunSummary
) -> ChangeIndex:
    return ChangeIndex(_diff, queries(_base) | queries(_run))


def members(base: str, run: str, by: GroupBy, value: str | None) -> frozenset[str]:
    """Return the ids of a group's cases; made once for all sessions of the server."""
    return _members(db_in_use(), base, run, by.value, value)


@st.cache_resource(show_spinner=False, max_entries=32)
def _members(db: Path, base: str, run: str, by: str, value: str | None) -> frozenset[str]:
    return open_lab().runs.members(base, run, GroupBy(by), value)
