"""Records made of values that this package computed itself, without validating them again.

One answer holds some two hundred records; pydantic's own ``model_construct`` would take most of
the time of a query. A test holds that records made here equal their validated twins.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Any, TypeVar

from pydantic import BaseModel

AnyModel = TypeVar("AnyModel", bound=BaseModel)

_SLOTS = BaseModel.__dict__
_set_values = _SLOTS["__dict__"].__set__
_set_fields = _SLOTS["__pydantic_fields_set__"].__set__
_set_extra = _SLOTS["__pydantic_extra__"].__set__
_set_private = _SLOTS["__pydantic_private__"].__set__

_KNOWN: dict[type[BaseModel], tuple[set[str], bool]] = {}


def record(model: type[AnyModel], values: dict[str, object]) -> AnyModel:
    """Make a record of trusted values.

    Parameters
    ----------
    model : type
        A record type without private attributes.
    values : dict
        Every field of the model in the model's order; the record keeps this very dict.
    """
    return records(model, [values])[0]


def records(model: type[AnyModel], rows: Sequence[dict[str, object]]) -> list[AnyModel]:
    """Make many records of trusted values; see :func:`record`."""
    known = _KNOWN.get(model)
    if known is None:
        known = _KNOWN[model] = (
            set(model.model_fields),
            model.model_config.get("extra") == "allow",
        )
    fields, extra = known
    made = list(map(model.__new__, repeat(model, len(rows))))
    # One slot of all records after the other: the loops then run in C.
    _each(_set_values, made, rows)
    _each(_set_fields, made, repeat(fields))
    _each(_set_extra, made, [{} for _ in rows] if extra else repeat(None))
    _each(_set_private, made, repeat(None))
    return made


def _each(
    setter: Callable[[Any, Any], None], records: Iterable[Any], values: Iterable[Any]
) -> None:
    deque(map(setter, records, values), maxlen=0)
