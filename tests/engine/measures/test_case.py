from engine.measures.case import measure_case, measure_selection, offers_no_answer
from engine.measures.judgement import Judgement
from engine.models.selection import Selection

TWO_STEPS = Judgement(targets=("b",), steps=(("a",), ("b",)), answerable=True, target_scored=True)
ARBITRARY = Judgement(targets=("b",), steps=(("a",), ("b",)), answerable=True)
NO_ANSWER = Judgement(no_answer=True)


def test_a_case_is_measured_on_its_target_and_on_its_whole_set():
    assert measure_case(["x", "b", "y"], TWO_STEPS, top_k=2) == {
        "Success@1": 0.0,
        "Success@5": 1.0,
        "Success@10": 1.0,
        "MRR": 0.5,
        "R@5": 0.5,
        "R@10": 0.5,
        "R@2": 0.5,
        "nDCG@10": (1 / 1.584962500721156) / (1 + 1 / 1.584962500721156),
        "All@2": 0.0,
    }


def test_an_arbitrary_target_leaves_the_targets_measures_unknown():
    scores = measure_case(["b"], ARBITRARY, top_k=8)
    assert scores["Success@1"] is None
    assert scores["MRR"] is None
    assert scores["R@8"] == 0.5
    assert measure_selection(Selection(selected_target="b"), ARBITRARY) == {
        "selector_accuracy": None,
        "no_answer_accuracy": None,
    }


def test_a_no_answer_case_has_no_ranking_measure():
    assert set(measure_case(["b"], NO_ANSWER, top_k=8).values()) == {None}


def test_a_crashed_case_is_measured_as_an_empty_ranking():
    scores = measure_case([], TWO_STEPS, top_k=5)
    assert set(scores.values()) == {0.0}


def test_selector_accuracy_asks_whether_the_selected_tool_counts_as_the_target():
    assert measure_selection(Selection(selected_target="b"), TWO_STEPS)["selector_accuracy"] == 1.0
    assert measure_selection(Selection(selected_target="a"), TWO_STEPS)["selector_accuracy"] == 0.0
    assert measure_selection(Selection(), TWO_STEPS)["selector_accuracy"] == 0.0


def test_a_no_answer_case_wants_nothing_offered_or_an_admitted_doubt():
    sure = Selection(selected_target="a")
    unsure = Selection(selected_target="a", ambiguous=True)
    assert [offers_no_answer(s) for s in (sure, unsure, Selection())] == [False, True, True]
    assert measure_selection(sure, NO_ANSWER)["no_answer_accuracy"] == 0.0
    assert measure_selection(unsure, NO_ANSWER)["no_answer_accuracy"] == 1.0
