"""Fit the weight of the dense channel against the lexical part on the train part of the sets.

::

    python -m benchmarks.retrieval_v1.fit_dense [--sets NAME ...]

Each setting of a small grid is tried on every set; a set's score is the one of ``fit.py``. Means
over the sets hardly differ between weights, because one set gains what another one loses. So the
setting is taken whose largest regret is smallest (what a set would have had with the best setting
for it alone, minus what it has), and of equal ones the one with the best mean: no catalog should
pay for the others. Sets of fewer than ``FEWEST`` cases take no part, for a single case decides
there.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from itertools import product

from benchmarks.harness import SETS, LabelledSet, Part, labelled_sets, measure
from engine.models.run import Channel
from engine.retrieval.encoder import Encoder
from engine.retrieval.retriever import Retriever
from engine.retrieval.settings import DenseWeights
from engine.retrieval.use_encoder import embedded_encoder

WEIGHTS = (0.3, 0.5, 0.65, 0.8, 1.0)
FOREIGN = (0.5, 1.0, 2.0)
SENTENCE = (0.8, 0.9, 1.0)
FEWEST = 30


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit and print, best first."""
    parser = argparse.ArgumentParser(prog="benchmarks.retrieval_v1.fit_dense", description=__doc__)
    parser.add_argument("--sets", nargs="+", default=list(SETS))
    given = parser.parse_args(arguments)
    encoder = embedded_encoder()
    if encoder is None:
        raise SystemExit("the embedded encoder is not installed.")

    grid = [
        DenseWeights(weight=weight, foreign_weight=foreign, sentence=sentence)
        for weight, foreign, sentence in product(WEIGHTS, FOREIGN, SENTENCE)
    ]
    scores: dict[str, list[float]] = {}
    for data in labelled_sets(given.sets):
        found = _scores(data, grid, encoder)
        if found:
            scores[data.name] = found
            print(f"{data.name}: best {max(found):.4f}, worst {min(found):.4f}", flush=True)
    for regret, mean, dense in sorted(_judged(scores, grid), key=lambda row: (row[0], -row[1])):
        print(f"largest regret {regret:.4f}  mean {mean:.4f}  {dense!r}")
    return 0


def _scores(data: LabelledSet, grid: Sequence[DenseWeights], encoder: Encoder) -> list[float]:
    """Return the set's score with each setting; empty for a set that takes no part."""
    cases = data.cases(Part.TRAIN)
    if len(cases) < FEWEST:
        return []
    catalog = data.catalog()
    base = Retriever(catalog, encoder=encoder)
    base.prepare([case.query for case in cases])
    found: list[float] = []
    for dense in grid:
        retriever = base.reweighed(dense)
        measured = measure(
            lambda query, k, to=retriever: (
                to.retrieve(query, top_k=k, channels=Channel.HYBRID, include_evidence=False).names
            ),
            cases,
            catalog,
        )
        own = [
            score["MRR"] if score["MRR"] is not None else score["nDCG@10"] or 0.0
            for score in measured.scores
        ]
        found.append(sum(own) / len(own))
    return found


def _judged(
    scores: Mapping[str, Sequence[float]], grid: Sequence[DenseWeights]
) -> list[tuple[float, float, DenseWeights]]:
    rows: list[tuple[float, float, DenseWeights]] = []
    for number, dense in enumerate(grid):
        regrets = [round(max(own) - own[number], 4) for own in scores.values()]
        mean = sum(own[number] for own in scores.values()) / len(scores)
        rows.append((max(regrets), mean, dense))
    return rows


if __name__ == "__main__":
    raise SystemExit(main())
