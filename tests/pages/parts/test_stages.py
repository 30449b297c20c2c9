from __future__ import annotations

import pytest

from engine.models.failure import Failure, FailureReason, FailureStage
from engine.models.gate import GateVerdict
from engine.models.run import Verdict
from engine.models.selection import Decision, Selection
from pages.parts import badges, candidates, stages
from pages.parts.badges import Chip
from tests.pages.builders import candidate, edge, result


def chips(case_result) -> dict[str, str]:
    return {state.label: state.chip.text for state in stages.states(case_result, None)}


def test_stages_after_the_first_failure_are_skipped():
    assert chips(result()) == {
        "Search": "hit @2",
        "Select": "selector mismatch",
        "Plan": "skipped",
        "Auth": "skipped",
        "Execute": "skipped",
    }


def test_a_passed_case_skips_nothing():
    passed = result(
        verdict=Verdict.PASS,
        rank=1,
        failure=None,
        selection=Selection(selected_target="getRefund", decision=Decision.SELECT),
    )
    assert chips(passed)["Select"] == "right"
    assert "skipped" not in chips(passed).values()


def test_the_gate_is_shown_only_where_it_was_asked():
    refused = result(
        failure=Failure(stage=FailureStage.GATE, reason=FailureReason.EVIDENCE_REFUSED)
    )
    assert list(chips(refused)) == ["Search", "Select", "Plan", "Auth", "Gate", "Execute"]
    assert chips(refused)["Gate"] == "evidence refused"
    assert "Gate" not in chips(result())
    verdict = GateVerdict(permission="allow", tool="a", contract="c", contract_fingerprint="f")
    assert chips(result(failure=None, gate=verdict))["Gate"] == "allowed"


def test_every_stage_and_verdict_has_a_chip():
    assert set(badges.STAGES) == set(FailureStage)
    assert set(badges.VERDICTS) == set(Verdict)


@pytest.mark.parametrize(
    ("selection", "right", "said"),
    [
        pytest.param(Selection(), None, "no LLM target", id="none"),
        pytest.param(
            Selection(llm_target="a", decision=Decision.AGREE), True, "agrees with LLM", id="agree"
        ),
        pytest.param(
            Selection(llm_target="a", decision=Decision.PRESERVE_LLM),
            False,
            "kept LLM target",
            id="kept",
        ),
        pytest.param(
            Selection(llm_target="a", decision=Decision.SELECT_FALLBACK),
            False,
            "LLM target unknown, replaced",
            id="unknown",
        ),
        pytest.param(
            Selection(llm_target="a", overrode_llm=True), True, "overrode LLM, right", id="right"
        ),
        pytest.param(
            Selection(llm_target="a", overrode_llm=True), False, "overrode LLM, wrong", id="wrong"
        ),
    ],
)
def test_the_override_chip_says_what_became_of_the_models_target(selection, right, said):
    assert badges.override(selection, right=right).text == said


def test_a_chip_cannot_be_closed_by_its_own_text():
    assert "\\]" in badges.markdown(Chip("a] :red[b"))


def test_contribution_chips_end_in_the_score_that_they_sum_to():
    shown = candidates.contribution_line(candidate("a", 1))
    assert shown.endswith("= **2.500**")


def test_an_expanded_candidate_says_by_which_edge_it_came_in():
    expanded = candidate("a", 3, expanded_from="searchOrder", edge_evidence=(edge(),))
    assert candidates.why_here(expanded) == "graph: data_flow from searchOrder"


def test_an_edge_is_told_with_its_fields_and_confidence():
    said = candidates.edge_line(edge())
    assert "`searchOrder` → `getRefund`" in said
    assert "`orderId`" in said
    assert "0.90" in said


def test_the_wrong_tools_lead_is_told_with_its_name():
    case_result = result()
    assert "trails `getOrder` at rank 1 by 1.000" in candidates.sum_words(
        case_result.counterfactuals, case_result
    )
