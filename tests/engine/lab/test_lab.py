from __future__ import annotations

import json

import pytest

from engine.compare.diff import diff_runs
from engine.errors import InvalidInput, NotStored
from engine.ingest.source import SourceFile
from engine.lab.lab import Lab
from engine.measures.interval import bootstrap_mean_interval
from engine.models.diff import Change, GroupBy
from engine.models.listing import ToolKind
from engine.models.run import Channel, RunSettings
from engine.models.selection import Policy
from tests.engine.lab.conftest import TickingClock, cases_document, tools_document


def execute(lab, **values):
    return lab.runs.execute(lab.suites.load("shop"), catalog="shop", **values)


def without_latency(run):
    return [r.model_copy(update={"latency_ms": {}}) for r in run.results]


def test_a_stored_run_reads_back_as_it_was(lab):
    run = execute(lab)
    assert lab.runs.summary(run.summary.run_id) == run.summary
    assert lab.runs.results(run.summary.run_id, evidence=True) == run.results
    assert lab.runs.case(run.summary.run_id, "case-00003") == run.results[3]


def test_the_contributions_of_every_stored_candidate_sum_to_its_score(lab):
    for result in execute(lab).results:
        for candidate in result.candidates:
            assert candidate.score_breakdown.total == pytest.approx(candidate.score, abs=1e-9)


def test_the_same_run_twice_has_equal_results_and_another_id(lab):
    first, second = execute(lab), execute(lab)
    assert without_latency(first) == without_latency(second)
    assert first.summary.run_id != second.summary.run_id
    assert first.summary.stamp == second.summary.stamp


def test_the_order_of_tools_and_cases_in_the_files_changes_no_result(lab, tmp_path):
    document = json.loads(tools_document().data)
    document["tools"].reverse()
    lines = cases_document().data.splitlines()
    other = Lab(tmp_path / "other.duckdb", clock=TickingClock())
    other.catalogs.ingest([SourceFile("tools.json", json.dumps(document).encode())], name="shop")
    other.suites.save(
        other.suites.read(SourceFile("c.jsonl", b"\n".join(reversed(lines))), name="shop")
    )
    assert without_latency(execute(other)) == without_latency(execute(lab))


def test_a_catalog_imported_again_serves_nothing_stale(lab):
    before = lab.explain("show the invoice", catalog="shop")
    assert "show_invoice" in before.ranking.names
    lab.catalogs.ingest([tools_document(("order", "member"))], name="shop")
    after = lab.explain("show the invoice", catalog="shop")
    assert not any("invoice" in name for name in after.ranking.names)


def test_an_old_version_of_a_catalog_stays_readable_for_its_runs(lab):
    run = execute(lab)
    lab.catalogs.ingest([tools_document(("order",))], name="shop")
    fingerprint = run.summary.stamp.catalog_fingerprint
    assert len(lab.catalogs.load("shop", fingerprint).tools) == 18
    assert len(lab.catalogs.load("shop").tools) == 3


def test_settings_are_part_of_the_stamp(lab):
    plain = execute(lab).summary
    other = execute(lab, settings=RunSettings(policy=Policy.DETERMINISTIC)).summary
    assert plain.stamp.settings_fingerprint != other.stamp.settings_fingerprint
    assert plain.settings.retrieval


def test_a_suite_without_cases_cannot_be_run(lab):
    suite = lab.suites.load("shop").model_copy(update={"cases": ()})
    with pytest.raises(InvalidInput, match="has no cases"):
        lab.runs.execute(suite, catalog="shop")


def test_a_suite_that_expects_a_missing_tool_is_refused_and_nothing_is_stored(lab):
    lab.catalogs.ingest([tools_document(("order",))], name="small")
    with pytest.raises(InvalidInput, match=r"names tool 'show_member'"):
        lab.runs.execute(lab.suites.load("shop"), catalog="small")
    assert lab.runs.list() == ()


def test_a_cancelled_run_is_stored_as_such(lab):
    run = execute(lab, cancelled=lambda: True)
    assert lab.runs.list()[0].status.value == "cancelled"
    assert (run.summary.cases, run.summary.planned) == (0, 12)


def test_the_overview_reads_the_newest_run_against_the_pinned_one(lab):
    first, second, third = execute(lab), execute(lab), execute(lab)
    overview = lab.runs.overview()
    assert overview.run.run_id == third.summary.run_id
    assert overview.baseline.run_id == second.summary.run_id
    lab.runs.pin(first.summary.run_id)
    assert lab.runs.overview().baseline.run_id == first.summary.run_id


def test_a_comparison_from_the_store_is_the_one_of_the_whole_runs(lab):
    settings = (RunSettings(channels=Channel.LEXICAL, top_k=3), RunSettings())
    base, run = (execute(lab, settings=each) for each in settings)
    stored = lab.runs.diff(base.summary.run_id, run.summary.run_id)
    tools = {
        tool.name: ToolKind(
            name=tool.name,
            fingerprint=tool.fingerprint,
            action=tool.semantics.action.value,
            module=tool.semantics.path_module.value,
        )
        for tool in lab.catalogs.load("shop").tools
    }
    assert stored == diff_runs(base, run, base_tools=tools, run_tools=tools)
    assert {rollup.by.value for rollup in stored.rollups} >= {"suite", "action"}
    assert any(case.signals for case in stored.cases)


