"""Print what each signal is worth: the ranking with it minus the ranking without it.

::

    python -m benchmarks.retrieval_v1.ablate [--sets NAME ...] [--part rest|all|train]

A positive number is what the signal adds, in MRR (nDCG@10 for cases that are judged on their
whole set). Lexical channel; the dense channel is a row of ``run.py``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from benchmarks.harness import SETS, LabelledSet, Part, labelled_sets, measure
from engine.models.case import Case
from engine.models.catalog import Catalog
from engine.retrieval.retriever import Retriever
from engine.retrieval.settings import RetrievalSettings, SignalWeights, StepWeights


def variants() -> dict[str, RetrievalSettings]:
    """Return the full settings first, then each signal and each step off."""
    full = RetrievalSettings()
    found = {"full": full}
    for name in SignalWeights.model_fields:
        signals = full.signals.model_copy(update={name: 0.0})
        found[f"{name}_match"] = full.model_copy(update={"signals": signals})
    for name in StepWeights.model_fields:
        steps = full.steps.model_copy(update={name: 0.0})
        found[f"step {name}"] = full.model_copy(update={"steps": steps})
    found["negation"] = full.model_copy(update={"negated_action": 0.0})
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the ablation."""
    parser = argparse.ArgumentParser(prog="benchmarks.retrieval_v1.ablate", description=__doc__)
    parser.add_argument("--sets", nargs="+", default=list(SETS))
    parser.add_argument("--part", type=Part, default=Part.ALL, choices=list(Part))
    given = parser.parse_args(arguments)
    for data in labelled_sets(given.sets):
        _print(data, data.catalog(), data.cases(given.part))
    return 0


def _print(data: LabelledSet, catalog: Catalog, cases: Sequence[Case]) -> None:
    values = {name: _mean(catalog, cases, settings) for name, settings in variants().items()}
    full = values.pop("full")
    print(f"{data.name} full {full:.4f}")
    for name, value in values.items():
        print(f"{data.name} {name:<16} {full - value:+.4f}", flush=True)


def _mean(catalog: Catalog, cases: Sequence[Case], settings: RetrievalSettings) -> float:
    retriever = Retriever(catalog, settings=settings)
    measured = measure(
        lambda query, k: retriever.retrieve(query, top_k=k, include_evidence=False).names,
        cases,
        catalog,
    )
    own = [
        score["MRR"] if score["MRR"] is not None else score["nDCG@10"] or 0.0
        for score in measured.scores
    ]
    return sum(own) / len(own)


if __name__ == "__main__":
    raise SystemExit(main())
