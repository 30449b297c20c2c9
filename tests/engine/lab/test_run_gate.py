from __future__ import annotations

import pickle
from datetime import UTC, datetime, timedelta

import pytest

from engine.errors import InvalidInput
from engine.lab.gate_suppliers import GraphSuppliers
from engine.lab.run_gate import GateInput, RunGate, proposed_call
from engine.models.case import Suite
from engine.models.contract import EvidenceContract, EvidenceItem
from engine.models.plan import InputStatus, Plan, PlanInput
from engine.models.run import Channel, RunSettings
from tests.builders import case, field, tool

LEXICAL = RunSettings(channels=Channel.LEXICAL)
NOW = datetime(2026, 1, 15, 12, tzinfo=UTC)
SEEN = {"kind": "provenance", "basis": "observed", "source": "show_order", "value": "paid"}


def contract(tool="cancel_order", **requirements):
    asked = requirements or {"provenance": True}
    return EvidenceContract.model_validate({"name": "sure", "tool": tool, "requirements": asked})


def given(*contracts, **values):
    chosen = contracts or (contract(),)
    return GateInput({each.tool: each for each in chosen}, at=NOW, **values)


def suite(*cases):
    return Suite(name="calls", cases=cases)


def cancel(case_id="cancel", mode="plan", **values):
    return case(case_id, "cancel the order", expected_target="cancel_order", mode=mode, **values)


def verdict_of(lab, one, gate=None):
    run = lab.runs.execute(suite(one), catalog="shop", settings=LEXICAL, gate=gate or given())
    return run, run.results[0]


def test_a_call_without_its_evidence_fails_in_the_stage_of_the_gate(lab):
    run, result = verdict_of(lab, cancel())
    assert result.gate.codes == ("MISSING_PROVENANCE",)
    assert (result.failure.stage, result.failure.reason) == ("gate", "evidence_refused")
    assert result.failure.evidence == {"codes": ["MISSING_PROVENANCE"]}
    assert result.verdict == "fail"
    assert (run.summary.gate.asked, run.summary.gate.allowed, run.summary.gate.refused) == (1, 0, 1)
    assert run.summary.failures == {"gate": 1}


@pytest.mark.parametrize("where", ["case", "run"])
def test_evidence_of_the_case_and_of_the_run_both_count(lab, where):
    item = EvidenceItem.model_validate(SEEN)
    one = cancel(evidence=(item,)) if where == "case" else cancel()
    gate = given(evidence=(item,)) if where == "run" else given()
    _, result = verdict_of(lab, one, gate)
    assert result.gate.allowed
    assert result.verdict == "pass"


def test_what_a_model_asserts_in_a_case_establishes_nothing(lab):
    said = EvidenceItem.model_validate({"kind": "provenance", "basis": "asserted"})
    _, result = verdict_of(lab, cancel(evidence=(said,)))
    assert result.gate.codes == ("ASSERTION_ONLY",)


@pytest.mark.parametrize(
    "one",
    [
        pytest.param(cancel(mode="search"), id="a search goes no further"),
        pytest.param(
            case(query="show the order", expected_target="show_order", mode="plan"),
            id="no contract",
        ),
    ],
)
def test_the_gate_is_asked_only_for_governed_calls_that_would_be_made(lab, one):
    run, result = verdict_of(lab, one)
    assert result.gate is None
    assert run.summary.gate.asked == 0
    assert result.verdict == "pass"


def test_a_wrong_selection_is_judged_too_and_masks_the_refusal(lab):
    one = case(query="cancel the order", expected_target="cancel_parcel", mode="plan")
    _, result = verdict_of(lab, one)
    assert result.selection.selected_target == "cancel_order"
    assert result.gate.codes == ("MISSING_PROVENANCE",)
    assert result.failure.stage == "select_target"


def test_a_run_without_a_contract_ignores_evidence(lab):
    with_evidence = cancel(evidence=(EvidenceItem.model_validate(SEEN),))
    run = lab.runs.execute(suite(with_evidence), catalog="shop", settings=LEXICAL)
    assert run.results[0].gate is None
    assert run.summary.gate is None
    assert run.summary.stamp.contract_fingerprint is None


def test_a_gated_run_reads_back_as_it_was_also_without_evidence(lab):
    run, result = verdict_of(lab, cancel())
    assert lab.runs.summary(run.summary.run_id) == run.summary
    assert lab.runs.results(run.summary.run_id, evidence=True) == run.results
    assert lab.runs.results(run.summary.run_id)[0].gate == result.gate


