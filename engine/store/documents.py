"""JSON columns: whole records, and the keys of a newer engine that have no column of their own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from operator import attrgetter
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticSerializationError

from engine.fingerprint import JsonValue

Model = TypeVar("Model", bound=BaseModel)
_UNKNOWN_KEYS: Callable[[BaseModel], dict[str, object] | None] = attrgetter("__pydantic_extra__")


def to_text(value: JsonValue | Mapping[str, object] | Sequence[object]) -> str:
    r"""Return JSON that can stand in a text column.

    A lone surrogate has no UTF-8 form; a text that holds one is written with escapes throughout.

    Examples
    --------
    >>> to_text({"a": "é"})
    '{"a":"é"}'
    >>> to_text("\ud800")
    '"\\ud800"'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"))
    return text


def extra_texts(models: Sequence[BaseModel], known: frozenset[str]) -> list[str | None]:
    """Return, for each record of one kind, as JSON what has no column of its own.

    Parameters
    ----------
    models : sequence of BaseModel
        All of one class.
    known : frozenset of str
        Names of the fields that have a column.

    Returns
    -------
    list of str or None
        An envelope's unknown keys, and the fields outside ``known`` that differ from their
        default; None for a record that has neither. Empty when no record has anything.
    """
    if not models:
        return []
    fields = type(models[0]).model_fields.items()
    later = {
        name: field.get_default(call_default_factory=True, validated_data={})
        for name, field in fields
        if name not in known
    }
    if not later:
        # Without the property of that name, which is a call in Python for each record.
        found = list(map(_UNKNOWN_KEYS, models))
        return [to_text(extra) if extra else None for extra in found] if any(found) else []
    return [_extra_text(model, later) for model in models]


def _extra_text(model: BaseModel, later: Mapping[str, object]) -> str | None:
    changed = {name for name, default in later.items() if getattr(model, name) != default}
    if not changed and not model.model_extra:
        return None
    extra = dict(model.model_extra or {})
    if changed:
        extra |= model.model_dump(mode="json", include=changed)
    return to_text(extra)


def extra_values(text: str | None) -> dict[str, object]:
    """Return the keys that :func:`extra_texts` wrote."""
    return dict(json.loads(text)) if text else {}


def record_text(model: BaseModel, *, exclude: frozenset[str] = frozenset()) -> str:
    """Return a whole record as JSON."""
    try:
        return model.model_dump_json(exclude=set(exclude))
    except PydanticSerializationError:
        return to_text(model.model_dump(mode="json", exclude=set(exclude)))


def record(kind: type[Model], text: str) -> Model:
    """Read back what :func:`record_text` wrote."""
    try:
        return kind.model_validate_json(text)
    except ValidationError:
        # Escaped lone surrogates and NaN are JSON to Python's reader only.
        return kind.model_validate(json.loads(text))


@cache
def query(name: str) -> str:
    """Return the text of ``queries/<name>.sql``."""
    return files("engine.store").joinpath("queries", f"{name}.sql").read_text(encoding="utf-8")
