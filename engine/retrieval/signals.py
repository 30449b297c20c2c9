"""Signals of meaning: what a tool does, to what, in which shape, beside what the query asks for.

Each signal gives every directly hit tool a strength in [-1, 1]; the score takes it as a share of
the tool's direct relevance, so that meaning orders what the words found and never brings in a
tool on its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

import numpy as np

from engine.models.tool import Action, ResultShape, Tool
from engine.retrieval.corpus import Ints
from engine.retrieval.fields import asked_for
from engine.retrieval.index import Floats, LexicalIndex
from engine.retrieval.lookup import Meeting, SoughtWord
from engine.retrieval.query import Query
from engine.retrieval.summing import Found, summed
from engine.text.function_words import FUNCTION_WORDS
from engine.text.words import WordKind, words

_ACTIONS = tuple(Action)
_SHAPES = tuple(ResultShape)

_CLOSE_ACTIONS: Mapping[tuple[str, str], float] = {
    # Looking something up is asked for with either verb.
    (Action.SEARCH, Action.READ): 0.5,
    # "Set", "register" and "apply" stand for changes that tools call by any of these names.
    (Action.CREATE, Action.UPDATE): -0.25,
    (Action.ACTION, Action.SEARCH): -0.5,
    (Action.ACTION, Action.READ): -0.5,
    (Action.ACTION, Action.CREATE): 0.0,
    (Action.ACTION, Action.UPDATE): 0.0,
    (Action.ACTION, Action.DELETE): -0.25,
}
_CLOSE_SHAPES: Mapping[tuple[str, str], float] = {
    # Who asks for a number can count a list, but not a single record.
    (ResultShape.COUNT, ResultShape.LIST): 0.0,
}


def action_agreement(asked: str, done: str) -> float | None:
    """Return how far a tool's action is the asked one: 1 the same, -1 a contradiction.

    Parameters
    ----------
    asked, done : str
        Values of :class:`Action`.

    Returns
    -------
    float or None
        In [-1, 1]; None when one of them is not known.

    Examples
    --------
    >>> action_agreement("delete", "delete"), action_agreement("read", "delete")
    (1.0, -1.0)
    >>> action_agreement("read", "search"), action_agreement("read", "unknown")
    (0.5, None)
    """
    if "unknown" in (asked, done):
        return None
    return _agreement(asked, done, _CLOSE_ACTIONS)


def shape_agreement(asked: str, given: str) -> float | None:
    """Return how far a tool's result has the asked shape, on the scale of actions.

    A change of state answers no question about shape: that is not known either.
    """
    if asked in _SHAPELESS or given in _SHAPELESS:
        return None
    return _agreement(asked, given, _CLOSE_SHAPES)


_SHAPELESS = (ResultShape.UNKNOWN, ResultShape.MUTATION)


def _agreement(one: str, other: str, close: Mapping[tuple[str, str], float]) -> float:
    if one == other:
        return 1.0
    return close.get((one, other), close.get((other, one), -1.0))


@lru_cache(maxsize=len(_ACTIONS))
def _action_fits(asked: str) -> Floats:
    return np.array([action_agreement(asked, done) or 0.0 for done in _ACTIONS])


@lru_cache(maxsize=len(_SHAPES))
def _shape_fits(asked: str) -> Floats:
    return np.array([shape_agreement(asked, given) or 0.0 for given in _SHAPES])


class TermTable(NamedTuple):
    """For each term, of what it is said by how much; several aspects of the tools side by side.

    What is said of an aspect of a tool has the number ``aspect * tools + tool``.
    """

    starts: Ints
    """Where each term's entries begin; one more at the end."""

    numbers: Ints
    """Ascending within a term."""

    values: Floats


