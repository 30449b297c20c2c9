"""Use cases around imported evidence graphs: import, list, load for tracing, delete."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.errors import InvalidInput, NotStored
from engine.lab.clock import Clock
from engine.lab.names import checked_name
from engine.lab.stamp import PROJECT_ROOT
from engine.models.listing import GraphInfo
from engine.store.store import Store
from engine.trace.load import load_graph, read_graph
from engine.trace.tracer import Tracer

SAMPLE = "sample"
"""Stands for the graph that ships with the project; no import can take the name."""

SAMPLE_FILE = PROJECT_ROOT / "data" / "graphs" / "returns_desk.json"


class ImportedGraph(NamedTuple):
    """What an import brought."""

    info: GraphInfo
    warnings: tuple[str, ...]
    """What had to be assumed to read it."""


class EvidenceGraphs:
    """Imported evidence graphs of a store, and the sample."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        # Keyed by content: a graph that is imported again with other content is another one.
        self._kept = lru_cache(maxsize=4)(self._make)
        self._sample = lru_cache(maxsize=1)(lambda: Tracer(read_graph(SAMPLE_FILE).graph))

    def list(self) -> tuple[GraphInfo, ...]:
        """Return every imported graph, by name; the sample is not among them."""
        return self._store.graphs.list()

    def add(self, content: bytes, *, file_name: str, name: str) -> ImportedGraph:
        """Read a document and keep its graph under ``name``, in the place of an earlier one.

        Parameters
        ----------
        content : bytes
            JSON, JSON Lines, GraphML or CSV, as the file's name says.
        file_name : str
            As the user knows it.
        name : str
            1 to 80 letters, digits, blanks, ``.``, ``-`` or ``_``.

        Raises
        ------
        DocumentError
            With every problem of the document; nothing is stored then.
        InvalidInput
            If the name cannot be used.
        """
        if checked_name("graph", name) == SAMPLE:
            raise InvalidInput(f"{SAMPLE!r} stands for the graph that ships with the lab.")
        loaded = load_graph(content, source=file_name)
        graph, now = loaded.graph, self._clock.now()
        self._store.graphs.save(name, graph, now)
        info = GraphInfo(
            name=name,
            fingerprint=graph.fingerprint,
            created_at=now,
            nodes=len(graph.nodes),
            edges=len(graph.edges),
        )
        return ImportedGraph(info, loaded.warnings)

    def tracer(self, name: str) -> Tracer:
        """Return a graph ready to be traced; ``sample`` is the one that ships.

        Raises
        ------
        NotStored
            If there is none of that name.
        """
        if name == SAMPLE:
            return self._sample()
        known = self.list()
        for info in known:
            if info.name == name:
                return self._kept(name, info.fingerprint)
        raise NotStored("graph", name, [SAMPLE, *(info.name for info in known)])

    def delete(self, name: str) -> None:
        """Delete an imported graph.

        Raises
        ------
        NotStored
            If there is none of that name.
        """
        self._store.graphs.delete(name)

    def _make(self, name: str, fingerprint: str) -> Tracer:
        return Tracer(self._store.graphs.load(name))
