from __future__ import annotations

import pytest

from engine.gate.evaluate import evaluate
from engine.graph.build import build_graph
from engine.lab.gate_bench.cases import frozen_input
from engine.lab.gate_suppliers import SHOWN, GraphSuppliers
from engine.models.contract import EvidenceContract
from engine.models.gate import ProposedCall, Refusal, RefusalCode


@pytest.fixture(scope="module")
def catalog():
    return frozen_input().catalog


@pytest.fixture(scope="module")
def suppliers(catalog):
    return GraphSuppliers(catalog, build_graph(catalog))


def test_a_refusal_names_the_tool_that_reads_the_record(catalog, suppliers):
    contract = EvidenceContract.model_validate(
        {"name": "c", "tool": "releaseBatch", "fields": {"purity": {"provenance": True}}}
    )
    answer = evaluate(
        ProposedCall(tool="releaseBatch", fields=("purity",)),
        contract,
        catalog.by_name["releaseBatch"],
        [],
        now=frozen_input().now,
        suppliers=suppliers,
    )
    named = [each.tool for each in answer.refusals[0].suppliers]
    assert named[0] == "getBatch"
    assert len(named) <= SHOWN


def test_only_tools_that_read_are_named(catalog, suppliers):
    refusal = Refusal(code=RefusalCode.MISSING_PROVENANCE, required="provenance", found="nothing")
    for tool in catalog.tools:
        for supplier in suppliers.suppliers_of(tool.name, refusal):
            assert supplier.tool.startswith(("get", "search"))
            assert supplier.tool != tool.name


def test_a_tool_that_is_gone_has_no_suppliers(suppliers):
    refusal = Refusal(code=RefusalCode.MISSING_UNITS, required="units", found="nothing")
    assert suppliers.suppliers_of("gone", refusal) == ()
