"""Numbered migrations: which were applied to a file, and the ones still to come."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import duckdb

from engine.errors import SchemaAhead, StoreError

_NAME = re.compile(r"(\d{4})_(\w+)\.sql")

_RECORD = """
create table if not exists schema_migrations (
    number integer primary key,
    name varchar not null,
    sha256 varchar not null,
    applied_at timestamp not null
)
"""
_TABLES = "select table_name from duckdb_tables() where database_name = current_database()"
_APPLIED = "select number, name, sha256 from schema_migrations order by number"
_ADD = """
insert into schema_migrations
values ($number, $name, $sha256, cast(current_timestamp at time zone 'UTC' as timestamp))
"""


class Migration(NamedTuple):
    """One step of the schema."""

    number: int
    """1 for the first, without gaps."""

    name: str
    sql: str

    @property
    def sha256(self) -> str:
        """Hash of the step's text; an applied step never changes."""
        return hashlib.sha256(self.sql.encode()).hexdigest()


@cache
def migrations() -> tuple[Migration, ...]:
    """Every migration that this engine knows, in order."""
    found = []
    for entry in files("engine.store").joinpath("migrations").iterdir():
        match = _NAME.fullmatch(entry.name)
        if match:
            text = entry.read_text(encoding="utf-8")
            found.append(Migration(int(match.group(1)), match.group(2), text))
    return tuple(sorted(found))


def current_version() -> int:
    """Return the number of the newest migration that this engine knows."""
    return migrations()[-1].number


def version(connection: duckdb.DuckDBPyConnection) -> int:
    """Return the number of the newest migration applied to the open file; 0 for an empty one."""
    applied = _applied(connection)
    return applied[-1][0] if applied else 0


def pending(connection: duckdb.DuckDBPyConnection, path: Path) -> tuple[Migration, ...]:
    """Return the migrations that the open file lacks. Reads only.

    Raises
    ------
    SchemaAhead
        The file has migrations that this engine does not know.
    StoreError
        The file is no store, or an applied migration is not the one that this engine knows.
    """
    applied = _applied(connection)
    if not applied:
        tables = sorted(row[0] for row in connection.execute(_TABLES).fetchall())
        if set(tables) - {"schema_migrations"}:
            raise StoreError(
                f"{str(path)!r} is a DuckDB file, but not a store of Quality Lab: it holds "
                f"{', '.join(tables[:5])}. Name another file with --db."
            )
    known = {migration.number: migration for migration in migrations()}
    for number, name, sha256 in applied:
        if number not in known:
            raise SchemaAhead(
                f"the store {str(path)!r} has schema {applied[-1][0]}, and this engine knows "
                f"schema {current_version()} at most: a newer Quality Lab wrote it. "
                "Update Quality Lab, or name another file with --db."
            )
        if sha256 != known[number].sha256:
            raise StoreError(
                f"the store {str(path)!r} was made with another text of migration {number:04d} "
                f"({name}) than this engine has, so its tables may differ. "
                "Use the version that made it, or name another file with --db."
            )
    done = {number for number, _, _ in applied}
    return tuple(migration for migration in migrations() if migration.number not in done)


def apply(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Bring the open file up to date; each step in one transaction with its record."""
    for migration in pending(connection, path):
        connection.begin()
        try:
            connection.execute(_RECORD)
            connection.execute(migration.sql)
            connection.execute(
                _ADD,
                {
                    "number": migration.number,
                    "name": migration.name,
                    "sha256": migration.sha256,
                },
            )
            connection.commit()
        except BaseException:
            connection.rollback()
            raise


def _applied(connection: duckdb.DuckDBPyConnection) -> list[tuple[int, str, str]]:
    try:
        return connection.execute(_APPLIED).fetchall()
    except duckdb.CatalogException:
        return []
