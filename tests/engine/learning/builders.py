"""Traces of a small shop, valid by default."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from engine.learning.policy import LearningPolicy
from engine.learning.suggest import suggest
from engine.models.learning import TraceRecord
from engine.text.families import family_of

NOW = datetime(2026, 6, 1, tzinfo=UTC)
POLICY = LearningPolicy()


def record(number=0, *, query="find order", days=0.0, session=None, target="getOrder", **values):
    return TraceRecord(
        **{
            "trace_id": f"trace-v1:{number}",
            "collection": "shop",
            "session": f"session-v1:{number if session is None else session}",
            "family": family_of(query).key,
            "query_fingerprint": "query-v1:0",
            "known_words": family_of(query).words,
            "selected_target": target,
            "plan": (target,),
            "success": True,
            "happened_at": NOW - timedelta(days=days),
            **values,
        }
    )


def suggestions(records, *, policy=POLICY, now=NOW, decisions=None, writes=lambda name: False):
    return suggest(
        records,
        collection="shop",
        now=now,
        policy=policy,
        writes=writes,
        decisions=decisions or {},
    )


def closed(suggestion):
    return [gate.code.value for gate in suggestion.gates if not gate.passed]
