"""The two regressions of the fit, by gradient steps over numpy arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STEPS = 3000
RATE = 0.02


class Choices(NamedTuple):
    """Candidates of one case and which of them are right."""

    features: Floats
    """Shape (candidates, features)."""

    right: NDArray[np.bool_]
    """Shape (candidates,); at least one is True."""

    weight: float


def conditional_logit(cases: Sequence[Choices], start: Floats, *, ridge: float) -> Floats:
    """Fit weights that make the right candidates of a case most probable among its candidates.

    Weights are kept from falling below zero: a signal may be useless, never turned round.

    Notes
    -----
    D. McFadden, *Conditional logit analysis of qualitative choice behavior* (1974), with several
    right choices summed.
    """
    most = max(len(case.features) for case in cases)
    x = np.zeros((len(cases), most, len(start)))
    there = np.zeros((len(cases), most), dtype=bool)
    right = np.zeros((len(cases), most), dtype=bool)
    for number, case in enumerate(cases):
        x[number, : len(case.features)] = case.features
        there[number, : len(case.features)] = True
        right[number, : len(case.features)] = case.right
    weight = np.array([case.weight for case in cases])
    weight = weight / weight.sum()
    strength = ridge / len(cases)

    def gradient(w: Floats) -> Floats:
        scores = np.where(there, x @ w, -np.inf)
        p = np.exp(scores - scores.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        wanted = p * right
        wanted /= wanted.sum(axis=1, keepdims=True)
        return np.asarray(strength * w - np.einsum("ck,ckf,c->f", wanted - p, x, weight))

    return _descend(gradient, start, lowest=np.zeros(len(start)))


def logistic(features: Floats, outcome: Floats, *, lowest: Floats) -> Floats:
    """Fit a logistic curve; the last column of ``features`` is the constant one."""

    def gradient(w: Floats) -> Floats:
        p = 1 / (1 + np.exp(-features @ w))
        return np.asarray(features.T @ (p - outcome) / len(outcome))

    return _descend(gradient, np.zeros(features.shape[1]), lowest=lowest)


def _descend(gradient: Callable[[Floats], Floats], start: Floats, *, lowest: Floats) -> Floats:
    """Adam (Kingma and Ba, 2015), projected onto weights that are not below ``lowest``."""
    w, mean, square = start.astype(np.float64), np.zeros(len(start)), np.zeros(len(start))
    for step in range(1, STEPS + 1):
        g = gradient(w)
        mean = 0.9 * mean + 0.1 * g
        square = 0.999 * square + 0.001 * g * g
        w = w - RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        w = np.maximum(w, lowest)
    return w
