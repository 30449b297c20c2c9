"""Why an import has no tool: a reason and a way out for every file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.errors import Problem
from engine.ingest.draft import Contents
from engine.ingest.formats import foreign_format
from engine.ingest.reading import type_name
from engine.models.catalog import IngestWarning

_LOSSES = frozenset({"missing_file", "remote_reference", "operation_left_out", "tool_left_out"})


def why_no_tools(
    roots: Mapping[str, object],
    contents: Mapping[str, Contents],
    warnings: Iterable[IngestWarning],
) -> list[Problem]:
    """Say why there is no tool.

    Parameters
    ----------
    roots : mapping of str to object
        Parsed files by name.
    contents : mapping of str to Contents
        What those that are documents hold.
    warnings : iterable of IngestWarning
        The report; what it says about losses is part of the reason.

    Returns
    -------
    list of Problem
        One for every file, in order of their names, then one for every loss.
    """
    problems = [
        Problem(name if len(roots) > 1 else "", _reason(root, contents.get(name)))
        for name, root in sorted(roots.items())
    ]
    lost = [warning for warning in warnings if warning.code in _LOSSES]
    return problems + [Problem(warning.where, warning.message) for warning in lost]


def _reason(root: object, found: Contents | None) -> str:
    if found is not None:
        beside = f", {', '.join(found.others)}" if found.others else ""
        return (
            f"it declares {found.declared} operations{beside}, so there is nothing to choose "
            "from; give a document with operations."
        )
    kind = foreign_format(root)
    if kind is not None:
        return f"it is {kind}."
    return (
        f"it is {type_name(root)} that is no API document; an OpenAPI or Swagger document, an MCP "
        "tools/list or a list of function schemas is needed."
    )
