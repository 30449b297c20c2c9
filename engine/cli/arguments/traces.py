"""Options of ``trace``."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli import trace_commands
from engine.cli.arguments.shared import Commands, command
from engine.models.path import Recency


def add_trace(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``trace``."""
    parser = command(
        commands,
        "trace",
        "Find the cheapest evidence paths between two nodes of a graph.",
        example="quality-lab trace obs.run_0216 doc.refund_policy --graph graph.json --k 3",
    )
    parser.add_argument("source", metavar="SOURCE", help="id of the node to start from")
    parser.add_argument("target", metavar="TARGET", help="id of the node to reach")
    parser.add_argument(
        "--graph",
        type=Path,
        required=True,
        metavar="FILE",
        help="nodes and edges: .json, .jsonl, .graphml or .csv",
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
        default=True,
        help="read every edge in both directions (default)",
    )
    parser.add_argument(
        "--directed", dest="bidirectional", action="store_false", help="follow the arrows only"
    )
    parser.add_argument("--max-hops", type=int, default=10, metavar="N", help="default: 10")
    parser.add_argument(
        "--recency",
        default=Recency.HALF_LIFE.value,
        metavar="MODE",
        help=f"how age is charged: {', '.join(Recency)} (default: half_life)",
    )
    parser.add_argument("--now", metavar="ISO", help="moment that ages count to (default: now)")
    parser.add_argument(
        "--max-overlap",
        type=float,
        default=1.0,
        metavar="SHARE",
        help="pass over paths that share more of their edges with a cheaper one (default: 1)",
    )
    parser.add_argument("--mermaid", action="store_true", help="print a Mermaid flowchart")
    parser.set_defaults(command=trace_commands.trace)
