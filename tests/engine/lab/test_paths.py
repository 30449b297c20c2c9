from __future__ import annotations

import pytest

from engine.errors import InvalidInput, NotStored
from engine.ingest.source import SourceFile
from engine.lab.paths import PathQuestion
from engine.models.run import Channel, RunSettings
from engine.models.selection import Policy


@pytest.fixture
def runs(lab):
    """Two runs of the same suite under different settings, older first."""
    suite = lab.suites.load("shop")
    both = (RunSettings(channels=Channel.LEXICAL), RunSettings(top_k=2, channels=Channel.LEXICAL))
    return tuple(
        lab.runs.execute(suite, catalog="shop", settings=settings).summary.run_id
        for settings in both
    )


def test_a_run_says_why_it_came_to_its_tool_without_being_told_any_node(lab, runs):
    found = lab.paths.trace("latest", "case-00000")
    assert found.run == runs[1]
    path = found.trace.paths[0].path
    assert path[0] == "case:case-00000"
    assert path[-1] == "tool:show_order"
    assert "candidate:show_order" in path
    assert {source.kind for source in found.sources} == {"case", "document"}
    assert all(source.cost is not None for source in found.sources)


def test_other_ends_can_be_named(lab, runs):
    asked = PathQuestion(source_id="document:shop", target_id="tool:show_order", k=2)
    found = lab.paths.trace(runs[0], "case-00000", asked)
    assert found.trace.paths[0].path[0] == "document:shop"


def test_an_unknown_node_is_refused(lab, runs):
    with pytest.raises(InvalidInput, match="target_id 'tool:nothing' is not among"):
        lab.paths.trace(runs[0], "case-00000", PathQuestion(target_id="tool:nothing"))


def test_a_run_differs_from_itself_in_nothing(lab, runs):
    same = lab.paths.difference(runs[0], runs[0], "case-00000")
    assert same.graph.empty
    assert not same.paths.best_changed
    assert same.paths.edges_recosted == ()


def test_fewer_candidates_are_edges_removed(lab, runs):
    difference = lab.paths.difference(*runs, "case-00000", PathQuestion(k=3))
    assert difference.graph.edges_removed
    assert not difference.graph.edges_added
    assert difference.paths.parameters_changed == ()


def test_paths_survive_the_catalog(lab, runs):
    lab.catalogs.delete("shop")
    assert lab.paths.trace(runs[0], "case-00000").trace.paths


def test_selected_tools_of_a_run_rest_on_sources(lab, runs):
    audit = lab.paths.audit(runs[0])
    assert (audit.cases, audit.selected, audit.founded) == (12, 12, 12)
    assert audit.without_source == ()


def test_a_tool_that_only_the_model_named_is_listed(lab):
    line = b'{"case_id": "odd", "query": "show the order", "llm_target": "cancel_invoice"}'
    suite = lab.suites.read(SourceFile("odd.jsonl", line), name="odd", catalog="shop")
    settings = RunSettings(top_k=1, channels=Channel.LEXICAL, policy=Policy.PRESERVE_LLM)
    run = lab.runs.execute(suite, catalog="shop", settings=settings)
    (found,) = lab.paths.audit(run.summary.run_id).without_source
    assert (found.case_id, found.selected_target) == ("odd", "cancel_invoice")


def test_a_case_that_selected_nothing_asks_for_a_target(lab):
    line = b'{"case_id": "none", "query": "zzz", "expected_target": "show_order"}'
    suite = lab.suites.read(SourceFile("none.jsonl", line), name="none", catalog="shop")
    lab.runs.execute(suite, catalog="shop", settings=RunSettings(channels=Channel.LEXICAL))
    with pytest.raises(InvalidInput, match="selected no tool"):
        lab.paths.trace("latest", "none")
    assert lab.paths.audit("latest").not_selected == 1


def test_an_unknown_case_is_not_stored(lab, runs):
    with pytest.raises(NotStored, match="no case 'zzz'"):
        lab.paths.trace(runs[0], "zzz")
