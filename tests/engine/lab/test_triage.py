from __future__ import annotations

import json
from datetime import timedelta

import pytest

from engine.errors import DocumentError, InvalidInput, NotStored
from engine.ingest.source import SourceFile
from engine.lab.lab import Lab
from engine.models.failure import Failure, FailureReason, FailureStage
from engine.models.run import Verdict
from engine.models.selection import Selection
from engine.models.triage import TriageCause, TriageEdit, TriageStatus
from engine.models.triage_queue import TriageFilter, TriageView
from tests.builders import result, run
from tests.engine.lab.conftest import TickingClock

KNOWN = TriageEdit(status=TriageStatus.ACKNOWLEDGED, owner="search", note="alias is missing")


def failing(case_id, *, selected="getOrder", reason=FailureReason.SELECTOR_MISMATCH, rank=2):
    stage = FailureStage.SELECT_TARGET
    if reason is FailureReason.NOT_RETRIEVED:
        stage, rank = FailureStage.RETRIEVE, None
    evidence = {"selected": selected, "rank": rank} if rank else {"top_k": 8}
    return result(
        case_id,
        Verdict.FAIL,
        expected_target="getRefund",
        rank=rank,
        selection=Selection(selected_target=selected),
        failure=Failure(stage=stage, reason=reason, evidence=evidence),
    )


class Runs:
    """Stores runs whose results a test writes down itself, each later than all before it."""

    def __init__(self, lab):
        self.lab = lab

    def add(self, run_id, *results, **values):
        stored = run(results, run_id, created_at=self.lab.clock.now(), **values)
        self.lab.store.save_run(stored)
        return run_id


@pytest.fixture
def lab(tmp_path):
    return Lab(tmp_path / "lab.duckdb", clock=TickingClock())


@pytest.fixture
def runs(lab):
    return Runs(lab)


def test_a_queue_shows_open_failures_first_in_groups_of_their_suggested_cause(lab, runs):
    runs.add(
        "r1",
        failing("a", reason=FailureReason.NOT_RETRIEVED),
        failing("b"),
        failing("c"),
        failing("d"),
        result("e"),
    )
    lab.triage.classify("r1", ["c"], KNOWN)
    queue = lab.triage.queue("r1")
    assert [item.case.case_id for item in queue.items] == ["b", "d", "a", "c"]
    assert [(g.cause, g.cases, g.open) for g in queue.groups] == [
        (TriageCause.SIBLING_TOOLS, 3, 2),
        (TriageCause.TOOL_TEXTS, 1, 1),
    ]
    progress = queue.progress
    assert (progress.failing, progress.open, progress.done) == (4, 3, 1)
    assert progress.by_status == {
        "new": 3,
        "acknowledged": 1,
        "fixed": 0,
        "wont_fix": 0,
        "flaky": 0,
    }


@pytest.mark.parametrize(
    ("wanted", "cases"),
    [
        pytest.param({"view": TriageView.OPEN}, ["b"], id="open"),
        pytest.param({"view": TriageView.DONE}, ["a", "c"], id="done"),
        pytest.param({"status": TriageStatus.ACKNOWLEDGED}, ["c"], id="status"),
        pytest.param({"owner": "search"}, ["c"], id="owner"),
        pytest.param({"cause": TriageCause.TOOL_TEXTS}, ["a"], id="suggested-cause"),
        pytest.param({"stage": FailureStage.SELECT_TARGET}, ["b", "c"], id="stage"),
        pytest.param({"text": "GETparcel"}, ["c"], id="text-in-a-tool"),
        pytest.param({"text": "nowhere"}, [], id="text-nowhere"),
    ],
)
def test_a_queue_can_be_narrowed(lab, runs, wanted, cases):
    runs.add(
        "r1",
        failing("a", reason=FailureReason.NOT_RETRIEVED),
        failing("b"),
        failing("c", selected="getParcel"),
    )
    lab.triage.classify("r1", ["c"], KNOWN)
    lab.triage.classify("r1", ["a"], TriageEdit(status=TriageStatus.FLAKY))
    queue = lab.triage.queue("r1", TriageFilter(**wanted))
    assert sorted(item.case.case_id for item in queue.items) == cases
    assert queue.progress.failing == 3


