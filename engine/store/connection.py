"""Short-lived access to the store's file, from many threads and many processes.

Nothing is held between calls. A process keeps one empty in-memory DuckDB instance for each store
and attaches the file to it for the length of one call: that costs about 3 ms, where opening the
file in a new instance costs about 30 ms. The instance cannot reach the network, loads no
extensions, and reads no file outside the store's own directory.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from weakref import WeakValueDictionary

import duckdb
from pydantic import ValidationError

from engine.errors import StoreError
from engine.store import erasure, migrate, problems
from engine.store.locking import Deadline, DirectoryLock, ReadersWriter

Connection = duckdb.DuckDBPyConnection

_ATTACH = "attach $path as lab"
_ATTACH_TO_READ = "attach $path as lab (read_only)"
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "python_enable_replacements": "false",
}


class AttachedFile:
    """One file as this process sees it: the instance it is attached to, and who may use it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.guard = ReadersWriter()
        self._instance: Connection | None = None
        self._attached = False

    def attach(self, path: Path, *, read_only: bool) -> None:
        """Attach a file of the store's directory as ``lab``; DuckDB's errors pass through."""
        self.instance.execute(_ATTACH_TO_READ if read_only else _ATTACH, {"path": str(path)})
        self._attached = True

    def detach(self) -> None:
        """Let go of the file, if it is attached; what was written is checkpointed first."""
        if not self._attached:
            return
        self._attached = False
        try:
            self.instance.execute("detach lab")
        except duckdb.Error:
            # What was committed stands in the write-ahead log and is replayed at the next
            # opening; this instance is of no more use.
            self._discard()

    def cursor(self) -> Connection:
        """Return a session of its own inside the attached file."""
        cursor = self.instance.cursor()
        cursor.execute("use lab")
        return cursor

    @property
    def instance(self) -> Connection:
        """The process's empty instance for this store, made when first needed."""
        if self._instance is None:
            folder = str(self.path.parent)
            instance = duckdb.connect(":memory:", config=_CONFIG)
            instance.execute("set temp_directory = $folder", {"folder": f"{self.path}.tmp"})
            instance.execute("set allowed_directories = $folders", {"folders": [folder]})
            instance.execute("set enable_external_access = false")
            instance.execute("set lock_configuration = true")
            self._instance = instance
        return self._instance

    def _discard(self) -> None:
        if self._instance is not None:
            with suppress(duckdb.Error):
                self._instance.close()
            self._instance = None


_files: WeakValueDictionary[Path, AttachedFile] = WeakValueDictionary()
_files_lock = threading.Lock()


def _attached_file(path: Path) -> AttachedFile:
    with _files_lock:
        found = _files.get(path)
        if found is None:
            found = _files[path] = AttachedFile(path)
        return found


