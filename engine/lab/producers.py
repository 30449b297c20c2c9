"""Which tools can fill an input, read from the tool graph."""

from __future__ import annotations

from collections.abc import Sequence

from engine.graph.tool_graph import ToolGraph
from engine.models.plan import Producer
from engine.models.tool import ContractField


class GraphProducers:
    """Answers the planner's question from the data-carrying edges of a graph.

    Parameters
    ----------
    graph : ToolGraph
        Of the catalog that is planned over.
    """

    def __init__(self, graph: ToolGraph) -> None:
        self._graph = graph

    def producers_of(self, tool: str, field: ContractField) -> Sequence[Producer]:
        """Return the tools whose result can fill ``field``, most trusted first."""
        return [
            Producer(tool=edge.source, field=produced, confidence=edge.confidence)
            for edge in self._graph.producers_of(tool, field.json_path)
            for produced, consumed in edge.fields
            if consumed == field.json_path
        ]
