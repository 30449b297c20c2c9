"""From whole results to what a comparison reads of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from engine.models.outcome import Held, Outcome, Outcomes
from engine.models.run import CaseResult


def outcome_of(result: CaseResult) -> Outcome:
    """Return how one case came out."""
    return Outcome(
        case_id=result.case_id,
        case_fingerprint=result.case_fingerprint,
        verdict=result.verdict,
        expected_target=result.expected_target,
        rank=result.rank,
        top_k=result.top_k,
        selected_target=result.selection.selected_target,
        failure=result.failure,
        lang=result.lang,
        tags=result.tags,
    )


def outcomes_of(results: Sequence[CaseResult]) -> Outcomes:
    """Return how every case came out, with the measures column by column."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    values: defaultdict[str, list[float | None]] = defaultdict(list)
    for place, result in enumerate(results):
        for name, value in result.measures.items():
            places[name].append(place)
            values[name].append(value)
    return Outcomes(
        cases=tuple(map(outcome_of, results)),
        measures={
            name: Held(
                np.array(places[name], dtype=np.int64), np.array(values[name], dtype=np.float64)
            )
            for name in places
        },
    )
