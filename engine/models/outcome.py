"""What a comparison reads of a run: how each case came out, light enough for tens of thousands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.models.failure import Failure
from engine.models.run import Verdict


class Outcome(NamedTuple):
    """How one case came out; each field as in :class:`engine.models.run.CaseResult`.

    A tuple and no record: it is read from records or from typed columns that were checked when
    they were written, and a comparison reads two for every case.
    """

    case_id: str
    case_fingerprint: str
    verdict: Verdict
    expected_target: str | None
    rank: int | None
    top_k: int
    selected_target: str | None
    failure: Failure | None
    lang: str | None
    tags: tuple[str, ...]


class Held(NamedTuple):
    """One measure over the cases that hold it."""

    places: NDArray[np.int64]
    """Places of the cases in the run, rising; shape (n,)."""

    values: NDArray[np.float64]
    """Shape (n,); NaN for a case that cannot be scored on the measure."""


class Outcomes(NamedTuple):
    """How the cases of one run came out."""

    cases: tuple[Outcome, ...]
    """Sorted by case id."""

    measures: Mapping[str, Held]
    """By name of the measure."""
