"""What every kernel needs: how it is compiled, the arrays it takes, how a search ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Arrows = tuple[Ints, Ints, Ints]
"""Row starts, neighbours and edges: an :class:`~engine.trace.snapshot.Adjacency`."""

F = TypeVar("F", bound=Callable[..., object])

jit = cast(Callable[[F], F], numba.njit(cache=True, nogil=True))

FOUND, NOTHING, CUT, TOO_LARGE = 0, 1, 2, 3
"""How a search ended; TOO_LARGE: a weight may leave 64 bits, so plain Python has to do it."""

LARGEST = 1 << 61
"""Sums above this are left to plain Python."""

ANY_HOPS = 1023
"""The low bits of a weight, which count hops (:data:`engine.trace.snapshot.HOP_SHIFT`)."""
