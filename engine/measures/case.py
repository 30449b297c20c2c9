"""Every measure of one case."""

from __future__ import annotations

from collections.abc import Sequence

from engine.measures.judgement import Judgement
from engine.measures.names import (
    ALL,
    MRR,
    NDCG,
    NO_ANSWER_ACCURACY,
    RECALL,
    SELECTOR_ACCURACY,
    SUCCESS,
    Measure,
)
from engine.measures.ranking import (
    all_at_k,
    ndcg_at_k,
    recall_at_k,
    reciprocal_rank,
    success_at_k,
)
from engine.models.selection import ReasonCode, Selection

SUCCESS_CUTOFFS = (1, 5, 10)
RECALL_CUTOFFS = (5, 10)
NDCG_CUTOFF = 10


def measure_case(
    ranking_names: Sequence[str], judgement: Judgement, *, top_k: int
) -> dict[str, float | None]:
    """Measure one ranking against what its case expects.

    Parameters
    ----------
    ranking_names : sequence of str
        Tool names, best first, as far as they were retrieved; empty for a case that crashed.
    judgement : Judgement
        What the case expects, in names of the catalog.
    top_k : int
        How many candidates the caller looks at, at least 1; the cut-off of ``R@k`` and ``All@k``.

    Returns
    -------
    dict of str to float or None
        ``Success@1, Success@5, Success@10, MRR, R@5, R@10, R@<top_k>, nDCG@10, All@<top_k>`` in
        this order. None where the case cannot be scored: the target's measures of a case that is
        judged on its whole set, everything of a case that expects no tool.

    Raises
    ------
    InvalidInput
        If ``top_k`` is below 1 or a name stands twice in the ranking.

    Examples
    --------
    >>> expects = Judgement(
    ...     targets=("a",), steps=(("a",), ("b",)), answerable=True, target_scored=True
    ... )
    >>> scores = measure_case(["c", "a"], expects, top_k=8)
    >>> scores["MRR"], scores["R@8"], scores["All@8"]
    (0.5, 0.5, 0.0)
    """
    target = judgement.targets if judgement.target_scored else None
    steps = judgement.steps if judgement.answerable else ()
    scores: dict[str, float | None] = {}
    for k in SUCCESS_CUTOFFS:
        scores[str(Measure(SUCCESS, k))] = success_at_k(ranking_names, target, k=k)
    scores[MRR] = reciprocal_rank(ranking_names, target)
    for k in (*RECALL_CUTOFFS, top_k):
        scores[str(Measure(RECALL, k))] = recall_at_k(ranking_names, steps, k=k)
    scores[str(Measure(NDCG, NDCG_CUTOFF))] = ndcg_at_k(ranking_names, steps, k=NDCG_CUTOFF)
    scores[str(Measure(ALL, top_k))] = all_at_k(ranking_names, steps, k=top_k)
    return scores


def measure_selection(selection: Selection, judgement: Judgement) -> dict[str, float | None]:
    """Measure what was selected against what the case expects.

    Parameters
    ----------
    selection : Selection
        The selector's answer.
    judgement : Judgement
        What the case expects, in names of the catalog.

    Returns
    -------
    dict of str to float or None
        ``selector_accuracy``: 1.0 when the selected tool counts as the target, None for a case
        without a target of its own. ``no_answer_accuracy``: 1.0 when nothing was offered for a
        case that no tool fits, or what was offered was marked as uncertain; None for a case that
        a tool fits.

    Examples
    --------
    >>> expects = Judgement(targets=("a",), steps=(("a",),), answerable=True, target_scored=True)
    >>> measure_selection(Selection(selected_target="a"), expects)
    {'selector_accuracy': 1.0, 'no_answer_accuracy': None}
    """
    accuracy = rejected = None
    if judgement.target_scored:
        accuracy = float(judgement.is_target(selection.selected_target))
    if judgement.no_answer:
        rejected = float(offers_no_answer(selection))
    return {SELECTOR_ACCURACY: accuracy, NO_ANSWER_ACCURACY: rejected}


def offers_no_answer(selection: Selection) -> bool:
    """Whether the selector says that nothing fits: no tool at all, or one it is not sure of."""
    return (
        selection.selected_target is None
        or selection.ambiguous
        or ReasonCode.LOW_CONFIDENCE in selection.reason_codes
    )
