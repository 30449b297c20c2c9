from hypothesis import given
from hypothesis import strategies as st

from engine.measures.aggregate import aggregate, mean
from engine.models.run import CaseResult, MeasureValue, Verdict


def result(case_id, measures, verdict=Verdict.PASS):
    return CaseResult(
        case_id=case_id,
        case_fingerprint="case-v1:0",
        query_fingerprint="query-v1:0",
        verdict=verdict,
        top_k=8,
        measures=measures,
    )


def test_unscored_cases_are_left_out_and_counted():
    values = aggregate(
        [
            result("a", {"MRR": 1.0, "R@5": 0.5}),
            result("b", {"MRR": None, "R@5": 1.0}),
            result("c", {"MRR": 0.5, "R@5": 0.0}),
        ]
    )
    assert values == {
        "MRR": MeasureValue(value=0.75, scored=2, unscored=1),
        "R@5": MeasureValue(value=0.5, scored=3, unscored=0),
    }


def test_a_crashed_case_counts_as_zero():
    crashed = result("b", {}, Verdict.ERROR)
    assert aggregate([result("a", {"MRR": 1.0}), crashed])["MRR"] == MeasureValue(
        value=0.5, scored=2, unscored=0
    )


def test_a_crashed_case_that_could_not_be_scored_anyway_stays_unscored():
    crashed = result("b", {"MRR": None}, Verdict.ERROR)
    assert aggregate([result("a", {"MRR": 1.0}), crashed])["MRR"] == MeasureValue(
        value=1.0, scored=1, unscored=1
    )


def test_a_measure_that_no_case_has_is_unknown_not_zero():
    assert aggregate([result("a", {"MRR": None})])["MRR"] == MeasureValue(
        value=None, scored=0, unscored=1
    )


def test_a_case_of_another_cut_off_is_unscored_on_the_measure_it_lacks():
    values = aggregate([result("a", {"R@5": 1.0}), result("b", {"R@8": 1.0})])
    assert values["R@8"] == MeasureValue(value=1.0, scored=1, unscored=1)


def test_measures_are_listed_by_family_and_cut_off():
    measures = {"nDCG@10": 1.0, "R@10": 1.0, "R@5": 1.0, "Success@1": 1.0, "of_a_newer_engine": 1.0}
    assert list(aggregate([result("a", measures)])) == [
        "Success@1",
        "R@5",
        "R@10",
        "nDCG@10",
        "of_a_newer_engine",
    ]


@given(
    st.lists(st.floats(0, 1), min_size=1).flatmap(
        lambda v: st.tuples(st.just(v), st.permutations(v))
    )
)
def test_the_order_of_cases_never_changes_a_mean(both):
    values, shuffled = both
    assert mean(values) == mean(shuffled)
