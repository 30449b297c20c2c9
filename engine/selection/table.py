"""Fitted numbers of the selector. Written by ``benchmarks/selection_v1/fit.py``; not by hand."""

from __future__ import annotations

VERSION = "unfitted-0"
"""Changes whenever a number below does."""

WEIGHTS: dict[str, float] = {
    "retrieval": 6.0,
    "retrieval_first": 1.0,
    "qualifier_match": 0.5,
    "unrequested_qualifier": 0.3,
    "text_match": 0.3,
    "excluded_word": 1.0,
    "action_match": 0.3,
    "shape_match": 0.2,
    "request_contract": 0.2,
    "response_contract": 0.2,
    "identifier_fit": 0.1,
    "learning": 0.5,
}
"""Weight of each signal, in log-odds; none is negative."""

CALIBRATION: tuple[tuple[float, float], ...] = ((0.0, 0.0), (1.0, 1.0))
"""Knots (share of the candidates' probability, observed accuracy), both rising."""

OVERRIDE_MARGIN = 2.5
"""Least lead, in log-odds, by which another tool replaces a model's target."""

OVERRIDE_CONFIDENCE = 0.5
"""Least confidence in the tool that replaces a model's target."""

AMBIGUOUS_BELOW = 0.4
"""Confidence under which a selection with a close rival is called ambiguous."""

LOW_CONFIDENCE_BELOW = 0.3
"""Confidence under which a selection is marked as one that may fit nothing."""
