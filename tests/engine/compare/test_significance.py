import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.compare.significance import compare_pairs, mcnemar_exact


def tosses_at_least_as_uneven(only_base, only_run):
    """Count every sequence of fair tosses that is at least as uneven as the one seen."""
    n = only_base + only_run
    seen = abs(only_base - only_run)
    outcomes = itertools.product((0, 1), repeat=n)
    uneven = sum(abs(n - 2 * sum(outcome)) >= seen for outcome in outcomes)
    return Fraction(uneven, 2**n)


@pytest.mark.parametrize(
    ("only_base", "only_run"),
    [(a, b) for a in range(6) for b in range(6) if a + b],
)
def test_mcnemar_agrees_with_every_sequence_of_tosses_counted(only_base, only_run):
    expected = float(tosses_at_least_as_uneven(only_base, only_run))
    assert mcnemar_exact(only_base, only_run) == pytest.approx(expected, abs=1e-15)


def test_mcnemar_of_many_changes_is_still_exact():
    # Normal approximation with continuity correction: z = (5200 - 4800 - 1) / sqrt(10000).
    assert mcnemar_exact(4800, 5200) == pytest.approx(6.6e-5, rel=0.02)


def test_without_a_change_of_sides_there_is_nothing_to_test():
    assert mcnemar_exact(0, 0) is None


def test_wins_ties_and_losses_follow_the_direction():
    base, run = np.array([0.0, 0.5, 1.0, 0.2]), np.array([1.0, 0.5, 0.0, 0.4])
    higher = compare_pairs(base, run, higher_is_better=True)
    lower = compare_pairs(base, run, higher_is_better=False)
    assert (higher.wins, higher.ties, higher.losses) == (2, 1, 1)
    assert (lower.wins, lower.ties, lower.losses) == (1, 1, 2)
    assert higher.base == pytest.approx(0.425)
    assert higher.run == pytest.approx(0.475)


def test_no_case_gives_no_comparison():
    assert compare_pairs(np.array([]), np.array([]), higher_is_better=True) is None


values = st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 1.0])


@given(st.lists(st.tuples(values, values), min_size=2, max_size=12))
def test_swapping_the_runs_turns_everything_exactly(pairs):
    one, other = np.array([a for a, _ in pairs]), np.array([b for _, b in pairs])
    ahead = compare_pairs(one, other, higher_is_better=True)
    back = compare_pairs(other, one, higher_is_better=True)
    assert (back.base, back.run) == (ahead.run, ahead.base)
    assert (back.wins, back.ties, back.losses) == (ahead.losses, ahead.ties, ahead.wins)
    assert back.interval == (-ahead.interval.high, -ahead.interval.low)
