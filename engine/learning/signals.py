"""Suggestions as they take part in a ranking."""

from __future__ import annotations

from collections.abc import Iterable

from engine.learning.policy import LearningPolicy
from engine.models.learning import (
    LearnedSignal,
    Suggestion,
    SuggestionStatus,
    SuggestionType,
)


def signals_of(
    suggestions: Iterable[Suggestion], policy: LearningPolicy, *, shadow: bool
) -> tuple[LearnedSignal, ...]:
    """Return the signals of promoted suggestions, and of those in shadow when asked for.

    A signal's strength grows with its decayed observations, up to ``policy.full_weight``.
    """
    wanted = {SuggestionStatus.PROMOTED} | ({SuggestionStatus.SHADOW} if shadow else set())
    chosen = [suggestion for suggestion in suggestions if suggestion.status in wanted]
    made = [_signal(suggestion, policy) for suggestion in chosen if suggestion.weight > 0]
    return tuple(sorted(made, key=lambda signal: signal.suggestion_id))


def _signal(suggestion: Suggestion, policy: LearningPolicy) -> LearnedSignal:
    strength = round(min(1.0, suggestion.weight / policy.full_weight), 6)
    helped = round(strength * policy.producer_share, 6)
    kind, tools = suggestion.type, suggestion.tools
    if kind is SuggestionType.DATA_FLOW_EDGE:
        lifted: tuple[tuple[str, float], ...] = ((tools[0], helped),)
    elif kind is SuggestionType.PLAN_PATH:
        shares = dict.fromkeys(tools[:-1], helped) | {tools[-1]: strength}
        lifted = tuple(sorted(shares.items()))
    else:
        lifted = ((tools[0], strength),)
    return LearnedSignal(
        suggestion_id=suggestion.suggestion_id,
        type=kind,
        status=suggestion.status,
        family=suggestion.family,
        word=suggestion.word,
        consumer=tools[1] if kind is SuggestionType.DATA_FLOW_EDGE else None,
        tools=lifted,
        observations=suggestion.observations,
    )
