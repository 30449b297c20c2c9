"""Arrow columns built straight from values: bulk rows never pass through single inserts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias, TypeVar

import pyarrow as pa

Column: TypeAlias = "pa.Array[pa.Scalar]"
Table: TypeAlias = "pa.Table"
Item = TypeVar("Item")

TEXTS = pa.list_(pa.string())
NUMBERS = pa.map_(pa.string(), pa.float64())


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


def lists(rows: Sequence[Sequence[Item]], values: Column) -> Column:
    """List column: row ``i`` takes the next ``len(rows[i])`` of ``values``."""
    offsets = pa.array([0, *accumulate(map(len, rows))], pa.int32())
    return pa.ListArray.from_arrays(offsets, values)


def text_lists(rows: Sequence[Sequence[str]]) -> Column:
    """Column of lists of text."""
    return lists(rows, texts([value for row in rows for value in row]))


def structs(fields: Mapping[str, Column], *, present: Iterable[bool] | None = None) -> Column:
    """Struct column; NULL where ``present`` is False."""
    mask = None if present is None else pa.array([not there for there in present], pa.bool_())
    return pa.StructArray.from_arrays(list(fields.values()), list(fields), mask=mask)


def number_maps(rows: Sequence[Mapping[str, float | None]]) -> Column:
    """Column of maps from a name to a double; a missing number (or NaN) is NULL."""
    offsets = pa.array([0, *accumulate(map(len, rows))], pa.int32())
    keys = texts([key for row in rows for key in row])
    values = pa.array(
        [value for row in rows for value in row.values()], pa.float64(), from_pandas=True
    )
    return pa.MapArray.from_arrays(offsets, keys, values)


def _encodable(value: str | None) -> str | None:
    return None if value is None else value.encode(errors="backslashreplace").decode()
