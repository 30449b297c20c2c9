from __future__ import annotations

import pytest

from engine.ingest.files import read_file
from engine.lab.gate_desk import CONTRACTS
from engine.lab.lab import Lab
from engine.lab.run_gate import GateInput
from engine.lab.stamp import PROJECT_ROOT
from engine.models.case import Suite
from engine.models.run import Channel, RunSettings
from tests.pages.test_screens import words_of


def codes_of(at) -> set[str]:
    """The codes of the table of refusals, wherever it stands."""
    tables = [table.value for table in at.dataframe]
    return {code for table in tables if "Code" in table for code in table["Code"]}


@pytest.mark.parametrize("view", ["simulator", "contracts", "ledger", "benchmark"])
def test_every_view_of_the_gate_opens_by_its_link(sample, open_page, view):
    at = open_page(sample.db, "gate", view=view)
    assert not at.exception
    assert not at.error
    assert at.title[0].value == "Gate"


@pytest.mark.parametrize("view", ["simulator", "contracts", "ledger"])
def test_every_view_of_the_gate_has_words_for_an_empty_store(tmp_path, open_page, view):
    at = open_page(tmp_path / "empty.duckdb", "gate", view=view)
    assert not at.exception
    assert not at.error
    assert words_of(at)


def test_a_call_without_evidence_is_refused_with_who_could_supply_it(sample, open_page):
    at = open_page(sample.db, "gate", file="shop.yaml", catalog="shop", tool="approveRefund")
    assert "refuse" in words_of(at)
    assert codes_of(at) == {"MISSING_PROVENANCE", "MISSING_UNITS"}
    assert "getRefundDetail" in words_of(at)


def test_filling_in_what_is_asked_allows_the_call_and_it_can_be_recorded(own_sample, open_page):
    at = open_page(own_sample.db, "gate", file="shop.yaml", catalog="shop", tool="approveRefund")
    at.button(key="gate.fill").click().run()
    assert "2 requirements established" in words_of(at)
    at.button(key="gate.record").click().run()
    assert "Entry 1 of the ledger" in words_of(at)
    (entry,) = Lab(own_sample.db).gate.ledger()
    assert entry.permission == "allow"
    ledger = open_page(own_sample.db, "gate", view="ledger")
    assert "the chain is whole" in words_of(ledger)
    assert "approveRefund" in words_of(ledger)


def test_the_benchmark_shows_three_conditions_side_by_side(sample, open_page):
    at = open_page(sample.db, "gate", view="benchmark", set="seed8")
    over_all = at.dataframe[0].value.set_index("Metric")
    assert list(over_all.loc["unsupported action rate"]) == [
        "0.375 3/8 [0.14, 0.69]",
        "0.375 3/8 [0.14, 0.69]",
        "0.000 0/8 [0.00, 0.32]",
    ]


def test_a_case_shows_what_the_gate_said(own_sample, open_page):
    lab = Lab(own_sample.db)
    file = PROJECT_ROOT / "data" / "suites" / "shop_actions.jsonl"
    whole = lab.suites.read(read_file(file), name="actions", catalog="shop")
    suite = Suite(name="actions", cases=whole.cases[1:2])
    lab.suites.save(suite)
    contracts = lab.gate.contracts(read_file(CONTRACTS / "shop.yaml"))
    run = lab.runs.execute(
        suite,
        catalog="shop",
        settings=RunSettings(channels=Channel.LEXICAL),
        gate=GateInput(contracts),
    )
    at = open_page(own_sample.db, "case", run=run.summary.run_id, case="action-002")
    assert not at.exception
    assert "Gate" in words_of(at)
    assert "ENTITY_MISMATCH" in codes_of(at)
