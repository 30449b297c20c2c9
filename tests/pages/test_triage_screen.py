from __future__ import annotations

import pytest

from engine.lab.lab import Lab
from engine.models.listing import CaseFilter
from engine.models.run import Verdict
from engine.models.triage import TriageCause, TriageEdit, TriageStatus
from engine.models.triage_queue import TriageFilter, TriageView
from tests.builders import result, run
from tests.pages.test_screens import words_of


def open_queue(db, run_id):
    """The items that the page shows first."""
    return Lab(db).triage.queue(run_id, TriageFilter(view=TriageView.OPEN)).items


def draft_key(item, part):
    return f"triage.draft.{item.identity.signature}.{part}"


def classify(db, run_id, cases, **edit):
    return Lab(db).triage.classify(run_id, cases, TriageEdit(**edit))


def test_the_queue_shows_the_newest_run_with_the_first_failure_open(sample, open_page):
    at = open_page(sample.db, "triage")
    items = open_queue(sample.db, sample.run)
    assert not at.exception
    assert list(at.dataframe[0].value["Case"]) == [item.case.case_id for item in items]
    assert at.query_params["run"] == sample.run
    assert at.query_params["case"] == items[0].case.case_id
    assert items[0].case.case_id in words_of(at)
    assert f"1 of {len(items)} shown" in words_of(at)


def test_saving_and_going_on_stores_the_decision_and_opens_the_next_failure(own_sample, open_page):
    first, second, *_ = open_queue(own_sample.db, own_sample.run)
    at = open_page(own_sample.db, "triage")
    at.button(key="triage.status.acknowledged").click().run()
    at.text_input(key=draft_key(first, "owner")).set_value("search team").run()
    at.text_area(key=draft_key(first, "note")).set_value("alias is missing").run()
    at.button(key="triage.save_next").click().run()
    assert not at.exception
    assert at.query_params["case"] == second.case.case_id
    stored = Lab(own_sample.db).triage.item(own_sample.run, first.case.case_id)
    assert stored.verdict.status is TriageStatus.ACKNOWLEDGED
    assert stored.verdict.owner == "search team"
    assert stored.verdict.note == "alias is missing"
    assert stored.verdict.cause is first.suggested_cause
    assert first.case.case_id not in list(at.dataframe[0].value["Case"])
    assert f"{first.case.case_id}` saved" in words_of(at)


def test_next_and_previous_step_through_the_queue(sample, open_page):
    first, second, *_ = open_queue(sample.db, sample.run)
    at = open_page(sample.db, "triage")
    at.button(key="triage.next").click().run()
    assert at.query_params["case"] == second.case.case_id
    at.button(key="triage.previous").click().run()
    assert at.query_params["case"] == first.case.case_id
    assert at.button(key="triage.previous").disabled


def test_a_draft_outlives_a_look_at_another_failure(sample, open_page):
    first, *_ = open_queue(sample.db, sample.run)
    at = open_page(sample.db, "triage")
    at.text_area(key=draft_key(first, "note")).set_value("half a thought").run()
    at.button(key="triage.status.flaky").click().run()
    at.button(key="triage.next").click().run()
    at.button(key="triage.previous").click().run()
    assert at.text_area(key=draft_key(first, "note")).value == "half a thought"
    assert "not saved yet" in words_of(at)


def test_an_edit_from_another_tab_is_shown_beside_the_own_draft_and_neither_is_lost(
    own_sample, open_page
):
    first, *_ = open_queue(own_sample.db, own_sample.run)
    case_id = first.case.case_id
    mine = open_page(own_sample.db, "triage", case=case_id)
    mine.text_area(key=draft_key(first, "note")).set_value("mine").run()
    classify(own_sample.db, own_sample.run, [case_id], note="theirs", owner="somebody")
    mine.button(key="triage.save").click().run()
    assert "somebody else decided" in words_of(mine).lower()
    assert "note “theirs”" in words_of(mine)
    assert "note mine" in words_of(mine)
    assert Lab(own_sample.db).triage.item(own_sample.run, case_id).verdict.note == "theirs"
    mine.button(key="triage.keep_mine").click().run()
    mine.button(key="triage.save").click().run()
    history = Lab(own_sample.db).triage.history(case_id)
    assert [entry.verdict.note for entry in history] == ["theirs", "mine"]


