"""Workbenches by catalog and settings, built once and kept while they are used."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import cache

from engine.lab.clock import Clock
from engine.lab.graphs import Graphs
from engine.lab.workbench import Workbench
from engine.models.catalog import Catalog
from engine.models.run import RunSettings
from engine.retrieval.encoder import Encoder, VectorCache

KEPT = 4
"""Workbenches kept; one of a thousand tools takes some ten megabytes."""


class Benches:
    """A small cache of workbenches, safe to use from several threads.

    An entry is keyed by the catalog's content, never by its name: a catalog that is imported
    again with other content gets a new workbench, and nothing stale is served.
    """

    def __init__(
        self,
        clock: Clock,
        graphs: Graphs,
        vectors: VectorCache,
        encoder: Callable[[], Encoder | None],
    ) -> None:
        self._clock = clock
        self._graphs = graphs
        self._encoder = cache(encoder)
        self._vectors = vectors
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, str], Workbench] = OrderedDict()

    def get(self, catalog: Catalog, settings: RunSettings) -> Workbench:
        """Return a workbench for ``catalog`` under ``settings``, building it when needed."""
        key = (catalog.fingerprint, settings.model_dump_json())
        with self._lock:
            bench = self._kept.get(key)
            if bench is None:
                bench = Workbench.build(
                    catalog,
                    settings,
                    self._clock,
                    graph=self._graphs.get(catalog),
                    encoder=self._encoder(),
                    vectors=self._vectors,
                )
                self._kept[key] = bench
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            else:
                self._kept.move_to_end(key)
            return bench
