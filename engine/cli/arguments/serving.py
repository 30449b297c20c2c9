"""Options of ``demo`` and ``serve``."""

from __future__ import annotations

import argparse

from engine.cli import serve_commands
from engine.cli.arguments.shared import Commands, command


def add_demo(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``demo``."""
    parser = command(
        commands, "demo", "Load the sample shop and store two runs that differ in settings."
    )
    parser.add_argument(
        "--if-empty", action="store_true", help="do nothing when the store holds a run already"
    )
    parser.set_defaults(command=serve_commands.demo)


def add_serve(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``serve``."""
    parser = command(commands, "serve", "Serve the dashboard on this machine.")
    parser.add_argument("--port", type=int, default=8501, metavar="N", help="default: 8501")
    parser.set_defaults(command=serve_commands.serve)
