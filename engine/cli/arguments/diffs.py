"""Options of ``diff``."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli import diff_commands
from engine.cli.arguments.shared import Commands, command
from engine.report.formats import ENDINGS, Format


def add_diff(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``diff``."""
    parser = command(
        commands,
        "diff",
        "Say what changed from one run to another: artifacts, cases, evidence, measures.",
        example="quality-lab diff pinned latest --output diff.md --fail-on 'regressed>0'",
        further="  3  inconclusive: what --fail-on asks may be chance, or is not known",
    )
    parser.add_argument("base", metavar="BASE", help="run id, pinned, previous or latest")
    parser.add_argument("run", metavar="RUN", help="run id, pinned, previous or latest")
    parser.add_argument(
        "--fail-on",
        action="append",
        default=[],
        metavar="EXPR",
        help="exit with 1 when it holds, for example 'regressed>0' or 'MRR<-0.01'",
    )
    parser.add_argument(
        "--format",
        type=Format,
        choices=list(Format),
        metavar="FORMAT",
        help=f"{', '.join(Format)} (default: as FILE ends, {', '.join(ENDINGS)}; else text)",
    )
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="write the report to FILE; stdout then has text, or JSON with --json",
    )
    parser.set_defaults(command=diff_commands.diff)
