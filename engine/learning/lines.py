"""Traces as runners write them: one JSON object a line.

::

    {
        "query": "...",
        "calls": [{"tool": "getOrder", "arguments": {...}, "output": {...}}],
        "success": true,
        "session": "s-1",
        "at": "2026-03-01T09:00:00Z",
    }

``selected_target`` is the last call's tool when it is left out; ``plan`` (names alone) may stand in
place of ``calls``.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import Problem
from engine.fingerprint import JsonValue
from engine.learning.raw import RawCall, RawTrace, moment


def read_line(value: object, where: str) -> RawTrace | Problem:
    """Return the trace of one line, or what is wrong with it."""
    if not isinstance(value, Mapping):
        return Problem(where, "a trace is a JSON object with a 'query' and 'calls'.")
    query = value.get("query")
    if not isinstance(query, str) or not query.strip():
        return Problem(where, "'query' must be a text: what the agent was asked for.")
    calls = _calls(value)
    if calls is None:
        return Problem(where, "'calls' must be a list of objects with 'tool', 'plan' one of names.")
    success = value.get("success")
    if success is not None and not isinstance(success, bool):
        return Problem(where, "'success' must be true, false or left out.")
    at = value.get("at", value.get("timestamp", value.get("created_at")))
    happened = moment(at)
    if at is not None and happened is None:
        return Problem(where, "'at' must be a time with its zone, like 2026-03-01T09:00:00Z.")
    latency = value.get("latency_ms")
    return RawTrace(
        where=where,
        query=query,
        calls=calls,
        selected_target=_text(value, "selected_target") or (calls[-1].tool if calls else None),
        llm_target=_text(value, "llm_target"),
        success=success,
        failure_reason=_text(value, "failure_reason"),
        session=_text(value, "session") or _text(value, "session_id"),
        trace_id=_text(value, "trace_id"),
        latency_ms=_positive(latency),
        happened_at=happened,
        source="jsonl",
    )


def _calls(value: Mapping[str, object]) -> tuple[RawCall, ...] | None:
    plan = value.get("plan")
    given = value.get("calls", [{"tool": tool} for tool in plan] if isinstance(plan, list) else [])
    if not isinstance(given, list):
        return None
    calls: list[RawCall] = []
    for call in given:
        if not isinstance(call, Mapping) or not isinstance(call.get("tool"), str):
            return None
        arguments = call.get("arguments")
        ok = call.get("ok")
        calls.append(
            RawCall(
                call["tool"],
                arguments if isinstance(arguments, Mapping) else {},
                _json(call.get("output")),
                ok if isinstance(ok, bool) else None,
            )
        )
    return tuple(calls)


def _text(value: Mapping[str, object], key: str) -> str | None:
    found = value.get(key)
    return found if isinstance(found, str) and found else None


def _positive(value: object) -> float | None:
    if isinstance(value, int | float) and not isinstance(value, bool) and value >= 0:
        return float(value)
    return None


def _json(value: object) -> JsonValue:
    return value if isinstance(value, str | int | float | bool | Mapping | list) else None
