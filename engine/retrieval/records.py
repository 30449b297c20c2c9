"""Records made of values that this package computed itself, without validating them again.

One answer holds some two hundred records; pydantic's own ``model_construct`` would take most of
the time of a query. A test holds that records made here equal their validated twins.
"""

from __future__ import annotations

from typing import TypeVar

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
    known = _KNOWN.get(model)
    if known is None:
        known = _KNOWN[model] = (
            set(model.model_fields),
            model.model_config.get("extra") == "allow",
        )
    made = model.__new__(model)
    _set_values(made, values)
    _set_fields(made, known[0])
    _set_extra(made, {} if known[1] else None)
    _set_private(made, None)
    return made
