"""What is wrong with a case, as sentences: field, what was given, what is needed."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import ValidationError

from engine.errors import Problem
from engine.ingest.reading import JsonObject, as_object, scalar_text, type_name

_NEEDED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "string_too_short": "at least one character",
}
_SHOWN = 40


def case_problems(error: ValidationError, value: JsonObject, where: str) -> list[Problem]:
    """Turn the findings of a validation into problems, in the order of the fields."""
    return [
        Problem(
            where, _sentence(found["type"], found["loc"], found["input"], found.get("ctx"), value)
        )
        for found in error.errors(include_url=False)
    ]


def _sentence(
    kind: str,
    location: tuple[int | str, ...],
    given: object,
    context: Mapping[str, object] | None,
    case: JsonObject,
) -> str:
    field = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)[1:]
    if kind == "missing":
        named = case.get("case_id")
        whose = f" of case {named!r}" if isinstance(named, str) and field != "case_id" else ""
        return f"{field}{whose} is missing; every case needs it."
    if field == "case_id" and isinstance(given, int | float) and not isinstance(given, bool):
        return f'case_id is the number {given}; ids are text, so write "{given}".'
    detail = as_object(context) if isinstance(context, dict) else {}
    if kind in ("greater_than_equal", "less_than_equal"):
        bound = detail.get("ge", detail.get("le"))
        word = "at least" if kind == "greater_than_equal" else "at most"
        needed = f"{word} {bound}"
    elif kind == "enum":
        needed = f"one of {detail.get('expected')}"
    else:
        needed = _NEEDED.get(kind, "another value")
    return f"{field} must be {needed}, but {_shown(given)} stands there."


def _shown(value: object) -> str:
    if isinstance(value, dict | list) or value is None:
        return type_name(value)
    text = scalar_text(value)
    text = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return f"the text {text!r}" if isinstance(value, str) else f"{type_name(value)} ({text})"