def test_the_stored_version_can_be_taken_instead_of_the_own_draft(own_sample, open_page):
    first, *_ = open_queue(own_sample.db, own_sample.run)
    case_id = first.case.case_id
    at = open_page(own_sample.db, "triage", case=case_id)
    at.text_area(key=draft_key(first, "note")).set_value("mine").run()
    classify(own_sample.db, own_sample.run, [case_id], note="theirs")
    at.run()
    at.button(key="triage.take_stored").click().run()
    assert at.text_area(key=draft_key(first, "note")).value == "theirs"
    assert "not saved yet" not in words_of(at)


def test_an_untouched_form_follows_an_edit_from_another_tab(own_sample, open_page):
    first, *_ = open_queue(own_sample.db, own_sample.run)
    case_id = first.case.case_id
    at = open_page(own_sample.db, "triage", case=case_id, status="all")
    classify(own_sample.db, own_sample.run, [case_id], note="theirs")
    at.run()
    assert at.text_area(key=draft_key(first, "note")).value == "theirs"
    assert "somebody else" not in words_of(at).lower()


def tick(at, *rows):
    at.session_state["triage.table"] = {
        "selection": {"rows": list(rows), "columns": [], "cells": []}
    }
    return at.run()


def test_ticked_cases_are_decided_at_once(own_sample, open_page):
    items = open_queue(own_sample.db, own_sample.run)
    at = tick(open_page(own_sample.db, "triage"), 0, 2)
    assert "2 cases ticked" in words_of(at)
    at.selectbox(key="triage.bulk.status").set_value("wont_fix").run()
    at.text_input(key="triage.bulk.owner").set_value("catalog").run()
    at.button(key="triage.bulk.apply").click().run()
    assert not at.exception
    assert "2 cases saved" in words_of(at)
    queue = Lab(own_sample.db).triage.queue(own_sample.run, TriageFilter(view=TriageView.DONE))
    assert {item.case.case_id for item in queue.items} == {
        items[0].case.case_id,
        items[2].case.case_id,
    }
    assert {item.verdict.owner for item in queue.items} == {"catalog"}
    assert all(item.verdict.cause is None for item in queue.items)


def test_of_ticked_cases_none_is_stored_when_one_was_decided_in_between(own_sample, open_page):
    items = open_queue(own_sample.db, own_sample.run)
    at = tick(open_page(own_sample.db, "triage", status="all"), 0, 1)
    at.selectbox(key="triage.bulk.status").set_value("flaky").run()
    classify(own_sample.db, own_sample.run, [items[0].case.case_id], note="theirs")
    at.button(key="triage.bulk.apply").click().run()
    assert "somebody else decided in between" in words_of(at)
    assert Lab(own_sample.db).triage.item(own_sample.run, items[1].case.case_id).entry is None


def test_a_link_that_is_no_address_is_refused_in_words_and_kept_in_the_form(own_sample, open_page):
    first, *_ = open_queue(own_sample.db, own_sample.run)
    at = open_page(own_sample.db, "triage")
    at.text_input(key=draft_key(first, "link")).set_value("javascript:alert(1)").run()
    at.button(key="triage.save_next").click().run()
    assert "http" in words_of(at)
    assert at.text_input(key=draft_key(first, "link")).value == "javascript:alert(1)"
    assert Lab(own_sample.db).triage.progress(own_sample.run).done == 0


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        pytest.param({"status": "all"}, {}, id="all"),
        pytest.param({"status": "flaky"}, {"status": TriageStatus.FLAKY}, id="status"),
        pytest.param({"status": "nonsense"}, {}, id="unknown-status"),
        pytest.param(
            {"cause": "tool_texts"},
            {"cause": TriageCause.TOOL_TEXTS, "view": TriageView.OPEN},
            id="suggested-cause",
        ),
        pytest.param({"status": "all", "owner": "search"}, {"owner": "search"}, id="owner"),
        pytest.param({"find": "ORDER"}, {"text": "order", "view": TriageView.OPEN}, id="text"),
    ],
)
def test_the_queue_is_filtered_by_the_link(own_sample, open_page, query, wanted):
    items = open_queue(own_sample.db, own_sample.run)
    classify(
        own_sample.db,
        own_sample.run,
        [items[0].case.case_id],
        status=TriageStatus.FLAKY,
        owner="search",
    )
    at = open_page(own_sample.db, "triage", **query)
    queue = Lab(own_sample.db).triage.queue(own_sample.run, TriageFilter(**wanted))
    assert queue.items
    assert list(at.dataframe[0].value["Case"]) == [item.case.case_id for item in queue.items]


