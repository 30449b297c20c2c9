import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInput
from engine.measures.ranking import (
    all_at_k,
    ndcg_at_k,
    precision_at_k,
    recall_at_k,
    reciprocal_rank,
    success_at_k,
)

STEPS = [("listOrders", "searchOrders"), ("getOrder",)]


@pytest.mark.parametrize(
    ("ranking", "k", "expected"),
    [
        pytest.param(["listOrders", "getOrder"], 2, 1.0, id="all-found"),
        pytest.param(["cancelOrder", "getOrder"], 2, 0.5, id="one-of-two"),
        pytest.param(["cancelOrder", "getOrder"], 1, 0.0, id="below-the-cut-off"),
        pytest.param(["listOrders", "searchOrders"], 2, 0.5, id="two-alternatives-of-one-step"),
        pytest.param([], 8, 0.0, id="empty-ranking-scores-zero"),
    ],
)
def test_recall_at_k_counts_expected_steps_in_the_top_k(ranking, k, expected):
    assert recall_at_k(ranking, STEPS, k=k) == expected


def test_a_step_that_the_catalog_lacks_stays_in_the_denominator():
    assert recall_at_k(["getOrder"], [("getOrder",), ()], k=5) == 0.5
    assert all_at_k(["getOrder"], [("getOrder",), ()], k=5) == 0.0
    assert ndcg_at_k(["getOrder"], [("getOrder",), ()], k=5) == pytest.approx(
        1 / (1 + 1 / math.log2(3))
    )


@pytest.mark.parametrize(
    ("ranking", "k", "expected"),
    [
        pytest.param(["getOrder", "x", "searchOrders"], 3, 1.0, id="all"),
        pytest.param(["getOrder", "x", "searchOrders"], 2, 0.0, id="one-below-the-cut-off"),
        pytest.param([], 3, 0.0, id="empty"),
    ],
)
def test_all_at_k_asks_for_every_step(ranking, k, expected):
    assert all_at_k(ranking, STEPS, k=k) == expected


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        pytest.param(["searchOrders"], 1.0, id="first"),
        pytest.param(["x", "y", "listOrders", "searchOrders"], 1 / 3, id="best-alternative"),
        pytest.param(["x"], 0.0, id="absent"),
        pytest.param([], 0.0, id="empty"),
    ],
)
def test_reciprocal_rank_takes_the_best_placed_alternative(ranking, expected):
    assert reciprocal_rank(ranking, STEPS[0]) == expected


def test_ndcg_discounts_by_rank_and_counts_a_step_once():
    ranking = ["x", "listOrders", "searchOrders", "getOrder"]
    gain = 1 / math.log2(3) + 1 / math.log2(5)
    ideal = 1 + 1 / math.log2(3)
    assert ndcg_at_k(ranking, STEPS, k=10) == pytest.approx(gain / ideal)


def test_ndcg_compares_with_what_fits_above_the_cut_off():
    assert ndcg_at_k(["getOrder"], STEPS, k=1) == 1.0


def test_precision_counts_places_that_a_short_ranking_leaves_empty_as_misses():
    assert precision_at_k(["getOrder", "x"], STEPS, k=4) == 0.25


@pytest.mark.parametrize("measure", [recall_at_k, all_at_k, precision_at_k, ndcg_at_k])
def test_a_case_that_expects_nothing_cannot_be_scored(measure):
    assert measure(["getOrder"], [], k=5) is None


def test_a_case_without_a_target_has_no_success_and_no_reciprocal_rank():
    assert success_at_k(["getOrder"], None, k=5) is None
    assert reciprocal_rank(["getOrder"], None) is None


def test_a_target_that_the_catalog_lacks_scores_zero():
    assert success_at_k(["getOrder"], (), k=5) == 0.0
    assert reciprocal_rank(["getOrder"], ()) == 0.0


@pytest.mark.parametrize(
    "measure", [success_at_k, recall_at_k, all_at_k, precision_at_k, ndcg_at_k]
)
def test_a_cut_off_below_one_is_refused(measure):
    with pytest.raises(InvalidInput, match=r"at least 1, but 0 was given"):
        measure(["getOrder"], STEPS, k=0)


@pytest.mark.parametrize("measure", [recall_at_k, all_at_k, precision_at_k, ndcg_at_k])
def test_a_tool_with_two_ranks_is_refused(measure):
    with pytest.raises(InvalidInput, match=r"holds 'getOrder' more than once"):
        measure(["getOrder", "x", "getOrder"], STEPS, k=3)


rankings = st.lists(st.sampled_from("abcdefgh"), unique=True)
step_sets = st.lists(
    st.sets(st.sampled_from("abcdefgh"), min_size=1, max_size=3), min_size=1, max_size=4
)


@given(rankings, step_sets)
def test_recall_and_success_never_fall_as_k_grows(ranking, steps):
    for values in (
        [recall_at_k(ranking, steps, k=k) for k in range(1, 10)],
        [success_at_k(ranking, steps[0], k=k) for k in range(1, 10)],
        [all_at_k(ranking, steps, k=k) for k in range(1, 10)],
    ):
        assert values == sorted(values)


@given(rankings, step_sets, st.integers(1, 10))
def test_measures_stay_between_zero_and_one(ranking, steps, k):
    for measure in (recall_at_k, all_at_k, precision_at_k, ndcg_at_k):
        assert 0.0 <= measure(ranking, steps, k=k) <= 1.0 + 1e-12


@given(st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1), st.integers(1, 10))
def test_the_ideal_order_has_an_ndcg_of_one(names, k):
    steps = [(name,) for name in reversed(names)]
    assert ndcg_at_k(names, steps, k=k) == pytest.approx(1.0)


@given(rankings, st.sampled_from("abcdefgh"))
def test_with_one_expected_tool_the_measures_at_one_coincide(ranking, name):
    first = float(ranking[:1] == [name])
    assert success_at_k(ranking, (name,), k=1) == first
    assert recall_at_k(ranking, [(name,)], k=1) == first
    assert ndcg_at_k(ranking, [(name,)], k=1) == first
    assert reciprocal_rank(ranking[:1], (name,)) == first
