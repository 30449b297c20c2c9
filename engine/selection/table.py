"""Fitted numbers of the selector. Its benchmark's fit writes this file."""

from __future__ import annotations

from engine.selection.calibration import Calibration

VERSION = "f4dbbca8"
"""Changes whenever a number below does."""

WEIGHTS: dict[str, float] = {
    "retrieval": 5.913,
    "retrieval_first": 1.117,
    "qualifier_match": 0.000,
    "unrequested_qualifier": 0.841,
    "text_match": 0.735,
    "excluded_word": 1.000,
    "action_match": 0.325,
    "shape_match": 0.273,
    "request_contract": 0.801,
    "response_contract": 0.435,
    "identifier_fit": 0.349,
    "learning": 0.500,
}
"""Weight of each signal, in log-odds; none is negative."""

CALIBRATION = Calibration(share=1.0478, coverage=2.4957, intercept=-1.7588)
"""From share and coverage to the probability of being right."""

OVERRIDE_MARGIN = 3.0
"""Least lead, in log-odds, by which another tool replaces a model's target."""

OVERRIDE_CONFIDENCE = 0.96
"""Least confidence in the tool that replaces a model's target which retrieval brought too."""

OVERRIDE_CONFIDENCE_MISSED = 0.91
"""Least confidence in the tool that replaces a model's target which retrieval did not bring."""

AMBIGUOUS_BELOW = 0.27
"""Confidence under which a selection that has a rival is called ambiguous."""

LOW_CONFIDENCE_BELOW = 0.2
"""Confidence under which a selection is marked as one that may fit nothing."""
