"""Fit the weight of the dense channel against the lexical part on the train part of the sets.

::

    python -m benchmarks.retrieval_v1.fit_dense [--sets NAME ...]

Every combination of a small grid is tried; the objective is the one of ``fit.py``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import product

from benchmarks.harness import SETS, Part, labelled_sets, measure
from benchmarks.retrieval_v1.fit import CASES_A_SET
from engine.models.run import Channel
from engine.retrieval.encoder import MemoryVectors
from engine.retrieval.retriever import Retriever
from engine.retrieval.settings import DenseWeights, RetrievalSettings
from engine.retrieval.use_encoder import embedded_encoder

WEIGHTS = (0.3, 0.5, 0.7)
FOREIGN = (0.5, 1.0, 2.0)
ENTRY = (0.1, 0.15, 0.2)


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit and print, best first."""
    parser = argparse.ArgumentParser(prog="benchmarks.retrieval_v1.fit_dense", description=__doc__)
    parser.add_argument("--sets", nargs="+", default=list(SETS))
    given = parser.parse_args(arguments)
    encoder = embedded_encoder()
    if encoder is None:
        raise SystemExit("the embedded encoder is not installed.")

    grid = [
        DenseWeights(weight=weight, foreign_weight=foreign, entry=entry)
        for weight, foreign, entry in product(WEIGHTS, FOREIGN, ENTRY)
    ]
    objectives = [0.0] * len(grid)
    names = given.sets
    for data in labelled_sets(names):
        catalog = data.catalog()
        cases = data.cases(Part.TRAIN)[:CASES_A_SET]
        vectors = MemoryVectors()
        for number, dense in enumerate(grid):
            retriever = Retriever(
                catalog,
                settings=RetrievalSettings(dense=dense),
                encoder=encoder,
                vectors=vectors,
            )
            retriever.prepare([case.query for case in cases])
            measured = measure(
                lambda query, k, to=retriever: (
                    to.retrieve(
                        query, top_k=k, channels=Channel.HYBRID, include_evidence=False
                    ).names
                ),
                cases,
                catalog,
            )
            own = [
                score["MRR"] if score["MRR"] is not None else score["nDCG@10"] or 0.0
                for score in measured.scores
            ]
            objectives[number] += sum(own) / len(own) / len(names)
        print(f"{data.name}: {len(cases)} cases", flush=True)
    for value, dense in sorted(zip(objectives, grid, strict=True), key=lambda row: -row[0]):
        print(f"{value:.4f}  {dense!r}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
