"""DuckDB's errors in words that say what happened to the store and what to do about it."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import duckdb
from pydantic import ValidationError

from engine.errors import SchemaAhead, StoreError, StoreLocked

_HOLDER = re.compile(r"\(PID (\d+)\)")
_LONGEST_COMMAND = 120
_WAY_OUT = "Try again when it has finished, or name another file with --db."


def is_conflict(error: duckdb.Error) -> bool:
    """Whether another process holds the file, so that waiting may help."""
    return "Could not set lock on file" in str(error)


def is_missing(error: duckdb.Error) -> bool:
    """Whether there is no file (any more)."""
    return "database does not exist" in str(error)


def locked(path: Path, error: duckdb.Error | None, seconds: float) -> StoreLocked:
    """Say who holds the store.

    Parameters
    ----------
    path : Path
        The store's file.
    error : duckdb.Error, optional
        DuckDB's refusal; None when a thread of this process holds the file.
    seconds : float
        How long it was waited.
    """
    holder = "another task of this process" if error is None else _holder(path, str(error))
    waited = f" after waiting {seconds:g} seconds" if seconds else ""
    return StoreLocked(f"the store {str(path)!r} is still in use by {holder}{waited}. {_WAY_OUT}")


def _holder(path: Path, message: str) -> str:
    match = _HOLDER.search(message)
    number = int(match.group(1)) if match else 0
    if number <= 0:
        # Across containers and network folders the kernel cannot name the process.
        return "a process outside this machine or container"
    command = _command(number, path)
    return f"process {number} ({command})" if command else f"process {number}"


def _command(number: int, path: Path) -> str:
    """Return the command line of a process if it can be seen to hold the file, else ``""``."""
    process = Path("/proc") / str(number)
    try:
        opened = [os.path.realpath(link) for link in (process / "fd").iterdir()]
        words = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return ""
    if os.path.realpath(path) not in opened:
        return ""
    text = shlex.join([word for word in words if word])
    return text if len(text) <= _LONGEST_COMMAND else text[: _LONGEST_COMMAND - 1] + "…"


def translated(path: Path, error: duckdb.Error | OSError) -> StoreError:
    """Turn an error of DuckDB or of the file system into one of ours."""
    text = str(error)
    first = text.strip().splitlines()[0] if text.strip() else type(error).__name__
    name = str(path)
    if "not a valid DuckDB database file" in text:
        return StoreError(
            f"{name!r} is not a store: it is some other kind of file. Name another file with --db."
        )
    if "version number" in text and "can only read" in text:
        return SchemaAhead(
            f"the store {name!r} was written by a newer DuckDB than {duckdb.__version__}. "
            "Update Quality Lab, or name another file with --db."
        )
    return StoreError(f"the store {name!r} cannot be used: {first}")


def unreadable(path: Path, error: ValidationError) -> StoreError:
    """Say which stored record does not fit the models of this engine."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the whole record"
    return StoreError(
        f"the store {str(path)!r} holds a {error.title} that this engine cannot read: {where}: "
        f"{first['msg']}. A newer Quality Lab may have written it; update, or delete the record."
    )
