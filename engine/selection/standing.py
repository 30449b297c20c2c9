"""Where every candidate of one query stands: weighted signals, order, probability."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, Self

from engine.models.selection import RankSignal
from engine.models.tool import RiskClass
from engine.selection.calibration import calibrated, shares
from engine.selection.signals import Signals
from engine.selection.table import CALIBRATION, CALIBRATION_WITHOUT_ENCODER, WEIGHTS

NOTICEABLE = 0.1
"""Least difference of a weighted signal, in log-odds, that is named as a reason."""


NOT_COMPARED: Mapping[str, float] = MappingProxyType({})
"""Similarities where no encoder took part."""


class Standing(NamedTuple):
    """The candidates of one query, best selector score first; ties by name."""

    signals: tuple[RankSignal, ...]
    risks: Mapping[str, RiskClass]
    shares: Mapping[str, float]
    coverage: Mapping[str, float]
    """Part of the query's words that each candidate carries."""

    similarity: Mapping[str, float] = NOT_COMPARED
    """Cosine of the query with each candidate that an encoder compared with it."""

    @classmethod
    def of(
        cls,
        compared: Mapping[str, Signals],
        ranks: Mapping[str, int],
        risks: Mapping[str, RiskClass],
        coverage: Mapping[str, float],
        similarity: Mapping[str, float] = NOT_COMPARED,
    ) -> Self:
        """Weigh the signals and put the candidates in order."""
        rows = []
        for name, values in compared.items():
            weighted = {signal: WEIGHTS[signal] * value for signal, value in values.items()}
            weighted = {signal: value for signal, value in weighted.items() if value}
            rows.append(
                RankSignal(
                    name=name,
                    rank=ranks.get(name),
                    selector_score=sum(weighted.values()),
                    signals=weighted,
                )
            )
        rows.sort(key=lambda row: (-row.selector_score, row.name))
        scores = {row.name: row.selector_score for row in rows}
        return cls(tuple(rows), risks, shares(scores), coverage, similarity)

    def row(self, name: str) -> RankSignal:
        """Return the candidate of this name."""
        return next(row for row in self.signals if row.name == name)

    def confidence(self, name: str) -> float:
        """Probability that the candidate is the right one, as it was observed to come out."""
        share, covered, similarity = self.shares[name], self.coverage[name], self.similarity
        if name in similarity:
            return calibrated(share, covered, CALIBRATION, similarity[name])
        return calibrated(share, covered, CALIBRATION_WITHOUT_ENCODER)

    def rival_of(self, name: str) -> RankSignal | None:
        """Return the best of the other candidates."""
        return next((row for row in self.signals if row.name != name), None)

    def first(self) -> RankSignal:
        """Return the candidate that retrieval ranked best; without ranks, the best by score."""
        ranked = [row for row in self.signals if row.rank is not None]
        return min(ranked, key=lambda row: row.rank or 0) if ranked else self.signals[0]


def difference(one: RankSignal, other: RankSignal) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Name the signals that speak noticeably for ``one``, and those that speak for ``other``.

    Each by falling difference, then by name.
    """
    names = sorted({*one.signals, *other.signals})
    gaps = {name: one.signals.get(name, 0.0) - other.signals.get(name, 0.0) for name in names}
    by_size = sorted(gaps, key=lambda name: (-abs(gaps[name]), name))
    return (
        tuple(name for name in by_size if gaps[name] >= NOTICEABLE),
        tuple(name for name in by_size if gaps[name] <= -NOTICEABLE),
    )
