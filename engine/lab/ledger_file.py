"""A ledger in a file: one entry a line, added at the end and flushed to the disk."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from engine.errors import InvalidInput
from engine.gate.ledger import Build, Unreadable, checked, entry_line, read_line
from engine.models.gate import LedgerEntry


class LedgerFile:
    """An append-only ledger in one file, which several processes may write.

    A process that dies in the middle of a write leaves a line without its end. That line was never
    an entry: reading names it, and the next append replaces it.

    Parameters
    ----------
    path : Path
        Made on the first append; its folder must exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, build: Build) -> LedgerEntry:
        """Build an entry on the last one and wait until it is on the disk.

        Raises
        ------
        InvalidInput
            If the entry does not follow the last one of the file, or the file cannot be written.
        """
        try:
            with self.path.open("a+b") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                file.seek(0)
                lines = file.read().splitlines(keepends=True)
                whole = lines[:-1] if lines and not lines[-1].endswith(b"\n") else lines
                entry = checked(build, read_line(whole[-1]) if whole else None)
                if len(whole) < len(lines):
                    file.truncate(sum(len(line) for line in whole))
                file.write(entry_line(entry))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise InvalidInput(f"the ledger {self.path} cannot be written: {reason}.") from None
        return entry

    def read(self) -> Iterator[LedgerEntry | Unreadable]:
        """Return every line as an entry, or as what is wrong with it; oldest first."""
        if not self.path.exists():
            return
        try:
            with self.path.open("rb") as file:
                for line in file:
                    yield read_line(line)
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise InvalidInput(f"the ledger {self.path} cannot be read: {reason}.") from None
