"""Make the evidence graph of one case of one run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from engine.models.graph import GraphEdge
from engine.models.path import EvidenceGraph
from engine.models.run import CaseResult
from engine.models.tool import Tool
from engine.trace.run_graph.choice_part import add_choice
from engine.trace.run_graph.needs_part import add_needs
from engine.trace.run_graph.parts import Parts, node_id
from engine.trace.run_graph.relations import NodeKind
from engine.trace.run_graph.search_part import add_candidates


class RunFacts(NamedTuple):
    """What stands around a case's result."""

    run_id: str
    created_at: datetime
    """When the run was made."""

    catalog: str
    """Name of the catalog that was searched."""

    declared_at: datetime | None = None
    """When the catalog's version was read; None when it is not stored any more."""

    tools: Mapping[str, Tool] = MappingProxyType({})
    """The version's tools by name; empty when it is not stored any more."""

    feeding: Mapping[str, Sequence[GraphEdge]] = MappingProxyType({})
    """Data-carrying edges into the tools of :func:`~engine.trace.run_graph.needs_part.callers`,
    most trusted first."""


def run_graph(result: CaseResult, facts: RunFacts) -> EvidenceGraph:
    """Return everything that a run knows about one case, as an evidence graph.

    Parameters
    ----------
    result : CaseResult
        With its evidence. A field that an older run lacks leaves its part of the graph out.
    facts : RunFacts
        The run and the catalog's version that it used.

    Returns
    -------
    EvidenceGraph
        Ids are alike in every run (``case:…``, ``tool:…``, ``decision``), so that the graphs of
        two runs can be compared. It holds no query text: the case is known by its id.

    See Also
    --------
    engine.trace.run_graph.relations : what each edge counts for.
    """
    parts = _selection(result, facts)
    add_needs(parts, result, facts.tools, facts.feeding)
    return parts.graph()


def selection_graph(result: CaseResult, facts: RunFacts) -> EvidenceGraph:
    """Return the part of :func:`run_graph` that leads to the selected tool, not beyond it."""
    return _selection(result, facts).graph()


def _selection(result: CaseResult, facts: RunFacts) -> Parts:
    parts = Parts(facts.created_at, facts.declared_at, result.selection.confidence)
    parts.node(NodeKind.CASE, result.case_id)
    add_candidates(parts, result, facts.catalog, facts.tools)
    add_choice(parts, result, facts.run_id)
    return parts


def case_node(result: CaseResult) -> str:
    """Return the id of the case's node."""
    return node_id(NodeKind.CASE, result.case_id)


def selected_node(result: CaseResult) -> str | None:
    """Return the id of the selected tool's node; None when nothing was selected."""
    chosen = result.selection.selected_target
    return None if chosen is None else node_id(NodeKind.TOOL, chosen)
