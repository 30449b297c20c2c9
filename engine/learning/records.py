"""Traces to what is kept of them: names, fingerprints, outcomes, and where values flowed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from engine.fingerprint import JsonValue, canonical_json, fingerprint
from engine.learning.raw import RawCall, RawTrace
from engine.models.learning import ObservedEdge, TraceRecord
from engine.models.scrubbing import ScrubReport
from engine.scrub.scrubber import scrub_text, scrub_value
from engine.text.families import family_of, word_print

NO_TOOL = "no_known_tool"
"""Why a trace is skipped: none of its tools is in the catalog."""

MAX_CALLS = 100
MAX_VALUES = 2000
LEAST_TELLING = 3
"""Characters from which a value that stands on both sides is hardly a coincidence."""


class Made(NamedTuple):
    """What became of one trace."""

    record: TraceRecord | None
    report: ScrubReport
    skipped: str | None = None


def make_record(
    trace: RawTrace,
    *,
    collection: str,
    tools: Collection[str],
    vocabulary: Collection[str],
    ingested_at: datetime,
) -> Made:
    """Return what may be kept of a trace.

    Values of calls are looked at once, to see which output a later input came from, and dropped.
    Of the query its family stays, as a fingerprint, with those of its words that the catalog has.

    Parameters
    ----------
    trace : RawTrace
        In memory only.
    collection : str
        Catalog that the tools belong to.
    tools, vocabulary : collection of str
        The catalog's names of tools, and its stems.
    ingested_at : datetime
        When the trace happened, if it does not say.
    """
    report = _report(trace)
    calls = [call for call in trace.calls[:MAX_CALLS] if call.tool in tools]
    target = trace.selected_target if trace.selected_target in tools else None
    if target is None and not calls:
        return Made(None, report, NO_TOOL)
    family = family_of(trace.query)
    own_id = trace.trace_id or canonical_json(_content(trace)).hex()
    trace_id = fingerprint("trace", [collection, own_id])
    record = TraceRecord(
        trace_id=trace_id,
        collection=collection,
        session=fingerprint("session", trace.session) if trace.session else trace_id,
        family=family.key,
        query_fingerprint=fingerprint("query", trace.query),
        known_words=tuple(word for word in family.words if word in vocabulary),
        word_prints=tuple(sorted(word_print(w) for w in family.words if w not in vocabulary)),
        lang=family.language,
        selected_target=target,
        llm_target=trace.llm_target if trace.llm_target in tools else None,
        plan=_plan(calls, target),
        edges=tuple(_edges(calls)),
        success=trace.success,
        failure_reason=_code(trace.failure_reason),
        latency_ms=trace.latency_ms,
        happened_at=trace.happened_at or ingested_at,
        source=trace.source,
        scrubbed=report.total,
    )
    return Made(record, report)


def _report(trace: RawTrace) -> ScrubReport:
    """Count the secrets of a trace; nothing of these texts is kept anyway."""
    values: list[JsonValue] = [[call.arguments, call.output] for call in trace.calls[:MAX_CALLS]]
    return scrub_text(trace.query).report + scrub_value(values).report


def _content(trace: RawTrace) -> JsonValue:
    calls: list[JsonValue] = [[call.tool, call.arguments, call.output] for call in trace.calls]
    at = trace.happened_at.isoformat() if trace.happened_at else ""
    return [trace.query, calls, trace.session, at, trace.success]


def _plan(calls: Sequence[RawCall], target: str | None) -> tuple[str, ...]:
    names = [call.tool for call in calls] or ([target] if target else [])
    return tuple(name for at, name in enumerate(names) if at == 0 or names[at - 1] != name)


def _code(reason: str | None) -> str | None:
    """Return a failure's reason when it is a code; a sentence may quote anything."""
    if reason is None or len(reason) > 40 or not reason.replace("_", "").isalnum():
        return None
    return reason.lower() if scrub_text(reason).report.total == 0 else None


def _edges(calls: Sequence[RawCall]) -> Iterator[ObservedEdge]:
    given: dict[str, tuple[str, str]] = {}
    found: set[tuple[str, str, str, str]] = set()
    for call in calls:
        for path, value in _leaves(call.arguments):
            if value in given and given[value][0] != call.tool:
                found.add((*given[value], call.tool, path))
        # The latest output that holds a value is where it was taken from.
        for path, value in _leaves(call.output):
            given[value] = (call.tool, path)
    for source, source_field, target, target_field in sorted(found):
        yield ObservedEdge(
            source=source, source_field=source_field, target=target, target_field=target_field
        )


def _leaves(value: JsonValue) -> Iterator[tuple[str, str]]:
    """Yield field paths with their values, list positions left out; telling values only."""
    stack: list[tuple[str, JsonValue]] = [("$", value)]
    seen = 0
    while stack and seen < MAX_VALUES:
        path, here = stack.pop()
        seen += 1
        if isinstance(here, Mapping):
            stack += [
                (f"{path}.{name}", here[name])
                for name in sorted(here, reverse=True)
                if scrub_text(name).report.total == 0
            ]
        elif isinstance(here, list | tuple):
            stack += [(f"{path}[]", each) for each in reversed(here)]
        elif not isinstance(here, bool) and here is not None and len(str(here)) >= LEAST_TELLING:
            yield path[:200], str(here)
