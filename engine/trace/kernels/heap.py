"""A heap of rows of three whole numbers, smallest first."""

from __future__ import annotations

import numpy as np

from engine.trace.kernels.jit import Ints, jit


@jit
def _before(a: int, b: int, c: int, heap: Ints, place: int) -> bool:
    if a != heap[place, 0]:
        return bool(a < heap[place, 0])
    if b != heap[place, 1]:
        return bool(b < heap[place, 1])
    return bool(c < heap[place, 2])


@jit
def push(heap: Ints, size: int, a: int, b: int, c: int) -> Ints:
    """Add a row to a heap of ``size`` rows, ordered by all three columns; return the heap."""
    if size == heap.shape[0]:
        larger = np.empty((2 * size, 3), np.int64)
        larger[:size] = heap
        heap = larger
    place = size
    while place > 0:
        parent = (place - 1) >> 1
        if not _before(a, b, c, heap, parent):
            break
        heap[place] = heap[parent]
        place = parent
    heap[place, 0], heap[place, 1], heap[place, 2] = a, b, c
    return heap


@jit
def pop(heap: Ints, size: int) -> None:
    """Take the first row out of a heap of ``size`` rows."""
    last = size - 1
    a, b, c = heap[last, 0], heap[last, 1], heap[last, 2]
    place = 0
    while True:
        child = 2 * place + 1
        if child >= last:
            break
        if child + 1 < last and _before(
            heap[child + 1, 0], heap[child + 1, 1], heap[child + 1, 2], heap, child
        ):
            child += 1
        if _before(a, b, c, heap, child):
            break
        heap[place] = heap[child]
        place = child
    heap[place, 0], heap[place, 1], heap[place, 2] = a, b, c
