"""Retention: what was deleted leaves the file itself.

DuckDB frees the blocks of deleted rows but neither overwrites nor returns them. So after a
deletion the file is written anew without those rows and put in the old one's place. The request
is committed together with the deletion: should the process die in between, the next write
finishes the work.
"""

from __future__ import annotations

from pathlib import Path

import duckdb

from engine.store import rows

_REQUEST = """
insert into pending_erasures
values (cast(current_timestamp at time zone 'UTC' as timestamp))
"""
_PENDING = "select count(*) from pending_erasures"
_ATTACH = "attach $path as fresh"


def request(connection: duckdb.DuckDBPyConnection) -> None:
    """Note, in the transaction that deletes, that the file is to be written anew."""
    connection.execute(_REQUEST)


def requested(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether deleted rows may still stand in the file."""
    row = rows.first(connection, _PENDING)
    return bool(row and row[0])


def rewrite(connection: duckdb.DuckDBPyConnection, fresh: Path) -> None:
    """Copy what is left into ``fresh`` and empty the write-ahead log of the old file.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
        Exclusive, outside a transaction.
    fresh : Path
        A file of the same directory that does not exist yet.
    """
    connection.execute("force checkpoint lab")
    connection.execute(_ATTACH, {"path": str(fresh)})
    try:
        connection.execute("copy from database lab to fresh")
        connection.execute("delete from fresh.pending_erasures")
    finally:
        connection.execute("detach fresh")
