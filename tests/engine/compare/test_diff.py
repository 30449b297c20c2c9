import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.compare.diff import diff_runs
from engine.models.diff import Change, Repeats
from engine.models.run import Verdict
from engine.models.selection import Selection
from tests.builders import ranked, result, run

NAMES = ("t", "a", "b", "c")

ranks = st.one_of(st.none(), st.integers(1, 4))


@st.composite
def results(draw, case_id):
    rank = draw(ranks)
    others = [name for name in draw(st.permutations(NAMES)) if name != "t"]
    if rank is not None:
        others.insert(rank - 1, "t")
    scored = draw(st.booleans())
    return result(
        case_id,
        draw(st.sampled_from([Verdict.PASS, Verdict.FAIL, Verdict.ERROR, Verdict.UNSCORED])),
        rank=rank,
        candidates=ranked(*others),
        selection=Selection(selected_target=draw(st.sampled_from(NAMES))),
        measures={"MRR": (1 / rank if rank else 0.0) if scored else None, "R@5": float(scored)},
        case_fingerprint=f"case-v1:{draw(st.sampled_from('xxxy'))}",
    )


@st.composite
def runs(draw):
    ids = draw(st.lists(st.sampled_from("abcdefgh"), unique=True))
    return run([draw(results(each)) for each in ids], draw(st.sampled_from(["r1", "r2"])))


MIRROR = {
    Change.REGRESSED: Change.IMPROVED,
    Change.IMPROVED: Change.REGRESSED,
    Change.ADDED: Change.REMOVED,
    Change.REMOVED: Change.ADDED,
}


@settings(max_examples=80, deadline=None)
@given(runs())
def test_a_run_compared_with_itself_shows_no_change(one):
    diff = diff_runs(one, one)
    assert {change.change for change in diff.cases} <= {Change.SAME}
    assert not any(c.delta or c.signals or c.overtaken_by for c in diff.cases)
    assert diff.comparable.differences == ()
    assert diff.counts["same"] == len(one.results)
    assert diff.mcnemar_p is None
    for measure in diff.measures:
        assert measure.difference in (0.0, None)
        assert measure.ci in ((0.0, 0.0), None)
        assert not measure.significant
        assert measure.wins == measure.losses == 0


@settings(max_examples=80, deadline=None)
@given(runs(), runs())
def test_comparing_the_other_way_round_is_the_mirror_image(one, other):
    ahead, back = diff_runs(one, other), diff_runs(other, one)
    assert (back.base, back.run) == (ahead.run, ahead.base)
    assert back.comparable.common == ahead.comparable.common
    assert back.comparable.only_base == ahead.comparable.only_run
    assert back.mcnemar_p == ahead.mcnemar_p
    assert {c.value: n for c in Change if (n := back.counts[c.value])} == {
        MIRROR.get(c, c).value: n for c in Change if (n := ahead.counts[c.value])
    }
    mirrored = {c.case_id: c for c in back.cases}
    assert len(mirrored) == len(ahead.cases)
    for case in ahead.cases:
        turned = mirrored[case.case_id]
        assert turned.change is MIRROR.get(case.change, case.change)
        assert turned.delta == -case.delta
        assert (turned.rank_base, turned.rank_run) == (case.rank_run, case.rank_base)
        assert (turned.verdict_base, turned.selected_base) == (case.verdict_run, case.selected_run)
        assert [(s.signal, s.base, s.run) for s in turned.signals] == [
            (s.signal, s.run, s.base) for s in case.signals
        ]
    for measure, turned in zip(ahead.measures, back.measures, strict=True):
        assert (turned.base, turned.run) == (measure.run, measure.base)
        assert (turned.wins, turned.losses) == (measure.losses, measure.wins)
        assert turned.significant is measure.significant
        if measure.difference is not None:
            assert turned.difference == -measure.difference
        if measure.ci is not None:
            assert turned.ci == (-measure.ci[1], -measure.ci[0])


@settings(max_examples=60, deadline=None)
@given(runs(), st.data())
def test_a_repeated_run_compared_with_itself_shows_no_change(one, data):
    found = data.draw(repeats(one))
    diff = diff_runs(one, one, base_repeats=found, run_repeats=found, repeated=(3, 3))
    assert {change.change for change in diff.cases} <= {Change.SAME}
    for rollup in diff.rollups:
        for group in rollup.groups:
            assert group.regressed == group.improved == 0
            assert all(m.difference in (0.0, None) for m in group.measures)


@st.composite
def repeats(draw, of):
    """How often some cases of a run pass in three repeats, in keeping with their verdict."""
    found = {}
    for each in of.results:
        low, high = {Verdict.PASS: (1, 3), Verdict.UNSCORED: (0, 3)}.get(each.verdict, (0, 2))
        if draw(st.booleans()):
            found[each.case_id] = Repeats(passed=draw(st.integers(low, high)), runs=3)
    return found


