from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.ingest.source import SourceFile
from engine.lab.lab import Lab
from engine.models.listing import CaseFilter
from engine.models.run import Verdict

FRAME = ("Quality", "Library")

PAGES = (
    *("overview", "compare", "triage", "paths", "gate", "learning"),
    *("runs", "cases", "catalogs", "case"),
)


def words_of(at) -> str:
    """Everything that a page says in words."""
    parts = [*at.title, *at.header, *at.subheader, *at.markdown, *at.caption, *at.text, *at.error]
    return "\n".join(str(part.value) for part in parts).replace("\u2060", "").replace("\\", "")


def failing_case(sample) -> str:
    rows = Lab(sample.db).runs.rows(sample.run, CaseFilter(verdicts=(Verdict.FAIL,))).rows
    return next(row.case_id for row in rows if row.candidates and row.expected_target)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_by_its_link_on_the_sample(sample, open_page, page):
    query = {"run": sample.run, "case": failing_case(sample)} if page == "case" else {}
    at = open_page(sample.db, page, **query)
    assert not at.exception
    assert not at.error
    assert at.title


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_words_for_an_empty_store(tmp_path, open_page, page):
    at = open_page(tmp_path / "empty.duckdb", page)
    assert not at.exception
    assert not at.error
    assert words_of(at)
    assert at.title or page == "case"


def test_overview_says_in_one_line_whether_the_newest_run_is_better(sample, open_page):
    at = open_page(sample.db, "overview")
    (title,) = at.title
    assert title.value.startswith(f"{sample.run[:6]} ")
    assert sample.base[:6] in title.value


def test_overview_of_an_empty_store_offers_the_sample(tmp_path, open_page):
    at = open_page(tmp_path / "empty.duckdb", "overview")
    assert "Load sample" in [button.label for button in at.button]


def test_a_case_page_shows_its_candidates_with_contributions(sample, open_page):
    case_id = failing_case(sample)
    at = open_page(sample.db, "case", run=sample.run, case=case_id)
    result = Lab(sample.db).runs.case(sample.run, case_id)
    table = at.dataframe[0].value
    assert list(table["Tool"])[: len(result.candidates)] == [c.name for c in result.candidates]
    assert case_id in words_of(at)
    assert "Search" in words_of(at)


def test_a_case_page_takes_the_beginning_of_a_run_id(sample, open_page):
    at = open_page(sample.db, "case", run=sample.run[:6], case=failing_case(sample))
    assert not at.error
    assert at.dataframe


@pytest.mark.parametrize(
    ("page", "query", "expected"),
    [
        pytest.param("case", {"run": "ffffffff", "case": "x"}, "no run 'ffffffff'", id="run"),
        pytest.param("case", {"run": "latest", "case": "nowhere"}, "no case 'nowhere'", id="case"),
        pytest.param("runs", {"run": "ffffffff"}, "no run 'ffffffff'", id="runs"),
        pytest.param("cases", {"suite": "shops"}, "Did you mean 'shop'?", id="suite-nearest"),
        pytest.param("catalogs", {"catalog": "shopp"}, "Did you mean 'shop'?", id="catalog"),
        pytest.param(
            "catalogs", {"catalog": "shop", "tool": "getOrderDetial"}, "Did you mean", id="tool"
        ),
        pytest.param("compare", {"base": "ffffffff", "run": "latest"}, "no run", id="compare"),
    ],
)
def test_an_unknown_id_in_a_link_is_said_to_be_unknown(sample, open_page, page, query, expected):
    at = open_page(sample.db, page, **query)
    assert not at.exception
    assert expected in words_of(at)
    assert any("not found" in heading.value for heading in at.subheader)


def test_cases_are_filtered_by_the_link(sample, open_page):
    at = open_page(sample.db, "cases", run=sample.run, verdict="pass")
    verdicts = {chip for cell in at.dataframe[0].value["Verdict"] for chip in cell}
    assert verdicts == {"pass"}


def test_cases_say_when_a_filter_hides_everything_and_how_to_go_on(sample, open_page):
    at = open_page(sample.db, "cases", run=sample.run, find="no such words anywhere")
    assert not at.dataframe
    assert "0 of" in words_of(at)
    at.button(key="cases.clear").click().run()
    assert at.dataframe


def test_an_unknown_filter_in_a_link_shows_everything(sample, open_page):
    at = open_page(
        sample.db, "cases", run=sample.run, verdict="nonsense", cause="nonsense", page="0"
    )
    assert not at.exception
    assert len(at.dataframe[0].value) == Lab(sample.db).runs.rows(sample.run).of


