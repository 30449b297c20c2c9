"""Direct lexical relevance: how much of what a query says each tool says too."""

from __future__ import annotations

from collections.abc import Sequence

from engine.retrieval.index import Floats, LexicalIndex
from engine.retrieval.lookup import Meeting, SoughtWord
from engine.retrieval.summing import Found, summed


def ideal_of(sought: Sequence[SoughtWord]) -> float:
    """Return what a tool would get in which every sought word stood without end; above 0."""
    return sum(word.weight for word in sought) or 1.0


def seeds(sought: Sequence[SoughtWord], index: LexicalIndex) -> Floats:
    """Return every tool's lexical relevance, in [0, 1).

    It is the BM25F score over what the query could give at most. Words that the catalog does not
    know count in the latter, so that a tool which answers half of a query scores about half.

    Parameters
    ----------
    sought : sequence of SoughtWord
        Summed in this order.
    index : LexicalIndex
        The catalog's words.
    """

    def found(word: SoughtWord, meeting: Meeting) -> Found:
        tools, impacts = index.tools_with(meeting.term)
        return tools, impacts * meeting.weight

    return summed(sought, found, index.size) / ideal_of(sought)