class Signals:
    """What the tools of a catalog mean, ready to be compared with a query.

    Parameters
    ----------
    tools : sequence of Tool
        In the order of the index.
    index : LexicalIndex
        Gives the terms and their weights.
    """

    def __init__(self, tools: Sequence[Tool], index: LexicalIndex) -> None:
        meanings = [tool.semantics for tool in tools]
        self._actions = _codes([m.action.value for m in meanings], _ACTIONS)
        self._action_trust = _trust([m.action.confidence for m in meanings])
        self._shapes = _codes([m.result_shape.value for m in meanings], _SHAPES)
        self._shape_trust = _trust([m.result_shape.confidence for m in meanings])
        self._aspects = _aspects(
            (
                [tool.name for tool in tools],
                [_known(m.resource.value) for m in meanings],
                [_known(m.path_module.value) for m in meanings],
                [_input_names(tool) for tool in tools],
                [_output_names(tool) for tool in tools],
            ),
            index,
            index.languages[0] if index.languages else "en",
        )
        self._size = len(tools)

    def strengths(
        self, query: Query, sought: Sequence[SoughtWord], hits: Ints
    ) -> dict[str, Floats]:
        """Return each signal's strength for the hit tools, in [-1, 1]."""
        names, resources, modules, inputs, outputs = self._said(sought, hits)
        actions = _action_fits(query.action)[self._actions[hits]]
        shapes = _shape_fits(query.shape)[self._shapes[hits]]
        return {
            "name_match": names,
            "action_match": actions * self._action_trust[hits],
            "resource_match": resources,
            "module_match": modules,
            "shape_match": shapes * self._shape_trust[hits],
            "contract_match": (inputs + outputs) / 2.0,
        }

    def ruled_out(self, query: Query, hits: Ints) -> Floats | None:
        """Return how surely each hit tool does what the query rules out, in [0, 1].

        None for a query that rules nothing out.
        """
        if not query.negated_actions:
            return None
        out = np.array([float(action in query.negated_actions) for action in _ACTIONS])
        return out[self._actions[hits]] * self._action_trust[hits]

    def _said(self, sought: Sequence[SoughtWord], hits: Ints) -> Floats:
        """Return which share of each aspect of the hit tools is said, shape (aspects, hits)."""
        table = self._aspects

        def found(_: SoughtWord, meeting: Meeting) -> Found:
            start, end = table.starts[meeting.term], table.starts[meeting.term + 1]
            return table.numbers[start:end], table.values[start:end]

        said = summed(sought, found, _ASPECTS * self._size).reshape(_ASPECTS, self._size)
        return np.minimum(said[:, hits], 1.0)


_ASPECTS = 5
"""A tool's name, resource, module, required inputs and outputs."""


def _codes(values: Sequence[str], known: Sequence[str]) -> Ints:
    numbers = {str(value): number for number, value in enumerate(known)}
    unknown = numbers["unknown"]
    return np.array([numbers.get(value, unknown) for value in values], dtype=np.int32)


def _trust(confidences: Sequence[float]) -> Floats:
    return np.array(confidences, dtype=np.float64)


def _known(value: str) -> str:
    return "" if value == "unknown" else value


def _input_names(tool: Tool) -> str:
    return " ".join(field.name for field in asked_for(tool.consumes) if field.required)


def _output_names(tool: Tool) -> str:
    return " ".join(field.name for field in asked_for(tool.produces))


def _terms(text: str, index: LexicalIndex, language: str) -> list[int]:
    stops = FUNCTION_WORDS.get(language, frozenset())
    keys = (
        word.key
        for word in words(text, language)
        if word.kind is not WordKind.JOINED and word.surface not in stops
    )
    return sorted({index.terms[key] for key in keys if key in index.terms})


def _aspects(aspects: Sequence[Sequence[str]], index: LexicalIndex, language: str) -> TermTable:
    """Give the words of each aspect of each tool values that sum to 1, by how much they tell."""
    rows: list[tuple[int, int, float]] = []
    for aspect, texts in enumerate(aspects):
        for tool, text in enumerate(texts):
            terms = _terms(text, index, language)
            weights = index.idf[terms]
            number = aspect * len(texts) + tool
            rows += zip(terms, repeat(number), (weights / weights.sum()).tolist())
    rows.sort()
    counts = np.bincount(
        np.array([row[0] for row in rows], dtype=np.int64), minlength=len(index.terms)
    )
    return TermTable(
        np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
        np.array([row[1] for row in rows], dtype=np.int32),
        np.array([row[2] for row in rows], dtype=np.float64),
    )
