from __future__ import annotations

from datetime import UTC, datetime

import pytest

from engine.gate.evaluate import evaluate
from engine.graph.build import build_graph
from engine.ingest.cases import read_cases
from engine.ingest.files import read_file, read_files
from engine.ingest.load import build_catalog
from engine.lab.gate_files import read_boundary, read_contracts, read_evidence
from engine.lab.gate_suppliers import GraphSuppliers
from engine.lab.run_gate import GateInput, RunGate
from engine.models.gate import ProposedCall
from tests.data.sample_reader import CATALOG, DATA

FOLDER = DATA / "contracts"
AT = datetime(2031, 6, 10, 9, tzinfo=UTC)


@pytest.fixture(scope="module")
def catalog():
    return build_catalog("shop", read_files([CATALOG]))


@pytest.fixture(scope="module")
def verdicts(catalog):
    given = GateInput(
        read_contracts(FOLDER / "shop.yaml"),
        read_evidence(FOLDER / "shop_evidence.yaml"),
        aggregation=read_boundary(FOLDER / "shop_sources.yaml"),
    )
    gate = RunGate(given, catalog, GraphSuppliers(catalog, build_graph(catalog)), AT)
    cases = read_cases(read_file(DATA / "suites" / "shop_actions.jsonl"), catalog=catalog)
    return [(case, gate.judge(case, case.expected_target, None)) for case in cases]


def test_a_case_that_acts_is_refused_for_exactly_what_it_aims_at(verdicts):
    for case, verdict in verdicts:
        aims = {tag.partition(":")[2] for tag in case.tags if tag.startswith("aim:")}
        assert set(verdict.codes if verdict else ()) == aims, case.case_id


def test_the_sample_allows_three_calls_and_refuses_eight(verdicts):
    asked = [verdict for _, verdict in verdicts if verdict is not None]
    assert (len(asked), sum(verdict.allowed for verdict in asked)) == (11, 3)


def test_what_is_stale_or_of_another_refund_is_read_anew_with_the_refunds_own_operation(verdicts):
    said = {case.case_id: verdict for case, verdict in verdicts}
    for case_id in ("action-002", "action-003", "action-004"):
        suppliers = [s.tool for r in said[case_id].refusals for s in r.suppliers]
        assert suppliers[0] == "getRefundDetail"


def test_the_evidence_of_the_one_call_is_complete(catalog):
    contract = read_contracts(FOLDER / "shop.yaml")["approveRefund"]
    call = ProposedCall(
        tool="approveRefund", fields=("$.amount.amount",), arguments={"refundId": "R-7101"}
    )
    evidence = read_evidence(FOLDER / "refund_evidence.yaml")
    tool = catalog.by_name["approveRefund"]
    assert evaluate(call, contract, tool, evidence, now=AT).allowed
    other = call.model_copy(update={"arguments": {"refundId": "R-7102"}})
    assert not evaluate(other, contract, tool, evidence, now=AT).allowed
