"""Locks around the store's file: between threads of this process, and around its directory.

DuckDB itself locks the file between processes for as long as it is attached. Two things are left
to us. Inside one process an instance attaches a file once, for reading or for writing, so threads
have to agree: :class:`ReadersWriter`. And whoever puts another file in the store's place (a new
one, or one rewritten without deleted rows) must not do so between another process's opening of
the old file and its locking it: :class:`DirectoryLock`.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

if sys.platform != "win32":
    import fcntl

FIRST_PAUSE = 0.005
LONGEST_PAUSE = 0.1


class Deadline:
    """How long a caller is willing to wait for the file.

    Parameters
    ----------
    seconds : float
        Not negative; 0 tries once.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds
        self._pause = FIRST_PAUSE

    @property
    def remaining(self) -> float:
        """Seconds left; 0 when the time is over."""
        return max(0.0, self._end - time.monotonic())

    def pause(self) -> bool:
        """Wait a little, each time longer, and return True; False when the time is over."""
        remaining = self.remaining
        if remaining <= 0.0:
            return False
        time.sleep(min(self._pause, remaining))
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        return True


class ReadersWriter:
    """Many readers or one writer, among the threads of this process.

    A waiting writer holds back new readers, so that a busy dashboard cannot starve it. Not
    reentrant: a thread that reads must not ask again.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._readers = 0
        self._writers_waiting = 0
        self._writing = False
        self._opening = False

    def start_reading(self, deadline: Deadline) -> bool | None:
        """Become a reader: True for the first, who must open the file and say ``opened``.

        None when the time is over.
        """
        with self._changed:
            if not self._changed.wait_for(self._free_for_readers, deadline.remaining):
                return None
            self._readers += 1
            self._opening = self._readers == 1
            return self._opening

    def opened(self) -> None:
        """Let further readers in: the first one has opened the file."""
        with self._changed:
            self._opening = False
            self._changed.notify_all()

    @contextmanager
    def stop_reading(self) -> Iterator[bool]:
        """Stop being a reader; True inside for the last, who must close the file there."""
        with self._changed:
            try:
                yield self._readers == 1
            finally:
                self._readers -= 1
                self._opening = False
                self._changed.notify_all()

    def start_writing(self, deadline: Deadline) -> bool:
        """Become the only one; False when the time is over."""
        with self._changed:
            self._writers_waiting += 1
            try:
                free = self._changed.wait_for(
                    lambda: not self._writing and not self._readers, deadline.remaining
                )
                self._writing = free
                return free
            finally:
                self._writers_waiting -= 1
                self._changed.notify_all()

    def stop_writing(self) -> None:
        """Let others in."""
        with self._changed:
            self._writing = False
            self._changed.notify_all()

    def _free_for_readers(self) -> bool:
        return not (self._writing or self._writers_waiting or self._opening)


class DirectoryLock:
    """Advisory lock on the directory of the store, held for milliseconds.

    Shared while a file is being opened, exclusive while one is put in its place. Where the file
    system or the platform has no such locks it does nothing: DuckDB's own lock on the file
    remains.

    Parameters
    ----------
    directory : Path
        Must exist.
    exclusive : bool
        Whether nobody else may be opening the file.
    """

    def __init__(self, directory: Path, *, exclusive: bool) -> None:
        self._directory = directory
        self._exclusive = exclusive
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        """Try once; False when another process has it in a way that excludes this one."""
        if sys.platform == "win32":
            return True
        descriptor = os.open(self._directory, os.O_RDONLY)
        kind = fcntl.LOCK_EX if self._exclusive else fcntl.LOCK_SH
        try:
            fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        except OSError:
            os.close(descriptor)
            return True
        self._descriptor = descriptor
        return True

    def release(self) -> None:
        """Give it back; nothing happens when it is not held."""
        if self._descriptor is None or sys.platform == "win32":
            return
        # Unlocked by name, not by closing: a child forked meanwhile inherited the descriptor.
        fcntl.flock(self._descriptor, fcntl.LOCK_UN)
        os.close(self._descriptor)
        self._descriptor = None

    def __enter__(self) -> DirectoryLock:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()
