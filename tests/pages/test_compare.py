from __future__ import annotations

from engine.lab.lab import Lab
from engine.models.diff import Change
from engine.models.run import RunSettings
from pages.parts.untrusted import escape
from tests.pages.test_screens import words_of


def test_compare_draws_the_groups_that_a_link_names(sample, open_page):
    at = open_page(sample.db, "compare", group="action")
    assert not at.exception
    table = next(each.value for each in at.dataframe if "Group" in each.value.columns)
    diff = Lab(sample.db).runs.diff(sample.base, sample.run)
    (rollup,) = [each for each in diff.rollups if each.by.value == "action"]
    assert list(table["Group"]) == [group.value or "–" for group in rollup.groups if group.measures]
    assert list(table["Cases"]) == [group.cases for group in rollup.groups if group.measures]


def test_compare_offers_the_comparison_as_a_table_data_and_reports(sample, open_page):
    at = open_page(sample.db, "compare")
    labels = [button.label for button in at.get("download_button")]
    assert labels[:5] == [
        "CSV of every case",
        "JSON",
        "Markdown for a pull request",
        "HTML report",
        "JUnit XML",
    ]


def test_compare_shows_repeats_beside_a_case(own_sample, open_page):
    lab = Lab(own_sample.db)
    again = lab.runs.summary(own_sample.run).settings
    suite = lab.suites.load("shop")
    lab.runs.execute(suite, catalog="shop", settings=RunSettings.model_validate(again.model_dump()))
    at = open_page(own_sample.db, "compare", base=own_sample.base, run=own_sample.run)
    assert not at.exception
    assert "2 repeats of the current run" in words_of(at)
    shown = [str(cell) for table in at.table for cell in table.value.to_numpy().ravel()]
    assert any("of 2" in cell for cell in shown)


def test_a_link_with_an_unknown_group_shows_the_usual_one(sample, open_page):
    at = open_page(sample.db, "compare", group="nonsense")
    assert not at.exception
    assert any("Group" in each.value.columns for each in at.dataframe)


def a_group(sample):
    """A kind and a value of it that some compared cases have and others do not."""
    diff = Lab(sample.db).runs.diff(sample.base, sample.run)
    return next(
        (rollup.by, group)
        for rollup in diff.rollups
        for group in rollup.groups
        if group.value is not None and group.cases < diff.comparable.common
    )


def test_a_link_to_a_group_lists_its_cases_alone(sample, open_page):
    by, group = a_group(sample)
    inside = Lab(sample.db).runs.members(sample.base, sample.run, by, group.value)
    diff = Lab(sample.db).runs.diff(sample.base, sample.run)
    listed = set()
    for change in Change:
        at = open_page(
            sample.db, "compare", change=change.value, within=f"{by.value}:{group.value}"
        )
        listed |= set(at.dataframe[0].value["Case"])
    assert listed == inside < {case.case_id for case in diff.cases}


def test_the_group_of_a_link_is_shown_and_taken_away_with_a_click(sample, open_page):
    by, group = a_group(sample)
    at = open_page(sample.db, "compare", within=f"{by.value}:{group.value}")
    chip = at.button(key="compare.within")
    assert escape(group.value) in chip.label
    chip.click().run()
    assert "within" not in at.query_params
    assert not [button for button in at.button if button.key == "compare.within"]


def test_a_group_that_does_not_exist_says_that_no_case_is_left(sample, open_page):
    at = open_page(sample.db, "compare", within="tag:no such tag")
    assert not at.exception
    assert "0 of" in words_of(at)
    at.button(key="compare.clear").click().run()
    assert at.dataframe
    assert "within" not in at.query_params


def test_a_link_with_an_unknown_kind_of_group_shows_every_case(sample, open_page):
    at = open_page(sample.db, "compare", within="colour:red")
    assert not at.exception
    assert at.dataframe
    assert not [button for button in at.button if button.key == "compare.within"]
