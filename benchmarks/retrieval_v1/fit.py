"""Fit the weights of lexical retrieval on the train part of the labelled sets.

::

    python -m benchmarks.retrieval_v1.fit [--rounds N]

Coordinate ascent: each weight in turn is tried at a few multiples of its value, and the value
with the best objective is kept, until a round changes nothing. The objective is the mean over
the sets of each set's mean reciprocal rank (nDCG@10 for cases that are judged on their whole
set), so that a large set counts no more than a small one. Only cases of the train part are read
(``benchmarks.harness.part_of``); results are reported on the rest by ``run.py``.

The optimum leans on the smallest sets, where a single case moves the mean. So each weight goes
only half the way (in logarithms) from its start to its optimum. The result is printed as
settings; they stand in ``engine/retrieval/settings.py``, rounded to two digits.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from benchmarks.harness import SETS, TOP_K, LabelledSet, Part, labelled_sets
from engine.measures.judgement import Judgement, judge
from engine.measures.ranking import ndcg_at_k, reciprocal_rank
from engine.models.catalog import Catalog
from engine.retrieval.contributions import in_units, of_meaning
from engine.retrieval.corpus import Corpus, read_corpus
from engine.retrieval.index import Floats, LexicalIndex
from engine.retrieval.lexical import seeds
from engine.retrieval.lookup import SoughtWord, look_up
from engine.retrieval.query import read_query
from engine.retrieval.scored import Scored
from engine.retrieval.settings import FieldWeights, RetrievalSettings, SignalWeights
from engine.retrieval.signals import Signals

START = RetrievalSettings(
    k1=1.2,
    length_share=0.6,
    fields=FieldWeights(
        name=3.0, path=1.5, title=2.0, lead=1.5, description=0.7, tags=1.0, aliases=2.0
    ),
    signals=SignalWeights(
        name=0.15, action=0.15, resource=0.15, module=0.05, shape=0.1, contract=0.1
    ),
)
"""Where the ascent starts: weights set by hand before anything was measured."""

CASES_A_SET = 150
"""Most cases of one set that are read, by case id; more would only cost time."""

STEPS = (0.5, 0.75, 1.33, 2.0)
"""Multiples of a weight that are tried."""

BOUNDED = {"length_share": 1.0}
"""Weights with an upper bound."""


class _Case(NamedTuple):
    sought: tuple[SoughtWord, ...]
    strengths: dict[str, Floats]
    ruled_out: Floats | None
    judgement: Judgement


class _Set(NamedTuple):
    name: str
    catalog: Catalog
    corpus: Corpus
    cases: tuple[_Case, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.retrieval_v1.fit", description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--sets", nargs="+", default=list(SETS))
    given = parser.parse_args(arguments)

    settings = START
    sets = [_read(data, settings) for data in labelled_sets(given.sets)]
    best = objective(sets, settings)
    print(f"start {best:.4f}", flush=True)
    for number in range(given.rounds):
        before = best
        for place in _places(settings):
            for step in STEPS:
                tried = _with(settings, place, step)
                value = objective(sets, tried)
                if value > best + 1e-5:
                    best, settings = value, tried
                    print(f"{'.'.join(place)} = {_get(tried, place):.3g}: {best:.4f}", flush=True)
        print(f"round {number + 1}: {best:.4f}", flush=True)
        if best - before < 1e-4:
            break
    halfway = _halfway(START, settings)
    print(f"halfway: {objective(sets, halfway):.4f}")
    print(halfway.model_dump_json(indent=2))
    return 0


def _halfway(start: RetrievalSettings, end: RetrievalSettings) -> RetrievalSettings:
    settings = start
    for place in _places(start):
        step = (_get(end, place) / _get(start, place)) ** 0.5 if _get(start, place) else 1.0
        settings = _with(settings, place, step)
    return settings


def objective(sets: Sequence[_Set], settings: RetrievalSettings) -> float:
    """Return the mean over the sets of each set's mean score."""
    means: list[float] = []
    for each in sets:
        index = LexicalIndex(each.corpus, settings)
        scores = [_score(case, each, index, settings) for case in each.cases]
        known = [score for score in scores if score is not None]
        means.append(sum(known) / len(known))
    return sum(means) / len(means)


def _score(
    case: _Case, data: _Set, index: LexicalIndex, settings: RetrievalSettings
) -> float | None:
    seed = seeds(case.sought, index)
    hits = np.flatnonzero(seed > 0.0).astype(np.int32)
    direct = seed[hits]
    strengths = {name: values[hits] for name, values in case.strengths.items()}
    ruled_out = None if case.ruled_out is None else case.ruled_out[hits]
    parts = {"seed": direct, **of_meaning(direct, strengths, ruled_out, settings)}
    parts, totals = in_units(parts, len(hits))
    query = read_query("")
    order = Scored(query, case.sought, hits, parts, totals, strengths).order(TOP_K)
    names = [data.catalog.tools[int(hits[position])].name for position in order]
    if case.judgement.target_scored:
        return reciprocal_rank(names, case.judgement.targets)
    return ndcg_at_k(names, case.judgement.steps, k=TOP_K)


def _read(data: LabelledSet, settings: RetrievalSettings) -> _Set:
    catalog = data.catalog()
    corpus = read_corpus(catalog.tools)
    index = LexicalIndex(corpus, settings)
    signals = Signals(catalog.tools, index)
    everything = np.arange(len(catalog.tools), dtype=np.int32)
    cases: list[_Case] = []
    for case in data.cases(Part.TRAIN)[:CASES_A_SET]:
        query = read_query(case.query)
        sought = look_up(query, index, settings, {})
        cases.append(
            _Case(
                sought,
                signals.strengths(query, sought, everything),
                signals.ruled_out(query, everything),
                judge(case, catalog),
            )
        )
    print(f"{data.name}: {len(cases)} cases", flush=True)
    return _Set(data.name, catalog, corpus, tuple(cases))


def _places(settings: RetrievalSettings) -> list[tuple[str, ...]]:
    return [
        ("k1",),
        ("length_share",),
        *(("fields", name) for name in type(settings.fields).model_fields),
        *(("signals", name) for name in type(settings.signals).model_fields),
    ]


def _get(settings: RetrievalSettings, place: tuple[str, ...]) -> float:
    value: object = settings
    for name in place:
        value = getattr(value, name)
    assert isinstance(value, float)
    return value


def _with(settings: RetrievalSettings, place: tuple[str, ...], step: float) -> RetrievalSettings:
    value = min(_get(settings, place) * step, BOUNDED.get(place[-1], 50.0))
    if len(place) == 1:
        return settings.model_copy(update={place[0]: value})
    group = getattr(settings, place[0])
    return settings.model_copy(update={place[0]: group.model_copy(update={place[1]: value})})


if __name__ == "__main__":
    raise SystemExit(main())
