"""Measure path tracing: agreement with brute force and with other libraries, and speed."""

from __future__ import annotations

import argparse
import json
import math
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

from tqdm import tqdm

from benchmarks.trace_v1.brute_force import every_path, small_graph
from benchmarks.trace_v1.graphs import NOW, evidence_graph, far_pairs
from benchmarks.trace_v1.rivals import Answer, Question, costs_of, with_igraph, with_networkx
from engine.models.path import EvidenceGraph, TraceResult
from engine.trace.compiled import is_available
from engine.trace.tracer import DEFAULT_BUDGET, Tracer, trace

SEED = 20260101
SIZES = (1_000, 10_000, 100_000)
LARGEST = 1_000_000
KS = (1, 3, 10)
MAX_HOPS = 30
"""Wide enough that the limit, which the other libraries lack, seldom binds."""

SMALL_BUDGET = 1_000
"""Expansions; too few for most questions to a large graph."""

Row = dict[str, Any]
T = TypeVar("T")


def agreement(graphs: int) -> Row:
    """Compare whole answers with brute force: edges of every path, costs, ties, order."""
    wrong = []
    paths = 0
    for seed in tqdm(range(graphs), desc="brute force", disable=None):
        graph = small_graph(seed)
        both, hops, k = seed % 2 == 0, 1 + seed % 6, 1 + seed % 10
        listed = every_path(graph, bidirectional=both, max_hops=hops)
        answer = trace(graph, "n0", "n1", k, bidirectional=both, max_hops=hops, now=NOW)
        found = [(round(p.total_cost * 1e12), p.hops, p.edge_ids) for p in answer.paths]
        tie = len(listed) > k and listed[k][0] == listed[k - 1][0]
        paths += len(found)
        if found != listed[:k] or bool(answer.tie_at_cutoff) != tie:
            wrong.append(seed)
    return {"graphs": graphs, "paths": paths, "agreeing": graphs - len(wrong), "wrong": wrong}


def igraph_agreement(graphs: int) -> Row:
    """Compare ten paths, edge by edge, with igraph's on larger graphs, one question each.

    Where several paths cost the same, igraph's choice and order are its own: there costs alone are
    compared.
    """
    equal = by_edges = 0
    for seed in tqdm(range(graphs), desc="igraph", disable=None):
        graph = evidence_graph(2_000, seed)
        question = with_igraph(graph, costs_of(graph))
        if question is None:
            return {"graphs": 0, "skipped": "igraph is not installed"}
        ((source, target),) = far_pairs(graph, 1, seed)
        theirs = question(source, target, 10)
        answer = _ask(Tracer(graph), source, target, 10)
        ours = [(path.total_cost, path.edge_ids) for path in answer.paths]
        same = _equal_costs(ours, theirs)
        costs = [round(cost, 9) for cost, _ in ours]
        if len(set(costs)) == len(costs) and not answer.tie_at_cutoff:
            by_edges += 1
            same = same and [edges for _, edges in ours] == [edges for _, edges in theirs]
        equal += same
    return {"graphs": graphs, "agreeing": equal, "compared_by_edges": by_edges}


def _equal_costs(ours: Answer, theirs: Answer) -> bool:
    return len(ours) == len(theirs) and all(
        math.isclose(a[0], b[0], abs_tol=1e-9) for a, b in zip(ours, theirs, strict=True)
    )


def speed(edges: int, pairs: int, rival_pairs: int) -> Row:
    """Time one size: conversion, then every k over the same pairs for each library."""
    graph = evidence_graph(edges, SEED)
    asked = far_pairs(graph, pairs, SEED)
    row: Row = {"edges": len(graph.edges), "nodes": len(graph.nodes), "pairs": pairs}
    answers: dict[tuple[int, int], TraceResult] = {}
    row["quality_lab"] = _ours(graph, asked, answers, compiled=False)
    if is_available():
        row["quality_lab_compiled"] = _ours(graph, asked, answers, compiled=True)
    costs = costs_of(graph)
    for name, make in (("networkx", with_networkx), ("igraph", with_igraph)):
        taken, question = _timed(lambda make=make: make(graph, costs))
        if question is not None:
            row[name] = _rival(question, taken, asked[:rival_pairs], answers, name)
    return row