def test_a_selection_beyond_the_table_opens_nothing(sample, open_page):
    at = open_page(sample.db, "cases", run=sample.run)
    at.session_state["cases.table"] = {"selection": {"rows": [9999], "columns": [], "cells": []}}
    at.run()
    assert not at.exception
    assert at.dataframe


def test_compare_takes_the_pinned_run_as_baseline(sample, open_page):
    at = open_page(sample.db, "compare")
    assert at.query_params["base"] == sample.base
    assert at.query_params["run"] == sample.run


def test_compare_of_one_run_says_that_two_are_needed(own_sample, open_page):
    Lab(own_sample.db).runs.delete(own_sample.base)
    at = open_page(own_sample.db, "compare")
    assert "Two runs are needed" in words_of(at)


def test_a_run_of_another_suite_is_not_read_against_the_pinned_run(own_sample, open_page):
    lab = Lab(own_sample.db)
    few = lab.suites.load("shop").model_copy(update={"name": "few"})
    few = few.model_copy(update={"cases": few.cases[:3]})
    lab.suites.save(few)
    first = lab.runs.execute(few, catalog="shop").summary.run_id
    second = lab.runs.execute(few, catalog="shop").summary.run_id
    at = open_page(own_sample.db, "overview")
    assert first[:6] in at.title[0].value
    at = open_page(own_sample.db, "compare", run=second)
    assert at.query_params["base"] in (first, [first])


def test_overview_does_not_call_cases_unregressed_that_it_cannot_compare(own_sample, open_page):
    lab = Lab(own_sample.db)
    whole = lab.suites.load("shop")
    other = [case.model_copy(update={"query": f"{case.query} please"}) for case in whole.cases[:3]]
    changed = whole.model_copy(update={"cases": tuple(other)})
    lab.suites.save(changed)
    lab.runs.execute(changed, catalog="shop")
    said = words_of(open_page(own_sample.db, "overview"))
    assert "No case regressed" not in said
    assert "No case is compared" in said


def test_a_catalog_of_one_version_is_not_compared_unasked(own_sample, open_page):
    document = b'{"tools": [{"name": "ping", "inputSchema": {"type": "object"}}]}'
    Lab(own_sample.db).catalogs.ingest([SourceFile("other.json", document)], name="other")
    at = open_page(own_sample.db, "catalogs", catalog="other", view="versions")
    assert "one version of this catalog" in words_of(at)
    assert not at.dataframe
    at = open_page(own_sample.db, "catalogs", catalog="other", view="versions", base="catalog:shop")
    assert len(at.dataframe) == 1


@pytest.mark.parametrize("page", ["learning", "gate", "catalogs"])
def test_a_catalog_that_is_not_stored_is_said_to_be_missing(sample, open_page, page):
    assert "There is no catalog 'gone'" in words_of(open_page(sample.db, page, catalog="gone"))


def test_a_case_for_which_nothing_was_found_is_not_said_to_expect_nothing(own_sample, open_page):
    lab = Lab(own_sample.db)
    suite = lab.suites.load("shop")
    case = suite.cases[0].model_copy(update={"case_id": "none-1", "query": "???"})
    lab.suites.save(suite.model_copy(update={"name": "none", "cases": (case,)}))
    run = lab.runs.execute(lab.suites.load("none"), catalog="shop").summary.run_id
    said = words_of(open_page(own_sample.db, "case", run=run, case="none-1"))
    assert "No tool is expected" not in said
    assert "Nothing was found" in said


def test_a_run_compared_with_itself_says_so(sample, open_page):
    at = open_page(sample.db, "compare", base=sample.run, run=sample.run)
    assert "same run" in words_of(at)


def test_runs_page_pins_a_baseline(own_sample, open_page):
    at = open_page(own_sample.db, "runs", run=own_sample.run)
    next(button for button in at.button if button.label == "Pin as baseline").click().run()
    assert not at.exception
    assert Lab(own_sample.db).runs.summary(own_sample.run).pinned


def upload_cases(at, name: str, content: bytes):
    """Upload cases; the suite takes the file's name."""
    at.file_uploader[0].upload(name, content).run()
    return at


