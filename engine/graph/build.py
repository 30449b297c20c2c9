"""From a catalog to its tool graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import collector
from engine.graph.data_flow import DataFlow
from engine.graph.declared import declared_edges, observed_edges
from engine.graph.ports import Faces
from engine.graph.structure import structure_edges
from engine.graph.tool_graph import ToolGraph
from engine.models.catalog import Catalog, DeclaredLink
from engine.models.graph import EdgeKind, GraphEdge, ObservedFlow


def build_graph(
    catalog: Catalog,
    *,
    overlay_pairs: Sequence[DeclaredLink] = (),
    observed: Sequence[ObservedFlow] = (),
) -> ToolGraph:
    """Return the graph of a catalog's tools.

    Parameters
    ----------
    catalog : Catalog
        Tools and the links that their documents declare.
    overlay_pairs : sequence of DeclaredLink
        Pairs that the catalog's author declares, whatever their ``kind`` says.
    observed : sequence of ObservedFlow
        Flows that recorded calls have shown.

    Returns
    -------
    ToolGraph
        Every tool is in it, also without an edge. The same catalog gives the same graph, whatever
        order its parts came in.

    Raises
    ------
    UnknownTool
        If a link, a pair or a flow names a tool that the catalog does not hold.

    Notes
    -----
    Tools are never compared each with each: producers are looked up by the words of the consumed
    field, and every field keeps a bounded number of them.
    """
    with collector.paused():
        edges: Iterable[GraphEdge] = [
            *DataFlow(Faces(catalog)).edges(),
            *structure_edges(catalog.tools),
            *declared_edges(catalog.links),
            *declared_edges(overlay_pairs, EdgeKind.OVERLAY),
            *observed_edges(observed),
        ]
        return ToolGraph([tool.name for tool in catalog.tools], edges)
