"""Traces as OpenTelemetry exports them: spans of tools under the span of an agent.

Read are OTLP/JSON (``resourceSpans``, with attributes as lists of key and value) and flat spans
(one object a span, attributes as an object), with the names of OpenInference
(``openinference.span.kind``, ``tool.name``, ``input.value``, ``output.value``) and of
the GenAI conventions (``gen_ai.operation.name = execute_tool``, ``gen_ai.tool.name``,
``gen_ai.tool.call.arguments``, ``gen_ai.tool.call.result``, ``gen_ai.conversation.id``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from engine.fingerprint import JsonValue
from engine.learning.raw import RawCall, RawTrace, moment

_QUERY = ("input.value", "gen_ai.prompt", "gen_ai.input.messages", "user.query")
_TOOL = ("tool.name", "gen_ai.tool.name")
_ARGUMENTS = ("input.value", "tool.parameters", "gen_ai.tool.call.arguments")
_OUTPUT = ("output.value", "gen_ai.tool.call.result")
_SESSION = ("session.id", "gen_ai.conversation.id")


class Span(NamedTuple):
    """A span, in either spelling."""

    trace: str
    parent: str | None
    name: str
    start: datetime | None
    end: datetime | None
    failed: bool | None
    attributes: Mapping[str, object]


def is_export(value: object) -> bool:
    """Whether a document, or one of its lines, is an export of spans."""
    return isinstance(value, Mapping) and ("resourceSpans" in value or _trace_id(value) is not None)


def read_spans(values: Sequence[object]) -> list[RawTrace]:
    """Return the traces of exported spans, by trace id."""
    by_trace: dict[str, list[Span]] = {}
    for value in values:
        for span in _spans(value):
            by_trace.setdefault(span.trace, []).append(span)
    made = [_trace(trace, spans) for trace, spans in sorted(by_trace.items())]
    return [trace for trace in made if trace is not None]


def _spans(value: object) -> Iterator[Span]:
    if not isinstance(value, Mapping):
        return
    if "resourceSpans" not in value:
        yield from _span(value)
        return
    for resource in _list(value["resourceSpans"]):
        for scope in _list(resource.get("scopeSpans")):
            for span in _list(scope.get("spans")):
                yield from _span(span)


def _span(value: Mapping[str, object]) -> Iterator[Span]:
    trace = _trace_id(value)
    if trace is None:
        return
    parent = value.get("parentSpanId") or value.get("parent_id")
    status = value.get("status")
    code = status.get("code", status.get("status_code")) if isinstance(status, Mapping) else status
    words = str(value.get("status_code", code if code is not None else "")).upper()
    yield Span(
        trace=trace,
        parent=str(parent) if parent else None,
        name=str(value.get("name", "")),
        start=moment(value.get("startTimeUnixNano", value.get("start_time"))),
        end=moment(value.get("endTimeUnixNano", value.get("end_time"))),
        failed=True if words in ("2", "ERROR", "STATUS_CODE_ERROR") else _known_fine(words),
        attributes=_attributes(value.get("attributes")),
    )


def _known_fine(words: str) -> bool | None:
    return False if words in ("1", "OK", "STATUS_CODE_OK") else None


def _trace_id(value: Mapping[str, object]) -> str | None:
    context = value.get("context")
    found = value.get("traceId") or (
        context.get("trace_id") if isinstance(context, Mapping) else None
    )
    return str(found) if found else None


def _attributes(given: object) -> Mapping[str, object]:
    if isinstance(given, Mapping):
        return given
    return {str(each.get("key")): _plain(each.get("value")) for each in _list(given)}


def _plain(value: object) -> object:
    """Return the one value of an OTLP value object."""
    if isinstance(value, Mapping) and len(value) == 1:
        return next(iter(value.values()))
    return value


def _list(value: object) -> list[Mapping[str, object]]:
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def _trace(trace: str, spans: Sequence[Span]) -> RawTrace | None:
    ordered = sorted(spans, key=lambda span: (span.start is None, str(span.start), span.name))
    root = next((span for span in ordered if span.parent is None), ordered[0])
    query = next((q for span in (root, *ordered) if (q := _query(span))), "")
    if not query:
        return None
    calls = tuple(_call(span) for span in ordered if _is_tool(span))
    session = next((s for span in (root, *ordered) if (s := _first(span, _SESSION))), None)
    outcomes = [call.ok for call in calls]
    success = None if root.failed is None else not root.failed
    if success is None and outcomes and None not in outcomes:
        success = all(outcomes)
    elapsed = (root.end - root.start).total_seconds() * 1000 if root.end and root.start else None
    return RawTrace(
        where=f"trace {trace}",
        query=query,
        calls=calls,
        selected_target=calls[-1].tool if calls else None,
        llm_target=None,
        success=success,
        failure_reason=None,
        session=str(session) if session else None,
        trace_id=trace,
        latency_ms=elapsed if elapsed is not None and elapsed >= 0 else None,
        happened_at=root.start,
        source="otel",
    )


def _is_tool(span: Span) -> bool:
    kind = str(span.attributes.get("openinference.span.kind", "")).upper()
    operation = span.attributes.get("gen_ai.operation.name")
    return kind == "TOOL" or operation == "execute_tool"


def _call(span: Span) -> RawCall:
    arguments = _read(_first(span, _ARGUMENTS))
    return RawCall(
        tool=str(_first(span, _TOOL) or span.name),
        arguments=arguments if isinstance(arguments, Mapping) else {},
        output=_read(_first(span, _OUTPUT)),
        ok=None if span.failed is None else not span.failed,
    )


def _query(span: Span) -> str:
    if _is_tool(span):
        return ""
    found = _first(span, _QUERY)
    return found.strip() if isinstance(found, str) else ""


def _first(span: Span, names: Sequence[str]) -> object:
    return next((v for name in names if (v := span.attributes.get(name)) not in (None, "")), None)


def _read(value: object) -> JsonValue:
    """Return a value that an attribute holds as JSON text."""
    if isinstance(value, str):
        try:
            read: JsonValue = json.loads(value)
        except (ValueError, RecursionError):
            return value
        return read
    return value if isinstance(value, int | float | bool | Mapping | list) else None
