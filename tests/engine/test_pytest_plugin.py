from __future__ import annotations

import json
import tomllib

import pytest

from engine import pytest_plugin
from engine.ingest.fixtures import write_fixtures
from engine.lab.lab import Lab
from engine.models.run import Channel, RunSettings
from tests.engine.lab.conftest import TickingClock, cases_document, tools_document

pytest_plugins = ["pytester"]

SETTINGS = """
[pytest]
quality_lab_catalog = tools.json
filterwarnings = error
"""


@pytest.fixture
def made(tmp_path):
    """Fixtures of two cases of a run without the encoder."""
    lab = Lab(tmp_path / "lab.duckdb", clock=TickingClock())
    lab.catalogs.ingest([tools_document()], name="shop")
    lab.suites.save(lab.suites.read(cases_document(2), name="shop", catalog="shop"))
    done = lab.runs.execute(
        lab.suites.load("shop"), catalog="shop", settings=RunSettings(channels=Channel.LEXICAL)
    )
    return lab.fixtures.export(done.summary.run_id, ["case-00000", "case-00001"])


@pytest.fixture
def project(pytester, monkeypatch, made):
    """A project with a catalog and two fixtures, and the plugin alone."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    (pytester.path / "tools.json").write_bytes(tools_document().data)
    (pytester.path / "shop.fixture.json").write_bytes(write_fixtures(made))
    pytester.makeini(SETTINGS)
    return pytester


def run(project, *options):
    return project.runpytest_inprocess(*options, plugins=[pytest_plugin])


def test_every_fixture_is_a_test_that_passes_while_it_holds(project):
    shown = run(project, "-v")
    shown.assert_outcomes(passed=2)
    shown.stdout.fnmatch_lines(["shop.fixture.json::case-00000 PASSED*"])


def test_a_broken_expectation_says_rank_signal_and_who_overtook(project):
    document = json.loads(tools_document().data)
    for tool in document["tools"]:
        if tool["name"] == "show_order":
            tool["description"] = "unrelated"
    document["tools"].append(
        {"name": "show_the_order_number", "description": "show the order number", "inputSchema": {}}
    )
    (project.path / "tools.json").write_text(json.dumps(document))
    shown = run(project)
    shown.assert_outcomes(failed=2)
    shown.stdout.fnmatch_lines(
        [
            "case-00000: no longer holds",
            "*the verdict is fail, but pass is expected.",
            "*show_order is at rank *, but rank 1 or better is expected.",
            "*rank 1 → *",
            "*overtaken by *show_the_order_number*",
            "*seed: +* → +*",
        ]
    )
    shown.stdout.no_fnmatch_line("*Traceback*")


def test_a_catalog_without_the_expected_tool_is_said_in_a_sentence(project):
    (project.path / "tools.json").write_bytes(tools_document(("member",)).data)
    shown = run(project)
    shown.assert_outcomes(failed=1, passed=1)
    shown.stdout.fnmatch_lines(["*'show_order', which is not among the catalog's 3 tools*"])
    shown.stdout.no_fnmatch_line("*Traceback*")


def test_a_file_that_is_no_fixture_is_an_error_with_its_reason(project):
    (project.path / "bad.fixture.json").write_text('{"case_id": "a", "query": "b"}')
    shown = run(project)
    assert shown.ret != 0
    shown.stdout.fnmatch_lines(["*bad.fixture.json*a fixture has the key 'quality_lab_fixture'*"])


def test_without_a_catalog_nothing_is_collected(project):
    project.makeini("[pytest]\n")
    assert run(project).ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_pytest_finds_the_plugin_by_its_entry_point(project_root):
    settings = tomllib.loads((project_root / "pyproject.toml").read_text())
    assert settings["project"]["entry-points"]["pytest11"] == {
        "quality_lab": "engine.pytest_plugin"
    }
