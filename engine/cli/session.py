"""The lab that a command works on, and files that it reads and writes."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.errors import InvalidInput
from engine.lab.lab import Lab, default_db


def open_lab(arguments: argparse.Namespace) -> Lab:
    """Return the lab over the store that ``--db`` names."""
    return Lab(arguments.db or default_db(), encoder=getattr(arguments, "encoder", None))


def check_writable(path: Path) -> None:
    """Refuse an output path before any work is done for it.

    Raises
    ------
    InvalidInput
        If it is a folder or its folder does not exist.
    """
    if path.is_dir():
        raise InvalidInput(f"{path} is a folder; name a file to write to.")
    if not path.absolute().parent.is_dir():
        raise InvalidInput(f"the folder {path.absolute().parent} does not exist; make it first.")


def write_file(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path``.

    Raises
    ------
    InvalidInput
        If the operating system refuses.
    """
    try:
        path.write_bytes(data)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be written: {error.strerror}.") from error
