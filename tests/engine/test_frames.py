from __future__ import annotations

import csv
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import frames
from engine.models.candidate import ScoreBreakdown
from engine.models.diff import GroupBy, GroupDifference, MeasureDifference, Repeats, Rollup
from engine.models.run import RunStatus
from tests.pages.builders import candidate, change, row, summary


def read_back(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_csv_never_lets_a_cell_start_a_formula(start):
    (_, (cell,)) = read_back(frames.csv_bytes(pd.DataFrame({"Query": [f"{start}1+1"]})))
    assert cell == f"'{start}1+1"


def test_csv_begins_with_the_mark_that_spreadsheets_need_for_korean():
    data = frames.csv_bytes(pd.DataFrame({"Query": ["환불"]}))
    assert data.startswith(b"\xef\xbb\xbf")
    assert read_back(data)[1] == ["환불"]


def test_csv_leaves_negative_numbers_as_numbers():
    assert read_back(frames.csv_bytes(pd.DataFrame({"Δ": [-2.5]})))[1] == ["-2.5"]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\x00"))))
def test_csv_keeps_every_cell(texts):
    read = read_back(frames.csv_bytes(pd.DataFrame({"a": texts, "b": ["x"] * len(texts)})))
    cells = [line[0] for line in read[1:]]
    assert [cell.removeprefix("'") for cell in cells] == [text.removeprefix("'") for text in texts]


def test_runs_show_a_status_only_when_it_is_worth_saying():
    frame = frames.runs_frame([summary(), summary(status=RunStatus.CANCELLED, cases=4)], ["MRR"])
    assert list(frame["Status"]) == [[], ["cancelled"]]
    assert list(frame["Cases"]) == ["10", "4 of 10"]


def test_a_measure_that_a_run_lacks_is_not_shown_as_zero():
    frame = frames.runs_frame([summary()], ["R@3"])
    assert frame["R@3"].isna().all()


def test_case_rows_show_a_dash_for_what_is_absent():
    frame = frames.case_rows_frame([row(rank=None, selected_target=None)], lambda _: None)
    assert list(frame.loc[0, ["Query", "Rank", "Selected"]]) == ["–", "–", "–"]
    assert frame.loc[0, "Cause"] == []


def test_candidates_below_the_cut_off_stand_under_a_row_that_says_so():
    frame = frames.candidates_frame(
        [candidate("a", 1), candidate("b", 9)],
        roles=lambda _: [],
        why=lambda _: "",
        cut_off=1,
    )
    assert list(frame["#"]) == ["1", "", "9"]
    assert frame.loc[1, "Tool"].startswith("cut-off")


def test_contributions_stand_by_falling_size_without_zeros():
    breakdown = ScoreBreakdown(seed=0.1, shape_match=-0.4, graph=0.0)
    assert frames.largest(breakdown.contributions()) == [("shape_match", -0.4), ("seed", 0.1)]


def test_changes_show_signed_places_and_a_dash_for_a_missing_rank():
    frame = frames.changes_frame([change(rank_run=None, delta=-8)], {}, lambda _: "search")
    assert list(frame.loc[0, ["Rank", "Δ"]]) == ["1 → –", "−8"]


def test_a_whole_comparison_has_one_value_a_column_and_nothing_where_it_is_unknown():
    torn = Repeats(passed=1, runs=2)
    changes = [change("a", repeats_base=torn), change("=b", rank_run=None, repeats_run=torn)]
    frame = frames.comparison_frame(changes, {"a": "환불"})
    header, first, second = read_back(frames.csv_bytes(frame))
    row_of = [dict(zip(header, line, strict=True)) for line in (first, second)]
    assert (row_of[0]["query"], row_of[1]["query"]) == ("환불", "")
    assert (row_of[0]["rank_base"], row_of[0]["rank_run"]) == ("1", "3")
    assert (row_of[1]["case_id"], row_of[1]["rank_run"]) == ("'=b", "")
    assert (row_of[0]["passed_base"], row_of[0]["repeats_base"]) == ("1", "2")
    assert (row_of[0]["passed_run"], row_of[1]["passed_run"]) == ("", "1")


def test_groups_say_how_many_were_scored_and_whether_it_is_more_than_chance():
    rollup = Rollup(
        by=GroupBy.LANG,
        groups=(
            GroupDifference(
                value="ko",
                cases=9,
                regressed=2,
                measures=(
                    MeasureDifference(
                        name="MRR",
                        base=0.5,
                        run=0.4,
                        difference=-0.1,
                        ci=(-0.2, 0.0),
                        scored=8,
                        unscored=1,
                    ),
                ),
            ),
            GroupDifference(value=None, cases=1),
        ),
    )
    frame = frames.groups_frame(rollup)
    assert list(frame["Group"]) == ["ko"]
    assert list(frame["More than chance"]) == [["not significant"]]
    assert (frame["Scored"][0], frame["Not scored"][0]) == (8, 1)
