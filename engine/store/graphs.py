"""Imported evidence graphs, by name."""

from __future__ import annotations

import zlib
from datetime import datetime

from engine.errors import NotStored
from engine.models.listing import GraphInfo
from engine.models.path import EvidenceGraph
from engine.privacy.graphs import storable_graph
from engine.store import rows
from engine.store.connection import Database

_NAMES = "select name from evidence_graphs order by name"
_LIST = """
select name, fingerprint, created_at, nodes, edges from evidence_graphs order by name
"""
_LOAD = "select document from evidence_graphs where name = $name"
_DELETE = "delete from evidence_graphs where name = $name"
_ADD = """
insert or replace into evidence_graphs
values ($name, $fingerprint, $created_at, $nodes, $edges, $document)
"""


class StoredGraphs:
    """The evidence graphs of a store.

    Parameters
    ----------
    database : Database
        The store's file.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def list(self) -> tuple[GraphInfo, ...]:
        """Return what is known of every graph without loading it, by name."""
        with self._database.reading() as connection:
            found = rows.fetch(connection, _LIST)
        return tuple(
            GraphInfo(
                name=row["name"],
                fingerprint=row["fingerprint"],
                created_at=rows.moment(row["created_at"]),
                nodes=row["nodes"],
                edges=row["edges"],
            )
            for row in found
        )

    def save(self, name: str, graph: EvidenceGraph, created_at: datetime) -> None:
        """Keep a graph in the place of an earlier one of its name."""
        graph = storable_graph(graph)
        document = graph.model_dump_json(exclude_defaults=True).encode()
        with self._database.writing() as connection:
            rows.write(
                connection,
                _ADD,
                {
                    "name": name,
                    "fingerprint": graph.fingerprint,
                    "created_at": rows.stored_time(created_at),
                    "nodes": len(graph.nodes),
                    "edges": len(graph.edges),
                    "document": zlib.compress(document, 6),
                },
            )

    def load(self, name: str) -> EvidenceGraph:
        """Return a graph.

        Raises
        ------
        NotStored
            If there is none of that name.
        """
        with self._database.reading() as connection:
            found = rows.first(connection, _LOAD, {"name": name})
            if found is None:
                raise NotStored("graph", name, _names(rows.fetch(connection, _NAMES)))
        return EvidenceGraph.model_validate_json(zlib.decompress(found[0]))

    def delete(self, name: str) -> None:
        """Delete a graph, and its bytes from the file.

        Raises
        ------
        NotStored
            If there is none of that name.
        """
        with self._database.writing(erase=True) as connection:
            known = _names(rows.fetch(connection, _NAMES))
            if name not in known:
                raise NotStored("graph", name, known)
            connection.execute(_DELETE, {"name": name})


def _names(found: list[rows.Row]) -> list[str]:
    return [row["name"] for row in found]
