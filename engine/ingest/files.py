"""From paths to bytes: files, folders and archives, under names that are no paths of a machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from engine.errors import DocumentError, InvalidInput, Problem
from engine.ingest.archives import is_archive, unpack
from engine.ingest.source import SUFFIXES, SourceFile

__all__ = ["MAX_BYTES", "MAX_FILES", "SourceFile", "read_file", "read_files"]

MAX_BYTES = 512 * 1024 * 1024
"""How much all files of one import may hold together."""

MAX_FILES = 20_000
"""How many files one import may read."""


def read_files(paths: Sequence[Path]) -> tuple[SourceFile, ...]:
    """Read files, folders and archives.

    Parameters
    ----------
    paths : sequence of Path
        Files of any name; folders, of which every ``.json``, ``.yaml`` and ``.yml`` below is read
        except in hidden folders; archives (``.zip``, ``.tar``, ``.tar.gz``, ``.tgz``), read like
        folders.

    Returns
    -------
    tuple of SourceFile
        Sorted by name; each name once. Files of equal name from different places are told apart
        by as much of their parent folders as it takes.

    Raises
    ------
    InvalidInput
        If nothing is given, a path does not exist or cannot be read, a folder holds no document,
        or there is more than ``MAX_FILES`` or ``MAX_BYTES``.
    DocumentError
        If a file is empty or an archive is damaged.
    """
    if not paths:
        raise InvalidInput("no document was given; name at least one file, folder or archive.")
    found: list[tuple[tuple[str, ...], SourceFile]] = []
    budget = _Budget()
    for path in paths:
        if path.is_dir():
            found += _read_folder(path, budget)
            continue
        file = SourceFile(path.name, _read(path, str(path), budget))
        if not file.data:
            raise DocumentError(file.name, [Problem("", "the file is empty (0 bytes).")])
        if is_archive(file.name):
            found += [((path.name,), inner) for inner in unpack(file)]
        else:
            found.append((path.absolute().parts[1:-1], file))
    return _named_apart(found)


def read_file(path: Path) -> SourceFile:
    """Read one file, whatever its kind.

    Raises
    ------
    InvalidInput
        If there is no such file, it is a folder, it cannot be read, or it is too large.
    """
    if path.is_dir():
        raise InvalidInput(f"{str(path)!r} is a folder; name a file in it.")
    return SourceFile(path.name, _read(path, str(path), _Budget()))


class _Budget:
    """What one import may still read."""

    def __init__(self) -> None:
        self.files = MAX_FILES
        self.bytes = MAX_BYTES

    def take(self, size: int) -> None:
        self.files -= 1
        self.bytes -= size
        if self.files < 0 or self.bytes < 0:
            raise InvalidInput(
                f"there are more than {MAX_FILES:,} files or {MAX_BYTES // 2**20} MiB to read; "
                "name the documents themselves or a smaller folder."
            )


def _read_folder(folder: Path, budget: _Budget) -> list[tuple[tuple[str, ...], SourceFile]]:
    found: list[tuple[tuple[str, ...], SourceFile]] = []
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        if path.suffix.lower() not in SUFFIXES or any(p.startswith(".") for p in relative.parts):
            continue
        if path.is_file():
            name = relative.as_posix()
            found.append(((folder.absolute().name,), SourceFile(name, _read(path, name, budget))))
    if not found:
        kinds = ", ".join(SUFFIXES)
        raise InvalidInput(f"the folder {str(folder)!r} holds no document ({kinds}).")
    return found


def _read(path: Path, shown: str, budget: _Budget) -> bytes:
    try:
        budget.take(path.stat().st_size)
        return path.read_bytes()
    except FileNotFoundError:
        raise InvalidInput(f"there is no file or folder {shown!r}.") from None
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise InvalidInput(f"{shown!r} cannot be read: {reason}.") from None


def _named_apart(
    found: Iterable[tuple[tuple[str, ...], SourceFile]],
) -> tuple[SourceFile, ...]:
    """Give each file a name of its own, from as many parent folders as that takes."""
    files = sorted(set(found))
    shared = Counter(file.name for _, file in files)
    deepest = max((len(parents) for parents, _ in files), default=0)
    named: list[SourceFile] = []
    for depth in range(1, deepest + 1):
        named = [
            SourceFile("/".join((*parents[-depth:], name)) if shared[name] > 1 else name, data)
            for parents, (name, data) in files
        ]
        if len({file.name for file in named}) == len(files):
            break
    return tuple(sorted(named))
