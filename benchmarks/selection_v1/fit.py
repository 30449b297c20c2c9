"""Fit the selector's numbers on the train part of the labelled sets and write them down.

::

    python -m benchmarks.selection_v1.fit [--dry-run]

In this order, each on the train part only:

1. The weights of the signals, by conditional logit over the candidates of each case. A set counts
   by the square root of its cases, so that a large one does not drown the small ones.
2. The lead by which another candidate replaces retrieval's first: the least one at which no set
   loses a case on balance and nine of ten moves that matter are right.
3. The calibration: a logistic curve from share, coverage and similarity to being right, and one
   without similarity, for candidates that no encoder compared.
4. The thresholds: for overrides, the pair of margin and confidence that corrects most simulated
   wrong targets while replacing none of the right ones, by a margin; for ambiguity, the
   greatest confidence that flags at most ``MAX_FLAGGED`` of the cases.

The result is ``engine/selection/table.py``. Results are reported on the rest by ``run.py``.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from benchmarks.harness import ROOT, SETS, Part
from benchmarks.selection_v1.observations import Observation, ObservedSet, Pool, observe
from benchmarks.selection_v1.regression import Choices, conditional_logit, logistic
from benchmarks.selection_v1.simulate import Kind, simulate
from engine.models.run import Channel
from engine.selection.calibration import LEAST, Calibration, calibrated, shares
from engine.selection.request import read_request
from engine.selection.risk import blocks_move
from engine.selection.signals import Signal

TABLE = ROOT / "engine" / "selection" / "table.py"
RIDGE = 1.0
LEADS = tuple(step / 4 for step in range(17))
MAX_WRONG_MOVES = 0.1
"""Most moves away from retrieval's first that may leave a right tool, as a share of all moves
that change whether the answer is right."""

MARGINS = tuple(step / 4 for step in range(2, 25))
CONFIDENCES = tuple(step / 100 for step in range(50, 100))
GUARD = (0.25, 0.03)
"""Lead and confidence by which thresholds stay above every override of the train part that would
replace a right target: on cases that were not seen they do a little worse, and at most one right
target in two hundred may be replaced."""

MAX_FLAGGED = 0.14
LOW_CONFIDENCE = 0.2
UNFITTED = {Signal.LEARNING: 0.5, Signal.EXCLUDED_WORD: 1.0}
"""Weights of signals that the labelled sets say nothing about."""

FITTED = tuple(signal for signal in Signal if signal not in UNFITTED)


class Numbers(NamedTuple):
    """Everything that the table holds."""

    weights: Mapping[str, float]
    curve: Calibration
    curve_without_encoder: Calibration
    override_margin: float
    override_confidence: float
    missed_confidence: float
    ambiguous_below: float
    low_confidence_below: float


class Move(NamedTuple):
    """An override that could be made in a simulated case."""

    kind: Kind
    retrieved: bool
    """Whether the model's target is among the candidates."""

    fixes: bool
    margin: float
    confidence: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, print, and write the table."""
    parser = argparse.ArgumentParser(prog="benchmarks.selection_v1.fit", description=__doc__)
    parser.add_argument("--dry-run", action="store_true", help="print the table only")
    given = parser.parse_args(arguments)
    sets = list(observe(SETS, Part.TRAIN))
    lexical = list(observe(SETS, Part.TRAIN, Channel.LEXICAL))
    text = table_text(fit(sets, lexical))
    print(text)
    if not given.dry_run:
        TABLE.write_text(text, encoding="utf-8")
    return 0


def fit(sets: Sequence[ObservedSet], lexical: Sequence[ObservedSet]) -> Numbers:
    """Fit all numbers on sets, and one curve on what retrieval brings of them without encoder."""
    pools = _pools(sets)
    weights = _with_lead(_weights(sets, pools), pools)
    curve = _curve(pools, weights)
    moves = _moves(sets, weights, curve)
    margin, confidence = _thresholds([m for m in moves if m.retrieved])
    _, missed = _thresholds([m for m in moves if not m.retrieved and m.margin >= margin])
    ambiguous = _ambiguous(pools, weights, curve)
    return Numbers(
        weights=weights,
        curve=curve,
        curve_without_encoder=_curve(_pools(lexical), weights),
        override_margin=margin,
        override_confidence=confidence,
        missed_confidence=missed,
        ambiguous_below=ambiguous,
        low_confidence_below=min(LOW_CONFIDENCE, ambiguous),
    )


Pools = Sequence[tuple[ObservedSet, Observation, Pool]]


def _pools(sets: Sequence[ObservedSet]) -> Pools:
    return [(data, case, data.pool(case)) for data in sets for case in data.observations]


def _weights(sets: Sequence[ObservedSet], pools: Pools) -> dict[str, float]:
    sizes = {data.name: len(data.observations) for data in sets}
    cases = []
    for data, case, pool in pools:
        right = np.array([name in case.right for name in pool.signals], dtype=bool)
        if right.any():
            features = np.array([_features(pool, name) for name in pool.signals])
            cases.append(Choices(features, right, 1 / math.sqrt(sizes[data.name])))
    start = np.array([5.0 if signal is Signal.RETRIEVAL else 0.1 for signal in FITTED])
    fitted = conditional_logit(cases, start, ridge=RIDGE)
    found = {signal.value: float(w) for signal, w in zip(FITTED, fitted, strict=True)}
    return found | {signal.value: weight for signal, weight in UNFITTED.items()}


def _features(pool: Pool, name: str) -> list[float]:
    return [pool.signals[name].get(signal.value, 0.0) for signal in FITTED]


def _with_lead(weights: dict[str, float], pools: Pools) -> dict[str, float]:
    """Add the least lead of retrieval's first at which leaving it is almost always right."""
    first = Signal.RETRIEVAL_FIRST.value
    for lead in LEADS:
        tried = weights | {first: weights[first] + lead}
        fixed: Counter[str] = Counter()
        broken: Counter[str] = Counter()
        for data, case, pool in pools:
            if case.rows:
                right = _best(pool, tried) in case.right
                fixed[data.name] += right and not case.first_is_right
                broken[data.name] += case.first_is_right and not right
        decisive = broken.total() <= MAX_WRONG_MOVES * (fixed.total() + broken.total())
        if decisive and all(fixed[name] >= broken[name] for name in fixed):
            return tried
    return weights | {first: weights[first] + LEADS[-1]}


