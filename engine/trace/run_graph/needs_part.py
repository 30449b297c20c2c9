"""From the selected tool to what it needs, and to the tools that produce that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.models.graph import GraphEdge
from engine.models.plan import InputStatus, PlanInput
from engine.models.run import CaseResult
from engine.models.tool import Tool
from engine.trace.run_graph.parts import Parts
from engine.trace.run_graph.relations import ORIGIN_STANDINGS, NodeKind, Relation

PRODUCERS_SHOWN = 8
"""Tools named for one field, the most trusted; a catalog may hold hundreds that fit."""


def add_needs(
    parts: Parts,
    result: CaseResult,
    tools: Mapping[str, Tool],
    feeding: Mapping[str, Sequence[GraphEdge]],
) -> None:
    """Add the required inputs of the selected tool and of its plan's steps, with producers.

    Parameters
    ----------
    parts : Parts
        Takes the nodes and edges.
    result : CaseResult
        Its plan, if any, says which inputs the caller has.
    tools : mapping of str to Tool
        The catalog by name; a tool that it lacks is left out.
    feeding : mapping of str to sequence of GraphEdge
        Data-carrying edges into a tool, most trusted first.
    """
    planned = {(i.tool, i.field): i for i in result.plan.inputs} if result.plan else {}
    for name in callers(result):
        if name in tools:
            _add_tool(parts, result.case_id, tools[name], feeding.get(name, ()), planned)


def callers(result: CaseResult) -> tuple[str, ...]:
    """Return the tools whose inputs are looked at: the selected one, then its plan's steps."""
    chosen = result.selection.selected_target
    steps = result.plan.steps if result.plan is not None and result.plan.target == chosen else ()
    return tuple(dict.fromkeys((*([chosen] if chosen is not None else []), *steps)))


def _add_tool(
    parts: Parts,
    case_id: str,
    tool: Tool,
    feeding: Sequence[GraphEdge],
    planned: Mapping[tuple[str, str], PlanInput],
) -> None:
    here = parts.node(NodeKind.TOOL, tool.name)
    for field in tool.consumes:
        if not field.required:
            continue
        place = f"{tool.name} {field.json_path}"
        node = parts.node(NodeKind.FIELD, place, field.name)
        text = f"{tool.name} requires {field.name} ({field.location.value}, {field.type})."
        parts.edge(Relation.NEEDS, here, node, text)
        plan = planned.get((tool.name, field.name))
        if plan is not None and plan.status is InputStatus.GIVEN:
            case = parts.node(NodeKind.CASE, case_id)
            parts.edge(Relation.GIVES, case, node, f"The caller has {field.name}.")
        fitting = [edge for edge in feeding if any(to == field.json_path for _, to in edge.fields)]
        for edge in fitting[:PRODUCERS_SHOWN]:
            producer = parts.node(NodeKind.TOOL, edge.source)
            chosen = plan is not None and plan.producer == edge.source
            parts.edge(
                Relation.PRODUCED_BY,
                node,
                producer,
                edge.evidence + (" The plan takes it from there." if chosen else ""),
                detail=edge.kind.value,
                strength=edge.confidence,
                kind=edge.kind,
                standing=ORIGIN_STANDINGS[edge.origin],
            )