def test_the_members_of_a_group_are_the_cases_that_its_rollup_counts(lab):
    base = execute(lab).summary.run_id
    run = execute(lab, settings=RunSettings(channels=Channel.LEXICAL)).summary.run_id
    diff = lab.runs.diff(base, run)
    regressed = {case.case_id for case in diff.cases if case.change is Change.REGRESSED}
    for rollup in diff.rollups:
        for group in rollup.groups:
            inside = lab.runs.members(base, run, rollup.by, group.value)
            assert len(inside) == group.cases
            assert len(inside & regressed) == group.regressed
    assert lab.runs.members(base, run, GroupBy.TAG, "no such tag") == frozenset()


def test_runs_under_one_stamp_are_shown_as_repeats(lab):
    first, second, other = execute(lab), execute(lab), execute(lab, settings=RunSettings(top_k=3))
    diff = lab.runs.diff(first.summary.run_id, other.summary.run_id)
    assert (diff.repeats_base, diff.repeats_run) == (2, 1)
    assert {case.repeats_base.runs for case in diff.cases} == {2}
    lab.runs.delete(second.summary.run_id)
    assert lab.runs.diff(first.summary.run_id, other.summary.run_id).repeats_base == 1


def test_a_pinned_run_of_another_suite_is_no_baseline(lab):
    pinned = execute(lab)
    lab.runs.pin(pinned.summary.run_id)
    few = lab.suites.load("shop").model_copy(update={"name": "few"})
    lab.suites.save(few)
    first = lab.runs.execute(few, catalog="shop")
    assert lab.runs.overview().baseline is None
    lab.runs.execute(few, catalog="shop")
    assert lab.runs.overview().baseline.run_id == first.summary.run_id


def test_pinned_is_the_baseline_of_the_other_runs_suite(lab):
    whole = execute(lab).summary
    lab.runs.pin(whole.run_id)
    few = lab.suites.load("shop").model_copy(update={"name": "few"})
    lab.suites.save(few)
    first = lab.runs.execute(few, catalog="shop").summary
    with pytest.raises(NotStored, match=r"no pinned run yet of suite 'few'"):
        lab.runs.diff("pinned", "latest")
    lab.runs.pin(first.run_id)
    again = lab.runs.execute(few, catalog="shop").summary
    diff = lab.runs.diff("pinned", "latest")
    assert (diff.base, diff.run) == (first.run_id, again.run_id)
    assert lab.runs.resolve_pair("pinned", whole.run_id) == (whole.run_id, whole.run_id)
    assert lab.runs.resolve_pair(whole.run_id, "pinned") == (whole.run_id, whole.run_id)
    assert lab.runs.resolve_pair("pinned", "pinned") == (first.run_id, first.run_id)


def test_an_empty_lab_has_no_overview(tmp_path):
    assert Lab(tmp_path / "none.duckdb").runs.overview() is None


def test_importing_cases_says_what_changed(lab):
    given = lab.suites.read(cases_document(14), name="shop")
    report = lab.suites.save(given, dry_run=True)
    assert (report.new, report.updated, report.unchanged, report.removed) == (2, 0, 12, 0)
    assert len(lab.suites.load("shop").cases) == 12
    smaller = lab.suites.read(cases_document(10), name="shop")
    assert lab.suites.save(smaller, merge=True).cases == 12
    assert lab.suites.save(smaller).removed == 2


def test_a_catalog_that_is_not_there_is_named_with_the_nearest(lab):
    with pytest.raises(NotStored, match=r"no catalog 'shopp' .* Did you mean 'shop'\?"):
        lab.catalogs.load("shopp")


def test_a_trend_has_the_intervals_that_are_asked_for(lab):
    run = execute(lab, settings=RunSettings(channels=Channel.LEXICAL))
    (plain,) = lab.runs.trend("shop")
    assert plain.intervals == {}
    (point,) = lab.runs.trend("shop", intervals_of=["MRR", "no such"])
    values = [each.measures["MRR"] for each in run.results]
    assert point.intervals == {"MRR": tuple(bootstrap_mean_interval(values))}
    low, high = point.intervals["MRR"]
    assert low <= point.measures["MRR"].value <= high


def test_a_case_of_two_runs_comes_with_what_changed_in_its_evidence(lab):
    settings = (RunSettings(channels=Channel.LEXICAL), RunSettings())
    base, run = (execute(lab, settings=each).summary.run_id for each in settings)
    pair = lab.runs.pair(base, run, "case-00000")
    assert pair.base.candidates
    assert "dense" in {signal.signal for signal in pair.evidence.signals}