class Database:
    """The file of a store: opens it for a call, waits for others, keeps its schema current.

    Parameters
    ----------
    path : Path
        The file; it and its folder are made when missing.
    wait_seconds : float
        How long a call waits for another process or thread before it raises ``StoreLocked``.
    """

    def __init__(self, path: Path, wait_seconds: float) -> None:
        self.path = path
        self.wait_seconds = wait_seconds
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise problems.translated(path, error) from error
        self._file = _attached_file(path.resolve())

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read for the length of the block; others may read at the same time."""
        deadline = Deadline(self.wait_seconds)
        while True:
            self._create_if_missing(deadline)
            with self._reader(deadline) as connection:
                if not migrate.pending(connection, self.path):
                    yield connection
                    return
            with self.exclusive(deadline):
                pass

    @contextmanager
    def writing(self, *, erase: bool = False) -> Iterator[Connection]:
        """Write in one transaction: committed at the end of the block, or nothing of it.

        Parameters
        ----------
        erase : bool
            Rows are deleted whose bytes have to leave the file before the call is over.
        """
        with self.exclusive(Deadline(self.wait_seconds)) as connection:
            connection.begin()
            try:
                yield connection
                if erase:
                    erasure.request(connection)
                connection.commit()
            except BaseException:
                with suppress(duckdb.Error):
                    connection.rollback()
                raise
            if erasure.requested(connection):
                self._rewrite(connection, must=erase)

    @contextmanager
    def exclusive(self, deadline: Deadline) -> Iterator[Connection]:
        """Have the file for oneself, with a current schema, outside a transaction."""
        self._create_if_missing(deadline)
        with self._owner(deadline):
            self._open(deadline, read_only=False)
            try:
                cursor = self._file.cursor()
                try:
                    migrate.apply(cursor, self.path)
                    yield cursor
                finally:
                    cursor.close()
            except (duckdb.Error, OSError) as error:
                raise problems.translated(self.path, error) from error
            finally:
                self._file.detach()

    def _rewrite(self, connection: Connection, *, must: bool) -> None:
        """Write the file anew without deleted rows; when it need not be now, it may fail."""
        path = self._file.path
        fresh = path.with_name(path.name + ".new")
        try:
            remove(fresh)
            erasure.rewrite(connection, fresh)
            with self._directory(Deadline(self.wait_seconds)):
                fresh.replace(path)
                # Let go before anybody else can open the new file: the old one's write-ahead
                # log must never be taken for the new one's.
                self._file.detach()
        except (duckdb.Error, OSError) as error:
            if must:
                raise StoreError(
                    f"the rows were deleted, but the store {str(self.path)!r} could not be "
                    f"written anew without them ({str(error).splitlines()[0]}); their bytes may "
                    "still stand in the file. The next write tries again."
                ) from error

    @contextmanager
    def _reader(self, deadline: Deadline) -> Iterator[Connection]:
        guard = self._file.guard
        first = guard.start_reading(deadline)
        if first is None:
            raise problems.locked(self.path, None, deadline.seconds)
        opened = not first
        try:
            if first:
                self._open(deadline, read_only=True)
                opened = True
                guard.opened()
            cursor = self._file.cursor()
            try:
                yield cursor
            finally:
                cursor.close()
        except duckdb.Error as error:
            raise problems.translated(self.path, error) from error
        except ValidationError as error:
            raise problems.unreadable(self.path, error) from error
        finally:
            with guard.stop_reading() as last:
                if last and opened:
                    self._file.detach()

    @contextmanager
    def _owner(self, deadline: Deadline) -> Iterator[None]:
        if not self._file.guard.start_writing(deadline):
            raise problems.locked(self.path, None, deadline.seconds)
        try:
            yield
        finally:
            self._file.guard.stop_writing()

    def _open(self, deadline: Deadline, *, read_only: bool) -> None:
        while True:
            refused: duckdb.Error | None = None
            with DirectoryLock(self._file.path.parent, exclusive=False) as directory:
                if directory.acquire():
                    try:
                        self._file.attach(self._file.path, read_only=read_only)
                        return
                    except duckdb.Error as error:
                        if not problems.is_conflict(error):
                            raise problems.translated(self.path, error) from error
                        refused = error
            if not deadline.pause():
                raise problems.locked(self.path, refused, deadline.seconds) from refused

    def _create_if_missing(self, deadline: Deadline) -> None:
        """Make the file when there is none: complete with its schema, or not at all."""
        path = self._file.path
        if _holds_something(path):
            return
        with self._owner(deadline):
            try:
                with self._directory(deadline):
                    if _holds_something(path):
                        return
                    fresh = path.with_name(path.name + ".new")
                    remove(fresh)
                    self._file.attach(fresh, read_only=False)
                    try:
                        cursor = self._file.cursor()
                        migrate.apply(cursor, self.path)
                        cursor.close()
                    finally:
                        self._file.detach()
                    fresh.replace(path)
            except (duckdb.Error, OSError) as error:
                raise problems.translated(self.path, error) from error

    @contextmanager
    def _directory(self, deadline: Deadline) -> Iterator[None]:
        with DirectoryLock(self._file.path.parent, exclusive=True) as directory:
            while not directory.acquire():
                if not deadline.pause():
                    raise StoreError(
                        f"other processes are opening stores in {str(self.path.parent)!r} "
                        "all the time. Try again."
                    )
            yield


def _holds_something(path: Path) -> bool:
    """Whether there is a file with at least one byte; an empty one is as good as none."""
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


def remove(path: Path) -> None:
    """Delete a file of ours and its write-ahead log, if they are there."""
    for name in (path, path.with_name(path.name + ".wal")):
        with suppress(FileNotFoundError):
            name.unlink()
