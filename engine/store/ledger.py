"""The gate's ledger: entries are added at the end, in a transaction, and never changed."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb

from engine.gate.ledger import Build, Unreadable, checked, entry_line, read_line
from engine.models.gate import LedgerEntry
from engine.store import rows
from engine.store.connection import Database

_LAST = "select line from ledger order by sequence desc limit 1"
_ALL = "select line from ledger order by sequence"
_ADD = """
insert into ledger
values ($sequence, $recorded_at, $permission, $tool, $contract, $codes, $line)
"""


class StoredLedger:
    """The ledger of a store. A process that dies in the middle of a write adds nothing.

    Parameters
    ----------
    database : Database
        The store's file.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, build: Build) -> LedgerEntry:
        """Build an entry on the last one and keep it; nobody else adds one in between.

        Raises
        ------
        InvalidInput
            If the entry does not follow the last one, or that one is not what was written.
        """
        with self._database.writing() as connection:
            entry = checked(build, _last(connection))
            rows.write(
                connection,
                _ADD,
                {
                    "sequence": entry.sequence,
                    "recorded_at": rows.stored_time(entry.recorded_at),
                    "permission": entry.permission.value,
                    "tool": entry.tool,
                    "contract": entry.contract,
                    "codes": [refusal.code.value for refusal in entry.refusals],
                    "line": entry_line(entry),
                },
            )
        return entry

    def read(self) -> Iterator[LedgerEntry | Unreadable]:
        """Return every entry, or what is wrong with it; oldest first."""
        with self._database.reading() as connection:
            lines = connection.execute(_ALL).fetchall()
        return (read_line(line) for (line,) in lines)


def _last(connection: duckdb.DuckDBPyConnection) -> LedgerEntry | Unreadable | None:
    found = rows.first(connection, _LAST)
    return read_line(found[0]) if found else None