def test_a_decision_is_carried_to_the_next_run_with_the_same_failure(lab, runs):
    runs.add("r1", failing("a"))
    lab.triage.classify("r1", ["a"], KNOWN)
    runs.add("r2", failing("a", rank=5))
    item = lab.triage.item("r2", "a")
    assert item.verdict.status is TriageStatus.ACKNOWLEDGED
    assert not item.open
    assert item.entry.change.run_id == "r1"


def test_another_failure_of_the_case_comes_up_as_new_and_names_the_earlier_decision(lab, runs):
    runs.add("r1", failing("a"))
    lab.triage.classify("r1", ["a"], KNOWN)
    runs.add("r2", failing("a", selected="getParcel"))
    item = lab.triage.item("r2", "a")
    assert item.open
    assert item.entry is None
    assert item.changed_from.verdict.note == "alias is missing"


def test_a_failure_said_to_be_fixed_is_back_in_a_later_run_only(lab, runs):
    runs.add("r1", failing("a"))
    fixed = TriageEdit(status=TriageStatus.FIXED)
    lab.triage.classify("r1", ["a"], fixed)
    runs.add("r2", failing("a"))
    assert not lab.triage.item("r1", "a").open
    assert lab.triage.item("r2", "a").recurred
    assert lab.triage.progress("r2").recurred == 1
    again = lab.triage.classify("r2", ["a"], fixed)
    assert [entry.revision for entry in again.stored] == [2]
    assert not lab.triage.item("r2", "a").open


def test_a_decision_never_touches_what_was_computed(lab, runs):
    runs.add("r1", failing("a"))
    before = lab.runs.case("r1", "a")
    lab.triage.classify("r1", ["a"], TriageEdit(cause=TriageCause.CASE_LABEL))
    assert lab.runs.case("r1", "a") == before
    item = lab.triage.item("r1", "a")
    assert item.suggested_cause is TriageCause.SIBLING_TOOLS
    assert item.verdict.cause is TriageCause.CASE_LABEL


def test_an_edit_replaces_only_the_parts_that_it_names(lab, runs):
    runs.add("r1", failing("a"))
    lab.triage.classify("r1", ["a"], KNOWN)
    lab.triage.classify("r1", ["a"], TriageEdit(cause=TriageCause.ACCESS, note=""))
    verdict = lab.triage.item("r1", "a").verdict
    assert (verdict.owner, verdict.note, verdict.cause) == ("search", "", TriageCause.ACCESS)
    lab.triage.classify("r1", ["a"], TriageEdit(cause=None))
    assert lab.triage.item("r1", "a").verdict.cause is None


def test_of_two_edits_of_one_revision_the_second_is_a_conflict_with_both_versions(lab, runs):
    runs.add("r1", failing("a"))
    lab.triage.classify("r1", ["a"], KNOWN, based_on={"a": 0})
    second = TriageEdit(status=TriageStatus.WONT_FIX, note="by design")
    outcome = lab.triage.classify("r1", ["a"], second, based_on={"a": 0})
    (conflict,) = outcome.conflicts
    assert not outcome.stored
    assert conflict.stored.verdict.note == "alias is missing"
    assert conflict.yours.note == "by design"
    assert conflict.yours.owner == ""
    assert lab.triage.item("r1", "a").verdict.note == "alias is missing"
    retried = lab.triage.classify("r1", ["a"], second, based_on={"a": 1})
    assert [entry.revision for entry in retried.stored] == [2]


def test_a_conflict_is_found_by_another_process_as_well(lab, runs, tmp_path):
    runs.add("r1", failing("a"))
    lab.triage.queue("r1")
    other = Lab(tmp_path / "lab.duckdb", clock=lab.clock)
    other.triage.classify("r1", ["a"], KNOWN, based_on={"a": 0})
    outcome = lab.triage.classify(
        "r1", ["a"], TriageEdit(status=TriageStatus.FLAKY), based_on={"a": 0}
    )
    assert outcome.conflicts
    assert lab.triage.item("r1", "a").verdict.owner == "search"


