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

    def ingest(
        self, files: Sequence[SourceFile], *, name: str, keep_overlay: bool = True
    ) -> IngestReport:
        """Make one catalog of ``files`` and store it as the newest version of ``name``.

        Parameters
        ----------
        files : sequence of SourceFile
            Documents, what they refer to, and overlays.
        name : str
            The catalog's name.
        keep_overlay : bool, default True
            Whether the corrections of the version before hold again when no file is an overlay.

        Raises
        ------
        InvalidInput
            If the name or a document cannot be used; nothing is stored then.
        """
        name = checked_name("catalog", name)
        previous = self._newest(name)
        kept = previous.overlay if previous is not None and keep_overlay else None
        catalog = build_catalog(name, files, kept=kept)
        changed = self._store.save_catalog(catalog, self._clock.now())
        difference = diff_catalogs(previous or catalog, catalog)
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

    def diff(
        self,
        name: str,
        base: str | None = None,
        run: str | None = None,
        *,
        other: str | None = None,
    ) -> CatalogDiff:
        """Compare two stored versions of a catalog, or two catalogs.

        Parameters
        ----------
        name : str
            The catalog.
        base, run : str, optional
            Fingerprints or beginnings of them, of the earlier and the later side. The later one
            is the newest version by default; the earlier one the version before it, or between
            two catalogs the newest of ``name``.
        other : str, optional
            The catalog of the later side; ``name`` itself by default.

        Raises
        ------
        NotStored
            If there is no such catalog or version, or only one and ``base`` is not given.
        """
        versions = self._fingerprints(name)
        if other is None or other == name:
            if base is None and len(versions) < 2:
                raise NotStored("catalog version before", versions[0], ())
            other, others, default = name, versions, versions[1:]
        else:
            others, default = self._fingerprints(other), versions
        earlier = default[0] if base is None else _version(base, versions)
        later = others[0] if run is None else _version(run, others)
        return diff_catalogs(self.load(name, earlier), self.load(other, later))

    def delete(self, name: str) -> None:
        """Delete every version of a catalog.

        Raises
        ------
        NotStored
            If there is no such catalog.
        """
        self._store.delete_catalog(name)
        self._load.cache_clear()

    def _fingerprints(self, name: str) -> Sequence[str]:
        """Return those of a catalog's versions, newest first; there is one at least."""
        known = [info.fingerprint for info in self.versions(name)]
        if not known:
            raise NotStored("catalog", name, [info.name for info in self.list()])
        return known

    def _newest(self, name: str) -> Catalog | None:
        try:
            return self.load(name)
        except NotStored:
            return None

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
