"""Use cases around catalogs: import, list, load, compare versions, delete."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.compare.catalogs import diff_catalogs
from engine.errors import NotStored
from engine.graph.layout import neighbourhood
from engine.graph.readiness import assess_readiness
from engine.graph.tool_graph import ToolGraph
from engine.ingest.files import SourceFile
from engine.ingest.load import build_catalog
from engine.lab.clock import Clock
from engine.lab.graphs import Graphs
from engine.lab.names import checked_name
from engine.models.catalog import Catalog
from engine.models.catalog_diff import CatalogDiff
from engine.models.graph import Neighbourhood
from engine.models.listing import CatalogInfo
from engine.models.readiness import ReadinessReport
from engine.models.report import IngestReport
from engine.store.store import Store


class Catalogs:
    """Catalogs of a store."""

    def __init__(self, store: Store, clock: Clock, graphs: Graphs) -> None:
        self._store = store
        self._clock = clock
        self._graphs = graphs
        # Content under a fingerprint never changes, so a loaded version can be kept.
        self._load = lru_cache(maxsize=8)(store.load_catalog)
        self._readiness = lru_cache(maxsize=8)(self._assess)

    def list(self) -> tuple[CatalogInfo, ...]:
        """Return the newest version of every catalog, by name."""
        return self._store.catalogs()

    def versions(self, name: str) -> tuple[CatalogInfo, ...]:
        """Return every stored version of a catalog, newest first."""
        return self._store.catalog_versions(name)

    def load(self, name: str, fingerprint: str | None = None) -> Catalog:
        """Return a catalog; its newest version unless a fingerprint is given.

        Raises
        ------
        NotStored
            If there is no such catalog or version.
        """
        if fingerprint is None:
            known = self.list()
            for info in known:
                if info.name == name:
                    return self._load(name, info.fingerprint)
            raise NotStored("catalog", name, [info.name for info in known])
        return self._load(name, fingerprint)

    def ingest(self, files: Sequence[SourceFile], *, name: str) -> IngestReport:
        """Make one catalog of ``files`` and store it as the newest version of ``name``.

        Raises
        ------
        InvalidInput
            If the name or a document cannot be used; nothing is stored then.
        """
        catalog = build_catalog(checked_name("catalog", name), files)
        try:
            previous = self.load(name)
        except NotStored:
            previous = catalog
        changed = self._store.save_catalog(catalog, self._clock.now())
        difference = diff_catalogs(previous, catalog)
        return IngestReport(
            catalog=name,
            tools=len(catalog.tools),
            fingerprint=catalog.fingerprint,
            warnings=catalog.warnings,
            changed=changed,
            added=difference.added,
            removed=difference.removed,
            modified=tuple(tool.name for tool in difference.modified),
        )

    def graph(self, name: str, fingerprint: str | None = None) -> ToolGraph:
        """Return the tool graph of a catalog's version."""
        return self._graphs.get(self.load(name, fingerprint))

    def readiness(self, name: str, fingerprint: str | None = None) -> ReadinessReport:
        """Return what may keep a catalog's tools from being found, planned with or gated."""
        catalog = self.load(name, fingerprint)
        return self._readiness(name, catalog.fingerprint)

    def neighbourhood(
        self,
        name: str,
        tool: str,
        *,
        fingerprint: str | None = None,
        hops: int = 1,
        limit: int = 25,
    ) -> Neighbourhood:
        """Return a tool's surroundings in the graph, few enough to be drawn.

        Raises
        ------
        UnknownTool
            If the catalog has no such tool.
        """
        return neighbourhood(self.graph(name, fingerprint), tool, hops=hops, limit=limit)

    def diff(self, name: str, base: str | None = None, run: str | None = None) -> CatalogDiff:
        """Compare two stored versions of a catalog.

        Parameters
        ----------
        name : str
            The catalog.
        base, run : str, optional
            Fingerprints or beginnings of them; by default the version before the newest, and
            the newest.

        Raises
        ------
        NotStored
            If there is no such version, or only one and ``base`` is not given.
        """
        versions = [info.fingerprint for info in self.versions(name)]
        if base is None and len(versions) < 2:
            raise NotStored("catalog version before", versions[0], ())
        later = _version(run, versions) if run is not None else versions[0]
        earlier = _version(base, versions) if base is not None else versions[1]
        return diff_catalogs(self.load(name, earlier), self.load(name, later))

    def delete(self, name: str) -> None:
        """Delete every version of a catalog.

        Raises
        ------
        NotStored
            If there is no such catalog.
        """
        self._store.delete_catalog(name)
        self._load.cache_clear()

    def _assess(self, name: str, fingerprint: str) -> ReadinessReport:
        return assess_readiness(self.load(name, fingerprint), self.graph(name, fingerprint))


def _version(reference: str, known: Sequence[str]) -> str:
    """Return the one fingerprint that begins with ``reference``, with or without its kind."""
    found = [
        full
        for full in known
        if full.startswith(reference) or full.rpartition(":")[2].startswith(reference)
    ]
    if len(found) != 1:
        raise NotStored("catalog version", reference, known)
    return found[0]
