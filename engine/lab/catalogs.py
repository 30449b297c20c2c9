"""Use cases around catalogs: import, list, load, compare versions, delete."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.errors import NotStored
from engine.ingest.files import SourceFile
from engine.ingest.load import build_catalog
from engine.lab.clock import Clock
from engine.lab.names import checked_name
from engine.models.catalog import Catalog
from engine.models.listing import CatalogInfo
from engine.models.report import IngestReport
from engine.store.store import Store


class ToolChanges(NamedTuple):
    """What separates two versions of a catalog; each tuple is sorted."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    modified: tuple[str, ...]


def tool_changes(before: Catalog, after: Catalog) -> ToolChanges:
    """Return the tools that were added, removed and modified from ``before`` to ``after``."""
    old, new = before.by_name, after.by_name
    return ToolChanges(
        added=tuple(sorted(new.keys() - old.keys())),
        removed=tuple(sorted(old.keys() - new.keys())),
        modified=tuple(
            sorted(
                name
                for name in old.keys() & new.keys()
                if old[name].fingerprint != new[name].fingerprint
            )
        ),
    )


class Catalogs:
    """Catalogs of a store."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        # Content under a fingerprint never changes, so a loaded version can be kept.
        self._load = lru_cache(maxsize=8)(store.load_catalog)

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
            previous: Catalog | None = self.load(name)
        except NotStored:
            previous = None
        changed = self._store.save_catalog(catalog, self._clock.now())
        changes = (
            tool_changes(previous, catalog) if previous is not None else ToolChanges((), (), ())
        )
        return IngestReport(
            catalog=name,
            tools=len(catalog.tools),
            fingerprint=catalog.fingerprint,
            warnings=catalog.warnings,
            changed=changed,
            added=changes.added,
            removed=changes.removed,
            modified=changes.modified,
        )

    def delete(self, name: str) -> None:
        """Delete every version of a catalog.

        Raises
        ------
        NotStored
            If there is no such catalog.
        """
        self._store.delete_catalog(name)
        self._load.cache_clear()
