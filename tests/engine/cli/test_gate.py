from __future__ import annotations

import json

import pytest

CONTRACT = """\
evidence_contract: 1
name: cancellations
tool: cancel_order
requirements: {provenance: true, entity: orderId, max_age: PT1H}
"""
SEEN = {
    "kind": "provenance",
    "basis": "observed",
    "source": "get_order",
    "entity": "O-1",
    "observed_at": "2026-01-15T11:30:00Z",
}
NOW = ("--now", "2026-01-15T12:00:00Z")


@pytest.fixture
def gate(cli, shop):
    """Judge a cancellation of order O-1."""
    (shop / "contract.yaml").write_text(CONTRACT)
    (shop / "evidence.json").write_text(json.dumps([SEEN]))

    def check(*options, contract="contract.yaml", tool="cancel_order"):
        words = ("--catalog", "shop", "--tool", tool, "--argument", "orderId=O-1", *NOW, *options)
        return cli("gate", "check", shop / contract, *words)

    return check


def test_a_call_with_its_evidence_is_allowed(gate, shop):
    answer = gate("--evidence", shop / "evidence.json", "--json")
    assert answer.code == 0
    assert answer.json["permission"] == "allow"
    assert answer.json["expires_at"] == "2026-01-15T12:30:00Z"


def test_a_refusal_exits_with_1_and_says_what_is_missing(gate):
    answer = gate("--json")
    assert answer.code == 1
    assert [refusal["code"] for refusal in answer.json["refusals"]] == ["MISSING_PROVENANCE"]
    told = gate()
    assert "required provenance, about the record that orderId names" in told.out
    assert "found nothing" in told.out


def test_answers_go_into_a_ledger_that_can_be_verified(gate, cli, shop):
    ledger = shop / "ledger.jsonl"
    gate("--ledger", ledger)
    gate("--ledger", ledger, "--evidence", shop / "evidence.json")
    whole = cli("gate", "verify", ledger, "--json")
    assert (whole.code, whole.json["state"], whole.json["entries"]) == (0, "ok", 2)
    assert "O-1" not in ledger.read_text()
    against = ("--catalog", "shop", "--contract", shop / "contract.yaml")
    assert cli("gate", "verify", ledger, *against, *NOW).code == 0
    late = cli("gate", "verify", ledger, *against, "--now", "2026-01-16T12:00:00Z", "--json")
    assert (late.code, late.json["state"]) == (1, "expired")
    (shop / "contract.yaml").write_text(CONTRACT.replace("PT1H", "PT2H"))
    changed = cli("gate", "verify", ledger, *against, *NOW, "--json")
    assert (changed.code, changed.json["state"]) == (1, "contract_changed")


def test_answers_can_be_kept_in_the_store(gate, cli, shop):
    assert cli("gate", "verify", "--json").json["entries"] == 0
    gate("--record")
    gate("--record", "--evidence", shop / "evidence.json")
    whole = cli("gate", "verify", "--json").json
    assert (whole["state"], whole["entries"]) == ("ok", 2)


def test_every_changed_byte_of_a_ledger_is_found(gate, shop, cli):
    path = shop / "ledger.jsonl"
    gate("--ledger", path)
    gate("--ledger", path)
    content = path.read_bytes()
    first = content.index(b"\n") + 1
    for place in [*range(0, len(content), 37), first - 1, len(content) - 1]:
        path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        answer = cli("gate", "verify", path, "--json")
        assert answer.code == 1, place
        assert answer.json["broken_at"] == (1 if place < first else 2)


def test_a_write_that_was_cut_off_is_named_and_the_next_one_replaces_it(gate, shop, cli):
    path = shop / "ledger.jsonl"
    gate("--ledger", path)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[: len(whole) // 2])
    cut = cli("gate", "verify", path)
    assert cut.code == 1
    assert "broken at entry 2" in cut.out
    gate("--ledger", path)
    assert cli("gate", "verify", path, "--json").json["entries"] == 2


def test_nothing_is_added_to_a_broken_ledger(gate, shop):
    path = shop / "ledger.jsonl"
    gate("--ledger", path)
    path.write_bytes(path.read_bytes().replace(b"MISSING_PROVENANCE", b"MISSING_PROVENANCF"))
    answer = gate("--ledger", path)
    assert answer.code == 2
    assert "gate verify" in answer.err


@pytest.mark.parametrize(
    ("contract", "words"),
    [
        pytest.param("tool: x", "begin with `evidence_contract: 1`", id="no-contract"),
        pytest.param(
            CONTRACT.replace("provenance", "provenence"), "Did you mean 'provenance'", id="misspelt"
        ),
        pytest.param(CONTRACT + "name: twice\n", "stand twice", id="repeated-key"),
        pytest.param(CONTRACT.replace("PT1H", "soon"), "max_age", id="no-duration"),
        pytest.param(CONTRACT.replace("cancel_order", "cancel_orders"), "Did you mean", id="tool"),
        pytest.param("evidence_contract: 1\ncontracts: []\n", "no contract in it", id="empty"),
    ],
)
def test_a_contract_that_cannot_be_used_is_refused_with_its_way_out(gate, shop, contract, words):
    (shop / "other.yaml").write_text(contract)
    answer = gate(contract="other.yaml")
    assert answer.code == 2
    assert words in answer.err


def test_a_missing_ledger_and_a_wrong_argument_are_one_message(gate, cli, shop):
    assert "no ledger" in cli("gate", "verify", shop / "none.jsonl").err
    assert "NAME=VALUE" in gate("--argument", "orderId").err


def test_the_benchmark_prints_every_set_condition_and_metric(cli):
    answer = cli("gate", "bench", "--json", db=False)
    assert answer.code == 0
    for name in ("seed8", "extended"):
        conditions = answer.json["sets"][name]["conditions"]
        assert list(conditions) == ["vanilla", "routing", "gated"]
        for condition in conditions.values():
            assert all(
                set(metric) == {"value", "n", "total", "low", "high"}
                for metric in condition["metrics"].values()
            )
