"""Bulk work without Python's cycle collector, which would walk all records again and again."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_paused = 0
_was_enabled = False


@contextmanager
def paused() -> Iterator[None]:
    """Hold the collector back while many records are read or built at once.

    Records hold no cycles, so nothing is lost; with a million of them alive, each pass over them
    costs more than all the work between two passes. Blocks may overlap in several threads: the
    collector is as it was before the first when the last has ended.
    """
    global _paused, _was_enabled
    with _lock:
        if _paused == 0:
            _was_enabled = gc.isenabled()
            gc.disable()
        _paused += 1
    try:
        yield
    finally:
        with _lock:
            _paused -= 1
            if _paused == 0 and _was_enabled:
                gc.enable()
