"""A file's content under the name that reports use."""

from __future__ import annotations

from typing import NamedTuple

SUFFIXES = (".json", ".yaml", ".yml")
"""What is read from a folder or an archive; a file that is named itself may be called anything."""


class SourceFile(NamedTuple):
    """A file's content under the name that reports use."""

    name: str
    """File name, or the path relative to the folder or archive it came from; ``/`` separates."""

    data: bytes
    """Content as it was read."""
