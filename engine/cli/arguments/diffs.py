"""Options of ``diff``."""

from __future__ import annotations

import argparse

from engine.cli import diff_commands
from engine.cli.arguments.shared import Commands, command


def add_diff(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``diff``."""
    parser = command(
        commands,
        "diff",
        "Say what changed from one run to another: artifacts, cases, evidence, measures.",
        example="quality-lab diff pinned latest --fail-on 'regressed>0'",
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
    parser.set_defaults(command=diff_commands.diff)
