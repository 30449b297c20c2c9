from engine.models.candidate import ScoreBreakdown
from tests.engine.store.samples import candidate, large_run, result, run


def ranked(case_id, *names, rank):
    found = tuple(candidate(name, place) for place, name in enumerate(names, start=1))
    return result(case_id, candidates=found, rank=rank, expected_target="want")


def pair(store, base, now):
    store.save_run(run("aaaa1", base))
    store.save_run(run("aaaa2", now))
    (row,) = store.compare_rows("aaaa1", "aaaa2")
    return row


def test_every_case_of_either_run_stands_once(store):
    store.save_run(run("aaaa1", result("a"), result("b")))
    store.save_run(run("aaaa2", result("b"), result("c")))
    rows = store.compare_rows("aaaa1", "aaaa2")
    assert [(x.case_id, x.base is not None, x.run is not None) for x in rows] == [
        ("a", True, False),
        ("b", True, True),
        ("c", False, True),
    ]


def test_the_sides_are_the_rows_of_each_run(store):
    store.save_run(large_run("aaaa1", cases=9, candidates=5, seed=1))
    store.save_run(large_run("aaaa2", cases=9, candidates=5, seed=2))
    sides = {
        run_id: {row.case_id: row for row in store.case_rows(run_id).rows}
        for run_id in ("aaaa1", "aaaa2")
    }
    for row in store.compare_rows("aaaa1", "aaaa2"):
        assert (row.base, row.run) == (sides["aaaa1"][row.case_id], sides["aaaa2"][row.case_id])


def test_a_run_beside_itself_differs_in_nothing(store):
    store.save_run(large_run("aaaa1", cases=20, candidates=5, seed=1))
    for row in store.compare_rows("aaaa1", "aaaa1"):
        assert row.base == row.run
        assert (row.overtaken_by, row.signals) == ((), ())


def test_tools_that_newly_stand_above_the_expected_one_overtook_it(store):
    row = pair(
        store,
        ranked("a", "above", "want", "below", rank=2),
        ranked("a", "new", "below", "above", "want", rank=4),
    )
    assert row.overtaken_by == ("new", "below")


def test_a_tool_that_vanished_is_overtaken_by_all_that_were_not_above_it(store):
    row = pair(
        store,
        ranked("a", "above", "want", "below", rank=2),
        ranked("a", "above", "below", rank=None),
    )
    assert row.overtaken_by == ("below",)


def test_a_tool_that_was_absent_before_is_overtaken_by_newcomers_only(store):
    row = pair(
        store,
        ranked("a", "one", "two", rank=None),
        ranked("a", "new", "one", "want", rank=3),
    )
    assert row.overtaken_by == ("new",)


def test_signals_of_the_expected_tool_that_changed_come_largest_first(store):
    def with_parts(**parts):
        scored = candidate("want").model_copy(update={"score_breakdown": ScoreBreakdown(**parts)})
        return result("a", candidates=(scored,), expected_target="want")

    row = pair(
        store,
        with_parts(seed=1.0, graph=0.25, dense=0.5),
        with_parts(seed=0.75, dense=1.5, graph=0.25),
    )
    assert [(x.signal, x.base, x.run) for x in row.signals] == [
        ("dense", 0.5, 1.5),
        ("seed", 1.0, 0.75),
    ]


def test_the_expected_tool_below_the_cutoff_has_signals_too(store):
    below = candidate("want", 12, score=0.5)
    row = pair(
        store,
        ranked("a", "want", rank=1),
        result("a", candidates=(), expected_candidate=below, expected_target="want", rank=None),
    )
    assert {x.signal for x in row.signals} == {"seed", "action_match"}


def test_what_differs_in_the_evidence_is_the_same_without_the_rows(store):
    store.save_run(large_run("aaaa1", cases=20, candidates=5, seed=1))
    store.save_run(large_run("aaaa2", cases=20, candidates=5, seed=2))
    changed = store.evidence_changes("aaaa1", "aaaa2")
    told = {
        row.case_id: (row.overtaken_by, row.signals)
        for row in store.compare_rows("aaaa1", "aaaa2")
        if row.overtaken_by or row.signals
    }
    assert told
    assert {case_id: tuple(change) for case_id, change in changed.items()} == told
    assert store.evidence_changes("aaaa1", "aaaa1") == {}


def test_outcomes_are_what_a_comparison_reads_of_the_results(store):
    store.save_run(large_run("aaaa1", cases=20, candidates=5, seed=1))
    whole = store.run_results("aaaa1", evidence=False)
    read = (
        *("case_id", "case_fingerprint", "verdict", "expected_target", "rank", "top_k"),
        *("failure", "measures", "lang", "tags"),
    )
    for one, other in zip(store.run_outcomes("aaaa1"), whole, strict=True):
        assert all(getattr(one, name) == getattr(other, name) for name in read)
        assert one.selection.selected_target == other.selection.selected_target


def test_several_reads_of_one_block_see_the_same_file(store):
    store.save_run(large_run("aaaa1", cases=3, candidates=2, seed=1))
    with store.together():
        assert len(store.runs()) == 1
        assert store.repeats("aaaa1") == ("aaaa1",)
    store.save_run(large_run("aaaa2", cases=3, candidates=2, seed=1))
    assert len(store.runs()) == 2
