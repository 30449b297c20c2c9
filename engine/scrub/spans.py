"""Places in a text, and what is found there."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.models.scrubbing import SecretKind

PLACEHOLDER = "[scrubbed "
"""How every replacement begins; no rule looks inside one."""


class Span(NamedTuple):
    """A part of a text that must not be kept."""

    start: int
    end: int
    kind: SecretKind


def placeholder(kind: SecretKind) -> str:
    """Return what takes the place of a secret.

    Examples
    --------
    >>> placeholder(SecretKind.EMAIL)
    '[scrubbed e-mail]'
    """
    return f"{PLACEHOLDER}{kind.value}]"


def without_overlap(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield spans from left to right; of overlapping ones, the one that begins first.

    Of those that begin together, the longest counts, then the one that was named first.
    """
    end = 0
    ordered = sorted(enumerate(spans), key=lambda item: (item[1].start, -item[1].end, item[0]))
    for _, span in ordered:
        if span.start >= end:
            yield span
            end = span.end


class Intervals:
    """Parts of a text that a rule must leave alone.

    Parameters
    ----------
    parts : iterable of tuple of int
        Starts and ends, sorted by start.
    """

    def __init__(self, parts: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in parts:
            if self._ends and start < self._ends[-1]:
                self._ends[-1] = max(end, self._ends[-1])
            else:
                self._starts.append(start)
                self._ends.append(end)

    def touch(self, start: int, end: int) -> bool:
        """Whether any of them overlaps the given part."""
        at = bisect_left(self._starts, end) - 1
        return at >= 0 and self._ends[at] > start
