"""Every command in the order of the help; nothing here does any work."""

from __future__ import annotations

import argparse

from engine.cli.arguments import (
    catalogs,
    diffs,
    gates,
    learning,
    runs,
    serving,
    suites,
    traces,
    triage,
)
from engine.cli.arguments.shared import EXIT_STATUS
from engine.version import __version__


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="quality-lab",
        description="See why a tool-choosing agent picked the wrong tool, and what changed.",
        epilog=EXIT_STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"quality-lab {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    catalogs.add_ingest(commands)
    runs.add_explain(commands)
    runs.add_run(commands)
    diffs.add_diff(commands)
    triage.add_triage(commands)
    triage.add_decisions(commands)
    traces.add_trace(commands)
    traces.add_audit(commands)
    gates.add_gate(commands)
    learning.add_learn(commands)
    runs.add_runs(commands)
    suites.add_cases(commands)
    catalogs.add_catalogs(commands)
    serving.add_demo(commands)
    serving.add_serve(commands)
    return parser
