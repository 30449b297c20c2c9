"""The scoring pass of one query: every tool that it hits, with what each signal gave.

Contributions are whole numbers of a millionth before they are summed, so that scores are exact
and do not depend on the order of summing: tools that differ by less are equal, and the name
decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from engine.models.run import SignalCounterfactual
from engine.retrieval.corpus import Ints
from engine.retrieval.encoder import Vectors
from engine.retrieval.expansion import NOTHING, Expansion
from engine.retrieval.index import Floats
from engine.retrieval.lookup import SoughtWord
from engine.retrieval.query import Query

UNITS = 1e6
"""Units of a score of 1; inside a scoring pass everything is counted in units."""

ENTRY_SIGNALS = ("seed", "dense", "graph_expansion")
"""Signals that bring a tool in; the others only move a tool that is in."""


class Scored(NamedTuple):
    """What one query gave to each tool that it hits."""

    query: Query
    sought: tuple[SoughtWord, ...]
    hits: Ints
    """Numbers of the hit tools, ascending; tools are numbered in the order of their names."""

    contributions: Mapping[str, Floats]
    """By signal, one value a hit, in whole units."""

    totals: Floats
    """Scores of the hits, in units: the sums of their contributions."""

    strengths: Mapping[str, Floats]
    """How strongly each signal of meaning fits each hit, before it is weighed; 0 for a tool that
    only a path leads to, which no word met."""

    cosines: Floats | None = None
    """Cosine of the query with every tool of the catalog; None when no encoder took part."""

    expansion: Expansion = NOTHING
    """What following the tool graph brought."""

    asked: Vectors | None = None
    """Vectors of the query's texts, as the dense index gave them; None without an encoder."""

    def order(self, limit: int | None = None) -> Ints:
        """Return positions within ``hits``, best score first, ties by name.

        Parameters
        ----------
        limit : int, optional
            How many are needed; all when left out.
        """
        positions = np.arange(len(self.hits), dtype=np.int32)
        if limit is not None and 0 < limit < len(positions):
            cut = np.partition(self.totals, -limit)[-limit]
            positions = np.flatnonzero(self.totals >= cut).astype(np.int32)
        ordered = positions[np.lexsort((positions, -self.totals[positions]))]
        return ordered if limit is None else ordered[:limit]

    def position_of(self, tool: int) -> int | None:
        """Return where a tool stands within ``hits``; None when it is no hit."""
        position = int(np.searchsorted(self.hits, tool))
        return position if position < len(self.hits) and self.hits[position] == tool else None

    def rank_at(self, position: int, totals: Floats | None = None) -> int:
        """Return the 1-based rank of a hit among all hits, under other totals if given."""
        totals = self.totals if totals is None else totals
        own = totals[position]
        better = np.count_nonzero(totals > own)
        return int(better + np.count_nonzero(totals[:position] == own) + 1)

    def best_of(self, tools: Sequence[int]) -> int | None:
        """Return the position of the best ranked of the tools; None when none is a hit."""
        positions = [p for tool in tools if (p := self.position_of(tool)) is not None]
        return min(positions, key=self.rank_at, default=None)

    def counterfactuals(
        self, expected: int | None, winner: int
    ) -> tuple[SignalCounterfactual, ...]:
        """Compare the expected tool with the winner, signal by signal.

        Parameters
        ----------
        expected : int or None
            Position of the expected tool; None when it is no hit.
        winner : int
            Position of the tool to compare with.

        Returns
        -------
        tuple of SignalCounterfactual
            One row for each signal that gave either tool anything, in summing order.
        """
        rows: list[SignalCounterfactual] = []
        for signal, values in self.contributions.items():
            own = float(values[expected]) if expected is not None else 0.0
            theirs = float(values[winner])
            if own == 0.0 and theirs == 0.0:
                continue
            rows.append(
                SignalCounterfactual(
                    signal=signal,
                    expected=own / UNITS,
                    winner=theirs / UNITS,
                    rank_without=self._rank_without(signal, expected),
                )
            )
        return tuple(rows)

    def _rank_without(self, signal: str, position: int | None) -> int | None:
        if position is None:
            return None
        entered = np.zeros(len(self.hits))
        for entry in ENTRY_SIGNALS:
            if entry != signal and entry in self.contributions:
                entered += self.contributions[entry]
        if entered[position] <= 0.0:
            return None
        totals = self.totals - self.contributions[signal]
        return self.rank_at(position, np.where(entered > 0.0, totals, -np.inf))
