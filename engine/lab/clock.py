"""The clock as a port, so that everything below is a pure function of its arguments."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Where the time of day and elapsed time come from."""

    def now(self) -> datetime:
        """Return the time of day, in UTC and aware of it."""
        ...

    def elapsed_ms(self) -> float:
        """Return milliseconds since an arbitrary moment; never runs backwards."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """Return the time of day in UTC, to the microsecond."""
        return datetime.now(UTC)

    def elapsed_ms(self) -> float:
        """Return the performance counter in milliseconds."""
        return time.perf_counter() * 1000.0
