from __future__ import annotations

import json

import pytest


@pytest.fixture
def failed(cli, shop):
    """The shop with a run, and the id of a case that failed in it."""
    cli("run", "--catalog", "shop", "--suite", shop / "orders.jsonl")
    groups = cli("triage", "latest", "--json").json["groups"]
    return groups[0]["cases"][0]["case_id"]


def case_of(cli, case_id):
    groups = cli("triage", "latest", "--json").json["groups"]
    return next(c for group in groups for c in group["cases"] if c["case_id"] == case_id)


def test_triage_shows_what_was_decided_beside_each_case(cli, failed):
    assert case_of(cli, failed)["status"] == "new"
    cli("decisions", "set", "latest", failed, "--status", "wont-fix", "--owner", "search")
    case = case_of(cli, failed)
    assert (case["status"], case["owner"], case["revision"]) == ("wont_fix", "search", 1)
    assert not case["open"]
    text = cli("triage", "latest").out
    (line,) = [line for line in text.splitlines() if line.startswith(f"  {failed} ")]
    assert line.endswith("wont_fix  search")
    assert "likely cause: " in text
    assert text.splitlines()[-1].startswith("1 of ")


def test_a_decision_is_shown_with_its_history(cli, failed):
    link = "https://tracker.example/7"
    cli("decisions", "set", "latest", failed, "--status", "acknowledged", "--note", "mine")
    cli("decisions", "set", "latest", failed, "--cause", "case_label", "--link", link)
    history = cli("decisions", "history", failed, "--json").json["history"]
    assert [entry["revision"] for entry in history] == [1, 2]
    assert history[1]["verdict"] == {
        "status": "acknowledged",
        "cause": "case_label",
        "owner": "",
        "note": "mine",
        "link": link,
    }
    assert link in cli("decisions", "history", failed).out
    cli("decisions", "set", "latest", failed, "--cause", "")
    assert case_of(cli, failed)["cause"] is None


def test_an_edit_of_an_older_revision_is_refused_with_both_versions(cli, failed):
    cli("decisions", "set", "latest", failed, "--note", "first", "--revision", "0")
    answer = cli("decisions", "set", "latest", failed, "--note", "second", "--revision", "0")
    assert answer.code == 2
    assert "stored: new, first" in answer.err
    assert "yours:  new, second" in answer.err
    assert case_of(cli, failed)["note"] == "first"
    again = cli("decisions", "set", "latest", failed, "--note", "second", "--revision", "1")
    assert again.code == 0
    assert case_of(cli, failed)["note"] == "second"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param([], "nothing is to be changed", id="nothing"),
        pytest.param(["--status", "later"], "status must be one of 'new'", id="status"),
        pytest.param(["--cause", "bad luck"], "cause must be one of 'tool_texts'", id="cause"),
        pytest.param(["--link", "javascript:x"], "http:// or https://", id="link"),
        pytest.param(["--note", "x" * 2001], "at most 2000 characters", id="note"),
        pytest.param(["--note", "x", "--revision", "-1"], "counts from 0", id="revision"),
    ],
)
def test_a_decision_that_cannot_be_used_is_one_clear_message(cli, failed, options, expected):
    answer = cli("decisions", "set", "latest", failed, *options)
    assert answer.code == 2
    assert expected in answer.err
    assert answer.err.startswith("quality-lab: ")
    assert cli("decisions", "history", failed, "--json").json["history"] == []


def test_every_part_that_cannot_be_used_is_named(cli, failed):
    answer = cli("decisions", "set", "latest", failed, "--status", "later", "--link", "x")
    assert "status must be" in answer.err
    assert "link must be" in answer.err


def test_a_case_that_did_not_fail_is_refused_by_name(cli, failed):
    answer = cli("decisions", "set", "latest", failed, "nowhere", "--status", "flaky")
    assert answer.code == 2
    assert "no failing case 'nowhere'" in answer.err
    assert case_of(cli, failed)["status"] == "new"


def test_decisions_survive_export_deletion_of_their_run_and_import(cli, failed, tmp_path):
    cli("decisions", "set", "latest", failed, "--status", "flaky", "--note", "=1+1, ü")
    run_id = cli("triage", "latest", "--json").json["run_id"]
    out = tmp_path / "triage.jsonl"
    assert cli("decisions", "export", "--output", out, "--json").json["decisions"] == 1
    cli("runs", "delete", run_id)
    again = cli("decisions", "import", out, "--json").json
    assert (again["new"], again["known"]) == (0, 1)
    assert cli("decisions", "history", failed, "--json").json["history"][0]["run_id"] == run_id


def test_an_import_names_every_problem_and_stores_nothing(cli, failed, tmp_path):
    cli("decisions", "set", "latest", failed, "--status", "flaky")
    out = tmp_path / "triage.jsonl"
    cli("decisions", "export", "--output", out)
    row = json.loads(out.read_text())
    row["verdict"]["status"] = "later"
    out.write_text(json.dumps(row) + "\n{}\n")
    answer = cli("decisions", "import", out)
    assert answer.code == 2
    assert "line 1" in answer.err
    assert "line 2: signature is missing" in answer.err
    assert len(cli("decisions", "history", failed, "--json").json["history"]) == 1