def _curve(pools: Pools, weights: Mapping[str, float]) -> Calibration:
    rows: list[tuple[float, float, float, float]] = []
    outcome: list[float] = []
    for _, case, pool in pools:
        if not case.rows:
            continue
        best = _best(pool, weights)
        share = min(max(shares(_scores(pool, weights))[best], LEAST), 1 - LEAST)
        odds = math.log(share / (1 - share))
        rows.append((odds, pool.coverage[best], pool.similarity.get(best, 0.0), 1.0))
        outcome.append(float(best in case.right))
    lowest = np.array([0.0, 0.0, 0.0, -np.inf])
    fitted = logistic(np.array(rows), np.array(outcome), lowest=lowest)
    share, coverage, similarity, intercept = (round(float(value), 4) for value in fitted)
    return Calibration(share, coverage, intercept, similarity)


def _confidence(pool: Pool, name: str, scores: Mapping[str, float], curve: Calibration) -> float:
    similarity = pool.similarity.get(name, 0.0)
    return calibrated(shares(scores)[name], pool.coverage[name], curve, similarity)


def _moves(
    sets: Sequence[ObservedSet], weights: Mapping[str, float], curve: Calibration
) -> list[Move]:
    """Return the overrides that could be made."""
    simulated = [(data, each) for data in sets for each in simulate(data)]
    moves = [_move(data, *each, weights, curve) for data, each in simulated]
    return [move for move in moves if move is not None]


