from __future__ import annotations

import pytest

from engine.models.diff import Change, Comparability
from engine.models.report import Overview
from engine.models.run import RunStatus
from pages.parts import words
from tests.pages.builders import NOON, run_diff, summary

BASE, RUN = "a19c00000000", "b7f200000000"


def line(**fields) -> str:
    return words.diff_line(run_diff(**fields), base=BASE, run=RUN, status=RunStatus.COMPLETE)


def counts(**named: int) -> dict[str, int]:
    return {**{change.value: 0 for change in Change}, **named}


def test_the_verdict_line_says_worse_by_how_many_and_whether_it_is_more_than_chance():
    assert line() == (
        "b7f200 is worse than a19c00: 1 regressed, 0 improved, net −1; "
        "selector accuracy −10.0 pp, 95% CI −30.0 to +10.0, not significant."
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        pytest.param(counts(improved=2), "is better than", id="better"),
        pytest.param(counts(improved=2, regressed=2), "is as good as", id="even"),
        pytest.param(counts(same=9), "passes and fails the same cases", id="nothing-changed"),
    ],
)
def test_the_verdict_line_follows_the_flipped_cases(changes, said):
    assert said in line(counts=changes)


def test_runs_without_common_cases_are_not_compared():
    nothing = Comparability(comparable=False, common=0, only_base=3, only_run=4, changed_cases=0)
    assert "not comparable" in line(comparable=nothing)


def test_a_cancelled_run_is_called_provisional_and_its_interval_is_left_out():
    said = words.diff_line(run_diff(), base=BASE, run=RUN, status=RunStatus.CANCELLED)
    assert "provisional" in said
    assert "CI" not in said


def test_a_first_run_says_that_a_second_makes_it_comparable():
    said = words.verdict_line(Overview(run=summary(), generated_at=NOON))
    assert "3 of 10 cases failed" in said
    assert "second run" in said


def test_the_pass_rate_counts_errors_and_leaves_out_what_was_not_judged():
    run = summary(verdicts={"pass": 6, "fail": 1, "error": 1, "unscored": 2})
    assert words.pass_rate(run) == 6 / 8
    assert words.pass_rate(summary(verdicts={"unscored": 10})) is None
