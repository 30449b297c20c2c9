"""Options of ``learn``."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli import learn_commands
from engine.cli.arguments.shared import Commands, command


def add_learn(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``learn``."""
    group = command(
        commands, "learn", "Learn from traces: suggestions, shadow, promotion.", nested=True
    )
    verbs = group.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parser = command(
        verbs,
        "ingest",
        "Read traces: JSON lines of a runner, or spans as OpenTelemetry exports them.",
        example="quality-lab learn ingest traces.jsonl --catalog shop",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    _catalog(parser)
    parser.set_defaults(command=learn_commands.ingest)
    parser = command(verbs, "suggest", "List what traces suggest, with the gates still closed.")
    _catalog(parser)
    parser.add_argument("--id", metavar="ID", help="one suggestion with every gate")
    parser.set_defaults(command=learn_commands.suggest)
    parser = command(verbs, "shadow", "Let `run --shadow` compute what a suggestion would change.")
    _suggestion(parser)
    parser.add_argument("--reason", default="", metavar="TEXT")
    parser.set_defaults(command=learn_commands.shadow)
    parser = command(
        verbs,
        "promote",
        "Let a suggestion take part in rankings, proved by a run.",
        example="quality-lab learn promote 3d3f93 --catalog shop --run latest --approved-by ops",
    )
    _suggestion(parser)
    parser.add_argument(
        "--run", metavar="RUN", help="the run that proves it (default: the newest that can)"
    )
    parser.add_argument(
        "--approved-by", default="", metavar="NAME", help="operator who approves a tool that writes"
    )
    parser.add_argument("--reason", default="", metavar="TEXT")
    parser.add_argument(
        "--force", action="store_true", help="pass over gates that may be; needs --reason"
    )
    parser.set_defaults(command=learn_commands.promote)
    parser = command(verbs, "reject", "Keep a suggestion from rankings and shadows.")
    _suggestion(parser)
    parser.add_argument("--reason", required=True, metavar="TEXT")
    parser.set_defaults(command=learn_commands.reject)
    parser = command(verbs, "history", "List every decision, oldest first.")
    _catalog(parser)
    parser.set_defaults(command=learn_commands.history)
    parser = command(verbs, "forget", "Delete traces, and their bytes from the store's file.")
    _catalog(parser)
    parser.add_argument("--trace", metavar="ID", help="this trace only (default: all)")
    parser.set_defaults(command=learn_commands.forget)


def _catalog(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--catalog", required=True, metavar="NAME")


def _suggestion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("suggestion", metavar="ID", help="id of a suggestion, or its beginning")
    _catalog(parser)
