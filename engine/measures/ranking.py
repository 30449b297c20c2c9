"""Measures of one ranking against what its case expects.

What a case expects is a sequence of *steps*; a step is the names that count as it, so that
alternatives never inflate a denominator. Success and reciprocal rank look for one step (the
target), the others for the whole set.

Zero and unknown are told apart everywhere: a ranking that misses what is expected scores 0.0, an
empty one too; a case that expects nothing cannot be scored and gives ``None``.

Definitions follow Manning, Raghavan and Schütze, *Introduction to Information Retrieval* (2008),
chapter 8, and Järvelin and Kekäläinen, *Cumulated gain-based evaluation of IR techniques* (2002).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from engine.errors import InvalidInput

Steps = Sequence[Collection[str]]
"""What a case expects: for each step the names that count as it."""


def success_at_k(ranking: Sequence[str], target: Collection[str] | None, *, k: int) -> float | None:
    """Whether any tool that counts as the target stands in the top ``k``.

    Parameters
    ----------
    ranking : sequence of str, length n
        Tool names, best first; rank 1 is ``ranking[0]``. May be shorter than ``k`` or empty.
    target : collection of str or None
        Names that count as the target. Empty when a target is expected that the catalog lacks;
        None when the case has no target of its own.
    k : int
        Rank cut-off, at least 1.

    Returns
    -------
    float or None
        1.0 or 0.0; None without a target.

    Raises
    ------
    InvalidInput
        If ``k`` is below 1, or if ``ranking`` holds a name twice.

    Examples
    --------
    >>> success_at_k(["getOrder", "listOrders"], {"listOrders"}, k=2)
    1.0
    >>> success_at_k(["getOrder", "listOrders"], {"listOrders"}, k=1)
    0.0
    >>> success_at_k(["getOrder"], None, k=1) is None
    True
    """
    check_cutoff(k)
    check_ranking(ranking)
    if target is None:
        return None
    return float(any(name in target for name in ranking[:k]))


def reciprocal_rank(ranking: Sequence[str], target: Collection[str] | None) -> float | None:
    """One over the rank of the best placed tool that counts as the target.

    Its mean over cases is the MRR. Only what was retrieved is looked at: a target below the end
    of ``ranking`` counts as absent.

    Parameters
    ----------
    ranking : sequence of str, length n
        Tool names, best first.
    target : collection of str or None
        Names that count as the target; None when the case has no target of its own.

    Returns
    -------
    float or None
        In {0} or [1/n, 1]: 0.0 when absent; None without a target.

    Raises
    ------
    InvalidInput
        If ``ranking`` holds a name twice.

    Examples
    --------
    >>> reciprocal_rank(["getOrder", "listOrders"], {"listOrders"})
    0.5
    """
    check_ranking(ranking)
    if target is None:
        return None
    for rank, name in enumerate(ranking, start=1):
        if name in target:
            return 1.0 / rank
    return 0.0


def recall_at_k(ranking: Sequence[str], steps: Steps, *, k: int) -> float | None:
    """Fraction of a case's expected steps that stand in the top ``k``.

    Follows the TREC convention: this is R@k. Whether *any* expected tool was found is Success@k,
    a different measure that coincides with R@k only when one tool is expected.

    Parameters
    ----------
    ranking : sequence of str, length n
        Tool names, best first. May be shorter than ``k`` or empty.
    steps : sequence of collections of str
        For each expected step the names that count as it. A step without names (the catalog lacks
        the tool) can never be found and stays in the denominator.
    k : int
        Rank cut-off, at least 1.

    Returns
    -------
    float or None
        A fraction in [0, 1]; None when nothing is expected.

    Raises
    ------
    InvalidInput
        If ``k`` is below 1, or if ``ranking`` holds a name twice.

    Examples
    --------
    >>> recall_at_k(["getOrder", "cancelOrder"], [{"listOrders"}, {"getOrder"}], k=2)
    0.5
    >>> recall_at_k(["getOrder"], [], k=2) is None
    True
    """
    check_cutoff(k)
    check_ranking(ranking)
    if not steps:
        return None
    return _found(ranking[:k], steps) / len(steps)


def all_at_k(ranking: Sequence[str], steps: Steps, *, k: int) -> float | None:
    """Whether every expected step stands in the top ``k``.

    Parameters
    ----------
    ranking : sequence of str, length n
        Tool names, best first. May be shorter than ``k`` or empty.
    steps : sequence of collections of str
        For each expected step the names that count as it.
    k : int
        Rank cut-off, at least 1.

    Returns
    -------
    float or None
        1.0 or 0.0; None when nothing is expected.

    Raises
    ------
    InvalidInput
        If ``k`` is below 1, or if ``ranking`` holds a name twice.

    Examples
    --------
    >>> all_at_k(["getOrder", "listOrders"], [{"listOrders"}, {"getOrder"}], k=2)
    1.0
    """
    check_cutoff(k)
    check_ranking(ranking)
    if not steps:
        return None
    return float(_found(ranking[:k], steps) == len(steps))


def precision_at_k(ranking: Sequence[str], steps: Steps, *, k: int) -> float | None:
    """Fraction of the top ``k`` places that hold a tool which counts as some step.

    Parameters
    ----------
    ranking : sequence of str, length n
        Tool names, best first. Places that it does not fill count as misses.
    steps : sequence of collections of str
        For each expected step the names that count as it.
    k : int
        Rank cut-off, at least 1.

    Returns
    -------
    float or None
        A fraction in [0, 1]; None when nothing is expected.

    Raises
    ------
    InvalidInput
        If ``k`` is below 1, or if ``ranking`` holds a name twice.

    Examples
    --------
    >>> precision_at_k(["getOrder", "cancelOrder"], [{"getOrder"}], k=4)
    0.25
    """
    check_cutoff(k)
    check_ranking(ranking)
    if not steps:
        return None
    return sum(any(name in step for step in steps) for name in ranking[:k]) / k


def ndcg_at_k(ranking: Sequence[str], steps: Steps, *, k: int) -> float | None:
    """Discounted gain of the top ``k`` over that of the ideal order, with binary gains.

    A place gains 1 when its tool counts as a step that no better place has covered, discounted
    by ``log2(rank + 1)``; a second alternative of a covered step gains nothing. The ideal order
    covers one step a place.

    Parameters
    ----------
    ranking : sequence of str, length n
        Tool names, best first. May be shorter than ``k`` or empty.
    steps : sequence of collections of str
        For each expected step the names that count as it.
    k : int
        Rank cut-off, at least 1.

    Returns
    -------
    float or None
        In [0, 1]; None when nothing is expected.

    Raises
    ------
    InvalidInput
        If ``k`` is below 1, or if ``ranking`` holds a name twice.

    Examples
    --------
    >>> ndcg_at_k(["listOrders", "getOrder"], [{"listOrders"}, {"getOrder"}], k=10)
    1.0
    >>> round(ndcg_at_k(["cancelOrder", "getOrder"], [{"getOrder"}], k=10), 4)
    0.6309
    """
    check_cutoff(k)
    check_ranking(ranking)
    if not steps:
        return None
    open_steps = list(steps)
    gain = 0.0
    for rank, name in enumerate(ranking[:k], start=1):
        covered = next((i for i, step in enumerate(open_steps) if name in step), None)
        if covered is not None:
            del open_steps[covered]
            gain += 1.0 / math.log2(rank + 1)
    ideal = sum(1.0 / math.log2(rank + 1) for rank in range(1, min(len(steps), k) + 1))
    return gain / ideal


def check_cutoff(k: int) -> None:
    """Refuse a cut-off that no rank can reach.

    Raises
    ------
    InvalidInput
        If ``k`` is below 1.
    """
    if k < 1:
        raise InvalidInput(f"k is a rank cut-off and must be at least 1, but {k} was given.")


def check_ranking(ranking: Sequence[str]) -> None:
    """Refuse a ranking in which a tool has two ranks.

    Raises
    ------
    InvalidInput
        If a name occurs twice.
    """
    if len(set(ranking)) != len(ranking):
        twice = sorted({name for name in ranking if list(ranking).count(name) > 1})
        raise InvalidInput(
            f"the ranking holds {twice[0]!r} more than once; each tool has one rank per case."
        )


def _found(top: Sequence[str], steps: Steps) -> int:
    """Count the steps that some name of ``top`` counts as."""
    return sum(any(name in step for name in top) for step in steps)
