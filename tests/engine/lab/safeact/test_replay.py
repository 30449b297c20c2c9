from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.cli import main
from engine.errors import DocumentError, InvalidInput
from engine.lab.safeact.catalog import read_catalogs
from engine.lab.safeact.mutations import MUTATIONS, self_check
from engine.lab.safeact.records import Event, EventType, Fact, Trajectory
from engine.lab.safeact.replay import replay
from engine.lab.safeact.report import replay_folder

HERE = Path(__file__).parent
CATALOGS = HERE / "catalogs"
TRAJECTORIES = HERE / "trajectories"


@pytest.fixture(scope="module")
def entries():
    return {entry.seen.case_id: entry for entry in read_catalogs(CATALOGS)}


@pytest.fixture(scope="module")
def report():
    return replay_folder(CATALOGS)


def codes(case, trajectory):
    return [(finding.code, finding.what) for finding in replay(case, trajectory)]


def test_every_protocol_is_read(report):
    assert report.cases == {"legacy": 2, "v0": 1, "v1": 1, "v2": 1, "v3": 1}
    assert report.not_replayed == {}


def test_a_recorded_trace_holds_and_comes_out_as_gold_says(report):
    for row in report.protocols:
        assert (row.agree_with_gold, row.with_gold) == (row.trajectories, row.trajectories)
    held = {row.protocol: (row.held, row.trajectories) for row in report.protocols}
    assert held == {"legacy": (1, 2), "v0": (1, 1), "v1": (1, 1), "v2": (1, 1), "v3": (1, 1)}


@pytest.mark.parametrize("way", sorted(MUTATIONS))
def test_every_spoiled_trajectory_is_caught_and_named(report, way):
    checks = [ways[way] for ways in report.mutations.values()]
    assert sum(check.applied for check in checks) >= 2
    assert all(check.caught == check.applied for check in checks)


def test_a_replay_says_that_it_is_no_score(report):
    assert "no SafeActBench score" in report.note


def test_no_gold_reaches_what_the_gate_sees(entries):
    gold = {"gold_decision", "expected_outcome", "expected_gate", "expected_stop_outcome"}
    for entry in entries.values():
        text = entry.seen.model_dump_json()
        assert not any(name in text for name in gold)
        assert entry.gold is not None
        assert entry.gold.outcome not in text


def test_gold_that_is_turned_round_changes_no_finding(tmp_path):
    for path in CATALOGS.glob("*.json"):
        text = path.read_text()
        for word in ("WORKFLOW_SUCCESS", "TASK_SUCCESS", '"allow"', '"defer"'):
            text = text.replace(word, word.replace("SUCCESS", "FAILURE").replace("a", "b"))
        (tmp_path / path.name).write_text(text)
    one, other = replay_folder(CATALOGS), replay_folder(tmp_path)
    assert [row.failed for row in one.protocols] == [row.failed for row in other.protocols]
    assert one.mutations == other.mutations


def test_agents_and_repetitions_are_reported_apart():
    (row,) = replay_folder(CATALOGS, TRAJECTORIES).protocols
    assert (row.model, row.harness, row.version) == ("scripted", "by-hand", "1")
    assert (row.repetitions, row.cases, row.trajectories, row.held) == (3, 1, 3, 1)
    findings = {each.repetition: [f.code for f in each.findings] for each in row.failed}
    assert findings == {2: ["MISSING_PROVENANCE"], 3: ["ACTION_MISSING"]}


def test_a_fact_that_speaks_against_the_action_is_named(entries):
    entry = entries["OWN-V1-001"]
    loan, reservations, act = entry.recorded.events
    reserved = Fact(
        tool="reservations_read", predicate="reservations", values={"loan_id": "55", "count": 2}
    )
    spoiled = Trajectory(
        case_id="OWN-V1-001",
        events=(loan, reservations.model_copy(update={"facts": (reserved,)}), act),
    )
    assert ("REQUIREMENT_VIOLATED", "reserved_by_others") in codes(entry.seen, spoiled)


def test_an_action_that_the_case_does_not_know_is_named(entries):
    act = Event(type=EventType.ACT, tool="member_delete")
    seen = entries["OWN-V0-001"].seen
    found = codes(seen, Trajectory(case_id="OWN-V0-001", events=(act,)))
    assert ("ACTION_UNKNOWN", "member_delete") in found
    assert ("INVESTIGATION_INCOMPLETE", "fines_read") in found


def test_a_result_given_as_a_value_must_be_the_recorded_one(entries):
    entry = entries["OWN-V2-001"]
    *before, withdraw, order = entry.recorded.events
    told = withdraw.model_copy(update={"result": {"withdrawal_id": "W-1"}})

    def ordered(value):
        act = order.model_copy(update={"arguments": {**order.arguments, "replaces": value}})
        return codes(entry.seen, Trajectory(case_id="x", events=(*before, told, act)))

    assert ordered("W-1") == []
    assert ordered("W-2") == [("RESULT_NOT_PRODUCED", "replaces of c1.withdrawal_id")]


def test_any_order_that_the_dependencies_allow_holds(entries):
    entry = entries["OWN-V3-001"]
    *reads, one, other, last = entry.recorded.events
    swapped = Trajectory(case_id="OWN-V3-001", events=(*reads, other, one, last))
    assert codes(entry.seen, swapped) == []
    assert self_check(entry.seen, swapped)["reorder_dependency"].applied == 2


def test_a_folder_without_catalogs_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match=r"holds no SafeActBench catalog; one of cases.json, "):
        replay_folder(tmp_path)


def test_every_case_that_cannot_be_used_is_named(tmp_path):
    (tmp_path / "state_action_cases.json").write_text(
        json.dumps({"episodes": [{"episode_id": "a"}, 3, {"key_action_template": {}}]})
    )
    with pytest.raises(DocumentError) as refusal:
        replay_folder(tmp_path)
    assert [problem.where for problem in refusal.value.problems] == ["/0", "/1", "/2"]


def test_a_trajectory_of_no_case_is_refused(tmp_path):
    (tmp_path / "t.json").write_text(json.dumps({"episode_id": "elsewhere", "events": []}))
    with pytest.raises(InvalidInput, match=r"hold no case 'elsewhere', of which there is a"):
        replay_folder(CATALOGS, tmp_path)


def test_the_command_prints_the_report(capsys):
    assert main(["gate", "replay", str(CATALOGS), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert {row["protocol"] for row in printed["protocols"]} == {"legacy", "v0", "v1", "v2", "v3"}
    assert main(["gate", "replay", str(CATALOGS)]) == 0
    assert "no SafeActBench score" in capsys.readouterr().out
