import pytest

from engine.errors import NotStored
from engine.models.candidate import (
    EdgeEvidence,
    LearningEvidence,
    RankingStats,
    ScoreBreakdown,
    SemanticEvidence,
)
from engine.models.selection import Selection
from engine.store.runs import AT_ONCE
from tests.engine.store.samples import candidate, large_run, result, run


def test_one_case_comes_back_whole(store):
    stored = large_run("aaaa1", cases=7, candidates=20, seed=5)
    store.save_run(stored)
    for expected in stored.results:
        assert store.case_result("aaaa1", expected.case_id) == expected


def test_the_expected_tool_below_the_cutoff_is_kept_apart(store):
    below = candidate("getOrder", 17, score=0.5)
    case = result("a", candidates=(candidate("listOrders", 1),), expected_candidate=below)
    store.save_run(run("aaaa1", case))
    assert store.case_result("aaaa1", "a") == case


def test_keys_of_a_newer_engine_survive_in_every_envelope(store):
    later = {"later": {"한": [1, 2.5, None, "é"]}, "flag": True}
    edge = EdgeEvidence.model_validate(
        {"source": "a", "target": "b", "kind": "k", "confidence": 1, "fields": [("x", "y")]} | later
    )
    learned = LearningEvidence.model_validate(
        {"suggestion_id": "s", "suggestion_type": "t", "status": "u", "observations": 3} | later
    )
    newer = candidate().model_copy(
        update={
            "score_breakdown": ScoreBreakdown.model_validate({"seed": 1.0, "vision": 0.5} | later),
            "semantic_evidence": SemanticEvidence.model_validate(later),
            "edge_evidence": (edge,),
            "learning_evidence": learned,
        }
    )
    case = result(
        "a",
        candidates=(newer,),
        stats=RankingStats.model_validate(later),
        selection=Selection.model_validate(later),
    )
    store.save_run(run("aaaa1", case))
    loaded = store.case_result("aaaa1", "a")
    assert loaded == case
    assert loaded.candidates[0].score_breakdown.contributions()["vision"] == 0.5


def test_without_evidence_the_light_part_is_left(store):
    stored = large_run("aaaa1", cases=5, candidates=4, seed=1)
    store.save_run(stored)
    light = store.run_results("aaaa1", evidence=False)
    assert [x.case_id for x in light] == [x.case_id for x in stored.results]
    for found, whole in zip(light, stored.results, strict=True):
        assert found.candidates == ()
        assert found.selection.rank_signals == ()
        assert found.selection.confidence == whole.selection.confidence
        assert (found.verdict, found.rank, found.failure) == (
            whole.verdict,
            whole.rank,
            whole.failure,
        )
        assert (found.measures, found.latency_ms) == (whole.measures, whole.latency_ms)


def test_a_run_of_more_cases_than_are_held_at_once_is_loaded_whole(store, monkeypatch):
    monkeypatch.setattr("engine.store.reading._AT_ONCE", 3)
    stored = large_run("aaaa1", cases=8, candidates=2, seed=1)
    store.save_run(stored)
    assert store.run_results("aaaa1", evidence=True) == stored.results


def test_results_are_stored_by_case_id_whatever_order_they_came_in(store):
    stored = run("aaaa1", result("b"), result("a"))
    backwards = stored.model_copy(update={"results": stored.results[::-1]})
    store.save_run(backwards)
    assert [x.case_id for x in store.run_results("aaaa1", evidence=True)] == ["a", "b"]


def test_a_lone_surrogate_in_a_name_is_stored_as_its_escape(store):
    store.save_run(run("aaaa1", result("a", expected_target="get\ud800")))
    assert store.case_result("aaaa1", "a").expected_target == "get\\ud800"


def test_an_unknown_case_is_answered_with_the_nearest_id(store):
    store.save_run(run("aaaa1"))
    with pytest.raises(NotStored, match=r"no case 'order-01' in run '.*'. Did you mean 'order-"):
        store.case_result("aaaa1", "order-01")


def test_a_run_that_is_inserted_in_several_parts_is_read_back_whole(store):
    cases = 2 * AT_ONCE + 5
    many = run(
        "aaaa1",
        *(
            result(
                f"{number:05}",
                candidates=(candidate(f"t{number % 7}"),),
                expected_candidate=candidate("below", 30) if number % 3 == 0 else None,
            )
            for number in range(cases)
        ),
    )
    store.save_run(many)
    assert store.run_results("aaaa1", evidence=True) == many.results
    for number in (0, AT_ONCE - 1, AT_ONCE, 2 * AT_ONCE, cases - 1):
        assert store.case_result("aaaa1", f"{number:05}") == many.results[number]
