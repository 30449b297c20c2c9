"""Adding up what the words of a query find, tool by tool."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from engine.retrieval.corpus import Ints, first_of_each
from engine.retrieval.index import Floats
from engine.retrieval.lookup import Meeting, SoughtWord

Found = tuple[Ints, Floats]
"""Tools, ascending, and a value for each."""


def summed(
    sought: Sequence[SoughtWord], found: Callable[[SoughtWord, Meeting], Found], size: int
) -> Floats:
    """Return each tool's sum over the words, the best meeting of a word counting.

    Parameters
    ----------
    sought : sequence of SoughtWord
        Summed in this order, so that equal input gives equal bits.
    found : callable
        What one meeting of a word finds.
    size : int
        Number of tools.
    """
    tools: list[Ints] = []
    values: list[Floats] = []
    for word in sought:
        if len(word.meetings) == 1:
            numbers, gains = found(word, word.meetings[0])
        elif word.meetings:
            numbers, gains = _best([found(word, meeting) for meeting in word.meetings])
        else:
            continue
        tools.append(numbers)
        values.append(gains)
    if not tools:
        return np.zeros(size)
    total: Floats = np.bincount(
        np.concatenate(tools), weights=np.concatenate(values), minlength=size
    ).astype(np.float64, copy=False)
    return total


def _best(rows: Sequence[Found]) -> Found:
    """Return each tool's greatest value of several rows."""
    tools = np.concatenate([numbers for numbers, _ in rows])
    order = np.argsort(tools, kind="stable")
    tools = tools[order]
    begins = np.flatnonzero(first_of_each(tools))
    if not len(begins):
        return tools, np.zeros(0)
    values = np.concatenate([gains for _, gains in rows])[order]
    return tools[begins], np.maximum.reduceat(values, begins)
