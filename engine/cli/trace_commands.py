"""``trace`` and ``audit``."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from engine.cli.output import Output, number
from engine.cli.session import open_lab
from engine.errors import InvalidInput
from engine.lab.clock import SystemClock
from engine.lab.paths import PathQuestion
from engine.models.evidence_paths import CaseTrace, CaseTraceDifference
from engine.models.path import TracedPath, TraceResult
from engine.trace.load import read_graph
from engine.trace.mermaid import to_mermaid
from engine.trace.tracer import trace as trace_paths

_SHOWN_EDGES = 20


def trace(arguments: argparse.Namespace, output: Output) -> int:
    """Trace evidence paths through a graph file, or through what a run knows of a case."""
    _check_trace(arguments)
    if arguments.graph is None:
        return _trace_run(arguments, output)
    loaded = read_graph(arguments.graph)
    for warning in loaded.warnings:
        output.note(f"quality-lab: {warning}")
    result = trace_paths(
        loaded.graph,
        arguments.source,
        arguments.target,
        k=arguments.k,
        half_life_hours=arguments.half_life_hours,
        bidirectional=arguments.bidirectional is not False,
        max_hops=arguments.max_hops,
        recency=arguments.recency,
        now=moment(arguments.now) if arguments.now is not None else SystemClock().now(),
        max_overlap=arguments.max_overlap,
        budget=arguments.budget,
    )
    output.data(result.model_dump(mode="json", by_alias=True))
    if arguments.mermaid:
        output.line(to_mermaid(result.paths, loaded.graph))
        return 0
    _paths(result, output)
    return 0


def audit(arguments: argparse.Namespace, output: Output) -> int:
    """Say which selected tools of a run rest on no source; 1 when there is one."""
    report = open_lab(arguments).paths.audit(arguments.run)
    output.data({**report.model_dump(mode="json"), "founded": report.founded})
    output.line(
        f"run {report.run}: {report.founded} of {report.selected} selected tools rest on a source"
        + (f"; {report.not_selected} cases selected none" if report.not_selected else "")
    )
    output.table(
        ("case", "selected", "why not"),
        [(f.case_id, f.selected_target, f.message) for f in report.without_source],
    )
    return 1 if report.without_source else 0


def moment(text: str) -> datetime:
    """Read a moment in ISO 8601; one without a zone is taken as UTC.

    Raises
    ------
    InvalidInput
        If the text is no moment.

    Examples
    --------
    >>> moment("2026-01-01T00:00:00").isoformat()
    '2026-01-01T00:00:00+00:00'
    """
    try:
        read = datetime.fromisoformat(text)
    except ValueError as error:
        raise InvalidInput(
            f"--now is a moment such as 2026-01-31T12:00:00Z, but {text!r} was given."
        ) from error
    return read if read.tzinfo is not None else read.replace(tzinfo=UTC)


def _check_trace(arguments: argparse.Namespace) -> None:
    both = arguments.graph is not None and arguments.run is not None
    if both or (arguments.graph is None and arguments.run is None):
        raise InvalidInput(
            "name what to trace: either --graph FILE, or --run RUN with --case CASE."
        )
    if arguments.graph is not None:
        if arguments.source is None or arguments.target is None:
            raise InvalidInput(
                "a graph needs both ends: quality-lab trace SOURCE TARGET --graph FILE."
            )
        if arguments.case is not None or arguments.against is not None:
            raise InvalidInput("--case and --against belong to --run; a graph file has neither.")
        return
    if arguments.case is None:
        raise InvalidInput("--run needs --case CASE: evidence is kept case by case.")
    if (arguments.source is None) != (arguments.target is None):
        raise InvalidInput(
            "give both SOURCE and TARGET, or neither: a run's paths then lead from the case to the"
            " selected tool."
        )


def _trace_run(arguments: argparse.Namespace, output: Output) -> int:
    paths = open_lab(arguments).paths
    asked = PathQuestion(
        source_id=arguments.source,
        target_id=arguments.target,
        k=arguments.k,
        half_life_hours=arguments.half_life_hours,
        bidirectional=bool(arguments.bidirectional),
        max_hops=arguments.max_hops,
        recency=arguments.recency,
        max_overlap=arguments.max_overlap,
        budget=arguments.budget,
        now=moment(arguments.now) if arguments.now is not None else None,
    )
    found = paths.trace(arguments.run, arguments.case, asked)
    difference = None
    if arguments.against is not None:
        difference = paths.difference(arguments.against, arguments.run, arguments.case, asked)
    dump = found.model_dump(mode="json", by_alias=True, exclude={"trace"})
    dump |= found.trace.model_dump(mode="json", by_alias=True)
    if difference is not None:
        dump["difference"] = difference.model_dump(mode="json")
    output.data(dump)
    graph = paths.evidence(arguments.run, arguments.case).graph
    if arguments.mermaid:
        output.line(to_mermaid(found.trace.paths, graph))
        return 0
    output.line(f"run {found.run}, case {found.case}: why {found.target_id}")
    _paths(found.trace, output)
    for edge in found.trace.paths[0].edges if found.trace.paths else ():
        output.line(f"   {graph.edge_by_id[edge.id].evidence}")
    _sources(found, output)
    if difference is not None:
        _difference(difference, output)
    return 0


def _sources(found: CaseTrace, output: Output) -> None:
    output.line()
    output.table(
        ("rests on", "", "cost>", "hops>"),
        [
            (source.kind, source.label, number(source.cost, 4), number(source.hops, 0))
            for source in found.sources
        ],
    )


def _difference(difference: CaseTraceDifference, output: Output) -> None:
    graph, paths = difference.graph, difference.paths
    output.line()
    output.line(
        f"since run {difference.base}: {len(graph.edges_added)} edges added,"
        f" {len(graph.edges_removed)} removed, {len(graph.edges_changed)} changed;"
        f" the best path {'is another one' if paths.best_changed else 'is the same'}"
    )
    if difference.target_base != difference.target_run:
        output.line(f"it then led to {difference.target_base}")
    output.table(
        ("rank before>", "rank now>", "cost before>", "cost now>", "path"),
        [
            (
                number(path.rank_base, 0),
                number(path.rank_run, 0),
                number(path.cost_base, 4),
                number(path.cost_run, 4),
                " → ".join(path.path),
            )
            for path in paths.paths
        ],
    )
    rows = [("added", name, "") for name in graph.edges_added]
    rows += [("removed", name, "") for name in graph.edges_removed]
    rows += [("changed", change.id, ", ".join(change.fields)) for change in graph.edges_changed]
    output.table(("", "edge", "what"), rows[:_SHOWN_EDGES])
    if len(rows) > _SHOWN_EDGES:
        output.line(f"… and {len(rows) - _SHOWN_EDGES} more; --json names them all")


def _paths(result: TraceResult, output: Output) -> None:
    size = result.subgraph_size
    if not result.paths:
        output.line(f"no path: {result.reason}")
    for place, path in enumerate(result.paths, start=1):
        _path(place, path, output)
    output.line(f"looked at {size.nodes:,} nodes and {size.edges:,} edges")
    for warning in result.warnings:
        output.note(f"quality-lab: {warning.message}")


def _path(place: int, path: TracedPath, output: Output) -> None:
    output.line(
        f"{place}. cost {path.total_cost:.4f}, {path.hops} hops, "
        f"probability {path.probability:.3f}: {' → '.join(path.path)}"
    )
    output.table(
        ("   edge", "type", "confidence>", "cost>", "= confidence>", "+ recency>", "+ type>", ""),
        [
            (
                f"   {edge.from_id} → {edge.to_id}",
                edge.edge_type,
                f"{edge.confidence:.2f}",
                f"{edge.cost:.4f}",
                f"{edge.cost_parts.confidence:.4f}",
                f"{edge.cost_parts.recency:.4f}",
                f"{edge.cost_parts.type:.4f}",
                "against the arrow" if edge.traversed.value == "reverse" else "",
            )
            for edge in path.edges
        ],
    )
