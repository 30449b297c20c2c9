"""From relevance and strengths of meaning to named contributions, and their exact sums."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from engine.retrieval.corpus import Ints
from engine.retrieval.expansion import Reached
from engine.retrieval.index import Floats
from engine.retrieval.scored import UNITS
from engine.retrieval.settings import RetrievalSettings, SignalWeights


def weights_by_signal(weights: SignalWeights) -> dict[str, float]:
    """Return the weights by the names that the signals have in a score breakdown."""
    return {f"{name}_match": weight for name, weight in weights}


def of_meaning(
    direct: Floats,
    strengths: Mapping[str, Floats],
    ruled_out: Floats | None,
    settings: RetrievalSettings,
) -> dict[str, Floats]:
    """Return what each signal of meaning gives: a share of each tool's direct relevance.

    Parameters
    ----------
    direct : numpy.ndarray, shape (tools,)
        Direct relevance, at least 0.
    strengths : mapping of str to numpy.ndarray
        Strength of each signal for each tool, in [-1, 1].
    ruled_out : numpy.ndarray, shape (tools,), optional
        How surely each tool does what the query rules out, in [0, 1]; it counts against the
        tool's action.
    settings : RetrievalSettings
        Gives the weights.
    """
    given = {
        signal: weight * strengths[signal] * direct
        for signal, weight in weights_by_signal(settings.signals).items()
    }
    if ruled_out is not None:
        given["action_match"] -= settings.negated_action * ruled_out * direct
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


def with_expansion(
    hits: Ints, units: Mapping[str, Floats], totals: Floats, reached: Mapping[int, Reached]
) -> tuple[Ints, dict[str, Floats], Floats]:
    """Lift tools to the worth of the paths that lead to them.

    A tool that was hit already gets what is missing (``graph``), another one all of it
    (``graph_expansion``); one that stands higher by itself gets nothing.

    Returns
    -------
    tuple
        Hits, contributions in units, and totals, now with the tools that only paths lead to.
    """
    numbers = np.array(sorted(reached), dtype=np.int32)
    worth = np.rint([reached[int(number)].worth for number in numbers])
    everyone = np.union1d(hits, numbers).astype(np.int32)
    own = np.isin(everyone, hits)
    wider = {signal: _spread(values, own) for signal, values in units.items()}
    before = _spread(totals, own)
    path = np.zeros(len(everyone))
    path[np.searchsorted(everyone, numbers)] = worth
    wider["graph"] = np.where(own, np.maximum(path - before, 0.0), 0.0)
    wider["graph_expansion"] = np.where(own, 0.0, path)
    return everyone, wider, before + wider["graph"] + wider["graph_expansion"]


def _spread(values: Floats, places: npt.NDArray[np.bool_]) -> Floats:
    wide = np.zeros(len(places))
    wide[places] = values
    return wide
