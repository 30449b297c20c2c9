import json
from xml.etree import ElementTree as ET

import pytest


@pytest.fixture
def two_runs(cli, shop):
    """Two runs of one suite that differ in their policy; the first is pinned."""
    suite = ("run", "--catalog", "shop", "--suite", shop / "orders.jsonl", "--channels", "lexical")
    first = cli(*suite, "--json").json["run_id"]
    cli("runs", "pin", first)
    assert cli(*suite, "--policy", "preserve_llm", "--json").code == 0
    return shop


@pytest.mark.parametrize(
    ("form", "begins"),
    [("text", ""), ("json", "{"), ("markdown", "**"), ("html", "<!doctype"), ("junit", "<?xml")],
)
def test_every_format_goes_to_stdout(cli, two_runs, form, begins):
    answer = cli("diff", "pinned", "latest", "--format", form)
    assert answer.code == 0
    assert answer.out.startswith(begins)


def test_the_format_follows_the_files_ending_and_stdout_keeps_the_text(cli, two_runs):
    file = two_runs / "report.xml"
    answer = cli("diff", "pinned", "latest", "--output", file)
    assert ET.fromstring(file.read_bytes()).tag == "testsuites"
    assert "3 cases in common" in answer.out


def test_a_report_and_json_are_written_by_one_command(cli, two_runs):
    file = two_runs / "report"
    answer = cli("diff", "pinned", "latest", "--output", file, "--format", "markdown", "--json")
    assert answer.json["counts"]["same"] + answer.json["counts"]["moved"] <= 3
    assert file.read_text().startswith("**")


def test_json_by_either_option_is_the_same(cli, two_runs):
    by_format = cli("diff", "pinned", "latest", "--format", "json").out
    assert json.loads(by_format) == cli("diff", "pinned", "latest", "--json").json


def test_two_formats_for_stdout_are_refused(cli, two_runs):
    answer = cli("diff", "pinned", "latest", "--json", "--format", "html")
    assert answer.code == 2
    assert "both ask for stdout" in answer.err
    assert answer.out == ""


def test_the_gate_decides_whatever_the_format(cli, two_runs):
    file = two_runs / "report.md"
    asked = ("diff", "pinned", "latest", "--output", file)
    assert cli(*asked, "--fail-on", "same>=0").code == 1
    assert "Gate: **block**" in file.read_text()
    assert cli(*asked, "--fail-on", "removed>0").code == 0
    assert cli(*asked, "--fail-on", "no_answer_accuracy<0").code == 3
    assert "Gate: **inconclusive**" in file.read_text()


def test_a_report_that_cannot_be_written_is_refused_before_anything_is_read(cli, tmp_path):
    answer = cli("diff", "a", "b", "--output", tmp_path / "none" / "report.md")
    assert answer.code == 2
    assert "does not exist" in answer.err


def test_repeats_of_a_run_are_shown_as_repeats(cli, two_runs):
    suite = ("run", "--catalog", "shop", "--suite", two_runs / "orders.jsonl")
    cli(*suite, "--channels", "lexical", "--policy", "preserve_llm")
    assert "repeats: 1 run under the baseline's stamp, 2" in cli("diff", "pinned", "latest").out
    answer = cli("diff", "pinned", "latest", "--json").json
    assert (answer["repeats_base"], answer["repeats_run"]) == (1, 2)
    assert all(case["repeats_run"]["runs"] == 2 for case in answer["cases"])
