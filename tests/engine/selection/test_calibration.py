import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.selection.calibration import Calibration, calibrated, shares
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


def test_confidence_follows_a_logistic_curve_over_share_and_coverage():
    curve = Calibration(share=0.5, coverage=2.0, intercept=-1.0)
    log_odds = 0.5 * math.log(0.8 / 0.2) + 2.0 * 0.25 - 1.0
    assert calibrated(0.8, 0.25, curve) == pytest.approx(1 / (1 + math.exp(-log_odds)))


parts = st.floats(0, 1)


@given(parts, parts, parts)
def test_confidence_is_a_probability_that_never_falls_with_share_or_coverage(one, other, fixed):
    low, high = sorted((one, other))
    for pair in (((low, fixed), (high, fixed)), ((fixed, low), (fixed, high))):
        less, more = (calibrated(*point, CALIBRATION) for point in pair)
        assert 0.0 < less <= more < 1.0


def test_the_fitted_table_is_whole_and_sound():
    assert set(WEIGHTS) == {signal.value for signal in Signal}
    assert all(weight >= 0 for weight in WEIGHTS.values())
    assert CALIBRATION.share >= 0
    assert CALIBRATION.coverage >= 0
    assert OVERRIDE_MARGIN > 0
    assert 0 < LOW_CONFIDENCE_BELOW <= AMBIGUOUS_BELOW <= 1
    assert 0 < OVERRIDE_CONFIDENCE <= 1
