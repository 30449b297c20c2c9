"""Measures and statistics beside independent implementations, on random data."""

from __future__ import annotations

import random

import numpy as np
import pytest
import pytrec_eval
import scipy.stats

from engine.compare.significance import mcnemar_exact
from engine.measures.interval import bootstrap_mean_interval, wilson_interval
from engine.measures.ranking import (
    ndcg_at_k,
    precision_at_k,
    recall_at_k,
    reciprocal_rank,
    success_at_k,
)

TOOLS = [f"tool{number:02}" for number in range(40)]
CASES = 300
NAMES = {"ndcg_cut_10", "recall_10", "P_5", "success_1", "success_5", "recip_rank"}


@pytest.fixture(scope="module")
def cases():
    """Return random rankings of 12 tools with one to five relevant ones, some of them missed."""
    draw = random.Random(20260107)
    return {
        f"case{number}": (draw.sample(TOOLS, 12), set(draw.sample(TOOLS, draw.randint(1, 5))))
        for number in range(CASES)
    }


@pytest.fixture(scope="module")
def theirs(cases):
    relevant = {case: dict.fromkeys(names, 1) for case, (_, names) in cases.items()}
    scores = {
        case: {name: float(len(ranking) - place) for place, name in enumerate(ranking)}
        for case, (ranking, _) in cases.items()
    }
    measures = {"ndcg_cut.10", "recall.10", "P.5", "success.1,5", "recip_rank"}
    found = pytrec_eval.RelevanceEvaluator(relevant, measures).evaluate(scores)
    assert set(found["case0"]) >= NAMES
    return found


def ours(ranking, relevant):
    steps = [{name} for name in sorted(relevant)]
    return {
        "ndcg_cut_10": ndcg_at_k(ranking, steps, k=10),
        "recall_10": recall_at_k(ranking, steps, k=10),
        "P_5": precision_at_k(ranking, steps, k=5),
        "success_1": success_at_k(ranking, relevant, k=1),
        "success_5": success_at_k(ranking, relevant, k=5),
        "recip_rank": reciprocal_rank(ranking, relevant),
    }


@pytest.mark.parametrize("measure", sorted(NAMES))
def test_a_measure_agrees_with_trec_eval(cases, theirs, measure):
    own = [ours(*case)[measure] for case in cases.values()]
    assert own == pytest.approx([theirs[case][measure] for case in cases])
    assert len(set(own)) > 1


def test_wilsons_interval_agrees_with_scipy():
    draw = random.Random(1)
    for _ in range(200):
        n = draw.randint(1, 2000)
        successes = draw.randint(0, n)
        their = scipy.stats.binomtest(successes, n).proportion_ci(0.95, method="wilson")
        assert wilson_interval(successes, n) == pytest.approx((their.low, their.high), abs=1e-9)


def test_the_exact_test_of_mcnemar_agrees_with_scipy():
    draw = random.Random(2)
    for _ in range(200):
        one, other = draw.randint(0, 60), draw.randint(1, 60)
        assert mcnemar_exact(one, other) == pytest.approx(
            scipy.stats.binomtest(one, one + other, 0.5).pvalue
        )


@pytest.mark.parametrize("n", [40, 400])
def test_the_paired_bootstrap_agrees_with_scipy(n):
    random_numbers = np.random.default_rng(3)
    differences = random_numbers.choice([-1.0, -0.5, 0.0, 0.0, 0.0, 0.5, 1.0], n)
    own = bootstrap_mean_interval(differences, resamples=20_000)
    their = scipy.stats.bootstrap(
        (differences,), np.mean, method="percentile", n_resamples=20_000, rng=random_numbers
    ).confidence_interval
    # Two sets of resamples differ by chance: a small part of the interval's own width.
    assert own is not None
    assert (own.low, own.high) == pytest.approx(
        (their.low, their.high), abs=0.05 * (their.high - their.low)
    )
