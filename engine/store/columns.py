"""Arrow columns built straight from values: bulk rows never pass through single inserts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import accumulate, chain, count
from operator import itemgetter, methodcaller
from typing import Any, TypeAlias, TypeVar

import pyarrow as pa
from pydantic import BaseModel

from engine.store.documents import extra_texts

Column: TypeAlias = "pa.Array[pa.Scalar]"
Item = TypeVar("Item")


def values(models: Sequence[BaseModel], *names: str) -> list[list[Any]]:
    """Return the named fields of many records, one list a field.

    Each record is touched once: with hundreds of thousands of them, going through all of them
    again for every field is what costs. Fields are read from where pydantic keeps them, which is
    about twice as fast as by attribute.
    """
    fields = map(vars, models)
    if len(names) == 1:
        return [list(map(itemgetter(names[0]), fields))]
    flat = list(chain.from_iterable(map(itemgetter(*names), fields)))
    return [flat[place :: len(names)] for place in range(len(names))]


def records(models: Sequence[BaseModel], kind: pa.StructType) -> Column:
    """Struct column of flat records, whose fields are texts and numbers.

    Arrow takes each record's fields at once: for records by the million that is nearly twice as
    fast as a list for every field.
    """
    try:
        return pa.array(list(map(vars, models)), kind)
    except UnicodeEncodeError:
        return pa.array([_encodable_fields(vars(model)) for model in models], kind)


def extras(models: Sequence[BaseModel], known: frozenset[str]) -> Column:
    """JSON column with what the records carry beyond the fields in ``known``."""
    found = extra_texts(models, known)
    return texts(found) if found else pa.nulls(len(models), pa.string())


def texts(values: Sequence[str | None]) -> Column:
    """Text column; a lone surrogate, which has no UTF-8 form, is written as its escape."""
    try:
        return pa.array(values, pa.string())
    except UnicodeEncodeError:
        return pa.array([_encodable(value) for value in values], pa.string())


def integers(values: Sequence[int | None]) -> Column:
    """Integer column."""
    return pa.array(values, pa.int64())


def numbers(values: Sequence[float | None]) -> Column:
    """Column of doubles."""
    return pa.array(values, pa.float64())


def flags(values: Sequence[bool | None]) -> Column:
    """Boolean column."""
    return pa.array(values, pa.bool_())


def same(value: int, count: int) -> Column:
    """Column that holds one integer ``count`` times."""
    return pa.repeat(pa.scalar(value, pa.int64()), count)


def lists(rows: Sequence[Sequence[Item]], items: Column) -> Column:
    """List column: row ``i`` takes the next ``len(rows[i])`` of ``items``."""
    offsets = pa.array([0, *accumulate(map(len, rows))], pa.int32())
    return pa.ListArray.from_arrays(offsets, items)


def text_lists(rows: Sequence[Sequence[str]]) -> Column:
    """Column of lists of text."""
    return lists(rows, texts(list(chain.from_iterable(rows))))


def structs(fields: Mapping[str, Column], *, present: Iterable[bool] | None = None) -> Column:
    """Struct column; NULL where ``present`` is False."""
    mask = None if present is None else pa.array([not there for there in present], pa.bool_())
    return pa.StructArray.from_arrays(list(fields.values()), list(fields), mask=mask)


def spread(items: Column, present: Iterable[bool]) -> Column:
    """Column that takes the next of ``items`` where ``present`` is True and is NULL elsewhere."""
    number = count()
    return items.take(pa.array([next(number) if there else None for there in present], pa.int64()))


def maps(rows: Sequence[Mapping[str, object]], items: Column) -> Column:
    """Column of maps: row ``i`` gives its names to the next ``len(rows[i])`` of ``items``."""
    offsets = pa.array([0, *accumulate(map(len, rows))], pa.int32())
    return pa.MapArray.from_arrays(offsets, texts(list(chain.from_iterable(rows))), items)


def number_maps(rows: Sequence[Mapping[str, float | None]]) -> Column:
    """Column of maps from a name to a double; a missing number (or NaN) is NULL."""
    found = list(chain.from_iterable(map(methodcaller("values"), rows)))
    return maps(rows, pa.array(found, pa.float64(), from_pandas=True))


def count_maps(rows: Sequence[Mapping[str, int]]) -> Column:
    """Column of maps from a name to an integer."""
    return maps(rows, integers(list(chain.from_iterable(map(methodcaller("values"), rows)))))


def moments(values: Sequence[datetime]) -> Column:
    """Column of times without a zone."""
    return pa.array(values, pa.timestamp("us"))


def _encodable(value: str | None) -> str | None:
    return None if value is None else value.encode(errors="backslashreplace").decode()


def _encodable_fields(fields: Mapping[str, object]) -> dict[str, object]:
    return {
        name: _encodable(value) if isinstance(value, str) else value
        for name, value in fields.items()
    }
