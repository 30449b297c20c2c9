"""From relevance and strengths of meaning to named contributions, and their exact sums."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from engine.retrieval.corpus import Ints
from engine.retrieval.expansion import Expansion
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
    hits: Ints, units: Mapping[str, Floats], totals: Floats, expansion: Expansion, size: int
) -> tuple[Ints, dict[str, Floats], Floats]:
    """Lift tools to the worth of the paths that lead to them.

    A tool that was hit already gets what is missing (``graph``), another one all of it
    (``graph_expansion``); one that stands higher by itself gets nothing.

    Returns
    -------
    tuple
        Hits, contributions in units, and totals, now with the tools that only paths lead to.
    """
    among = np.zeros(size, dtype=bool)
    among[expansion.tools] = True
    among[hits] = True
    everyone = np.flatnonzero(among).astype(np.int32)
    places = np.searchsorted(everyone, hits)
    wider = {signal: spread(values, places, len(everyone)) for signal, values in units.items()}
    before = spread(totals, places, len(everyone))
    path = np.zeros(len(everyone))
    path[np.searchsorted(everyone, expansion.tools)] = np.rint(expansion.worths)
    own = np.zeros(len(everyone), dtype=bool)
    own[places] = True
    wider["graph"] = np.where(own, np.maximum(path - before, 0.0), 0.0)
    wider["graph_expansion"] = np.where(own, 0.0, path)
    return everyone, wider, before + wider["graph"] + wider["graph_expansion"]


def spread(values: Floats, places: npt.NDArray[np.intp], size: int) -> Floats:
    """Return values at their places among ``size``, and 0 elsewhere."""
    wide = np.zeros(size)
    wide[places] = values
    return wide
