from __future__ import annotations

from datetime import timedelta

import pytest

from engine.errors import InvalidInput
from engine.gate.ledger import (
    MemoryLedger,
    Unreadable,
    build_evidence_ledger_entry,
    entry_line,
)
from engine.gate.verify import Today, verify
from tests.engine.gate.scenes import NOW, TOOL, call, changed, contract, item

ASKED = contract(requirements={"provenance": True, "max_age": 60, "entity": "batchId"})
SEEN = item("provenance", 997.5, age=10, entity="batch-of-0155501234", source="north lab")
CALL = call("density", arguments={"batchId": "batch-of-0155501234"})


def entry(previous=None, *, evidence=(SEEN,), proposed=CALL, asked=ASKED, tool=TOOL):
    return build_evidence_ledger_entry(proposed, asked, tool, evidence, now=NOW, previous=previous)


def chain(length=3):
    ledger = MemoryLedger()
    for _ in range(length):
        ledger.add(entry)
    return list(ledger.read())


def test_refusals_are_entries_too():
    refused = entry(evidence=())
    assert refused.permission == "refuse"
    assert [r.code for r in refused.refusals] == ["MISSING_PROVENANCE"]
    assert refused.expires_at is None
    assert entry().permission == "allow"


def test_an_entry_holds_no_payload():
    secret = "0155501234"
    proposed = call(
        "density", f"made-up-{secret}", arguments={"batchId": f"batch-of-{secret}", "pin": secret}
    )
    said = item(f"kind-{secret}", secret, field=f"field-{secret}", source=secret, unit=secret)
    line = entry_line(entry(evidence=(SEEN, said), proposed=proposed)).decode()
    assert secret not in line
    assert "997" not in line
    assert "north" not in line
    assert "made-up" not in line


def test_a_tool_that_has_gone_or_drifted_since_the_plan_is_refused_anew():
    assert [r.code for r in entry(tool=None).refusals] == ["TOOL_DRIFT"]
    planned = CALL.model_copy(update={"tool_fingerprint": TOOL.fingerprint})
    assert entry(proposed=planned).permission == "allow"
    reworded = changed(description="New words.")
    assert [r.code for r in entry(proposed=planned, tool=reworded).refusals] == ["TOOL_DRIFT"]


def test_a_whole_chain_is_ok_and_its_head_is_the_last_hash():
    entries = chain()
    report = verify(entries)
    assert (report.state, report.entries, report.head) == ("ok", 3, entries[-1].hash)
    assert verify([]).state == "ok"


@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_entry_that_was_changed_is_named(place):
    entries = chain()
    entries[place] = entries[place].model_copy(update={"contract": "softer"})
    report = verify(entries)
    assert (report.state, report.broken_at) == ("broken", place + 1)


def test_entries_that_were_taken_out_or_moved_are_named():
    first, second, third = chain()
    assert verify([first, third]).broken_at == 2
    assert verify([second, first, third]).broken_at == 1
    assert verify([first, second], head=third.hash).broken_at == 3
    assert verify([first, Unreadable("cut off.")]).broken_at == 2


@pytest.mark.parametrize(
    ("today", "state"),
    [
        pytest.param(Today({TOOL.name: TOOL}, {TOOL.name: ASKED.fingerprint}, NOW), "ok", id="ok"),
        pytest.param(Today(now=NOW + timedelta(seconds=51)), "expired", id="expired"),
        pytest.param(Today(tools={}), "drifted", id="gone"),
        pytest.param(
            Today(tools={TOOL.name: changed(title="New")}),
            "drifted",
            id="reworded",
        ),
        pytest.param(
            Today(tools={TOOL.name: changed(produces=())}),
            "drifted",
            id="other-endpoint",
        ),
        pytest.param(Today(contracts={}), "contract_changed", id="contract-gone"),
        pytest.param(Today(contracts={TOOL.name: "x"}), "contract_changed", id="contract"),
    ],
)
def test_what_was_allowed_is_held_against_today(today, state):
    assert verify(chain(1), today).state == state


def test_a_refusal_neither_expires_nor_drifts():
    later = Today(tools={}, now=NOW + timedelta(days=365))
    assert verify([entry(evidence=())], later).state == "ok"


def test_a_ledger_takes_no_entry_out_of_turn():
    ledger = MemoryLedger()
    ledger.add(entry)
    with pytest.raises(InvalidInput, match=r"the new one does not follow it; `quality-lab gate"):
        ledger.add(lambda last: entry())
