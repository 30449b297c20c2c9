import pytest

from engine.compare.diff import diff_runs
from engine.models.diff import Change, Repeats
from engine.models.run import Verdict
from tests.builders import result, run

STABLE, TORN = Repeats(passed=3, runs=3), Repeats(passed=2, runs=3)


def change_of(before, now, *, base=None, current=None):
    diff = diff_runs(
        run([result("a", before)]),
        run([result("a", now)]),
        base_repeats={"a": base} if base else {},
        run_repeats={"a": current} if current else {},
    )
    (case,) = diff.cases
    assert diff.counts[case.change.value] == 1
    return case.change


@pytest.mark.parametrize(
    ("base", "current", "expected"),
    [
        (None, None, Change.REGRESSED),
        (STABLE, None, Change.REGRESSED),
        (STABLE, TORN, Change.REGRESSED),
        (TORN, None, Change.FLAKY),
        (TORN, STABLE, Change.FLAKY),
    ],
)
def test_a_case_that_did_not_always_pass_has_not_regressed(base, current, expected):
    assert change_of(Verdict.PASS, Verdict.FAIL, base=base, current=current) is expected


@pytest.mark.parametrize(
    ("base", "current", "expected"),
    [
        (None, STABLE, Change.IMPROVED),
        (TORN, STABLE, Change.IMPROVED),
        (None, TORN, Change.FLAKY),
    ],
)
def test_a_case_that_passes_now_and_then_has_not_improved(base, current, expected):
    assert change_of(Verdict.FAIL, Verdict.PASS, base=base, current=current) is expected


def test_repeats_are_shown_on_their_own_side_alone():
    diff = diff_runs(
        run([result("gone"), result("kept")]),
        run([result("kept"), result("new")]),
        base_repeats={"gone": STABLE, "kept": TORN, "new": STABLE},
        run_repeats={"gone": STABLE, "kept": STABLE, "new": TORN},
        repeated=(3, 3),
    )
    shown = {case.case_id: (case.repeats_base, case.repeats_run) for case in diff.cases}
    assert shown == {"gone": (STABLE, None), "kept": (TORN, STABLE), "new": (None, TORN)}
    assert (diff.repeats_base, diff.repeats_run) == (3, 3)


def test_flaky_cases_stand_after_the_real_flips():
    base = run([result("a", Verdict.PASS), result("b", Verdict.PASS), result("c", Verdict.FAIL)])
    now = run([result("a", Verdict.FAIL), result("b", Verdict.FAIL), result("c", Verdict.PASS)])
    diff = diff_runs(base, now, base_repeats={"a": TORN})
    assert [(case.case_id, case.change) for case in diff.cases] == [
        ("b", Change.REGRESSED),
        ("c", Change.IMPROVED),
        ("a", Change.FLAKY),
    ]
