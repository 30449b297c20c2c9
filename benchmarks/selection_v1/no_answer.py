"""Print how well the mark of low confidence tells queries that no tool answers.

::

    python -m benchmarks.selection_v1.no_answer [--sets NAME ...] [--part rest|all|train]

No published set labels what its catalog cannot answer, so it is made of what they do label:

* *own*: the cases of the set, which a tool answers;
* *foreign*: as many cases of the other sets, drawn by a hash, asked of this catalog. A few may by
  chance be answered here too, and count against us all the same;
* *removed*: the set's cases, the right tools taken out of the candidates. What is left are their
  nearest siblings, so this is the hard kind.

Marked is a case whose selection says ``low_confidence`` or that has no candidate. The area under
the curve (AUROC) says how often an own case has more confidence than one that is not answered;
0.5 is a guess.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from benchmarks.harness import SEED, SETS, TOP_K, Part, labelled_sets
from engine.graph.build import build_graph
from engine.measures.case import offers_no_answer
from engine.measures.judgement import judge
from engine.models.candidate import Candidate
from engine.models.case import Case
from engine.models.catalog import Catalog
from engine.retrieval.retriever import Retriever
from engine.retrieval.use_encoder import embedded_encoder
from engine.selection.selector import select_target_candidate

CASES_A_SET = 150


class Answer(NamedTuple):
    """What the selection says of one query."""

    confidence: float
    marked: bool


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="benchmarks.selection_v1.no_answer", description=__doc__)
    parser.add_argument("--sets", nargs="+", default=list(SETS))
    parser.add_argument("--part", type=Part, default=Part.REST, choices=list(Part))
    given = parser.parse_args(arguments)
    sets = labelled_sets(given.sets)
    cases = {data.name: _drawn(data.name, data.cases(given.part)) for data in sets}
    everything: dict[str, list[Answer]] = {"own": [], "foreign": [], "removed": []}
    for data in sets:
        others = [case for name in cases if name != data.name for case in cases[name]]
        answers = _answers(
            data.catalog(), cases[data.name], _drawn(data.name, others)[: len(cases[data.name])]
        )
        print(_line(data.name, answers), flush=True)
        for kind, found in answers.items():
            everything[kind] += found
    print(_line("all", everything))
    return 0


def _drawn(name: str, cases: Sequence[Case]) -> list[Case]:
    """Return at most ``CASES_A_SET`` cases, in the order of a hash."""

    def draw(case: Case) -> bytes:
        return hashlib.sha256(f"{SEED}:{name}:{case.query}".encode()).digest()

    return sorted(cases, key=draw)[:CASES_A_SET]


def _answers(
    catalog: Catalog, own: Sequence[Case], foreign: Sequence[Case]
) -> dict[str, list[Answer]]:
    retriever = Retriever(catalog, graph=build_graph(catalog), encoder=embedded_encoder())
    found: dict[str, list[Answer]] = {"own": [], "foreign": [], "removed": []}
    for case in own:
        right = judge(case, catalog).targets
        rows = retriever.retrieve(case.query, top_k=TOP_K + len(right)).results
        found["own"].append(_answer(case.query, catalog, rows[:TOP_K]))
        left = [row for row in rows if row.name not in right][:TOP_K]
        found["removed"].append(_answer(case.query, catalog, left))
    for case in foreign:
        rows = retriever.retrieve(case.query, top_k=TOP_K).results
        found["foreign"].append(_answer(case.query, catalog, rows))
    return found


def _answer(query: str, catalog: Catalog, rows: Sequence[Candidate]) -> Answer:
    selection = select_target_candidate(query, [row.name for row in rows], catalog.by_name, rows)
    return Answer(selection.confidence or 0.0, offers_no_answer(selection))


def _line(name: str, answers: dict[str, list[Answer]]) -> str:
    own = answers["own"]
    parts = [f"{name:<16} n {len(own):>4}  own marked {_marked(own):.3f}"]
    parts += [
        f"{kind} marked {_marked(answers[kind]):.3f} AUROC {auroc(own, answers[kind]):.3f}"
        for kind in ("foreign", "removed")
        if answers[kind]
    ]
    return "  ".join(parts)


def _marked(answers: Sequence[Answer]) -> float:
    return sum(answer.marked for answer in answers) / len(answers)


def auroc(positive: Sequence[Answer], negative: Sequence[Answer]) -> float:
    """Return how often one of the first has more confidence than one of the second.

    Ties count half (the Mann-Whitney statistic over its maximum).
    """
    one = np.array([answer.confidence for answer in positive])[:, np.newaxis]
    other = np.array([answer.confidence for answer in negative])
    return float(np.mean(one > other) + np.mean(one == other) / 2)


if __name__ == "__main__":
    raise SystemExit(main())
