import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models.tool import RiskClass
from engine.selection.calibration import Calibration, calibrated, shares
from engine.selection.signals import Signal
from engine.selection.standing import Standing
from engine.selection.table import (
    AMBIGUOUS_BELOW,
    CALIBRATION,
    CALIBRATION_WITHOUT_ENCODER,
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


CURVES = (CALIBRATION, CALIBRATION_WITHOUT_ENCODER)


@pytest.mark.parametrize("curve", CURVES)
@given(parts, parts, parts, parts)
def test_confidence_is_a_probability_that_never_falls_with_what_it_rests_on(
    curve, one, other, fixed, near
):
    low, high = sorted((one, other))
    for less, more in (
        (calibrated(low, fixed, curve, near), calibrated(high, fixed, curve, near)),
        (calibrated(fixed, low, curve, near), calibrated(fixed, high, curve, near)),
        (calibrated(fixed, near, curve, low), calibrated(fixed, near, curve, high)),
    ):
        assert 0.0 < less <= more < 1.0


def test_a_candidate_that_no_encoder_compared_has_a_curve_of_its_own():
    compared = {"one": {"text_match": 1.0}, "other": {}}
    risks = dict.fromkeys(compared, RiskClass.READ)
    covered = dict.fromkeys(compared, 0.5)
    plain = Standing.of(compared, {"one": 1, "other": 2}, risks, covered)
    near = Standing.of(compared, {"one": 1, "other": 2}, risks, covered, {"one": 0.9})
    far = Standing.of(compared, {"one": 1, "other": 2}, risks, covered, {"one": 0.1})
    share = plain.shares["one"]
    assert plain.confidence("one") == calibrated(share, 0.5, CALIBRATION_WITHOUT_ENCODER)
    assert near.confidence("one") == calibrated(share, 0.5, CALIBRATION, 0.9)
    assert near.confidence("one") > far.confidence("one")


def test_the_fitted_table_is_whole_and_sound():
    assert set(WEIGHTS) == {signal.value for signal in Signal}
    assert all(weight >= 0 for weight in WEIGHTS.values())
    for curve in CURVES:
        assert min(curve.share, curve.coverage, curve.similarity) >= 0
    assert CALIBRATION_WITHOUT_ENCODER.similarity == 0
    assert OVERRIDE_MARGIN > 0
    assert 0 < LOW_CONFIDENCE_BELOW <= AMBIGUOUS_BELOW <= 1
    assert 0 < OVERRIDE_CONFIDENCE <= 1
