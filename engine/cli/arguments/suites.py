"""Options of ``cases``."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli import suite_commands
from engine.cli.arguments.shared import Commands, command


def add_cases(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``cases``."""
    group = command(commands, "cases", "Import, list, export and delete cases.", nested=True)
    verbs = group.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parser = command(verbs, "list", "List the stored suites.")
    parser.set_defaults(command=suite_commands.list_suites)
    parser = command(verbs, "show", "Show the cases of a suite.")
    parser.add_argument("suite", metavar="SUITE")
    parser.set_defaults(command=suite_commands.show_suite)
    parser = command(
        verbs,
        "import",
        "Read cases from JSONL, JSON or CSV into a suite.",
        example="quality-lab cases import orders.csv --suite orders --catalog shop --dry-run",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--suite", required=True, metavar="NAME")
    parser.add_argument("--catalog", metavar="NAME", help="check that it holds every expected tool")
    parser.add_argument(
        "--merge", action="store_true", help="keep stored cases that the file does not have"
    )
    parser.add_argument("--dry-run", action="store_true", help="report only; store nothing")
    parser.set_defaults(command=suite_commands.import_cases)
    parser = command(verbs, "export", "Write the cases of a suite.")
    parser.add_argument("suite", metavar="SUITE")
    parser.add_argument("--output", type=Path, required=True, metavar="FILE", help=".jsonl or .csv")
    parser.set_defaults(command=suite_commands.export_cases)
    parser = command(verbs, "private", "Keep a suite's queries out of every export.")
    parser.add_argument("suite", metavar="SUITE")
    parser.add_argument("--off", action="store_true", help="let exports hold them again")
    parser.set_defaults(command=suite_commands.set_private)
    parser = command(verbs, "delete", "Delete a suite; its runs stay.")
    parser.add_argument("suite", metavar="SUITE")
    parser.set_defaults(command=suite_commands.delete_suite)