def test_no_record_and_nothing_seen_reaches_the_store(lab):
    one = cancel(
        evidence=(EvidenceItem.model_validate({**SEEN, "value": "S-1-9", "entity": "S-1-9"}),),
        provided_entities={"id": "S-1-9"},
    )
    run, result = verdict_of(lab, one)
    lab.suites.save(suite(one))
    assert "S-1-9" not in result.model_dump_json()
    assert "S-1-9" not in run.summary.model_dump_json()
    assert "S-1-9" not in lab.suites.load("calls").model_dump_json()


def test_a_suite_from_the_store_whose_evidence_was_left_out_is_refused(lab):
    lab.suites.save(suite(cancel(evidence=(EvidenceItem.model_validate(SEEN),))))
    stored = lab.suites.load("calls")
    with pytest.raises(InvalidInput, match=r"evidence of cancel cannot be judged; give the suite"):
        lab.runs.execute(stored, catalog="shop", settings=LEXICAL, gate=given())
    assert lab.runs.execute(stored, catalog="shop", settings=LEXICAL).results[0].verdict == "pass"


def test_a_contract_for_a_tool_that_the_catalog_lacks_is_refused(lab):
    gone = given(contract(tool="cancel_ordre"))
    with pytest.raises(InvalidInput, match=r"contract 'sure' names tool 'cancel_ordre'.*cancel_or"):
        lab.runs.execute(suite(cancel()), catalog="shop", settings=LEXICAL, gate=gone)
    assert lab.runs.list() == ()


def test_freshness_is_judged_as_of_the_moment_of_the_run(lab):
    asked = contract(provenance=True, max_age=60)
    item = EvidenceItem.model_validate({**SEEN, "observed_at": NOW})
    one = cancel(evidence=(item,))
    in_time = GateInput({asked.tool: asked}, at=NOW + timedelta(seconds=60))
    late = GateInput({asked.tool: asked}, at=NOW + timedelta(seconds=61))
    assert verdict_of(lab, one, in_time)[1].gate.allowed
    assert verdict_of(lab, one, late)[1].gate.codes == ("EVIDENCE_STALE",)


def test_a_comparison_says_that_the_contract_differs(lab):
    plain = lab.runs.execute(suite(cancel()), catalog="shop", settings=LEXICAL).summary
    loose = lab.runs.execute(
        suite(cancel()), catalog="shop", settings=LEXICAL, gate=given()
    ).summary
    strict = given(contract(provenance=True, licence=True))
    other = lab.runs.execute(suite(cancel()), catalog="shop", settings=LEXICAL, gate=strict).summary

    def told(base, run):
        differences = lab.runs.diff(base.run_id, run.run_id).comparable.differences
        return {each.what: each.message for each in differences}

    assert told(plain, loose)["contract"].startswith("Evidence contract none → ")
    assert "contract" in told(loose, other)
    again = lab.runs.execute(
        suite(cancel()), catalog="shop", settings=LEXICAL, gate=given()
    ).summary
    assert told(loose, again) == {}


def test_a_contracts_name_is_no_difference_and_its_content_is():
    assert given(contract()).contract_fingerprint == given(contract()).contract_fingerprint
    named = contract().model_copy(update={"name": "other"})
    assert given(named).contract_fingerprint == given().contract_fingerprint
    assert given(contract(licence=True)).contract_fingerprint != given().contract_fingerprint


def test_a_gated_workbench_travels_and_has_a_key_of_its_own(lab):
    catalog = lab.catalogs.load("shop")
    bench = lab.runs._benches.get(catalog, LEXICAL)
    gated = bench.gated(RunGate(given(), catalog, GraphSuppliers(catalog, bench.graph), NOW))
    assert gated.key != bench.key
    travelled = pickle.loads(pickle.dumps(gated))
    assert travelled.key == gated.key
    assert travelled.run_case(cancel()).gate == gated.run_case(cancel()).gate


def test_the_fields_of_a_call_are_the_cases_own_or_the_inputs_that_it_would_send():
    cancelling = tool(
        "cancel", consumes=(field("orderId"), field("reason", json_path="$.body.reason"))
    )
    provided = cancel(provided_entities={"orderId": 42, "mood": "bad"})
    assert proposed_call(provided, cancelling, None).fields == ("$.orderId",)
    assert proposed_call(provided, cancelling, None).arguments["orderId"] == "42"
    made = PlanInput(tool="cancel", field="reason", status=InputStatus.PRODUCED)
    plan = Plan(target="cancel", complete=True, steps=("cancel",), inputs=(made,))
    assert proposed_call(provided, cancelling, plan).fields == ("$.body.reason", "$.orderId")
    named = provided.model_copy(update={"call_fields": ("reason",)})
    assert proposed_call(named, cancelling, plan).fields == ("reason",)
