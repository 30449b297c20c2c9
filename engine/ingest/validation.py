"""What is wrong with a record, as sentences: field, what was given, what is needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import ValidationError

from engine.errors import Problem, nearest
from engine.ingest.reading import as_object, scalar_text, type_name

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
    "timezone_aware": "a time with its zone, such as 2026-01-31T09:00:00Z",
    "datetime_parsing": "a time such as 2026-01-31T09:00:00Z",
    "datetime_from_date_parsing": "a time such as 2026-01-31T09:00:00Z",
    "too_short": "longer",
    "too_long": "shorter",
}
_SHOWN = 40


def field_problems(
    error: ValidationError, where: str, known: Iterable[str] = ()
) -> dict[str, Problem]:
    """Turn the findings of a validation into problems.

    Parameters
    ----------
    error : ValidationError
        Of a model that forbids or keeps unknown keys.
    where : str
        Place of the record.
    known : iterable of str
        The model's own keys; the nearest is offered for one that is forbidden.

    Returns
    -------
    dict of str to Problem
        By field (``tags[0]``), in the order of the model.
    """
    problems = {}
    for found in error.errors(include_url=False):
        if found["type"] == "default_factory_not_called":
            # Nothing is wrong with this field: its default follows from one that is named itself.
            continue
        field = _path(found["loc"])
        sentence = _sentence(found["type"], field, found["input"], found.get("ctx"), sorted(known))
        problems[field] = Problem(where, sentence)
    return problems


def _path(location: tuple[int | str, ...]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)[1:]


def _sentence(
    kind: str,
    field: str,
    given: object,
    context: Mapping[str, object] | None,
    known: list[str],
) -> str:
    if kind == "missing":
        return f"{field} is missing; it is needed."
    if kind == "extra_forbidden":
        near = nearest(field.rpartition(".")[2], known)
        hint = f" Did you mean {near!r}?" if near else f" Known are {', '.join(known)}."
        return f"{field} is no known key.{hint}"
    detail = as_object(context)
    if kind in ("greater_than_equal", "less_than_equal"):
        bound = detail.get("ge", detail.get("le"))
        needed = f"{'at least' if kind == 'greater_than_equal' else 'at most'} {bound}"
    elif kind == "enum":
        needed = f"one of {detail.get('expected')}"
    elif kind == "string_too_long":
        needed = f"at most {detail.get('max_length')} characters long"
    elif kind == "value_error":
        # Our own validators say the whole predicate.
        return f"{field} {detail.get('error')}." if field else f"{detail.get('error')}."
    else:
        needed = _NEEDED.get(kind, "another value")
    return f"{field} must be {needed}, but {_shown(given)} stands there."


def _shown(value: object) -> str:
    if isinstance(value, dict | list) or value is None:
        return type_name(value)
    text = scalar_text(value)
    text = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return f"the text {text!r}" if isinstance(value, str) else f"{type_name(value)} ({text})"
