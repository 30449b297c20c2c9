from __future__ import annotations

from datetime import UTC, datetime

from engine.models.selection import Decision, Selection
from engine.trace.run_graph.audit import audit_selection
from engine.trace.run_graph.build import RunFacts
from tests.builders import ranked, result

FACTS = RunFacts("run-1", datetime(2026, 2, 1, tzinfo=UTC), "shop")


def test_a_candidate_with_evidence_rests_on_its_case():
    case = result(candidates=ranked("a"), selection=Selection(selected_target="a"))
    assert audit_selection(case, FACTS) is None


def test_a_target_that_only_the_model_named_rests_on_nothing():
    selection = Selection(
        selected_target="x", llm_target="x", decision=Decision.PRESERVE_LLM, confidence=0.5
    )
    found = audit_selection(result(candidates=ranked("a"), selection=selection), FACTS)
    assert found.selected_target == "x"
    assert "the model's word alone" in found.message


def test_a_rival_carries_nothing_to_the_decision():
    selection = Selection(selected_target="x", ambiguous=True, ambiguity_set=("x", "a"))
    found = audit_selection(result(candidates=ranked("a"), selection=selection), FACTS)
    assert "no evidence of the run leads to it" in found.message


def test_a_case_without_a_selection_has_nothing_to_audit():
    assert audit_selection(result(), FACTS) is None