def _ours(
    graph: EvidenceGraph,
    asked: list[tuple[str, str]],
    answers: dict[tuple[int, int], TraceResult],
    *,
    compiled: bool,
) -> Row:
    """Time one search; answers that are there already must come out again, whole."""
    if compiled:
        # Compiled once a machine, loaded once a process: neither belongs to a question.
        _ask(Tracer(graph, compiled=True), *asked[0], 10)
    converted, tracer = _timed(lambda: Tracer(graph, compiled=compiled))
    first, _ = _timed(lambda: _ask(tracer, *asked[0], 1))
    one, _ = _timed(lambda: _ask(Tracer(graph, compiled=compiled), *asked[0], 10))
    ours: Row = {"convert_ms": converted, "first_query_ms": first, "one_query_of_10_ms": one}
    differing = 0
    for k in KS:
        times, used, cut = [], [], 0
        for place, (source, target) in enumerate(tqdm(asked, desc=f"k={k}", disable=None)):
            taken, answer = _timed(lambda s=source, t=target, k=k: _ask(tracer, s, t, k))
            differing += answers.setdefault((place, k), answer) != answer
            times.append(taken)
            used.append(answer.budget.used)
            cut += answer.budget.exhausted
        ours[f"k={k}"] = {**_spread(times), "expanded_median": median(used), "cut": cut}
    slid = [
        _timed(lambda h=hours: tracer.trace(*asked[0], 3, float(h), False, MAX_HOPS, now=NOW))[0]
        for hours in range(24, 24 * 31, 24)
    ]
    ours["other_half_life_k=3"] = _spread(slid)
    ours["cut"] = _cut(tracer, asked)
    ours["differing"] = differing
    return ours


def _cut(tracer: Tracer, asked: list[tuple[str, str]]) -> Row:
    """Ask with a budget that is too small: how long that takes, and what the answers say."""
    times, paths, said = [], [], []
    for source, target in asked:
        taken, answer = _timed(lambda s=source, t=target: _ask(tracer, s, t, 10, SMALL_BUDGET))
        if answer.budget.exhausted:
            times.append(taken)
            paths.append(len(answer.paths))
            said += [each.message for each in answer.warnings if each.code == "budget"]
    row: Row = {"budget": SMALL_BUDGET, "cut": len(times), "warned": len(said)}
    if times:
        row |= {**_spread(times), "paths_median": median(paths), "says": said[0]}
    return row


def _ask(
    tracer: Tracer, source: str, target: str, k: int, budget: int = DEFAULT_BUDGET
) -> TraceResult:
    return tracer.trace(
        source, target, k, bidirectional=False, max_hops=MAX_HOPS, now=NOW, budget=budget
    )


def _rival(
    question: Question,
    converted: float,
    asked: list[tuple[str, str]],
    answers: dict[tuple[int, int], TraceResult],
    name: str,
) -> Row:
    row: Row = {"convert_ms": converted, "pairs": len(asked)}
    for k in KS:
        times, equal = [], 0
        for place, (source, target) in enumerate(tqdm(asked, desc=f"{name} k={k}", disable=None)):
            taken, theirs = _timed(lambda s=source, t=target, k=k: question(s, t, k))
            times.append(taken)
            ours = [(path.total_cost, path.edge_ids) for path in answers[place, k].paths]
            # networkx sees one edge a pair, so only its cheapest path must be ours.
            compared = 1 if name == "networkx" else k
            equal += _equal_costs(ours[:compared], theirs[:compared])
        row[f"k={k}"] = {**_spread(times), "agreeing": equal}
    return row


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return milliseconds of this process's own time, and the result."""
    start = time.process_time()
    result = work()
    return (time.process_time() - start) * 1e3, result


def _spread(times: list[float]) -> Row:
    return {"median_ms": round(median(times), 3), "worst_ms": round(max(times), 3)}


def _sound(result: Row) -> bool:
    """Return whether every answer agreed with what it was compared with."""
    larger = result["igraph_agreement"]
    compiled = [row.get("quality_lab_compiled", {}).get("differing", 0) for row in result["speed"]]
    return (
        not result["agreement"]["wrong"]
        and larger.get("agreeing", 0) == larger["graphs"]
        and not any(compiled)
    )


def main() -> int:
    """Run what was asked for, print one JSON object, return 1 if an answer was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graphs", type=int, default=2_000, help="small graphs for brute force")
    parser.add_argument("--large-graphs", type=int, default=200, help="graphs for igraph")
    parser.add_argument("--pairs", type=int, default=30, help="questions a size")
    parser.add_argument("--rival-pairs", type=int, default=10, help="of these, asked of others")
    parser.add_argument("--largest", action="store_true", help="also a graph of a million edges")
    parser.add_argument("--sizes", type=int, nargs="+", help="only graphs of so many edges")
    parser.add_argument("--out", type=Path, help="write the JSON here as well")
    given = parser.parse_args()
    sizes = given.sizes or ((*SIZES, LARGEST) if given.largest else SIZES)
    result = {
        "seed": SEED,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "agreement": agreement(given.graphs),
        "igraph_agreement": igraph_agreement(given.large_graphs),
        "speed": [speed(size, given.pairs, given.rival_pairs) for size in sizes],
    }
    text = json.dumps(result, indent=2)
    if given.out:
        given.out.write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(text + "\n")
    return 0 if _sound(result) else 1


if __name__ == "__main__":
    sys.exit(main())
