import pytest

from engine.compare.diff import diff_runs
from engine.models.diff import Change, SignalDifference
from engine.models.run import Verdict
from engine.models.selection import Selection
from tests.builders import candidate, ranked, result, run

PASS, FAIL, ERROR, UNSCORED = Verdict.PASS, Verdict.FAIL, Verdict.ERROR, Verdict.UNSCORED


def changes(base, current):
    return diff_runs(run(base), run(current)).cases


def change(base, current):
    """Return the change of one case given by keyword values on both sides."""
    (found,) = changes([result(**base)], [result(**current)])
    return found


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (PASS, FAIL, Change.REGRESSED),
        (FAIL, PASS, Change.IMPROVED),
        (PASS, PASS, Change.SAME),
        (FAIL, FAIL, Change.SAME),
        (PASS, ERROR, Change.ERROR),
        (ERROR, FAIL, Change.ERROR),
        (UNSCORED, PASS, Change.ERROR),
        (ERROR, ERROR, Change.SAME),
        (UNSCORED, UNSCORED, Change.SAME),
    ],
)
def test_the_change_follows_the_verdicts(before, after, expected):
    assert change({"verdict": before}, {"verdict": after}).change is expected


def test_another_rank_or_another_selected_tool_is_a_move():
    one, other = Selection(selected_target="a"), Selection(selected_target="b")
    assert change({"rank": 1}, {"rank": 2}).change is Change.MOVED
    assert change({"selection": one}, {"selection": other}).change is Change.MOVED


@pytest.mark.parametrize(
    ("before", "after", "delta"),
    [
        pytest.param(5, 2, 3, id="gained"),
        pytest.param(2, 5, -3, id="lost"),
        pytest.param(None, 8, 1, id="entered-at-the-last-place"),
        pytest.param(1, None, -8, id="fell-out"),
        pytest.param(None, None, 0, id="missing-on-both-sides"),
    ],
)
def test_the_delta_counts_places_and_a_missing_rank_as_one_below_the_cut_off(before, after, delta):
    assert change({"rank": before}, {"rank": after}).delta == delta


def test_a_missing_rank_counts_below_its_own_runs_cut_off():
    assert change({"rank": None, "top_k": 20}, {"rank": 10, "top_k": 20}).delta == 11
    assert change({"rank": None, "top_k": 5}, {"rank": None, "top_k": 8}).delta == 0


def test_tools_that_came_to_stand_above_the_expected_one_overtook_it():
    base = {"rank": 2, "candidates": ranked("a", "target", "b", "c")}
    now = {"rank": 4, "candidates": ranked("c", "a", "new", "target", "b")}
    assert change(base, now).overtaken_by == ("c", "new")
    assert change(now, base).overtaken_by == ()


def test_a_target_that_fell_out_was_overtaken_by_all_that_stood_below_it():
    base = {"rank": 1, "candidates": ranked("target", "a")}
    now = {"rank": None, "candidates": ranked("a", "b")}
    assert change(base, now).overtaken_by == ("a", "b")
    assert change(now, base).overtaken_by == ()


def test_contributions_to_the_expected_tool_that_changed_are_named_largest_first():
    def side(**breakdown):
        return {
            "rank": 2,
            "candidates": (candidate("x", 1), candidate("t", 2, breakdown=breakdown)),
        }

    found = change(
        side(seed=2.0, shape_match=0.5, action_match=0.25, novelty=1.0),
        side(seed=2.0, shape_match=0.25, action_match=1.25),
    )
    assert found.change is Change.SAME
    assert found.signals == (
        SignalDifference(signal="action_match", base=0.25, run=1.25),
        SignalDifference(signal="novelty", base=1.0, run=0.0),
        SignalDifference(signal="shape_match", base=0.5, run=0.25),
    )


def test_a_target_below_the_cut_off_is_compared_by_the_evidence_kept_of_it():
    found = change(
        {"rank": 1, "candidates": (candidate("t", 1, 2.0),)},
        {"rank": None, "expected_candidate": candidate("t", 30, 0.5)},
    )
    assert [(s.signal, s.base, s.run) for s in found.signals] == [("seed", 2.0, 0.5)]


def test_without_evidence_of_the_expected_tool_on_one_side_no_signal_is_compared():
    assert change({"rank": 1, "candidates": ranked("t")}, {"rank": None}).signals == ()


def test_cases_of_one_run_only_are_added_or_removed():
    found = changes([result("old", rank=3)], [result("new", rank=1, verdict=FAIL)])
    assert [(c.case_id, c.change, c.rank_base, c.rank_run, c.delta) for c in found] == [
        ("new", Change.ADDED, None, 1, 0),
        ("old", Change.REMOVED, 3, None, 0),
    ]
    assert found[0].verdict_run is FAIL
    assert found[0].verdict_base is None


def test_flips_come_first_then_the_worst_delta_then_the_id():
    base = [
        result("same"),
        result("worse", rank=1),
        result("worst", rank=1),
        result("fixed", FAIL, rank=5),
        result("broken-b", PASS, rank=1),
        result("broken-a", PASS, rank=1),
        result("crashed", PASS, rank=1),
    ]
    now = [
        result("same"),
        result("worse", rank=2),
        result("worst", rank=6),
        result("fixed", PASS, rank=1),
        result("broken-b", FAIL, rank=3),
        result("broken-a", FAIL, rank=3),
        result("crashed", ERROR),
    ]
    assert [c.case_id for c in changes(base, now)] == [
        "broken-a",
        "broken-b",
        "crashed",
        "fixed",
        "worst",
        "worse",
        "same",
    ]


def test_a_case_with_other_content_is_another_case():
    assert changes([result("a")], [result("a", case_fingerprint="case-v1:x")]) == ()
