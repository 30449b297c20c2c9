"""Texts that name another tool: "the code can be taken from the Search Airport API"."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from engine.graph.ports import Faces
from engine.text.identifiers import split_identifier
from engine.text.nouns import singular

_CUE_WORDS = (
    "api by call endpoint extracted fetched found from method obtained operation output provided "
    "result retrieved returned see tool using"
)
_CUES = frozenset(_CUE_WORDS.split())

_MOST = 8
"""How many tools may share a pair of words before the pair names none of them."""


class Mentions:
    """Which tools the text of a field names.

    A tool is named by two neighbouring words of its name, in their order, in a text that says
    where a value comes from.
    """

    def __init__(self, faces: Faces) -> None:
        self._by_pair: dict[tuple[str, str], list[int]] = defaultdict(list)
        for index, tool in enumerate(faces.tools):
            for pair in sorted(set(pairwise(_words(tool.name)))):
                self._by_pair[pair].append(index)

    def in_text(self, text: str) -> frozenset[int]:
        """Return the indices of the tools that a text names; empty when it names none."""
        words = _words(text[:600])
        if _CUES.isdisjoint(words):
            return frozenset()
        named: set[int] = set()
        for pair in pairwise(words):
            tools = self._by_pair.get(pair, ())
            if len(tools) <= _MOST:
                named.update(tools)
        return frozenset(named)


def _words(text: str) -> tuple[str, ...]:
    return tuple(singular(word) for word in split_identifier(text))