def test_the_same_decision_in_two_tabs_is_no_conflict(lab, runs):
    runs.add("r1", failing("a"))
    lab.triage.classify("r1", ["a"], KNOWN, based_on={"a": 0})
    outcome = lab.triage.classify("r1", ["a"], KNOWN, based_on={"a": 0})
    assert outcome.unchanged == ("a",)
    assert not outcome.conflicts
    assert len(lab.triage.history("a")) == 1


def test_of_many_cases_none_is_stored_when_one_conflicts(lab, runs):
    runs.add("r1", failing("a"), failing("b"))
    lab.triage.classify("r1", ["a"], KNOWN)
    outcome = lab.triage.classify(
        "r1", ["a", "b"], TriageEdit(status=TriageStatus.FLAKY), based_on={"a": 0, "b": 0}
    )
    assert [conflict.case_id for conflict in outcome.conflicts] == ["a"]
    assert lab.triage.item("r1", "b").entry is None


def test_the_history_keeps_every_decision(lab, runs):
    runs.add("r1", failing("a"))
    for status in (TriageStatus.ACKNOWLEDGED, TriageStatus.FLAKY, TriageStatus.NEW):
        lab.triage.classify("r1", ["a"], TriageEdit(status=status))
    history = lab.triage.history("a")
    assert [entry.revision for entry in history] == [1, 2, 3]
    assert [entry.verdict.status.value for entry in history] == ["acknowledged", "flaky", "new"]
    moments = [entry.change.changed_at for entry in history]
    assert moments == sorted(set(moments))


def test_triage_survives_the_deletion_of_its_run_its_suite_and_its_catalog(lab, runs):
    runs.add("r1", failing("a"))
    lab.triage.classify("r1", ["a"], KNOWN)
    lab.runs.delete("r1")
    with pytest.raises(NotStored):
        lab.triage.queue("r1")
    assert lab.triage.history("a")[0].change.run_id == "r1"
    runs.add("r2", failing("a"))
    assert lab.triage.item("r2", "a").verdict.owner == "search"


def test_a_case_that_did_not_fail_cannot_be_classified(lab, runs):
    runs.add("r1", failing("refund-001"), result("fine"))
    with pytest.raises(InvalidInput, match=r"no failing case 'fine', 'refund-01'; 1 of its cases"):
        lab.triage.classify("r1", ["refund-01", "fine"], KNOWN)
    with pytest.raises(InvalidInput, match="Did you mean 'refund-001'"):
        lab.triage.classify("r1", ["refund-01"], KNOWN)
    assert lab.triage.item("r1", "fine") is None


def exported(lab):
    return SourceFile("triage.jsonl", lab.triage.export())


def test_an_export_is_imported_by_another_store_as_it_was(lab, runs, tmp_path):
    runs.add("r1", failing("a"), failing("b"))
    lab.triage.classify("r1", ["a", "b"], KNOWN)
    lab.triage.classify("r1", ["a"], TriageEdit(status=TriageStatus.WONT_FIX))
    other = Lab(tmp_path / "other.duckdb", clock=lab.clock)
    report = other.triage.load(exported(lab))
    assert (report.changes, report.new, report.known) == (3, 3, 0)
    assert other.triage.export() == lab.triage.export()
    assert other.triage.history("a") == lab.triage.history("a")
    again = other.triage.load(exported(lab))
    assert (again.new, again.known) == (0, 3)


def test_two_stores_that_exchange_their_decisions_end_with_the_same(lab, runs, tmp_path):
    runs.add("r1", failing("a"))
    lab.triage.classify("r1", ["a"], KNOWN)
    other = Lab(tmp_path / "other.duckdb", clock=lab.clock)
    other.triage.load(exported(lab))
    Runs(other).add("r1", failing("a"))
    lab.triage.classify("r1", ["a"], TriageEdit(status=TriageStatus.WONT_FIX))
    other.triage.classify("r1", ["a"], TriageEdit(status=TriageStatus.FLAKY))
    first, second = exported(lab), exported(other)
    assert lab.triage.load(second).superseded == 0
    assert other.triage.load(first).superseded == 1
    assert lab.triage.export() == other.triage.export()
    for each in (lab, other):
        assert each.triage.item("r1", "a").verdict.status is TriageStatus.FLAKY
        assert each.triage.item("r1", "a").revision == 3


