"""A ledger in a file: one entry a line, added at the end and flushed to the disk."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from engine.errors import InvalidInput
from engine.gate.ledger import entry_line, follows
from engine.gate.verify import Unreadable
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

    def append(self, entry: LedgerEntry) -> None:
        """Add an entry and wait until it is on the disk.

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
                torn = len(lines[-1]) if lines and not lines[-1].endswith(b"\n") else 0
                whole = lines[:-1] if torn else lines
                last = _read(whole[-1]) if whole else None
                if isinstance(last, Unreadable) or not follows(entry, last):
                    raise InvalidInput(
                        f"the entry does not follow the last one of {self.path.name!r}; "
                        "`quality-lab gate verify` says whether the ledger is whole."
                    )
                if torn:
                    file.truncate(sum(len(line) for line in whole))
                file.write(entry_line(entry))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise InvalidInput(f"the ledger {self.path} cannot be written: {reason}.") from None

    def last(self) -> LedgerEntry | None:
        """Return the newest whole entry; None for an empty ledger or a missing file."""
        found = [entry for entry in self.read() if isinstance(entry, LedgerEntry)]
        return found[-1] if found else None

    def entries(self) -> Iterator[LedgerEntry]:
        """Return the entries that can be read, oldest first."""
        return (entry for entry in self.read() if isinstance(entry, LedgerEntry))

    def read(self) -> Iterator[LedgerEntry | Unreadable]:
        """Return every line as an entry, or as what is wrong with it; oldest first."""
        if not self.path.exists():
            return
        try:
            with self.path.open("rb") as file:
                for line in file:
                    yield _read(line)
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise InvalidInput(f"the ledger {self.path} cannot be read: {reason}.") from None


def _read(line: bytes) -> LedgerEntry | Unreadable:
    if not line.endswith(b"\n"):
        return Unreadable("the line has no end: a write was cut off, or the line was changed.")
    try:
        entry = LedgerEntry.model_validate_json(line)
    except ValidationError:
        return Unreadable("the line is no entry.")
    if entry_line(entry) != line:
        return Unreadable("the line is not written as entries are: it was changed.")
    return entry
