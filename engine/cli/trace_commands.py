"""``trace``."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from engine.cli.output import Output
from engine.errors import InvalidInput
from engine.lab.clock import SystemClock
from engine.models.path import TracedPath, TraceResult
from engine.trace.load import read_graph
from engine.trace.mermaid import to_mermaid
from engine.trace.tracer import trace as trace_paths


def trace(arguments: argparse.Namespace, output: Output) -> int:
    """Trace evidence paths through a graph file."""
    loaded = read_graph(arguments.graph)
    for warning in loaded.warnings:
        output.note(f"quality-lab: {warning}")
    result = trace_paths(
        loaded.graph,
        arguments.source,
        arguments.target,
        k=arguments.k,
        half_life_hours=arguments.half_life_hours,
        bidirectional=arguments.bidirectional,
        max_hops=arguments.max_hops,
        recency=arguments.recency,
        now=moment(arguments.now) if arguments.now is not None else SystemClock().now(),
        max_overlap=arguments.max_overlap,
    )
    output.data(result.model_dump(mode="json", by_alias=True))
    if arguments.mermaid:
        output.line(to_mermaid(result.paths, loaded.graph))
        return 0
    _paths(result, output)
    return 0


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


def _paths(result: TraceResult, output: Output) -> None:
    size = result.subgraph_size
    if not result.paths:
        output.line(f"no path: {result.reason}")
    for number, path in enumerate(result.paths, start=1):
        _path(number, path, output)
    output.line(f"looked at {size.nodes:,} nodes and {size.edges:,} edges")
    for warning in result.warnings:
        output.note(f"quality-lab: {warning.message}")


def _path(number: int, path: TracedPath, output: Output) -> None:
    output.line(
        f"{number}. cost {path.total_cost:.4f}, {path.hops} hops, "
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
