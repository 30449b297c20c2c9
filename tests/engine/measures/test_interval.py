import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInput
from engine.measures.interval import MAX_CLASSES, Interval, bootstrap_mean_interval, wilson_interval


@given(st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_ends_of_a_wilson_interval_are_where_the_score_test_turns(case):
    successes, n = case
    low, high = wilson_interval(successes, n)
    assert 0.0 <= low <= successes / n <= high <= 1.0
    for end in {low, high} - {0.0, 1.0}:
        score = (successes / n - end) / math.sqrt(end * (1 - end) / n)
        assert abs(score) == pytest.approx(1.959964, abs=1e-5)


def test_a_wilson_interval_is_open_to_one_side_at_no_and_at_all_successes():
    assert wilson_interval(0, 8).low == 0.0
    assert wilson_interval(0, 8).high == pytest.approx(0.3244, abs=1e-4)
    assert wilson_interval(8, 8).high == 1.0


@pytest.mark.parametrize(("successes", "n"), [(0, 0), (-1, 5), (6, 5)])
def test_a_share_of_nothing_or_above_everything_is_refused(successes, n):
    with pytest.raises(InvalidInput, match=r"0 to n successes, but -?\d+ of \d was given"):
        wilson_interval(successes, n)


def exact_bootstrap_quantiles(values, tail):
    """Quantiles of the mean over every one of the n**n resamples."""
    means = [sum(draw) / len(values) for draw in itertools.product(values, repeat=len(values))]
    return np.quantile(means, [tail, 1 - tail])


@pytest.mark.parametrize(
    "values",
    [[0.0, 0.0, 1.0, 1.0, 1.0], [-1.0, 0.0, 0.0, 0.5, 1.0, 1.0], [0.1, 0.2, 0.4, 0.7, 0.9, 0.95]],
)
def test_the_bootstrap_interval_agrees_with_every_resample_enumerated(values):
    low, high = bootstrap_mean_interval(values, resamples=50_000)
    exact_low, exact_high = exact_bootstrap_quantiles(values, 0.025)
    step = 1 / len(values)
    assert low == pytest.approx(exact_low, abs=step / 5)
    assert high == pytest.approx(exact_high, abs=step / 5)


def test_many_distinct_values_are_grouped_without_a_visible_loss():
    rng = np.random.default_rng(7)
    many_distinct = rng.normal(0.1, 1.0, size=4_000)
    few_distinct = np.round(many_distinct, 1)
    assert np.unique(many_distinct).size > MAX_CLASSES > np.unique(few_distinct).size
    grouped = bootstrap_mean_interval(many_distinct, resamples=8_000)
    exact = bootstrap_mean_interval(few_distinct, resamples=8_000)
    assert grouped == pytest.approx(exact, abs=0.004)
    spread = 1.96 * many_distinct.std() / math.sqrt(4_000)
    mean = many_distinct.mean()
    assert grouped == pytest.approx((mean - spread, mean + spread), abs=0.004)
    turned = bootstrap_mean_interval(-many_distinct, resamples=8_000)
    assert turned == Interval(-grouped.high, -grouped.low)


values = st.lists(st.sampled_from([-1.0, -0.5, -0.125, 0.0, 0.25, 1.0]), min_size=2, max_size=30)


@settings(max_examples=50)
@given(values)
def test_turning_every_sign_turns_the_interval_exactly(differences):
    low, high = bootstrap_mean_interval(differences, resamples=200)
    turned = bootstrap_mean_interval([-d for d in differences], resamples=200)
    assert turned == Interval(-high, -low)
    assert low <= high


@settings(max_examples=50)
@given(values, st.randoms(use_true_random=False))
def test_the_order_of_cases_never_changes_an_interval(differences, random):
    shuffled = list(differences)
    random.shuffle(shuffled)
    assert bootstrap_mean_interval(shuffled, resamples=200) == bootstrap_mean_interval(
        differences, resamples=200
    )


def test_one_case_has_no_interval():
    assert bootstrap_mean_interval([0.5]) is None
    assert bootstrap_mean_interval([]) is None


def test_values_that_are_no_numbers_are_refused():
    with pytest.raises(InvalidInput, match="finite values"):
        bootstrap_mean_interval([0.5, math.nan])
    with pytest.raises(InvalidInput, match=r"between 0 and 1, for example 0\.95, but 95 was given"):
        bootstrap_mean_interval([0.5, 0.5], confidence=95)
    with pytest.raises(InvalidInput, match="at least 1 resample, but 0 was given"):
        bootstrap_mean_interval([0.5, 0.5], resamples=0)
