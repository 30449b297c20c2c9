from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pandas as pd
import pytest

from engine.gate.evaluate import evaluate
from engine.gate.ledger import MemoryLedger, build_evidence_ledger_entry
from engine.models.contract import AggregationBoundary, EvidenceContract, EvidenceItem
from engine.models.gate import ProposedCall, Refusal
from engine.models.tool import Location
from pages.parts import gate_contracts, gate_editor, gate_ledger, gate_verdict
from tests.builders import field, tool

NOW = datetime(2026, 1, 15, 12, tzinfo=UTC)
TOOL = tool(
    "release",
    "POST /batches/{batchId}/release",
    consumes=(field("batchId", location=Location.PATH, required=True, identifier="batchId"),),
    produces=(field("density", location=Location.RESPONSE),),
)


def contract(**values):
    return EvidenceContract.model_validate({"name": "release", "tool": "release", **values})


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param({"requirements": {"provenance": True}}, id="provenance"),
        pytest.param({"requirements": {"licences": ["CC0", "MIT"]}}, id="licence"),
        pytest.param({"requirements": {"entity": "batchId", "max_age": 120}}, id="record and age"),
        pytest.param({"fields": {"density": {"unit": "kg/m3"}}}, id="unit"),
        pytest.param({"requirements": {"source_type": "measured"}}, id="source type"),
        pytest.param({"corroboration": {"minimum": 2, "fields": ["density"]}}, id="corroboration"),
    ],
)
def test_the_filled_in_evidence_is_what_the_contract_asks(asked):
    chosen = contract(**asked)
    read = gate_editor.items_of(gate_editor.as_asked(chosen, "B-1"), NOW)
    call = ProposedCall(tool="release", fields=("density",), arguments={"batchId": "B-1"})
    groups = AggregationBoundary(groups={"a": "a", "b": "b"})
    assert read.problems == ()
    assert evaluate(call, chosen, TOOL, read.items, now=NOW, aggregation=groups).allowed


def test_an_edited_row_becomes_an_item_and_an_empty_one_nothing():
    frame = pd.DataFrame(
        [
            {"Kind": "provenance", "Basis": "observed", "Field": "the tool", "Value": "3.5",
             "Source": "north", "About": "B-1", "Minutes ago": 2.0},
            {"Kind": "units", "Field": "$.density", "Value": "g"},
            {},
        ],
        columns=list(gate_editor.COLUMNS),
    )  # fmt: skip
    seen, unit = gate_editor.items_of(frame, NOW).items
    assert (seen.field, seen.value, seen.source, seen.entity) == (None, 3.5, "north", "B-1")
    assert seen.observed_at == NOW - timedelta(minutes=2)
    assert (unit.field, unit.value) == ("$.density", "g")
    assert unit.effective_basis == "asserted"


def test_a_row_that_is_no_evidence_is_named_and_left_out():
    frame = pd.DataFrame(
        [{"Kind": "provenance", "Basis": "observed", "Minutes ago": 1e18}],
        columns=list(gate_editor.COLUMNS),
    )
    read = gate_editor.items_of(frame, NOW)
    assert read.items == ()
    assert read.problems == ("Row 1 is no evidence; it is left out.",)


def test_the_ledger_is_filtered_by_answer_code_and_words():
    ledger = MemoryLedger()
    seen = EvidenceItem.model_validate({"kind": "provenance", "basis": "observed"})
    asked = contract(requirements={"provenance": True})
    call = ProposedCall(tool="release")
    for evidence in ((), (seen,), ()):
        ledger.add(
            lambda last, held=evidence: build_evidence_ledger_entry(
                call, asked, TOOL, held, now=NOW, previous=last
            )
        )
    entries = list(ledger.read())

    def found(permission="", code="any", text=""):
        kept = gate_ledger.matching(entries, permission=permission, code=code, text=text)
        return [entry.sequence for entry in kept]

    assert found() == [3, 2, 1]
    assert found(permission="allow") == [2]
    assert found(code="MISSING_PROVENANCE") == [3, 1]
    assert found(code="nonsense") == [3, 2, 1]
    assert found(text="RELEASE") == [3, 2, 1]
    assert found(text="other") == []
    assert list(gate_ledger.ledger_frame(entries, {})["Answer"]) == [
        ["refuse"],
        ["allow"],
        ["refuse"],
    ]


def test_a_contract_is_told_in_words():
    chosen = contract(
        requirements={"entity": "batchId", "max_age": 60},
        corroboration={"minimum": 2, "independence_key": "lab", "tolerance": 0.5},
    )
    (row,) = gate_contracts.contracts_frame({"release": chosen}, None).to_dict("records")
    assert row["Asked of the call"].endswith("batchId names, at most 60 seconds old")
    assert row["Corroboration"] == "2 by lab, within 0.5"


def test_refusals_are_rows():
    refusal = Refusal(code="MISSING_UNITS", field="$.density", required="units", found="nothing")
    (row,) = gate_verdict.refusals_frame([refusal]).to_dict("records")
    assert row == {
        "Code": "MISSING_UNITS",
        "Field": "$.density",
        "Required": "units",
        "Found": "nothing",
    }
