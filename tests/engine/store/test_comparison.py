import numpy as np

from engine.compare.evidence import evidence_change
from engine.compare.outcomes import outcomes_of
from engine.models.candidate import ScoreBreakdown
from engine.models.diff import NOISE
from engine.models.listing import EvidenceChange
from tests.engine.store.samples import candidate, large_run, result, run


def ranked(case_id, *names, rank):
    found = tuple(candidate(name, place) for place, name in enumerate(names, start=1))
    return result(case_id, candidates=found, rank=rank, expected_target="want")


def pair(store, base, now):
    store.save_run(run("aaaa1", base))
    store.save_run(run("aaaa2", now))
    return store.evidence_changes("aaaa1", "aaaa2").get(now.case_id, EvidenceChange())


def test_a_case_of_one_run_alone_has_nothing_to_compare(store):
    store.save_run(run("aaaa1", ranked("a", "want", rank=1), ranked("b", "want", rank=1)))
    store.save_run(run("aaaa2", ranked("b", "x", "want", rank=2), ranked("c", "want", rank=1)))
    assert list(store.evidence_changes("aaaa1", "aaaa2")) == ["b"]


def test_a_run_beside_itself_differs_in_nothing(store):
    store.save_run(large_run("aaaa1", cases=20, candidates=5, seed=1))
    assert store.evidence_changes("aaaa1", "aaaa1") == {}


def test_tools_that_newly_stand_above_the_expected_one_overtook_it(store):
    change = pair(
        store,
        ranked("a", "above", "want", "below", rank=2),
        ranked("a", "new", "below", "above", "want", rank=4),
    )
    assert change.overtaken_by == ("new", "below")


def test_a_tool_that_vanished_is_overtaken_by_all_that_were_not_above_it(store):
    change = pair(
        store,
        ranked("a", "above", "want", "below", rank=2),
        ranked("a", "above", "below", rank=None),
    )
    assert change.overtaken_by == ("below",)


def test_a_tool_that_was_absent_before_cannot_have_been_overtaken(store):
    change = pair(
        store,
        ranked("a", "one", "two", rank=None),
        ranked("a", "new", "one", "want", rank=3),
    )
    assert change.overtaken_by == ()


def test_signals_of_the_expected_tool_that_changed_come_largest_first(store):
    def with_parts(**parts):
        scored = candidate("want").model_copy(update={"score_breakdown": ScoreBreakdown(**parts)})
        return result("a", candidates=(scored,), expected_target="want")

    change = pair(
        store,
        with_parts(seed=1.0, graph=0.25, dense=0.5),
        with_parts(seed=0.75, dense=1.5, graph=0.25),
    )
    assert [(x.signal, x.base, x.run) for x in change.signals] == [
        ("dense", 0.5, 1.5),
        ("seed", 1.0, 0.75),
    ]


def test_the_expected_tool_below_the_cutoff_has_signals_too(store):
    below = candidate("want", 12, score=0.5)
    change = pair(
        store,
        ranked("a", "want", rank=1),
        result("a", candidates=(), expected_candidate=below, expected_target="want", rank=None),
    )
    assert {x.signal for x in change.signals} == {"seed", "action_match"}


def test_contributions_that_differ_by_noise_are_equal(store):
    def seeded(seed):
        scored = candidate("want").model_copy(
            update={"score_breakdown": ScoreBreakdown(seed=seed, dense=seed)}
        )
        return result("a", candidates=(scored,), expected_target="want")

    assert pair(store, seeded(1.0), seeded(1.0 + NOISE / 2)).signals == ()


def test_the_store_tells_the_same_as_whole_results_do(store):
    for run_id, seed in (("aaaa1", 1), ("aaaa2", 2)):
        store.save_run(large_run(run_id, cases=40, candidates=5, seed=seed))
    before, now = (store.run_results(each, evidence=True) for each in ("aaaa1", "aaaa2"))
    told = {new.case_id: evidence_change(old, new) for old, new in zip(before, now, strict=True)}
    assert store.evidence_changes("aaaa1", "aaaa2") == {
        case_id: change for case_id, change in told.items() if change != EvidenceChange()
    }


def test_outcomes_are_what_a_comparison_reads_of_the_results(store):
    store.save_run(large_run("aaaa1", cases=20, candidates=5, seed=1))
    store.save_run(run("aaaa2", result("a", measures={"MRR": None, "R@5": 1.0}), result("b")))
    for run_id in ("aaaa1", "aaaa2"):
        read = store.run_outcomes(run_id)
        whole = outcomes_of(store.run_results(run_id, evidence=False))
        assert read.cases == whole.cases
        assert read.measures.keys() == whole.measures.keys()
        for name, held in whole.measures.items():
            np.testing.assert_array_equal(read.measures[name].places, held.places)
            np.testing.assert_array_equal(read.measures[name].values, held.values)


def test_several_reads_of_one_block_see_the_same_file(store):
    store.save_run(large_run("aaaa1", cases=3, candidates=2, seed=1))
    with store.together():
        assert len(store.runs()) == 1
        assert store.repeats("aaaa1") == ("aaaa1",)
    store.save_run(large_run("aaaa2", cases=3, candidates=2, seed=1))
    assert len(store.runs()) == 2


def test_runs_without_cases_or_candidates_have_nothing_to_compare(store):
    store.save_run(run("aaaa1").model_copy(update={"results": ()}))
    store.save_run(run("aaaa2", result("a", candidates=(), rank=None)))
    assert store.run_outcomes("aaaa1") == ((), {})
    for base, now in (("aaaa1", "aaaa1"), ("aaaa1", "aaaa2"), ("aaaa2", "aaaa2")):
        assert store.evidence_changes(base, now) == {}
