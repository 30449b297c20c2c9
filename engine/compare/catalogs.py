"""What separates two versions of a catalog: tools, and what changed in each."""

from __future__ import annotations

from collections.abc import Sequence

from engine.models.catalog import Catalog
from engine.models.catalog_diff import CatalogDiff, ToolDifference
from engine.models.tool import ContractField, Tool

_COMPARED = tuple(name for name in Tool.model_fields if name not in ("name", "source"))


def diff_catalogs(base: Catalog, run: Catalog) -> CatalogDiff:
    """Compare two catalogs tool by tool, by name.

    Parameters
    ----------
    base, run : Catalog
        The earlier and the later version; ``diff_catalogs(a, a)`` is empty.
    """
    old, new = base.by_name, run.by_name
    both = sorted(old.keys() & new.keys())
    changed = [name for name in both if old[name].fingerprint != new[name].fingerprint]
    return CatalogDiff(
        base=base.fingerprint,
        run=run.fingerprint,
        added=tuple(sorted(new.keys() - old.keys())),
        removed=tuple(sorted(old.keys() - new.keys())),
        modified=tuple(diff_tools(old[name], new[name]) for name in changed),
        unchanged=len(both) - len(changed),
    )


def diff_tools(base: Tool, run: Tool) -> ToolDifference:
    """Say which parts of a tool differ, and which fields came and went."""
    inputs_added, inputs_removed = _came_and_went(base.consumes, run.consumes)
    outputs_added, outputs_removed = _came_and_went(base.produces, run.produces)
    return ToolDifference(
        name=run.name,
        changed=tuple(part for part in _COMPARED if getattr(base, part) != getattr(run, part)),
        inputs_added=inputs_added,
        inputs_removed=inputs_removed,
        outputs_added=outputs_added,
        outputs_removed=outputs_removed,
    )


def _came_and_went(
    before: Sequence[ContractField], after: Sequence[ContractField]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    old = {field.json_path for field in before}
    new = {field.json_path for field in after}
    return tuple(sorted(new - old)), tuple(sorted(old - new))
