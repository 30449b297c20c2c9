"""Fitted numbers of the selector. Its benchmark's fit writes this file."""

from __future__ import annotations

from engine.selection.calibration import Calibration

VERSION = "edaadbae"
"""Changes whenever a number below does."""

WEIGHTS: dict[str, float] = {
    "retrieval": 4.507,
    "retrieval_first": 1.959,
    "qualifier_match": 0.142,
    "unrequested_qualifier": 1.034,
    "text_match": 1.501,
    "excluded_word": 1.000,
    "action_match": 0.333,
    "shape_match": 0.168,
    "request_contract": 0.997,
    "response_contract": 0.412,
    "identifier_fit": 0.298,
    "learning": 0.500,
}
"""Weight of each signal, in log-odds; none is negative."""

CALIBRATION = Calibration(share=1.0157, coverage=3.1898, intercept=-3.2829)
"""From share and coverage to the probability of being right."""

OVERRIDE_MARGIN = 4.0
"""Least lead, in log-odds, by which another tool replaces a model's target."""

OVERRIDE_CONFIDENCE = 0.92
"""Least confidence in the tool that replaces a model's target which retrieval brought too."""

OVERRIDE_CONFIDENCE_MISSED = 0.88
"""Least confidence in the tool that replaces a model's target which retrieval did not bring."""

AMBIGUOUS_BELOW = 0.2
"""Confidence under which a selection that has a rival is called ambiguous."""

LOW_CONFIDENCE_BELOW = 0.2
"""Confidence under which a selection is marked as one that may fit nothing."""
