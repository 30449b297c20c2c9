"""What the traces of one collection suggest, with every gate, at one moment."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from engine.fingerprint import JsonValue, fingerprint
from engine.learning.gates import gates_of
from engine.learning.policy import LearningPolicy
from engine.models.learning import (
    LearningDecision,
    Suggestion,
    SuggestionStatus,
    SuggestionType,
    TraceRecord,
)

_Key = tuple[SuggestionType, str | None, tuple[str, ...], tuple[str, ...], str | None]
"""Type, family, tools, fields, word."""


def suggest(
    records: Iterable[TraceRecord],
    *,
    collection: str,
    now: datetime,
    policy: LearningPolicy,
    writes: Callable[[str], bool],
    decisions: Mapping[str, LearningDecision],
) -> tuple[Suggestion, ...]:
    """Return every suggestion, those with most observations first.

    Parameters
    ----------
    records : iterable of TraceRecord
        Those of other collections are passed over.
    collection : str
        The catalog.
    now : datetime
        Age and expiry are counted to this moment.
    policy : LearningPolicy
        Limits.
    writes : callable
        Whether a tool changes something.
    decisions : mapping of str to LearningDecision
        The latest decision about each suggestion.
    """
    own = sorted(
        (r for r in records if r.collection == collection),
        key=lambda r: (r.happened_at, r.trace_id),
    )
    by_key: dict[_Key, list[TraceRecord]] = {}
    for record in own:
        if record.success:
            for key in _keys(record):
                by_key.setdefault(key, []).append(record)
    made = [
        _suggestion(key, found, own, collection, now, policy, writes, decisions)
        for key, found in by_key.items()
        if _is_telling(key, found)
    ]
    made += _decided_only(made, decisions, collection, now)
    ordered = sorted(made, key=lambda s: (-s.observations, s.type, s.tools, s.suggestion_id))
    return tuple(ordered[: policy.max_suggestions])


def _keys(record: TraceRecord) -> list[_Key]:
    keys: list[_Key] = []
    if record.selected_target is not None:
        target = (record.selected_target,)
        keys.append((SuggestionType.TARGET_PREFERENCE, record.family, target, (), None))
        keys += [(SuggestionType.ALIAS, None, target, (), word) for word in record.word_prints]
    if len(record.plan) > 1:
        keys.append((SuggestionType.PLAN_PATH, record.family, record.plan, (), None))
    keys += [
        (
            SuggestionType.DATA_FLOW_EDGE,
            None,
            (edge.source, edge.target),
            (edge.source_field, edge.target_field),
            None,
        )
        for edge in record.edges
    ]
    return keys


def _is_telling(key: _Key, found: Sequence[TraceRecord]) -> bool:
    """Whether an alias stands in queries of different kinds; within one, the family says it."""
    return key[0] is not SuggestionType.ALIAS or len({record.family for record in found}) > 1


def _suggestion(
    key: _Key,
    found: Sequence[TraceRecord],
    own: Sequence[TraceRecord],
    collection: str,
    now: datetime,
    policy: LearningPolicy,
    writes: Callable[[str], bool],
    decisions: Mapping[str, LearningDecision],
) -> Suggestion:
    kind, family, tools, fields, word = key
    content: list[JsonValue] = [kind.value, collection, family, list(tools), list(fields), word]
    suggestion_id = fingerprint("suggestion", content)
    last = max(record.happened_at for record in found)
    expires = last + timedelta(days=policy.expires_after_days)
    attempts = [record for record in own if _concerns(key, record)]
    followed = [record for record in attempts if _follows(key, record)]
    recent = [r for r in followed if r.success is not None][-policy.recent_attempts :]
    suggestion = Suggestion(
        suggestion_id=suggestion_id,
        type=kind,
        collection=collection,
        family=family,
        known_words=found[-1].known_words if family is not None else (),
        tools=tools,
        fields=fields,
        word=word,
        observations=len(found),
        against=sum(record.success is True and not _follows(key, record) for record in attempts),
        failures=sum(record.success is False for record in recent),
        sessions=len({record.session for record in found}),
        weight=round(decayed(found, now, policy.half_life_days), 6),
        first_seen=min(record.happened_at for record in found),
        last_seen=last,
        expires_at=expires,
        status=_status(decisions.get(suggestion_id), expires, now),
        writes=any(writes(tool) for tool in tools),
    )
    ratio = suggestion.failures / len(recent) if recent else 0.0
    gates = gates_of(suggestion, ratio, len(recent), now, policy)
    return suggestion.model_copy(update={"gates": gates})


def speaks_for(suggestion: Suggestion, record: TraceRecord) -> bool:
    """Whether a trace is one of those that a suggestion rests on, or did as it says and failed."""
    key = (
        suggestion.type,
        suggestion.family,
        suggestion.tools,
        suggestion.fields,
        suggestion.word,
    )
    return _concerns(key, record) and _follows(key, record)


def decayed(found: Iterable[TraceRecord], now: datetime, half_life_days: float) -> float:
    """Return the observations, each halved for every half-life of its age; the future counts 1."""
    ages = [(now - record.happened_at).total_seconds() / 86_400 for record in found]
    return math.fsum(2.0 ** (-max(age, 0.0) / half_life_days) for age in ages)


def _concerns(key: _Key, record: TraceRecord) -> bool:
    """Whether a trace could have done as the suggestion says."""
    kind, family, tools, _, word = key
    if kind is SuggestionType.ALIAS:
        return word in record.word_prints
    if kind is SuggestionType.DATA_FLOW_EDGE:
        return set(tools) <= set(record.plan)
    return record.family == family


def _follows(key: _Key, record: TraceRecord) -> bool:
    kind, _, tools, fields, _ = key
    if kind is SuggestionType.PLAN_PATH:
        return record.plan == tools
    if kind is SuggestionType.DATA_FLOW_EDGE:
        return any(
            (e.source, e.target) == tools and (e.source_field, e.target_field) == fields
            for e in record.edges
        )
    return record.selected_target == tools[0]


def _status(
    decision: LearningDecision | None, expires: datetime, now: datetime
) -> SuggestionStatus:
    status = decision.status if decision is not None else SuggestionStatus.OBSERVE
    if status is SuggestionStatus.PROMOTED and expires <= now:
        return SuggestionStatus.EXPIRED
    return status


def _decided_only(
    made: Sequence[Suggestion],
    decisions: Mapping[str, LearningDecision],
    collection: str,
    now: datetime,
) -> list[Suggestion]:
    """Return decided suggestions whose traces were deleted, as they stood when decided."""
    known = {suggestion.suggestion_id for suggestion in made}
    return [
        decision.suggestion.model_copy(
            update={"status": _status(decision, decision.suggestion.expires_at, now)}
        )
        for name, decision in sorted(decisions.items())
        if name not in known and decision.collection == collection
    ]
