"""Fitted numbers of the selector. Its benchmark's fit writes this file."""

from __future__ import annotations

from engine.selection.calibration import Calibration

VERSION = "53996c0e"
"""Changes whenever a number below does."""

WEIGHTS: dict[str, float] = {
    "retrieval": 5.800,
    "retrieval_first": 1.194,
    "qualifier_match": 0.000,
    "unrequested_qualifier": 0.701,
    "text_match": 0.719,
    "excluded_word": 1.000,
    "action_match": 0.364,
    "shape_match": 0.308,
    "request_contract": 0.845,
    "response_contract": 0.431,
    "identifier_fit": 0.380,
    "learning": 0.500,
}
"""Weight of each signal, in log-odds; none is negative."""

CALIBRATION = Calibration(
    share=1.0206,
    coverage=1.2001,
    intercept=-3.7343,
    similarity=5.6629,
)
"""To the probability of being right, for a candidate that an encoder compared with the query."""

CALIBRATION_WITHOUT_ENCODER = Calibration(
    share=1.0797,
    coverage=3.5997,
    intercept=-2.944,
    similarity=0.0,
)
"""The same for a candidate that none compared."""

OVERRIDE_MARGIN = 5.5
"""Least lead, in log-odds, by which another tool replaces a model's target."""

OVERRIDE_CONFIDENCE = 0.9
"""Least confidence in the tool that replaces a model's target which retrieval brought too."""

OVERRIDE_CONFIDENCE_MISSED = 0.83
"""Least confidence in the tool that replaces a model's target which retrieval did not bring."""

AMBIGUOUS_BELOW = 0.26
"""Confidence under which a selection that has a rival is called ambiguous."""

LOW_CONFIDENCE_BELOW = 0.2
"""Confidence under which a selection is marked as one that may fit nothing."""
