"""Fitted numbers of the selector. Its benchmark's fit writes this file."""

from __future__ import annotations

from engine.selection.calibration import Calibration

VERSION = "16971439"
"""Changes whenever a number below does."""

WEIGHTS: dict[str, float] = {
    "retrieval": 4.458,
    "retrieval_first": 1.438,
    "qualifier_match": 0.274,
    "unrequested_qualifier": 1.054,
    "text_match": 1.516,
    "excluded_word": 1.000,
    "action_match": 0.315,
    "shape_match": 0.198,
    "request_contract": 1.220,
    "response_contract": 0.326,
    "identifier_fit": 0.279,
    "learning": 0.500,
}
"""Weight of each signal, in log-odds; none is negative."""

CALIBRATION = Calibration(share=1.0438, coverage=3.0389, intercept=-2.7536)
"""From share and coverage to the probability of being right."""

OVERRIDE_MARGIN = 3.5
"""Least lead, in log-odds, by which another tool replaces a model's target."""

OVERRIDE_CONFIDENCE = 0.93
"""Least confidence in the tool that replaces a model's target which retrieval brought too."""

OVERRIDE_CONFIDENCE_MISSED = 0.86
"""Least confidence in the tool that replaces a model's target which retrieval did not bring."""

AMBIGUOUS_BELOW = 0.25
"""Confidence under which a selection with a close rival is called ambiguous."""

LOW_CONFIDENCE_BELOW = 0.2
"""Confidence under which a selection is marked as one that may fit nothing."""
