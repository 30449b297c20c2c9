"""Expected tools that a catalog does not hold."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Problem, unknown_tool_message
from engine.models.case import Case
from engine.models.catalog import Catalog
from engine.models.tool import normal_label


def unknown_targets(case: Case, where: str, catalog: Catalog) -> list[Problem]:
    """Return a problem for each tool that a case expects and the catalog lacks.

    A name counts as known if the catalog holds it, if it is ``METHOD /path`` of one of its
    tools, or if the case's ``expected_paths`` gives such a label for it.
    """
    labels = dict(zip(case.expected, case.expected_paths, strict=False))
    if case.expected_target is not None and len(case.expected_paths) == 1:
        labels.setdefault(case.expected_target, case.expected_paths[0])
    problems = []
    for name in dict.fromkeys(_named(case)):
        if not _is_known(name, labels.get(name), catalog):
            message = unknown_tool_message(name, f"case {case.case_id!r}", sorted(catalog.by_name))
            problems.append(Problem(where, message))
    return problems


def _named(case: Case) -> Iterator[str]:
    if case.expected_target is not None:
        yield case.expected_target
    yield from case.expected
    yield from case.target_alternatives
    for names in case.expected_alternatives:
        yield from names


def _is_known(name: str, label: str | None, catalog: Catalog) -> bool:
    if name in catalog.by_name:
        return True
    candidates = (label, name if " " in name.strip() else None)
    return any(text is not None and normal_label(text) in catalog.by_label for text in candidates)
