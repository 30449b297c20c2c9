from __future__ import annotations

import csv
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import frames
from engine.models.candidate import ScoreBreakdown
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
