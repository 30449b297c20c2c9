"""Whether a selected tool rests on a source of its case's evidence."""

from __future__ import annotations

from engine.models.evidence_paths import UnfoundedSelection
from engine.models.run import CaseResult
from engine.trace.run_graph.build import RunFacts, selected_node, selection_graph
from engine.trace.run_graph.relations import SOURCE_KINDS
from engine.trace.topology import audit_sources


def audit_selection(result: CaseResult, facts: RunFacts) -> UnfoundedSelection | None:
    """Return what is wrong with a case's selection, or None: it rests on a source.

    Parameters
    ----------
    result : CaseResult
        With its evidence and a selected tool.
    facts : RunFacts
        The run and the catalog's version that it used.

    Notes
    -----
    Arrows are followed from the case, from the catalog's document and from promoted suggestions.
    What contradicts carries nothing, and a model's word is no source: a target that was only kept
    because the model named it is unfounded.
    """
    chosen = selected_node(result)
    if chosen is None:
        return None
    graph = selection_graph(result, facts)
    audit = audit_sources(graph, source_kinds=SOURCE_KINDS, conclusions=(chosen,))
    if not audit.without_source:
        return None
    name = chosen.partition(":")[2]
    if result.selection.llm_target == name:
        why = "it rests on the model's word alone, which is asserted and no evidence"
    else:
        why = "no evidence of the run leads to it"
    return UnfoundedSelection(
        case_id=result.case_id, selected_target=name, message=f"{name} was selected, but {why}."
    )
