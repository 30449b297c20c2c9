"""What is assumed for edges of a document that only says which pairs are joined."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pydantic import JsonValue

from engine.models.path import EdgeType
from engine.trace.rows import GraphRows

EdgeRow = tuple[str, dict[str, JsonValue]]
"""Place in the document, and what stands there."""


def fill_unstated(edges: Sequence[EdgeRow], stated: Collection[str], rows: GraphRows) -> None:
    """Complete edges in place where their document never states a key, and warn of it.

    Parameters
    ----------
    edges : sequence of (place, row)
        A row that lacks a key which other rows state is left as it is: that is a problem.
    stated : collection of str
        Keys that the document states at all.
    rows : GraphRows
        Takes the warnings.
    """
    if not edges:
        return
    if "edge_type" not in stated:
        kind = EdgeType.RELATED_TO.value
        rows.warnings.append(f"No edge states its edge_type: every one is taken as {kind}.")
        for _, row in edges:
            row["edge_type"] = kind
    if "confidence" not in stated:
        rows.warnings.append(
            "No edge states its confidence: every one is taken as certain, so that only type and"
            " age tell paths apart."
        )
        for _, row in edges:
            row["confidence"] = 1.0
    if "id" not in stated:
        _name_after_ends(edges)


def _name_after_ends(edges: Sequence[EdgeRow]) -> None:
    """Give ids; equal pairs are numbered by content, so that the order of rows never matters."""
    seen: dict[str, int] = {}
    for _, row in sorted(edges, key=lambda edge: sorted((k, str(v)) for k, v in edge[1].items())):
        name = f"{row.get('source') or ''}->{row.get('target') or ''}"
        seen[name] = seen.get(name, 0) + 1
        row["id"] = name if seen[name] == 1 else f"{name}#{seen[name]}"
