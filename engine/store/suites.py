"""Suites: the only place where the text of a query is stored."""

from __future__ import annotations

import json
from datetime import datetime
from itertools import groupby

import duckdb

from engine.errors import NotStored
from engine.models.case import Case, Suite
from engine.models.listing import SuiteInfo
from engine.store import columns, documents, rows

_NAMES = "select distinct name from suite_versions order by name"
_NEWEST = "select fingerprint from suite_versions where name = $name order by version desc limit 1"
_NEXT = "select coalesce(max(version), 0) + 1 from suite_versions"
_ADD_CASES = "insert into cases select * from incoming on conflict do nothing"
_ADD_PLACES = "insert into suite_cases select * from incoming"
_ADD = "insert into suite_versions values ($version, $name, $fingerprint, $created_at, $case_count)"
_LIST = """
select name, fingerprint, created_at, case_count from suite_versions
where name = $name or $name is null
order by name, version desc
"""
_VERSION = """
select version from suite_versions
where name = $name and (fingerprint = $fingerprint or $fingerprint is null)
order by version desc limit 1
"""
_CASES = """
select document from suite_cases join cases on fingerprint = case_fingerprint
where version = $version order by place
"""
_QUERIES = """
select case_id, query from suite_cases join cases on fingerprint = case_fingerprint
where version = $version order by place
"""
_CASE = """
select document from suite_cases join cases on fingerprint = case_fingerprint
where version = $version and case_id = $case_id
"""
_DELETE = (
    "delete from suite_cases where version in "
    "(select version from suite_versions where name = $name)",
    "delete from suite_versions where name = $name",
)
_IS_PRIVATE = "select 1 from private_suites where name = $name"
_PRIVATE = "insert into private_suites values ($name) on conflict do nothing"
_PUBLIC = "delete from private_suites where name = $name"
_DELETE_ORPHANS = """
delete from cases where fingerprint not in (select case_fingerprint from suite_cases)
"""


def save(connection: duckdb.DuckDBPyConnection, suite: Suite, created_at: datetime) -> bool:
    """Store a version; False when the newest one of its name has the same cases.

    Values of provided entities are left out: only :meth:`Case.storable` is written.
    """
    newest = rows.first(connection, _NEWEST, {"name": suite.name})
    if newest is not None and newest[0] == suite.fingerprint:
        return False
    row = rows.first(connection, _NEXT)
    version = int(row[0]) if row else 1
    prints = columns.texts([case.fingerprint for case in suite.cases])
    rows.insert(
        connection,
        _ADD_CASES,
        {
            "fingerprint": prints,
            "case_id": columns.texts([case.case_id for case in suite.cases]),
            "query": columns.texts([case.query for case in suite.cases]),
            "document": columns.texts([documents.to_text(x.storable()) for x in suite.cases]),
        },
    )
    rows.insert(
        connection,
        _ADD_PLACES,
        {
            "version": columns.same(version, len(suite.cases)),
            "place": columns.integers(list(range(len(suite.cases)))),
            "case_fingerprint": prints,
        },
    )
    rows.write(
        connection,
        _ADD,
        {
            "version": version,
            "name": suite.name,
            "fingerprint": suite.fingerprint,
            "created_at": rows.stored_time(created_at),
            "case_count": len(suite.cases),
        },
    )
    return True


def versions(
    connection: duckdb.DuckDBPyConnection, name: str | None = None
) -> tuple[SuiteInfo, ...]:
    """Return every stored version, by name, newest first; of one name when it is given."""
    return tuple(
        SuiteInfo(
            name=row["name"],
            fingerprint=row["fingerprint"],
            created_at=rows.moment(row["created_at"]),
            cases=row["case_count"],
        )
        for row in rows.fetch(connection, _LIST, {"name": name})
    )


def newest(connection: duckdb.DuckDBPyConnection) -> tuple[SuiteInfo, ...]:
    """Return the newest version of every name, by name."""
    grouped = groupby(versions(connection), key=lambda info: info.name)
    return tuple(next(group) for _, group in grouped)


def load(connection: duckdb.DuckDBPyConnection, name: str, fingerprint: str | None) -> Suite:
    """Return the newest version of a name, or the newest with the given fingerprint."""
    version = _version(connection, name, fingerprint)
    found = connection.execute(_CASES, {"version": version}).fetchall()
    return Suite(name=name, cases=tuple(_case(document) for (document,) in found))


def queries(
    connection: duckdb.DuckDBPyConnection, name: str, fingerprint: str | None
) -> dict[str, str]:
    """Return the queries of a version by case id, in the order of the suite."""
    version = _version(connection, name, fingerprint)
    return dict(connection.execute(_QUERIES, {"version": version}).fetchall())


def case(
    connection: duckdb.DuckDBPyConnection, name: str, fingerprint: str | None, case_id: str
) -> Case | None:
    """Return one case of a version; None when it has no such case."""
    version = _version(connection, name, fingerprint)
    row = rows.first(connection, _CASE, {"version": version, "case_id": case_id})
    return None if row is None else _case(row[0])


def _version(connection: duckdb.DuckDBPyConnection, name: str, fingerprint: str | None) -> int:
    row = rows.first(connection, _VERSION, {"name": name, "fingerprint": fingerprint})
    if row is None:
        raise _not_stored(connection, name, fingerprint)
    return int(row[0])


def _case(document: str) -> Case:
    return Case.model_validate(json.loads(document))


def delete(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    """Delete every version of a name, and the cases that no other version has."""
    if rows.first(connection, _NEWEST, {"name": name}) is None:
        raise _not_stored(connection, name, None)
    for statement in _DELETE:
        connection.execute(statement, {"name": name})
    connection.execute(_DELETE_ORPHANS)
    connection.execute(_PUBLIC, {"name": name})


def is_private(connection: duckdb.DuckDBPyConnection, name: str) -> bool:
    """Whether the queries of a suite are kept out of exports."""
    return rows.first(connection, _IS_PRIVATE, {"name": name}) is not None


def set_private(connection: duckdb.DuckDBPyConnection, name: str, *, private: bool) -> None:
    """Keep the queries of a suite out of exports, or let them in again."""
    if rows.first(connection, _NEWEST, {"name": name}) is None:
        raise _not_stored(connection, name, None)
    if private:
        rows.write(connection, _PRIVATE, {"name": name})
    else:
        connection.execute(_PUBLIC, {"name": name})


def _not_stored(
    connection: duckdb.DuckDBPyConnection, name: str, fingerprint: str | None
) -> NotStored:
    known = versions(connection, name)
    if fingerprint is not None and known:
        prints = [info.fingerprint for info in known]
        return NotStored(f"version of suite {name!r}", fingerprint, prints)
    names = [row[0] for row in connection.execute(_NAMES).fetchall()]
    return NotStored("suite", name, names)
