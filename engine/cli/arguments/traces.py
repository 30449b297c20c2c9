"""Options of ``trace`` and ``audit``."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli import trace_commands
from engine.cli.arguments.shared import Commands, command
from engine.models.path import Recency
from engine.trace.tracer import DEFAULT_BUDGET


def add_trace(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``trace``."""
    parser = command(
        commands,
        "trace",
        "Find the cheapest evidence paths through a graph, or why a run came to its tool.",
        example="quality-lab trace obs.run_0216 doc.refund_policy --graph graph.json --k 3\n"
        "  quality-lab trace --run latest --case order-001 --against previous",
    )
    parser.add_argument(
        "source", nargs="?", metavar="SOURCE", help="id of the node to start from (a run: its case)"
    )
    parser.add_argument(
        "target",
        nargs="?",
        metavar="TARGET",
        help="id of the node to reach (a run: the selected tool)",
    )
    parser.add_argument(
        "--graph",
        type=Path,
        metavar="FILE",
        help="nodes and edges: .json, .jsonl, .graphml or .csv",
    )
    parser.add_argument(
        "--run", metavar="RUN", help="trace a run's own evidence: id, pinned, previous or latest"
    )
    parser.add_argument("--case", metavar="CASE", help="id of one case of the run")
    parser.add_argument(
        "--against", metavar="RUN", help="say what changed since this run, for the same case"
    )
    parser.add_argument(
        "--k", type=int, default=1, metavar="N", help="paths, at most 10 (default: 1)"
    )
    parser.add_argument(
        "--half-life-hours", type=float, default=168.0, metavar="H", help="default: 168"
    )
    parser.add_argument(
        "--bidirectional",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="read every edge in both directions (default with --graph)",
    )
    parser.add_argument(
        "--directed",
        dest="bidirectional",
        action="store_false",
        help="follow the arrows only (default with --run)",
    )
    parser.add_argument("--max-hops", type=int, default=10, metavar="N", help="default: 10")
    parser.add_argument(
        "--recency",
        default=Recency.HALF_LIFE.value,
        metavar="MODE",
        help=f"how age is charged: {', '.join(Recency)} (default: half_life)",
    )
    parser.add_argument(
        "--now",
        metavar="ISO",
        help="moment that ages count to (default: now; with --run, the run's moment)",
    )
    parser.add_argument(
        "--max-overlap",
        type=float,
        default=1.0,
        metavar="SHARE",
        help="pass over paths that share more of their edges with a cheaper one (default: 1)",
    )
    parser.add_argument(
        "--budget",
        type=int,
        default=DEFAULT_BUDGET,
        metavar="N",
        help=f"nodes the search may expand before it is cut (default: {DEFAULT_BUDGET})",
    )
    parser.add_argument("--mermaid", action="store_true", help="print a Mermaid flowchart")
    parser.set_defaults(command=trace_commands.trace)


def add_audit(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``audit``."""
    parser = command(
        commands,
        "audit",
        "Check that every selected tool of a run rests on a source; exit with 1 if one does not.",
        example="quality-lab audit latest",
    )
    parser.add_argument("run", metavar="RUN", help="run id, pinned, previous or latest")
    parser.set_defaults(command=trace_commands.audit)