def test_an_import_makes_an_open_edit_a_conflict(lab, runs, tmp_path):
    runs.add("r1", failing("a"))
    lab.triage.classify("r1", ["a"], KNOWN)
    other = Lab(tmp_path / "other.duckdb", clock=lab.clock)
    Runs(other).add("r1", failing("a"))
    other.triage.classify("r1", ["a"], TriageEdit(status=TriageStatus.FLAKY))
    lab.triage.load(exported(other))
    outcome = lab.triage.classify("r1", ["a"], TriageEdit(owner="me"), based_on={"a": 1})
    assert outcome.conflicts


def test_a_decision_after_an_imported_one_of_a_fast_clock_still_holds(lab, runs, tmp_path):
    runs.add("r1", failing("a"))
    lab.triage.classify("r1", ["a"], KNOWN)
    ahead = json.loads(lab.triage.export())
    ahead["changed_at"] = (lab.clock.now() + timedelta(hours=20)).isoformat()
    ahead["verdict"]["status"] = "flaky"
    lab.triage.load(SourceFile("triage.jsonl", json.dumps(ahead).encode()))
    lab.triage.classify("r1", ["a"], TriageEdit(status=TriageStatus.WONT_FIX))
    assert lab.triage.item("r1", "a").verdict.status is TriageStatus.WONT_FIX


def test_a_dry_run_stores_nothing(lab, runs, tmp_path):
    runs.add("r1", failing("a"))
    lab.triage.classify("r1", ["a"], KNOWN)
    other = Lab(tmp_path / "other.duckdb", clock=lab.clock)
    report = other.triage.load(exported(lab), dry_run=True)
    assert (report.new, report.stored) == (1, False)
    assert other.triage.export() == b""


def test_an_import_with_one_bad_line_stores_nothing(lab, runs, tmp_path):
    runs.add("r1", failing("a"))
    lab.triage.classify("r1", ["a"], KNOWN)
    other = Lab(tmp_path / "other.duckdb", clock=lab.clock)
    file = SourceFile("triage.jsonl", lab.triage.export() + b"[]\n")
    with pytest.raises(DocumentError, match="a decision is an object"):
        other.triage.load(file)
    assert other.triage.export() == b""


def test_a_line_that_differs_from_the_stored_decision_of_its_moment_is_refused(lab, runs):
    runs.add("r1", failing("a"))
    lab.triage.classify("r1", ["a"], KNOWN)
    changed = lab.triage.export().replace(b"alias is missing", b"something else")
    with pytest.raises(DocumentError, match="give the later one a later changed_at"):
        lab.triage.load(SourceFile("triage.jsonl", changed))
    assert lab.triage.item("r1", "a").verdict.note == "alias is missing"


def test_secrets_are_taken_out_of_notes_however_they_come(lab, runs, tmp_path):
    runs.add("r1", failing("a"))
    lab.triage.classify("r1", ["a"], TriageEdit(note="ask jane@example.org"))
    assert lab.triage.item("r1", "a").verdict.note == "ask [scrubbed e-mail]"
    secret = lab.triage.export().replace(b"[scrubbed e-mail]", b"joe@example.org")
    other = Lab(tmp_path / "other.duckdb", clock=lab.clock)
    other.triage.load(SourceFile("triage.jsonl", secret))
    assert other.triage.export() == lab.triage.export()


def test_a_link_with_a_secret_is_refused(lab, runs):
    runs.add("r1", failing("a"))
    link = "https://tracker.example/7?access_token=4f9b8c7d6e5a4b3c2d1e0f9a8b7c6d5e"
    with pytest.raises(InvalidInput, match=r"link holds what may not be stored \(secret\)"):
        lab.triage.classify("r1", ["a"], TriageEdit(link=link))
    assert lab.triage.history("a") == ()
