"""Which tools could supply missing evidence, read from a catalog and its tool graph."""

from __future__ import annotations

from collections.abc import Sequence

from engine.graph.tool_graph import ToolGraph
from engine.models.catalog import Catalog
from engine.models.gate import Refusal, Supplier
from engine.models.tool import Location, ResultShape, RiskClass, Tool

SHOWN = 5
"""Suppliers named for one refusal."""


class GraphSuppliers:
    """Names reading tools: of the same record, of the same field, or whose result is an input.

    Parameters
    ----------
    catalog : Catalog
        Where tools are looked for.
    graph : ToolGraph
        Of the same catalog.
    """

    def __init__(self, catalog: Catalog, graph: ToolGraph) -> None:
        self._catalog = catalog
        self._graph = graph

    def suppliers_of(self, tool: str, refusal: Refusal) -> Sequence[Supplier]:
        """Return tools that only read, most trusted first; at most ``SHOWN``."""
        governed = self._catalog.by_name.get(tool)
        if governed is None:
            return ()
        found: dict[str, Supplier] = {}
        names = _names(governed, refusal.field)
        for other in self._catalog.tools:
            if names <= {field.name for field in other.produces} and _reads_same(other, governed):
                self._add(found, other.name, f"It reads the {other.semantics.resource.value}.")
        for edge in self._graph.producers_of(tool, refusal.field):
            self._add(found, edge.source, edge.evidence)
        for other in self._catalog.tools:
            shared = sorted(names & {field.name for field in other.produces})
            if shared and other.name != tool:
                self._add(found, other.name, f"Its result has {', '.join(shared[:3])}.")
        if refusal.field is None:
            for edge in self._graph.producers_of(tool):
                self._add(found, edge.source, edge.evidence)
        return tuple(found.values())[:SHOWN]

    def _add(self, found: dict[str, Supplier], name: str, reason: str) -> None:
        if self._catalog.by_name[name].semantics.risk.value == RiskClass.READ:
            found.setdefault(name, Supplier(tool=name, reason=reason))


def _names(tool: Tool, path: str | None) -> set[str]:
    """Return the name of the field at a path; none for the tool as a whole."""
    fields = (*tool.consumes, *tool.produces)
    return {field.name for field in fields if field.json_path == path}


def _reads_same(other: Tool, governed: Tool) -> bool:
    """Whether a tool returns the one record that the governed tool's path names."""
    mine, theirs = governed.semantics, other.semantics
    named = {field.name for field in governed.consumes if field.location is Location.PATH}
    return (
        other.name != governed.name
        and bool(named)
        and named <= {field.name for field in other.consumes if field.required}
        and theirs.result_shape.value == ResultShape.SINGLE
        and theirs.resource.value == mine.resource.value
    )
