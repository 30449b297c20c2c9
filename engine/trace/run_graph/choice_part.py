"""From candidates to the selected tool: decision, model's word, gate and the run's outcome."""

from __future__ import annotations

from engine.models.failure import FailureStage
from engine.models.run import CaseResult, Verdict
from engine.models.selection import Decision
from engine.trace.run_graph.parts import Parts, node_id
from engine.trace.run_graph.relations import NodeKind, Relation

_SWAYED = (Decision.AGREE, Decision.PRESERVE_LLM)
_WRONG_TOOL = (FailureStage.RETRIEVE, FailureStage.SELECT_TARGET, FailureStage.EXECUTE)


def add_choice(parts: Parts, result: CaseResult, run_id: str) -> None:
    """Add the decision with what put its tool forward, and what the run says of the tool."""
    chosen = result.selection.selected_target
    for candidate in (*result.candidates, result.expected_candidate):
        if candidate is not None and candidate.name != chosen:
            here = node_id(NodeKind.CANDIDATE, candidate.name)
            tool = parts.node(NodeKind.TOOL, candidate.name)
            text = f"{candidate.name} was considered at rank {candidate.rank} and not selected."
            parts.edge(Relation.CONSIDERS, here, tool, text)
    _add_model(parts, result)
    if chosen is None:
        return
    tool = parts.node(NodeKind.TOOL, chosen)
    _add_decision(parts, result, chosen, tool)
    _add_gate(parts, result)
    _add_outcome(parts, result, run_id, tool)


def _add_model(parts: Parts, result: CaseResult) -> None:
    proposed = result.selection.llm_target
    if proposed is not None:
        model = parts.node(NodeKind.MODEL, label="the model's word")
        tool = parts.node(NodeKind.TOOL, proposed)
        parts.edge(Relation.PROPOSES, model, tool, f"The model named {proposed}.")


def _add_decision(parts: Parts, result: CaseResult, chosen: str, tool: str) -> None:
    selection = result.selection
    decision = parts.node(NodeKind.DECISION, label=selection.decision.value)
    reasons = ", ".join(selection.reason_codes)
    text = f"Selected with confidence {selection.confidence:.2f}"
    parts.edge(Relation.SELECTS, decision, tool, f"{text}: {reasons}." if reasons else f"{text}.")
    candidate = node_id(NodeKind.CANDIDATE, chosen)
    if parts.has(candidate):
        text = f"The selector compared {chosen} with the other candidates."
        parts.edge(Relation.PUTS_FORWARD, candidate, decision, text)
    for name in selection.ambiguity_set:
        rival = node_id(NodeKind.CANDIDATE, name)
        if name != chosen and parts.has(rival):
            text = f"{name} cannot be told apart from {chosen}."
            parts.edge(Relation.RIVALS, rival, decision, text)
    proposed = selection.llm_target
    if proposed is None:
        return
    if selection.decision in _SWAYED:
        model = node_id(NodeKind.MODEL)
        parts.edge(Relation.SWAYS, model, decision, f"The model's {proposed} was kept.")
    elif proposed != chosen:
        other = node_id(NodeKind.TOOL, proposed)
        text = f"{chosen} was taken instead of the model's {proposed}."
        parts.edge(Relation.OVERRIDES, decision, other, text)


def _add_gate(parts: Parts, result: CaseResult) -> None:
    verdict = result.gate
    if verdict is None:
        return
    tool = parts.node(NodeKind.TOOL, verdict.tool)
    gate = parts.node(NodeKind.GATE, label=verdict.contract)
    if verdict.allowed:
        count = len(verdict.established)
        text = f"Contract {verdict.contract} allowed the call; it rests on {count} established"
        parts.edge(Relation.AUTHORISES, gate, tool, f"{text} item{'' if count == 1 else 's'}.")
    else:
        codes = ", ".join(code.value for code in verdict.codes)
        text = f"Contract {verdict.contract} refused the call: {codes}."
        parts.edge(Relation.REFUSES, gate, tool, text)


def _add_outcome(parts: Parts, result: CaseResult, run_id: str, tool: str) -> None:
    failure = result.failure
    if result.verdict is Verdict.PASS:
        relation, text = Relation.CONFIRMS, "The case passed with it."
    elif result.verdict is Verdict.FAIL and failure is not None:
        wrong = failure.stage in _WRONG_TOOL
        relation = Relation.REFUTES if wrong else Relation.STOPS
        text = f"The case failed at {failure.stage.value}: {failure.reason.value}."
    else:
        return
    run = parts.node(NodeKind.RUN, label=run_id)
    parts.edge(relation, run, tool, text)