def test_an_import_says_what_would_change_and_stores_after_the_confirmation(own_sample, open_page):
    at = open_page(own_sample.db, "cases", view="import")
    line = b'{"case_id": "a", "query": "cancel it", "expected_target": "cancelOrder"}\n'
    upload_cases(at, "fresh.jsonl", line)
    assert "would be stored" in words_of(at)
    assert "fresh" not in [info.name for info in Lab(own_sample.db).suites.list()]
    at.button(key="cases.confirm").click().run()
    assert not at.exception
    assert Lab(own_sample.db).suites.load("fresh").cases[0].query == "cancel it"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("fresh.jsonl", b"", id="0-bytes"),
        pytest.param("fresh.jsonl", b'{"case_id": "a", "que', id="truncated"),
        pytest.param("fresh.jsonl", b'{"query": "x", "expected_target": "y"}', id="no-id"),
        pytest.param("fresh.json", b"[1, 2]", id="no-objects"),
        pytest.param("fresh.csv", b"query\nx\n", id="no-id-column"),
        pytest.param(
            "fresh.jsonl",
            b'{"case_id": "a", "query": "x", "expected_target": "getOrderDetial"}',
            id="unknown-tool",
        ),
    ],
)
def test_an_import_that_cannot_be_used_is_explained_and_nothing_is_stored(
    own_sample, open_page, name, content
):
    at = open_page(own_sample.db, "cases", view="import")
    upload_cases(at, name, content)
    assert not at.exception
    assert at.error
    assert not [button for button in at.button if button.key == "cases.confirm"]
    assert "fresh" not in [info.name for info in Lab(own_sample.db).suites.list()]


def test_a_document_is_ingested_from_an_upload(own_sample, open_page, project_root: Path):
    at = open_page(own_sample.db, "catalogs", view="import")
    tools = b'{"tools": [{"name": "ping", "description": "Pong.", "inputSchema": {}}]}'
    at.file_uploader[0].upload("pings.json", tools).run()
    at.button(key="catalogs.ingest").click().run()
    assert not at.exception
    assert [tool.name for tool in Lab(own_sample.db).catalogs.load("pings").tools] == ["ping"]


def test_a_document_that_cannot_be_read_is_explained(own_sample, open_page):
    at = open_page(own_sample.db, "catalogs", view="import")
    at.file_uploader[0].upload("broken.json", b'{"openapi": "3.0').run()
    at.button(key="catalogs.ingest").click().run()
    assert not at.exception
    assert at.error
    assert "broken" not in [info.name for info in Lab(own_sample.db).catalogs.list()]


def test_a_hostile_query_is_shown_letter_by_letter(own_sample, open_page):
    hostile = "![x](http://host.example/a.png) :red[y] <b>z</b> refund"
    lab = Lab(own_sample.db)
    suite = lab.suites.load("shop")
    case = suite.cases[0].model_copy(update={"query": hostile, "case_id": "h[1](http://x)"})
    evil = suite.model_copy(update={"name": "evil", "cases": (case,)})
    lab.suites.save(evil)
    run = lab.runs.execute(evil, catalog="shop", note="![n](http://host.example/n.png)")
    for page, query in (
        ("case", {"run": run.summary.run_id, "case": case.case_id}),
        ("runs", {"run": run.summary.run_id}),
        ("overview", {}),
        ("cases", {"run": run.summary.run_id}),
    ):
        at = open_page(own_sample.db, page, **query)
        assert not at.exception
        for element in (*at.markdown, *at.caption, *at.title, *at.subheader, *at.metric):
            outside_code = "".join(str(element.value).split("`")[::2])
            assert not re.search(r"(?<!\\)\]\(", outside_code)
            assert "<b>" not in outside_code


def test_a_locked_store_is_said_in_words_with_a_way_to_try_again(
    own_sample, open_page, monkeypatch
):
    from engine.errors import StoreLocked
    from engine.lab.runs import Runs

    def locked(*_arguments, **_named):
        raise StoreLocked("another process (PID 4242) holds the store; try again when it is done.")

    monkeypatch.setattr(Runs, "list", locked)
    at = open_page(own_sample.db, "runs")
    assert not at.exception
    assert "another process" in words_of(at).lower()
    assert [button for button in at.button if button.label == "Try again"]


def test_only_the_package_marker_lies_directly_in_the_pages_folder(project_root):
    assert [path.name for path in (project_root / "pages").glob("*.py")] == ["__init__.py"]


@pytest.mark.parametrize("view", ["tools", "warnings", "readiness", "graph", "versions", "query"])
def test_every_view_of_a_catalog_opens_by_its_link(sample, open_page, view):
    at = open_page(sample.db, "catalogs", catalog="shop", view=view)
    assert not at.exception
    assert not at.error


def test_the_surroundings_of_a_tool_are_a_picture_and_a_table(sample, open_page):
    at = open_page(
        sample.db, "catalogs", catalog="shop", view="graph", tool="getMemberDeliveryDetail"
    )
    edges = at.dataframe[0].value
    assert "getMemberDeliveryDetail" in {*edges["From"], *edges["To"]}
    assert at.get("plotly_chart")


def test_readiness_names_findings_with_their_remedies(sample, open_page):
    at = open_page(sample.db, "catalogs", catalog="shop", view="readiness")
    findings = at.dataframe[0].value
    assert len(findings)
    assert all(findings["Remedy"])