@settings(max_examples=80, deadline=None)
@given(runs(), runs(), st.data())
def test_repeats_and_groups_mirror_too(one, other, data):
    of_one, of_other = data.draw(repeats(one)), data.draw(repeats(other))
    ahead = diff_runs(one, other, base_repeats=of_one, run_repeats=of_other, repeated=(3, 2))
    back = diff_runs(other, one, base_repeats=of_other, run_repeats=of_one, repeated=(2, 3))
    assert (back.repeats_base, back.repeats_run) == (ahead.repeats_run, ahead.repeats_base)
    turned = {case.case_id: case for case in back.cases}
    for case in ahead.cases:
        mirror = turned[case.case_id]
        assert mirror.change is MIRROR.get(case.change, case.change)
        assert (mirror.repeats_base, mirror.repeats_run) == (case.repeats_run, case.repeats_base)
    for rollup, mirrored in zip(ahead.rollups, back.rollups, strict=True):
        for group, counter in zip(rollup.groups, mirrored.groups, strict=True):
            assert (counter.value, counter.cases) == (group.value, group.cases)
            assert (counter.regressed, counter.improved) == (group.improved, group.regressed)
            for measure, turned_measure in zip(group.measures, counter.measures, strict=True):
                assert (turned_measure.base, turned_measure.run) == (measure.run, measure.base)
                assert turned_measure.significant is measure.significant


def test_measures_are_over_common_cases_that_both_runs_scored():
    base = run(
        [
            result("a", measures={"MRR": 1.0}),
            result("b", measures={"MRR": 0.5}),
            result("c", measures={"MRR": None}),
            result("gone", measures={"MRR": 0.0}),
        ]
    )
    now = run(
        [
            result("a", measures={"MRR": 0.5}),
            result("b", measures={"MRR": 0.0}),
            result("c", measures={"MRR": 1.0}),
            result("new", measures={"MRR": 0.0}),
        ]
    )
    (measure,) = diff_runs(base, now).measures
    assert (measure.name, measure.base, measure.run) == ("MRR", 0.75, 0.25)
    assert measure.difference == -0.5
    assert (measure.scored, measure.unscored) == (2, 1)
    assert (measure.wins, measure.ties, measure.losses) == (0, 0, 2)
    assert measure.ci == (-0.5, -0.5)
    assert measure.significant
    assert measure.higher_is_better


def test_a_crashed_case_counts_as_zero_in_a_measure():
    base = run([result("a", measures={"MRR": 1.0}), result("b", measures={"MRR": 1.0})])
    now = run([result("a", measures={"MRR": 1.0}), result("b", Verdict.ERROR)])
    (measure,) = diff_runs(base, now).measures
    assert (measure.base, measure.run, measure.scored) == (1.0, 0.5, 2)


def test_one_common_case_has_a_difference_and_no_interval():
    diff = diff_runs(
        run([result("a", measures={"MRR": 1.0})]), run([result("a", measures={"MRR": 0.5})])
    )
    assert diff.measures[0].difference == -0.5
    assert diff.measures[0].ci is None
    assert not diff.measures[0].significant


def test_runs_without_a_common_case_are_not_comparable_and_have_no_numbers():
    diff = diff_runs(
        run([result("a", measures={"MRR": 1.0})]), run([result("b", measures={"MRR": 1.0})])
    )
    assert not diff.comparable.comparable
    assert diff.measures == ()
    assert diff.mcnemar_p is None
    assert (diff.counts["added"], diff.counts["removed"]) == (1, 1)


def test_pass_and_fail_are_tested_over_cases_that_were_judged_on_both_sides():
    verdicts = [
        (Verdict.PASS, Verdict.FAIL),
        (Verdict.PASS, Verdict.ERROR),
        (Verdict.FAIL, Verdict.PASS),
        (Verdict.UNSCORED, Verdict.PASS),
        (Verdict.PASS, Verdict.PASS),
    ]
    base = run([result(str(n), before) for n, (before, _) in enumerate(verdicts)])
    now = run([result(str(n), after) for n, (_, after) in enumerate(verdicts)])
    assert diff_runs(base, now).mcnemar_p == pytest.approx(1.0)


def test_a_real_difference_is_significant_and_noise_is_not():
    rng = np.random.default_rng(3)
    noise = rng.permutation([0.5, -0.5] * 50)
    base = run([result(f"{n:03}", measures={"MRR": 0.5}) for n in range(100)])
    real = run([result(f"{n:03}", measures={"MRR": 0.75}) for n in range(100)])
    chance = run([result(f"{n:03}", measures={"MRR": 0.5 + float(d)}) for n, d in enumerate(noise)])
    assert diff_runs(base, real).measures[0].significant
    assert not diff_runs(base, chance).measures[0].significant
