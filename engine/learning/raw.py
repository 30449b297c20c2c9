"""A trace as it is read: in memory only, and never written anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from engine.fingerprint import JsonValue


class RawCall(NamedTuple):
    """One call of a tool."""

    tool: str
    arguments: Mapping[str, JsonValue]
    output: JsonValue = None
    ok: bool | None = None


class RawTrace(NamedTuple):
    """One attempt at a query."""

    where: str
    """Its place in the file."""

    query: str
    calls: tuple[RawCall, ...]
    selected_target: str | None
    llm_target: str | None
    success: bool | None
    failure_reason: str | None
    session: str | None
    trace_id: str | None
    latency_ms: float | None
    happened_at: datetime | None
    source: str


def moment(value: object) -> datetime | None:
    """Return an ISO 8601 time with a zone, or nanoseconds since 1970; None for anything else.

    Examples
    --------
    >>> moment("2026-03-01T00:00:00Z").isoformat()
    '2026-03-01T00:00:00+00:00'
    >>> moment("2026-03-01") is None
    True
    """
    if isinstance(value, str) and value.isdigit():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and value > 10**17:
        return datetime.fromtimestamp(value / 1e9, UTC) if value < 4 * 10**18 else None
    if not isinstance(value, str):
        return None
    try:
        read = datetime.fromisoformat(value)
    except ValueError:
        return None
    return read if read.tzinfo is not None else None
