"""Records as they may be kept: what a caller's file holds beyond the typed fields is scrubbed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from engine.fingerprint import JsonValue as AnyJson
from engine.models.case import Case, ExecutionOutcome, Suite
from engine.models.contract import EvidenceItem
from engine.scrub.scrubber import scrub_text, scrub_value

BODIES = frozenset(
    (
        *("body", "headers", "cookies", "payload", "raw", "request_body", "response_body"),
        *("request_headers", "response_headers", "raw_request", "raw_response"),
    )
)
"""Keys beside a recorded call under which its raw content stands; none of it is kept."""

HIDDEN_QUERY = ""
"""What stands in an export in place of a private suite's queries."""


def storable_case(case: Case) -> Case:
    """Return a case with everything but its query, its ids and its tools' names scrubbed.

    Values of provided entities stay, for a run may need them; :meth:`Case.storable`, which is
    what is written, leaves them out.
    """
    update: dict[str, object] = {}
    if case.tags:
        update["tags"] = _texts(case.tags)
    if case.source:
        update["source"] = scrub_text(case.source).text
    if case.auth:
        update["auth"] = _texts(case.auth)
    if case.assertions:
        update["assertions"] = tuple(_object(each) for each in case.assertions)
    if case.call_fields:
        update["call_fields"] = _texts(case.call_fields)
    if case.evidence:
        update["evidence"] = tuple(_evidence(item) for item in case.evidence)
    if case.execution is not None:
        update["execution"] = _execution(case.execution)
    update |= _extra(case.model_extra or {})
    changed = {name: value for name, value in update.items() if getattr(case, name) != value}
    return case.model_copy(update=changed) if changed else case


def storable_suite(suite: Suite) -> Suite:
    """Return a suite of storable cases."""
    cases = tuple(storable_case(case) for case in suite.cases)
    if all(one is other for one, other in zip(cases, suite.cases, strict=True)):
        return suite
    return suite.model_copy(update={"cases": cases})


def exportable_cases(cases: Sequence[Case], *, private: bool) -> tuple[Case, ...]:
    """Return cases as they may leave the store; of a private suite without their queries."""
    if not private:
        return tuple(cases)
    return tuple(case.model_copy(update={"query": HIDDEN_QUERY}) for case in cases)


def _evidence(item: EvidenceItem) -> EvidenceItem:
    """Return an item with the words that are written scrubbed; the rest is left out there."""
    kept = item.storable()
    words = ("kind", "field", "value", "unit")
    said: dict[str, JsonValue] = {name: kept[name] for name in words if name in kept}
    clean = {n: scrub_text(v).text if isinstance(v, str) else v for n, v in said.items()}
    return item.model_copy(update=clean) if clean != said else item


def _execution(outcome: ExecutionOutcome) -> ExecutionOutcome:
    update: dict[str, object] = {
        name: _value({name: value})[name] for name, value in (outcome.model_extra or {}).items()
    }
    if outcome.error_class:
        update["error_class"] = scrub_text(outcome.error_class).text
    if outcome.json_paths:
        update["json_paths"] = _texts(outcome.json_paths)
    return outcome.model_copy(update=update)


def _extra(extra: Mapping[str, JsonValue]) -> dict[str, object]:
    return {name: _value({name: value})[name] for name, value in extra.items()}


def _value(named: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Scrub one named value; raw content gives way to null."""
    (name,) = named
    if name.lower().replace("-", "_") in BODIES:
        return {name: None}
    clean = scrub_value(named).value
    (value,) = clean.values() if isinstance(clean, Mapping) else (None,)
    return {name: _json(value)}


def _object(value: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    clean = scrub_value(value).value
    return {str(k): _json(v) for k, v in clean.items()} if isinstance(clean, Mapping) else {}


def _json(value: AnyJson) -> JsonValue:
    """Return JSON in the containers that records hold."""
    if isinstance(value, Mapping):
        return {str(key): _json(item) for key, item in value.items()}
    if isinstance(value, str | int | float) or value is None:
        return value
    return [_json(item) for item in value]


def _texts(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(scrub_text(text).text for text in texts)
