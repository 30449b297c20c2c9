"""Options of ``triage`` and ``decisions``.

Decisions have a group of their own: ``triage RUN`` takes a run where a group takes a command, and
a word that may be either has no help that is true.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli import triage_commands
from engine.cli.arguments.shared import Commands, command
from engine.models.triage import TriageCause, TriageStatus


def add_triage(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``triage``."""
    parser = command(
        commands,
        "triage",
        "List failing cases by stage and reason, with where to look and what was decided.",
    )
    parser.add_argument("run", metavar="RUN", help="run id, pinned, previous or latest")
    parser.set_defaults(command=triage_commands.triage)


def add_decisions(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``decisions``."""
    group = command(
        commands,
        "decisions",
        "Decide about failures; a decision holds for every run that shows the same failure.",
        nested=True,
    )
    verbs = group.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parser = command(
        verbs,
        "set",
        "Decide about failing cases of a run: about all of them, or about none.",
        example="quality-lab decisions set latest case-7 --status acknowledged --owner search",
    )
    parser.add_argument("run", metavar="RUN", help="run id, pinned, previous or latest")
    parser.add_argument("cases", metavar="CASE", nargs="+", help="id of a failing case")
    parser.add_argument("--status", metavar="STATUS", help=", ".join(TriageStatus))
    parser.add_argument(
        "--cause", metavar="CAUSE", help=f"{', '.join(TriageCause)}; '' takes it back"
    )
    parser.add_argument("--owner", metavar="NAME", help="who looks at it")
    parser.add_argument("--note", metavar="TEXT", help="free text")
    parser.add_argument("--link", metavar="URL", help="where it is worked on: http or https")
    parser.add_argument(
        "--revision",
        type=int,
        metavar="N",
        help="store only if the cases still stand at this revision (0: nothing decided)",
    )
    parser.set_defaults(command=triage_commands.set_decision)
    parser = command(verbs, "history", "List every decision about the failures of a case.")
    parser.add_argument("case", metavar="CASE")
    parser.add_argument("--suite", metavar="NAME", help="of this suite alone")
    parser.set_defaults(command=triage_commands.show_history)
    parser = command(verbs, "export", "Write every decision with its history as JSON lines.")
    parser.add_argument("--output", type=Path, required=True, metavar="FILE")
    parser.add_argument("--suite", metavar="NAME", help="of this suite alone")
    parser.set_defaults(command=triage_commands.export_decisions)
    parser = command(
        verbs,
        "import",
        "Take over exported decisions; of each failure the latest one holds.",
        example="quality-lab decisions import triage.jsonl --dry-run",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--dry-run", action="store_true", help="report only; store nothing")
    parser.set_defaults(command=triage_commands.import_decisions)
