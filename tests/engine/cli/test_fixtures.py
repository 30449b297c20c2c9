import json

import pytest


@pytest.fixture
def made(cli, shop):
    """A fixture of one case, written from a run."""
    file = shop / "cancel.fixture.json"
    cli("run", "--catalog", "shop", "--suite", shop / "orders.jsonl", "--channels", "lexical")
    answer = cli("runs", "fixture", "latest", "--case", "cancel-001", "--output", file)
    assert (answer.code, answer.err) == (0, "")
    return file


def test_fixtures_are_run_and_hold(cli, made):
    answer = cli("run", "--catalog", "shop", "--fixtures", made, "--channels", "lexical", "--json")
    assert answer.code == 0
    assert answer.json["fixtures"] == {"checked": 1, "broken": []}
    assert answer.json["suite"] == "cancel"


def test_a_broken_fixture_exits_with_1_and_shows_old_beside_new(cli, made):
    value = json.loads(made.read_text())
    tools = json.loads((made.parent / "tools.json").read_text())
    tools["tools"][2]["description"] = "Never mind."
    rival = {"name": "cancel_this_order", "description": "Cancel this order.", "inputSchema": {}}
    tools["tools"].append(rival)
    (made.parent / "tools.json").write_text(json.dumps(tools))
    cli("ingest", made.parent / "tools.json", "--name", "shop")
    asked = ("run", "--catalog", "shop", "--fixtures", made, "--channels", "lexical")
    shown = cli(*asked)
    assert shown.code == 1
    assert "1 fixture checked, 1 broken" in shown.out
    assert "overtaken by cancel_this_order" in shown.out
    assert "made with another catalog" in shown.out
    assert f"run {value['actual']['run_id']}: pass" in shown.out
    (broken,) = cli(*asked, "--json").json["fixtures"]["broken"]
    assert (broken["case_id"], broken["change"]["rank_run"]) == ("cancel-001", 2)


def test_fixtures_can_be_imported_as_cases(cli, made):
    answer = cli("cases", "import", made, "--suite", "kept", "--catalog", "shop", "--json")
    assert (answer.code, answer.json["cases"]) == (0, 1)


def test_a_suite_and_fixtures_are_not_run_together(cli, made):
    with pytest.raises(SystemExit) as stop:
        cli("run", "--catalog", "shop", "--fixtures", made, "--suite", "orders")
    assert stop.value.code == 2
