"""Archives as folders: their documents in memory, with every size bounded before it is spent."""

from __future__ import annotations

import io
import posixpath
import tarfile
import zipfile
import zlib
from collections.abc import Iterator

from engine.errors import DocumentError, Problem
from engine.ingest.source import SUFFIXES, SourceFile

MAX_ENTRIES = 50_000
"""How many entries an archive may list."""

MAX_UNPACKED = 256 * 1024 * 1024
"""How many bytes the documents of one archive may hold together."""

_ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz")


def is_archive(name: str) -> bool:
    """Whether a file is read as an archive, by its name."""
    return name.lower().endswith(_ARCHIVES)


def unpack(file: SourceFile) -> tuple[SourceFile, ...]:
    """Return the documents of an archive, named by their path inside it and sorted.

    Entries that are no documents, links, and everything in hidden folders are passed over.

    Raises
    ------
    DocumentError
        If the archive is damaged, encrypted, holds no document, names a place outside itself, or
        would unpack to more than ``MAX_UNPACKED`` bytes or ``MAX_ENTRIES`` entries.
    """
    entries = _zip_entries if file.name.lower().endswith(".zip") else _tar_entries
    try:
        documents = tuple(sorted(entries(file)))
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError) as error:
        reason = str(error).rstrip(".") or type(error).__name__
        raise _refused(file, f"the archive is damaged ({reason}). Get it again in full.") from None
    except (RuntimeError, NotImplementedError) as error:
        reason = str(error).rstrip(".")
        raise _refused(
            file, f"the archive cannot be unpacked here ({reason}); unpack it yourself."
        ) from None
    if not documents:
        raise _refused(file, f"the archive holds no document ({', '.join(SUFFIXES)}).")
    return documents


def _zip_entries(file: SourceFile) -> Iterator[SourceFile]:
    budget = _Budget(file)
    with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
        for entry in archive.infolist():
            if budget.wants(entry.filename) and not entry.is_dir():
                with archive.open(entry) as stream:
                    yield SourceFile(_clean(entry.filename), budget.read(stream))


def _tar_entries(file: SourceFile) -> Iterator[SourceFile]:
    budget = _Budget(file)
    with tarfile.open(fileobj=io.BytesIO(file.data), mode="r:*") as archive:
        for entry in archive:
            if budget.wants(entry.name) and entry.isfile():
                stream = archive.extractfile(entry)
                if stream is not None:
                    yield SourceFile(_clean(entry.name), budget.read(stream))


class _Budget:
    """What one archive may still list and unpack."""

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self._entries = MAX_ENTRIES
        self._bytes = MAX_UNPACKED

    def wants(self, name: str) -> bool:
        self._entries -= 1
        if self._entries < 0:
            raise _refused(self._file, f"the archive lists more than {MAX_ENTRIES:,} entries.")
        clean = _clean(name)
        if not clean.lower().endswith(SUFFIXES):
            return False
        if clean.startswith(("/", "../")) or clean == "..":
            raise _refused(self._file, f"its entry {name!r} points outside the archive.")
        return not any(part.startswith((".", "__MACOSX")) for part in clean.split("/"))

    def read(self, stream: object) -> bytes:
        assert isinstance(stream, io.BufferedIOBase | zipfile.ZipExtFile)
        # The size that an archive states may be a lie; what is read is counted instead.
        data = stream.read(self._bytes + 1)
        self._bytes -= len(data)
        if self._bytes < 0:
            raise _refused(
                self._file,
                f"its documents unpack to more than {MAX_UNPACKED // 2**20} MiB; "
                "unpack it and name the documents themselves.",
            )
        return data


def _clean(name: str) -> str:
    return posixpath.normpath(name.replace("\\", "/"))


def _refused(file: SourceFile, message: str) -> DocumentError:
    return DocumentError(file.name, [Problem("", message)])
