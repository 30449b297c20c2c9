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
        The earlier and the later version, or any two catalogs; ``diff_catalogs(a, a)`` is empty.
    """
    old, new = base.by_name, run.by_name
    both = sorted(old.keys() & new.keys())
    changed = [name for name in both if old[name].fingerprint != new[name].fingerprint]
    added, removed = sorted(new.keys() - old.keys()), sorted(old.keys() - new.keys())
    return CatalogDiff(
        base=base.fingerprint,
        run=run.fingerprint,
        added=tuple(added),
        removed=tuple(removed),
        renamed=_renamed([old[name] for name in removed], [new[name] for name in added]),
        modified=tuple(diff_tools(old[name], new[name]) for name in changed),
        unchanged=len(both) - len(changed),
    )


def _renamed(removed: Sequence[Tool], added: Sequence[Tool]) -> tuple[tuple[str, str], ...]:
    before, after = _by_label(removed), _by_label(added)
    return tuple(
        sorted(
            (before[label][0], after[label][0])
            for label in before.keys() & after.keys()
            if len(before[label]) == len(after[label]) == 1
        )
    )


def _by_label(tools: Sequence[Tool]) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for tool in tools:
        if tool.label is not None:
            names.setdefault(tool.label, []).append(tool.name)
    return names


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
