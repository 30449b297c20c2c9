"""Tool graphs by catalog content, built once and kept while they are used."""

from __future__ import annotations

import threading
from collections import OrderedDict

from engine.graph.build import build_graph
from engine.graph.tool_graph import ToolGraph
from engine.models.catalog import Catalog

KEPT = 4
"""Graphs kept; one of a thousand tools takes some tens of megabytes."""


class Graphs:
    """A small cache of graphs, safe to use from several threads and keyed by content."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, ToolGraph] = OrderedDict()

    def get(self, catalog: Catalog) -> ToolGraph:
        """Return the graph of ``catalog``, building it when needed."""
        with self._lock:
            graph = self._kept.get(catalog.fingerprint)
            if graph is None:
                graph = build_graph(catalog)
                self._kept[catalog.fingerprint] = graph
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            else:
                self._kept.move_to_end(catalog.fingerprint)
            return graph