def test_a_filter_that_hides_everything_says_so_and_can_be_cleared(sample, open_page):
    at = open_page(sample.db, "triage", find="no such words anywhere")
    assert not at.dataframe
    assert "0 of" in words_of(at)
    at.button(key="triage.clear").click().run()
    assert at.dataframe


def test_an_empty_queue_says_that_everything_is_decided(own_sample, open_page):
    items = open_queue(own_sample.db, own_sample.run)
    cases = [item.case.case_id for item in items]
    classify(own_sample.db, own_sample.run, cases, status=TriageStatus.ACKNOWLEDGED)
    at = open_page(own_sample.db, "triage")
    assert "Everything is decided" in words_of(at)
    at.button(key="triage.show_all").click().run()
    assert len(at.dataframe[0].value) == len(cases)


def test_a_run_without_failures_says_that_there_is_nothing_to_decide(own_sample, open_page):
    Lab(own_sample.db).store.save_run(run([result("fine")], "aaaaaaaaaaaa", verdicts={"pass": 1}))
    at = open_page(own_sample.db, "triage", run="aaaaaaaaaaaa")
    assert "No case of this run failed" in words_of(at)
    assert "1 case passed" in words_of(at)


def test_a_link_to_a_case_that_passed_says_so(sample, open_page):
    passed = Lab(sample.db).runs.rows(sample.run, CaseFilter(verdicts=(Verdict.PASS,))).rows[0]
    at = open_page(sample.db, "triage", case=passed.case_id)
    assert f"{passed.case_id}` did not fail in this run" in words_of(at)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param({"run": "ffffffff"}, "no run 'ffffffff'", id="run"),
        pytest.param({"case": "nowhere"}, "no case 'nowhere'", id="case"),
    ],
)
def test_an_unknown_id_in_a_link_to_the_queue_is_said_to_be_unknown(
    sample, open_page, query, expected
):
    at = open_page(sample.db, "triage", **query)
    assert not at.exception
    assert expected in words_of(at)


def test_the_queue_of_an_empty_store_says_so(tmp_path, open_page):
    at = open_page(tmp_path / "empty.duckdb", "triage")
    assert "No run is stored yet" in words_of(at)


def test_a_hostile_note_is_shown_letter_by_letter(own_sample, open_page):
    first, *_ = open_queue(own_sample.db, own_sample.run)
    hostile = "![i](http://host.example/a.png) :red[x]"
    case_id = first.case.case_id
    classify(own_sample.db, own_sample.run, [case_id], note=hostile)
    at = open_page(own_sample.db, "case", run=own_sample.run, case=case_id)
    (line,) = [each.value for each in at.markdown if "**Triage**" in each.value]
    assert "\\!" in line
    assert "](" not in line.partition("note")[2]


def test_a_failing_case_page_says_what_was_decided(own_sample, open_page):
    first, *_ = open_queue(own_sample.db, own_sample.run)
    case_id = first.case.case_id
    classify(own_sample.db, own_sample.run, [case_id], status=TriageStatus.WONT_FIX, note="known")
    at = open_page(own_sample.db, "case", run=own_sample.run, case=case_id)
    assert "won't fix" in words_of(at)
    assert "note “known”" in words_of(at)
