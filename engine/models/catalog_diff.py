"""What separates two versions of a catalog, or two catalogs."""

from __future__ import annotations

from engine.models.base import Record


class ToolDifference(Record):
    """What changed in one tool that both versions have."""

    name: str
    changed: tuple[str, ...]
    """Parts of the tool that differ, in the order of its fields: ``description``, ``consumes``."""

    inputs_added: tuple[str, ...] = ()
    """JSON paths that only the later version consumes, sorted."""

    inputs_removed: tuple[str, ...] = ()
    outputs_added: tuple[str, ...] = ()
    """JSON paths that only the later version produces, sorted."""

    outputs_removed: tuple[str, ...] = ()


class CatalogDiff(Record):
    """What separates two versions of a catalog, or two catalogs; names are sorted."""

    base: str
    """Fingerprint of the earlier version."""

    run: str
    """Fingerprint of the later version."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    """Of the removed and added: pairs (name before, name after) of one method and path, where no
    other tool of either side has these."""

    modified: tuple[ToolDifference, ...] = ()
    unchanged: int = 0
    """Tools with equal content."""
