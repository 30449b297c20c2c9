import pytest

from engine.compare.fixtures import KEPT, check_fixture, compact, fixture_side, make_fixture
from engine.models.candidate import EdgeEvidence
from engine.models.diff import Change
from engine.models.run import Verdict
from engine.models.selection import RankSignal, Selection
from tests.builders import candidate, case, result, run

EXPECTED = {"expected_target": "want"}


def seen(verdict=Verdict.PASS, *, tools=("want", "other"), **evidence):
    rank = tools.index("want") + 1 if "want" in tools else None
    return result(
        "case",
        verdict,
        rank=rank,
        expected_target="want",
        candidates=tuple(
            candidate(name, place, **(evidence if name == "want" else {}))
            for place, name in enumerate(tools, start=1)
        ),
        selection=Selection(selected_target=tools[0]),
    )


def side(found, run_id="old"):
    return fixture_side(run([found], run_id).summary, found)


def fixture(actual, baseline=None, **values):
    return make_fixture(
        case("case", **EXPECTED, **values),
        side(actual),
        None if baseline is None else side(baseline, "base"),
    )


def test_a_passing_case_is_held_to_its_rank():
    found = fixture(seen(tools=("other", "want")))
    assert (found.expectation.verdict, found.expectation.rank) == (Verdict.PASS, 2)


def test_a_regressed_case_is_held_to_what_the_baseline_did():
    found = fixture(seen(Verdict.FAIL, tools=("other", "want")), baseline=seen())
    assert found.expectation.rank == 1
    assert found.reference.run_id == "base"


def test_a_case_that_never_passed_is_expected_to_pass_and_no_more():
    found = fixture(seen(Verdict.FAIL, tools=("other", "want")))
    assert (found.expectation.verdict, found.expectation.rank) == (Verdict.PASS, None)
    assert not check_fixture(found, seen(Verdict.FAIL)).holds
    assert check_fixture(found, seen(tools=("other", "want"))).holds


def test_a_case_that_is_judged_on_its_set_has_no_rank_to_hold():
    assert fixture(seen(), target_kind="arbitrary").expectation.rank is None


def test_values_of_entities_never_reach_a_fixture():
    found = fixture(seen(), provided_entities={"memberId": "secret-17"})
    assert found.case.provided_entities == {"memberId": None}
    assert "secret-17" not in found.model_dump_json()


def test_a_side_keeps_what_explains_the_rank_and_nothing_else():
    tools = (*(f"t{n}" for n in range(7)), "want", *(f"u{n}" for n in range(7)))
    big = seen(tools=tools).model_copy(
        update={
            "measures": {"MRR": 1.0},
            "latency_ms": {"retrieve": 3.0},
            "selection": Selection(rank_signals=(RankSignal(name="a", rank=1, selector_score=1),)),
        }
    )
    small = compact(big)
    assert [each.name for each in small.candidates] == list(tools[:8])
    assert len(compact(seen(tools=("want", *tools[:7]))).candidates) == KEPT
    assert (small.measures, small.latency_ms) == ({}, {})
    assert small.selection.rank_signals == ()


def test_the_same_result_holds_and_nothing_changed():
    check = check_fixture(fixture(seen()), seen())
    assert check.holds
    assert check.problems == ()
    assert check.change.change is Change.SAME
    assert check.evidence.model_dump(exclude_defaults=True) == {}


def test_what_broke_is_said_with_rank_signal_and_who_overtook():
    check = check_fixture(fixture(seen()), seen(Verdict.FAIL, tools=("new", "other", "want")))
    assert check.problems == (
        "the verdict is fail, but pass is expected.",
        "want is at rank 3, but rank 1 or better is expected.",
    )
    assert check.change.overtaken_by == ("new", "other")
    assert [(s.signal, s.base) for s in check.evidence.signals] == [("seed", 1.0)]


def test_a_tool_that_vanished_is_not_in_the_top_k():
    check = check_fixture(fixture(seen()), seen(Verdict.FAIL, tools=("other",)))
    assert "want is not in the top 8" in check.problems[1]


def test_badges_terms_and_edges_that_changed_are_said_and_mirror():
    edge = EdgeEvidence(source="seed", target="want", kind="data_flow", confidence=0.9)
    old = seen(matched_terms=("order", "refund"), resource_match=True)
    new_candidates = list(seen(matched_terms=("order", "list"), resource_match=False).candidates)
    new_candidates[0] = new_candidates[0].model_copy(update={"edge_evidence": (edge,)})
    new = seen().model_copy(update={"candidates": tuple(new_candidates)})
    ahead = check_fixture(fixture(old), new).evidence
    back = check_fixture(fixture(new), old).evidence
    assert [(b.badge, b.base, b.run) for b in ahead.badges] == [("resource_match", True, False)]
    assert (ahead.terms_gained, ahead.terms_lost) == (("list",), ("refund",))
    assert (ahead.edges_gained, ahead.edges_lost) == (("seed → want (data_flow)",), ())
    assert (back.terms_gained, back.terms_lost) == (ahead.terms_lost, ahead.terms_gained)
    assert (back.edges_gained, back.edges_lost) == (ahead.edges_lost, ahead.edges_gained)


@pytest.mark.parametrize(
    ("part", "what"),
    [
        ({"engine_version": "2.0"}, "engine"),
        ({"catalog_fingerprint": "catalog-v1:9"}, "catalog"),
        ({"settings_fingerprint": "settings-v1:9"}, "settings"),
        ({"encoder": "other"}, "encoder"),
    ],
)
def test_what_the_new_result_was_made_with_differently_is_named(part, what):
    stamp = run([], stamp=part).summary.stamp
    assert check_fixture(fixture(seen()), seen(), stamp).made_with == (what,)
