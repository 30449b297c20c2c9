"""Promoted trace learning as a contribution of its own: small, named, and bounded.

A signal lifts tools that the query hits already; it brings none in. Three bounds hold for every
tool that it lifts:

* it gets at most ``settings.learning`` of the best score;
* it is never lifted past a tool that fits the query's action, resource or contract better;
* a tool is lifted past one that can do less only where the query asks for as much, and one that
  changes something only where it asks for such a change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from engine.models.candidate import LearningEvidence
from engine.models.learning import LearnedSignal, SuggestionType
from engine.models.tool import RiskClass, Tool
from engine.retrieval.scored import Scored
from engine.text.families import family_of, word_print

SIGNAL = "learning"
"""Name of the contribution."""

EVIDENCE_OF_MEANING = ("action_match", "resource_match", "contract_match")
"""Signals whose better fit learning never overrules."""

_LEVELS = {RiskClass.READ: 0, RiskClass.UNKNOWN: 1, RiskClass.WRITE: 2, RiskClass.DESTRUCTIVE: 3}
_WRITES = 2


class Learned(NamedTuple):
    """A scoring pass with learning in it."""

    scored: Scored
    evidence: Mapping[int, LearningEvidence]
    """By tool number, for the tools that were lifted or would have been but for a bound."""

    applied: tuple[str, ...]
    """Suggestions that concern the query, by id."""


class Lessons:
    """Signals over one catalog, ready to be applied to queries.

    Parameters
    ----------
    signals : sequence of LearnedSignal
        Sorted by suggestion id.
    tools : sequence of Tool
        The catalog's tools; a tool's position is its number.
    share : float
        Most that a tool is lifted by, as a share of the best score.
    """

    def __init__(
        self, signals: Sequence[LearnedSignal], tools: Sequence[Tool], share: float
    ) -> None:
        self.signals = tuple(signals)
        self._tools = tools
        self._numbers = {tool.name: number for number, tool in enumerate(tools)}
        self._levels = np.array(
            [_LEVELS[RiskClass(tool.semantics.risk.value)] for tool in tools], dtype=np.int32
        )
        self._share = share

    def apply(self, scored: Scored) -> Learned:
        """Return the scoring pass with a contribution ``learning`` where a signal applies.

        Without a signal that applies, the very same pass is returned.
        """
        if not self.signals or not len(scored.hits):
            return Learned(scored, {}, ())
        chosen = self._concerned(scored)
        wanted: dict[int, tuple[float, LearnedSignal]] = {}
        for signal in chosen:
            for name, strength in signal.tools:
                position = self._liftable(scored, name)
                if position is not None and strength > wanted.get(position, (0.0,))[0]:
                    wanted[position] = (strength, signal)
        applied = tuple(signal.suggestion_id for signal in chosen)
        if not wanted:
            return Learned(scored, {}, applied)
        lift = np.zeros(len(scored.hits))
        best = float(scored.totals.max())
        for position, (strength, _) in wanted.items():
            lift[position] = min(
                np.rint(self._share * strength * best), self._headroom(scored, position)
            )
        evidence = {
            int(scored.hits[position]): _evidence(signal)
            for position, (_, signal) in sorted(wanted.items())
        }
        contributions = {**scored.contributions, SIGNAL: lift}
        after = scored._replace(contributions=contributions, totals=scored.totals + lift)
        return Learned(after, evidence, applied)

    def _concerned(self, scored: Scored) -> list[LearnedSignal]:
        family = family_of(scored.query.text)
        prints = {word_print(word) for word in family.words}
        first = self._tools[int(scored.hits[int(scored.order(1)[0])])].name
        return [
            signal
            for signal in self.signals
            if (signal.family is not None and signal.family == family.key)
            or (signal.word is not None and signal.word in prints)
            or (signal.type is SuggestionType.DATA_FLOW_EDGE and signal.consumer == first)
        ]

    def _liftable(self, scored: Scored, name: str) -> int | None:
        """Return where a tool stands, if it may be lifted for this query."""
        number = self._numbers.get(name)
        if number is None:
            return None
        if self._levels[number] >= _WRITES and self._levels[number] > _asked(scored):
            return None
        position = scored.position_of(number)
        return position if position is not None and scored.totals[position] > 0 else None

    def _headroom(self, scored: Scored, position: int) -> float:
        """Return how far a tool may be lifted before it passes one that it must not pass.

        Both are compared by their scores without learning: a rival that is lifted too only
        leaves more room.
        """
        barred = np.zeros(len(scored.hits), dtype=np.bool_)
        for signal in EVIDENCE_OF_MEANING:
            strengths = scored.strengths[signal]
            barred |= strengths > strengths[position]
        levels = self._levels[scored.hits]
        if levels[position] > _asked(scored):
            barred |= levels < levels[position]
        own = scored.totals[position]
        rivals = scored.totals[barred & (scored.totals >= own)]
        if not len(rivals):
            return float("inf")
        # One unit below: equal scores go by name, which could put it above.
        return max(0.0, float(rivals.min() - own - 1.0))


def _asked(scored: Scored) -> int:
    """Return the greatest effect that the query asks for."""
    intent = scored.query.intent
    if intent.delete > 0:
        return _LEVELS[RiskClass.DESTRUCTIVE]
    return _WRITES if intent.write > 0 else _LEVELS[RiskClass.READ]


def _evidence(signal: LearnedSignal) -> LearningEvidence:
    return LearningEvidence(
        suggestion_id=signal.suggestion_id,
        suggestion_type=signal.type.value,
        status=signal.status.value,
        observations=signal.observations,
    )
