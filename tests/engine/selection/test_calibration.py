import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.selection.calibration import calibrated, shares
from engine.selection.signals import Signal
from engine.selection.table import (
    AMBIGUOUS_BELOW,
    CALIBRATION,
    LOW_CONFIDENCE_BELOW,
    OVERRIDE_CONFIDENCE,
    OVERRIDE_MARGIN,
    WEIGHTS,
)


@given(st.dictionaries(st.text(max_size=3), st.floats(-700, 700), min_size=1))
def test_shares_sum_to_one_and_keep_the_order(scores):
    found = shares(scores)
    assert math.isclose(math.fsum(found.values()), 1.0, abs_tol=1e-9)
    best = max(scores, key=lambda name: (scores[name], name))
    assert found[best] == max(found.values())


def test_no_scores_have_no_shares():
    assert shares({}) == {}


@pytest.mark.parametrize(
    ("share", "expected"),
    [(0.0, 0.2), (0.1, 0.2), (0.3, 0.3), (0.5, 0.4), (0.75, 0.65), (1.0, 0.9)],
)
def test_confidence_is_read_between_the_knots_by_straight_lines(share, expected):
    knots = ((0.1, 0.2), (0.5, 0.4), (1.0, 0.9))
    assert calibrated(share, knots) == pytest.approx(expected)


@given(st.floats(0, 1), st.floats(0, 1))
def test_confidence_never_falls_as_the_share_grows(one, other):
    low, high = sorted((one, other))
    assert 0.0 <= calibrated(low, CALIBRATION) <= calibrated(high, CALIBRATION) <= 1.0


def test_the_fitted_table_is_whole_and_sound():
    assert set(WEIGHTS) == {signal.value for signal in Signal}
    assert all(weight >= 0 for weight in WEIGHTS.values())
    assert all(x < x2 and y <= y2 for (x, y), (x2, y2) in itertools.pairwise(CALIBRATION))
    assert OVERRIDE_MARGIN > 0
    assert 0 < LOW_CONFIDENCE_BELOW <= AMBIGUOUS_BELOW <= 1
    assert 0 < OVERRIDE_CONFIDENCE <= 1
