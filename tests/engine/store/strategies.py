"""Any record that a model allows, read off its fields, with unknown keys where it keeps them."""

from __future__ import annotations

import types
import typing
from datetime import UTC, datetime
from enum import Enum

from hypothesis import strategies as st
from pydantic import AwareDatetime, BaseModel, JsonValue

INT32 = 2**31 - 1
# One lone surrogate cannot be stored as text; see test_documents for how it is kept.
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXT, inner, max_size=2),
    max_leaves=4,
)
MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


def records(model: type[BaseModel], **fixed: st.SearchStrategy) -> st.SearchStrategy:
    """Return a strategy for validated instances of ``model``; ``fixed`` replaces fields."""
    fields = {
        name: fixed[name] if name in fixed else _values(field.annotation, field.metadata)
        for name, field in model.model_fields.items()
    }
    known = st.fixed_dictionaries(fields)
    if model.model_config.get("extra") != "allow":
        return known.map(model.model_validate)
    unknown = st.dictionaries(TEXT.map("later_{}".format), JSON, max_size=2)
    return st.tuples(known, unknown).map(lambda parts: model.model_validate(parts[0] | parts[1]))


def _values(annotation: object, metadata: typing.Sequence[object] = ()) -> st.SearchStrategy:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation is JsonValue:
        return JSON
    if annotation is AwareDatetime:
        return MOMENTS
    if origin is typing.Annotated:
        return _values(arguments[0], (*metadata, *arguments[1:]))
    if origin in (typing.Union, types.UnionType):
        return st.one_of([_values(part, metadata) for part in arguments])
    if origin is typing.Literal:
        return st.sampled_from(arguments)
    if origin is tuple:
        return _tuples(arguments)
    if origin is dict:
        return st.dictionaries(TEXT, _values(arguments[1]), max_size=3)
    assert isinstance(annotation, type), annotation
    return _plain(annotation, metadata)


def _tuples(arguments: tuple[object, ...]) -> st.SearchStrategy:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return st.lists(_values(arguments[0]), max_size=2).map(tuple)
    return st.tuples(*map(_values, arguments))


def _plain(kind: type, metadata: typing.Sequence[object]) -> st.SearchStrategy:
    low = next((x.ge for x in metadata if hasattr(x, "ge")), None)
    high = next((x.le for x in metadata if hasattr(x, "le")), None)
    if kind is type(None):
        return st.none()
    if issubclass(kind, BaseModel):
        return st.deferred(lambda: records(kind))
    if issubclass(kind, Enum):
        return st.sampled_from(sorted(kind))
    if kind is str:
        shortest = next((x.min_length for x in metadata if hasattr(x, "min_length")), None)
        return TEXT.filter(len) if shortest else TEXT
    if kind is bool:
        return st.booleans()
    if kind is int:
        return st.integers(-INT32 if low is None else low, INT32 if high is None else high)
    assert kind is float, kind
    return st.floats(low, high, allow_nan=False, allow_infinity=False)