def _thresholds(moves: Sequence[Move]) -> tuple[float, float]:
    """Return the margin and confidence that fix most and stay clear of breaking any."""
    best, most = (MARGINS[-1], CONFIDENCES[-1]), -1
    lead, sureness = GUARD
    right = [move for move in moves if move.kind is Kind.RIGHT]
    for margin, confidence in itertools.product(MARGINS, CONFIDENCES):
        if any(m.margin >= margin - lead and m.confidence >= confidence - sureness for m in right):
            continue
        made = [m for m in moves if m.margin >= margin and m.confidence >= confidence]
        fixed = sum(move.fixes for move in made)
        if fixed > most:
            best, most = (margin, confidence), fixed
    return best


def _move(
    data: ObservedSet,
    case: Observation,
    kind: Kind,
    llm_target: str,
    weights: Mapping[str, float],
    curve: Calibration,
) -> Move | None:
    """Return the override that the rules beside the two thresholds would allow."""
    pool = data.pool(case, llm_target)
    best = _best(pool, weights)
    if best == llm_target:
        return None
    asked = read_request(case.case.query).effect
    if blocks_move(pool.risks[llm_target], pool.risks[best], asked):
        return None
    retrieved = llm_target in case.names
    lead = pool.coverage[best] - pool.coverage[llm_target]
    if lead < 0 or (lead == 0 and not retrieved):
        return None
    scores = _scores(pool, weights)
    confidence = _confidence(pool, best, scores, curve)
    fixes = kind is not Kind.RIGHT and best in case.right
    return Move(kind, retrieved, fixes, scores[best] - scores[llm_target], confidence)


def _ambiguous(pools: Pools, weights: Mapping[str, float], curve: Calibration) -> float:
    confidences: list[float] = []
    for _, case, pool in pools:
        if len(case.rows) > 1:
            best = _best(pool, weights)
            confidences.append(_confidence(pool, best, _scores(pool, weights), curve))
    place = int(MAX_FLAGGED * len(pools))
    return math.floor(sorted(confidences)[place] * 100) / 100


def _scores(pool: Pool, weights: Mapping[str, float]) -> dict[str, float]:
    return {
        name: sum(weights[signal] * value for signal, value in signals.items())
        for name, signals in pool.signals.items()
    }


def _best(pool: Pool, weights: Mapping[str, float]) -> str:
    scores = _scores(pool, weights)
    return min(scores, key=lambda name: (-scores[name], name))


def table_text(numbers: Numbers) -> str:
    """Return the module that holds the numbers."""
    weights = "\n".join(
        f'    "{signal.value}": {numbers.weights[signal.value]:.3f},' for signal in Signal
    )
    body = f'''WEIGHTS: dict[str, float] = {{
{weights}
}}
"""Weight of each signal, in log-odds; none is negative."""

CALIBRATION = {_curve_text(numbers.curve)}
"""To the probability of being right, for a candidate that an encoder compared with the query."""

CALIBRATION_WITHOUT_ENCODER = {_curve_text(numbers.curve_without_encoder)}
"""The same for a candidate that none compared."""

OVERRIDE_MARGIN = {numbers.override_margin}
"""Least lead, in log-odds, by which another tool replaces a model's target."""

OVERRIDE_CONFIDENCE = {numbers.override_confidence}
"""Least confidence in the tool that replaces a model's target which retrieval brought too."""

OVERRIDE_CONFIDENCE_MISSED = {numbers.missed_confidence}
"""Least confidence in the tool that replaces a model's target which retrieval did not bring."""

AMBIGUOUS_BELOW = {numbers.ambiguous_below}
"""Confidence under which a selection that has a rival is called ambiguous."""

LOW_CONFIDENCE_BELOW = {numbers.low_confidence_below}
"""Confidence under which a selection is marked as one that may fit nothing."""
'''
    version = hashlib.sha256(body.encode()).hexdigest()[:8]
    return f'''"""Fitted numbers of the selector. Its benchmark's fit writes this file."""

from __future__ import annotations

from engine.selection.calibration import Calibration

VERSION = "{version}"
"""Changes whenever a number below does."""

{body}'''


def _curve_text(curve: Calibration) -> str:
    fields = "\n".join(f"    {name}={value}," for name, value in curve._asdict().items())
    return f"Calibration(\n{fields}\n)"


if __name__ == "__main__":
    raise SystemExit(main())
