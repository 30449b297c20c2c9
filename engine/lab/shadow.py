"""Current and shadow ranks of a run, side by side, counted for each suggestion."""

from __future__ import annotations

from collections.abc import Sequence

from engine.models.learning import ShadowEffect, ShadowSummary
from engine.models.run import CaseResult


def shadow_summary(results: Sequence[CaseResult], suggestion_ids: Sequence[str]) -> ShadowSummary:
    """Return what the suggestions in shadow would change.

    A case counts for every suggestion that concerns its query; one without a target counts for
    none. Entering the ranking is an improvement, leaving it the opposite.

    Parameters
    ----------
    results : sequence of CaseResult
        Of a run that computed shadow ranks.
    suggestion_ids : sequence of str
        Suggestions in shadow; one that concerned no case is listed with zeros.
    """
    counts = {name: [0, 0, 0] for name in sorted(suggestion_ids)}
    better = worse = cases = 0
    for result in results:
        if result.shadow is None or result.expected_target is None:
            continue
        cases += 1
        moved = rank_change(result.full_rank, result.shadow.rank)
        better += moved > 0
        worse += moved < 0
        for name in result.shadow.applied:
            count = counts.setdefault(name, [0, 0, 0])
            count[0] += 1
            count[1] += moved > 0
            count[2] += moved < 0
    effects = tuple(
        ShadowEffect(suggestion_id=name, applied=a, improved=i, worsened=w)
        for name, (a, i, w) in sorted(counts.items())
    )
    return ShadowSummary(effects=effects, cases=cases, improved=better, worsened=worse)


def rank_change(current: int | None, shadow: int | None) -> int:
    """Return by how many ranks the shadow is better; one either way for entering or leaving."""
    if current is None or shadow is None:
        return (shadow is not None) - (current is not None)
    return current - shadow
