"""Print what following the tool graph brings: target and whole set apart.

::

    python -m benchmarks.retrieval_v1.expand [--sets NAME ...] [--part rest|all|train]

Rows: without a graph, with the graph that the engine derives from the document, and, where the
set publishes which tool depends on which (``edges.jsonl`` of toollinkos), with those dependencies
as an author would declare them. With the embedded encoder where it is installed, as in a run.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Sequence

from benchmarks.harness import TOP_K, LabelledSet, Part, labelled_sets
from engine.graph.build import build_graph
from engine.measures.judgement import judge
from engine.measures.ranking import recall_at_k, reciprocal_rank, success_at_k
from engine.models.case import Case
from engine.models.catalog import Catalog, DeclaredLink
from engine.retrieval.expansion import EdgeSource
from engine.retrieval.retriever import Retriever
from engine.retrieval.use_encoder import embedded_encoder

SETS = ("restbench_tmdb", "nestful", "toollinkos")
DECLARING = frozenset({"toollinkos"})


def main(arguments: Sequence[str] | None = None) -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.retrieval_v1.expand", description=__doc__)
    parser.add_argument("--sets", nargs="+", default=list(SETS))
    parser.add_argument("--part", type=Part, default=Part.ALL, choices=list(Part))
    given = parser.parse_args(arguments)
    for data in labelled_sets(given.sets):
        catalog, cases = data.catalog(), data.cases(given.part)
        graphs: dict[str, EdgeSource | None] = {"none": None, "derived": build_graph(catalog)}
        if data.name in DECLARING:
            graphs["declared"] = build_graph(catalog, overlay_pairs=_declared(data, catalog))
        for name, graph in graphs.items():
            print(f"{data.name:<16} {name:<9} {_row(catalog, cases, graph)}", flush=True)
    return 0


def _declared(data: LabelledSet, catalog: Catalog) -> list[DeclaredLink]:
    lines = (data.folder / data.name / "edges.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    pairs = sorted({(row["source"], row["target"]) for row in rows})
    return [
        DeclaredLink(source=source, target=target, kind="overlay")
        for source, target in pairs
        if source in catalog.by_name and target in catalog.by_name
    ]


def _row(catalog: Catalog, cases: Sequence[Case], graph: EdgeSource | None) -> str:
    retriever = Retriever(catalog, graph=graph, encoder=embedded_encoder())
    retriever.prepare([case.query for case in cases])
    columns: dict[str, list[float]] = {"Success@1": [], "MRR": [], "R@10": [], "AP@10": []}
    for case in cases:
        found = judge(case, catalog)
        names = retriever.retrieve(case.query, top_k=TOP_K, include_evidence=False).names
        target = found.targets if found.target_scored else None
        for measure, value in (
            ("Success@1", success_at_k(names, target, k=1)),
            ("MRR", reciprocal_rank(names, target)),
            ("R@10", recall_at_k(names, found.steps, k=TOP_K)),
            ("AP@10", _average_precision(names, found.steps)),
        ):
            if value is not None:
                columns[measure].append(value)
    return "  ".join(
        f"{name} {sum(values) / len(values):.3f} (n {len(values)})"
        for name, values in columns.items()
        if values
    )


def _average_precision(names: Sequence[str], steps: Sequence[Collection[str]]) -> float | None:
    """Return the mean precision at the ranks of relevant tools, cut at ten of either."""
    if not steps:
        return None
    left = [set(step) for step in steps]
    found, total = 0, 0.0
    for rank, name in enumerate(names[:TOP_K], start=1):
        met = next((step for step in left if name in step), None)
        if met is not None:
            left.remove(met)
            found += 1
            total += found / rank
    return total / min(len(steps), TOP_K)


if __name__ == "__main__":
    raise SystemExit(main())
