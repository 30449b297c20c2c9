"""Options of ``gate``."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli import gate_commands, replay_commands
from engine.cli.arguments.shared import Commands, command


def add_gate(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``gate``."""
    group = command(
        commands, "gate", "Ask whether a call's evidence is established before it.", nested=True
    )
    verbs = group.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parser = command(
        verbs,
        "check",
        "Judge one call under its contract; exit with 1 when it is refused.",
        example="quality-lab gate check contract.yaml --catalog shop --tool cancelOrder \\\n"
        "    --fields status --argument orderNo=42 --evidence evidence.yaml",
    )
    parser.add_argument(
        "contract", type=Path, metavar="CONTRACT", help="contract file, YAML or JSON"
    )
    parser.add_argument("--catalog", required=True, metavar="NAME")
    parser.add_argument("--tool", required=True, metavar="TOOL", help="the tool to be called")
    parser.add_argument(
        "--fields", default="", metavar="A,B", help="fields that the call uses: names or JSON paths"
    )
    parser.add_argument(
        "--evidence", type=Path, metavar="FILE", help="evidence items, YAML or JSON"
    )
    parser.add_argument(
        "--argument",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an argument of the call, to tell which record it names (may be repeated)",
    )
    parser.add_argument(
        "--aggregation", type=Path, metavar="FILE", help="which sources are independent"
    )
    parser.add_argument("--ledger", type=Path, metavar="FILE", help="add the answer to this ledger")
    parser.add_argument(
        "--record", action="store_true", help="add the answer to the store's ledger"
    )
    parser.add_argument("--now", metavar="ISO", help="moment of the call (default: now)")
    parser.set_defaults(command=gate_commands.check)
    parser = command(
        verbs, "bench", "Run the frozen benchmark: a bare agent, routing, routing with the gate."
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the JSON here as well")
    parser.set_defaults(command=gate_commands.bench)
    parser = command(
        verbs,
        "verify",
        "Walk a ledger: whole, and still standing? Exit with 1 when it is not.",
        example="quality-lab gate verify ledger.jsonl --catalog shop --contract contract.yaml",
    )
    parser.add_argument(
        "ledger",
        type=Path,
        nargs="?",
        metavar="LEDGER",
        help="ledger file (default: the store's ledger)",
    )
    parser.add_argument("--catalog", metavar="NAME", help="hold entries against its tools, too")
    parser.add_argument(
        "--contract", type=Path, metavar="FILE", help="hold entries against this contract file, too"
    )
    parser.add_argument("--head", metavar="HASH", help="hash that the last entry is known to have")
    parser.add_argument(
        "--now", metavar="ISO", help="moment that evidence counts to (default: now)"
    )
    parser.set_defaults(command=gate_commands.verify_ledger)
    parser = command(
        verbs,
        "replay",
        "Replay recorded trajectories of SafeActBench's catalogs, and spoiled ones; no score.",
        example="quality-lab gate replay safeact/env --trajectories runs/",
    )
    parser.add_argument(
        "folder", type=Path, metavar="FOLDER", help="folder with the published catalogs"
    )
    parser.add_argument(
        "--trajectories",
        type=Path,
        metavar="FOLDER",
        help="recorded trajectories (default: the catalogs' own traces)",
    )
    parser.set_defaults(command=replay_commands.replay)
