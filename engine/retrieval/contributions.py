"""From relevance and strengths of meaning to named contributions, and their exact sums."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engine.retrieval.index import Floats
from engine.retrieval.scored import UNITS
from engine.retrieval.settings import RetrievalSettings, SignalWeights


def weights_by_signal(weights: SignalWeights) -> dict[str, float]:
    """Return the weights by the names that the signals have in a score breakdown."""
    return {f"{name}_match": weight for name, weight in weights}


def of_meaning(
    direct: Floats, strengths: Mapping[str, Floats], ruled_out: Floats, settings: RetrievalSettings
) -> dict[str, Floats]:
    """Return what each signal of meaning gives: a share of each tool's direct relevance.

    Parameters
    ----------
    direct : numpy.ndarray, shape (tools,)
        Direct relevance, at least 0.
    strengths : mapping of str to numpy.ndarray
        Strength of each signal for each tool, in [-1, 1].
    ruled_out : numpy.ndarray, shape (tools,)
        How surely each tool does what the query rules out, in [0, 1]; it counts against the
        tool's action.
    settings : RetrievalSettings
        Gives the weights.
    """
    given = {
        signal: weight * strengths[signal] * direct
        for signal, weight in weights_by_signal(settings.signals).items()
    }
    given["action_match"] = given["action_match"] - settings.negated_action * ruled_out * direct
    return given


def in_units(contributions: Mapping[str, Floats], size: int) -> tuple[dict[str, Floats], Floats]:
    """Return contributions as whole numbers of score units, and their exact sums.

    Parameters
    ----------
    contributions : mapping of str to numpy.ndarray, shape (size,)
        In scores; 1 is :data:`UNITS` units.
    size : int
        Number of tools.
    """
    whole = {signal: np.rint(values * UNITS) for signal, values in contributions.items()}
    totals = np.zeros(size)
    for values in whole.values():
        totals += values
    return whole, totals
