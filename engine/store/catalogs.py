"""Catalogs: tools stored once for each content, and the versions of a name that point at them."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from itertools import groupby

import duckdb

from engine.errors import NotStored
from engine.models.catalog import Catalog, DeclaredLink, IngestWarning, SourceDocument
from engine.models.listing import CatalogInfo, ToolKind
from engine.models.overlay import Overlay
from engine.models.tool import Tool
from engine.store import columns, documents, rows

_NAMES = "select distinct name from catalog_versions order by name"
_NEWEST = "select content from catalog_versions where name = $name order by version desc limit 1"
_NEXT = "select coalesce(max(version), 0) + 1 from catalog_versions"
_ADD_TOOLS = "insert into tools select * from incoming on conflict do nothing"
_ADD_PLACES = "insert into catalog_tools select * from incoming"
_LIST = """
select name, fingerprint, created_at, documents, tool_count, link_count, warning_count
from catalog_versions where name = $name or $name is null
order by name, version desc
"""
_VERSION = """
select version, documents, links, warnings, overlay from catalog_versions
where name = $name and (fingerprint = $fingerprint or $fingerprint is null)
order by version desc limit 1
"""
_TOOLS = """
select document, source from catalog_tools join tools on fingerprint = tool_fingerprint
where version = $version order by place
"""
_KINDS = """
select
    name, fingerprint,
    json_extract_string(document, '$.semantics.action.value') as action,
    json_extract_string(document, '$.semantics.path_module.value') as module
from catalog_tools join tools on fingerprint = tool_fingerprint
where version = $version order by name
"""
_DELETE = (
    "delete from catalog_tools where version in "
    "(select version from catalog_versions where name = $name)",
    "delete from catalog_versions where name = $name",
)
_DELETE_ORPHANS = """
delete from tools where fingerprint not in (select tool_fingerprint from catalog_tools)
"""


def save(connection: duckdb.DuckDBPyConnection, catalog: Catalog, created_at: datetime) -> bool:
    """Store a version; False when the newest one of its name is the same in everything."""
    parts = {
        "documents": documents.to_text([x.model_dump(mode="json") for x in catalog.documents]),
        "links": documents.to_text([x.model_dump(mode="json") for x in catalog.links]),
        "warnings": documents.to_text([x.model_dump(mode="json") for x in catalog.warnings]),
    }
    overlay = None if catalog.overlay is None else catalog.overlay.model_dump_json()
    sources = [tool.source for tool in catalog.tools]
    corrections = () if overlay is None else (overlay,)
    content = _digest(
        catalog.fingerprint, *parts.values(), documents.to_text(sources), *corrections
    )
    newest = rows.first(connection, _NEWEST, {"name": catalog.name})
    if newest is not None and newest[0] == content:
        return False
    version = _next_version(connection)
    prints = columns.texts([tool.fingerprint for tool in catalog.tools])
    texts = [documents.record_text(x, exclude=frozenset({"source"})) for x in catalog.tools]
    rows.insert(
        connection,
        _ADD_TOOLS,
        {
            "fingerprint": prints,
            "name": columns.texts([tool.name for tool in catalog.tools]),
            "document": columns.texts(texts),
        },
    )
    rows.insert(
        connection,
        _ADD_PLACES,
        {
            "version": columns.same(version, len(sources)),
            "place": columns.integers(list(range(len(sources)))),
            "tool_fingerprint": prints,
            "source": columns.texts(sources),
        },
    )
    rows.write(
        connection,
        documents.query("add_catalog_version"),
        {
            "version": version,
            "name": catalog.name,
            "fingerprint": catalog.fingerprint,
            "content": content,
            "created_at": rows.stored_time(created_at),
            **parts,
            "overlay": overlay,
            "tool_count": len(catalog.tools),
            "link_count": len(catalog.links),
            "warning_count": len(catalog.warnings),
        },
    )
    return True


def versions(
    connection: duckdb.DuckDBPyConnection, name: str | None = None
) -> tuple[CatalogInfo, ...]:
    """Return every stored version, by name, newest first; of one name when it is given."""
    return tuple(
        CatalogInfo(
            name=row["name"],
            fingerprint=row["fingerprint"],
            created_at=rows.moment(row["created_at"]),
            tools=row["tool_count"],
            links=row["link_count"],
            warnings=row["warning_count"],
            documents=_records(SourceDocument, row["documents"]),
        )
        for row in rows.fetch(connection, _LIST, {"name": name})
    )


def newest(connection: duckdb.DuckDBPyConnection) -> tuple[CatalogInfo, ...]:
    """Return the newest version of every name, by name."""
    grouped = groupby(versions(connection), key=lambda info: info.name)
    return tuple(next(group) for _, group in grouped)


def load(connection: duckdb.DuckDBPyConnection, name: str, fingerprint: str | None) -> Catalog:
    """Return the newest version of a name, or the newest with the given fingerprint."""
    row = rows.first(connection, _VERSION, {"name": name, "fingerprint": fingerprint})
    if row is None:
        raise _not_stored(connection, name, fingerprint)
    version, sources, links, warnings, overlay = row
    tools = []
    for document, source in connection.execute(_TOOLS, {"version": version}).fetchall():
        tool = documents.record(Tool, document)
        tools.append(tool.model_copy(update={"source": source}) if source else tool)
    return Catalog(
        name=name,
        tools=tuple(tools),
        documents=_records(SourceDocument, sources),
        links=_records(DeclaredLink, links),
        warnings=_records(IngestWarning, warnings),
        overlay=None if overlay is None else Overlay.model_validate_json(overlay),
    )


def kinds(
    connection: duckdb.DuckDBPyConnection, name: str, fingerprint: str
) -> tuple[ToolKind, ...]:
    """Return name, content, action and module of a version's tools; empty without the version."""
    row = rows.first(connection, _VERSION, {"name": name, "fingerprint": fingerprint})
    if row is None:
        return ()
    return tuple(
        ToolKind(
            name=found["name"],
            fingerprint=found["fingerprint"],
            action=found["action"] or "unknown",
            module=found["module"] or "unknown",
        )
        for found in rows.fetch(connection, _KINDS, {"version": row[0]})
    )


def delete(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    """Delete every version of a name, and the tools that no other version has."""
    if rows.first(connection, _NEWEST, {"name": name}) is None:
        raise _not_stored(connection, name, None)
    for statement in _DELETE:
        connection.execute(statement, {"name": name})
    connection.execute(_DELETE_ORPHANS)


def _not_stored(
    connection: duckdb.DuckDBPyConnection, name: str, fingerprint: str | None
) -> NotStored:
    known = versions(connection, name)
    if fingerprint is not None and known:
        return NotStored(
            f"version of catalog {name!r}", fingerprint, [x.fingerprint for x in known]
        )
    names = [row[0] for row in connection.execute(_NAMES).fetchall()]
    return NotStored("catalog", name, names)


def _next_version(connection: duckdb.DuckDBPyConnection) -> int:
    row = rows.first(connection, _NEXT)
    return int(row[0]) if row else 1


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _records(kind: type[documents.Model], text: str) -> tuple[documents.Model, ...]:
    return tuple(kind.model_validate(value) for value in json.loads(text))
