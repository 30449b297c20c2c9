"""Options of ``explain``, ``run`` and ``runs``."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli import fixture_commands, run_commands
from engine.cli.arguments.shared import Commands, answering, command


def add_explain(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``explain``."""
    parser = command(
        commands,
        "explain",
        "Rank a catalog's tools for one query and show the whole evidence.",
        example="quality-lab explain 'find refund-ready orders' --catalog shop",
    )
    parser.add_argument("query", metavar="QUERY")
    parser.add_argument("--catalog", required=True, metavar="NAME")
    parser.add_argument("--top-k", type=int, default=8, metavar="N", help="candidates (default: 8)")
    parser.add_argument("--llm-target", metavar="TOOL", help="the tool that a model chose")
    parser.add_argument("--tools", action="store_true", help="embed the tools (JSON only)")
    answering(parser)
    parser.set_defaults(command=run_commands.explain)


def add_run(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``run``."""
    parser = command(
        commands,
        "run",
        "Retrieve, select, diagnose and score every case of a suite, and store one run.",
        example="quality-lab run --catalog shop --suite data/suites/shop.jsonl",
    )
    parser.add_argument("--catalog", required=True, metavar="NAME")
    cases = parser.add_mutually_exclusive_group(required=True)
    cases.add_argument(
        "--suite",
        metavar="FILE",
        help="cases (JSONL, JSON or CSV), or the name of a stored suite",
    )
    cases.add_argument(
        "--fixtures",
        type=Path,
        metavar="PATH",
        help="run the cases of a fixture file or folder; exit with 1 when one no longer holds",
    )
    parser.add_argument(
        "--suite-name", metavar="NAME", help="name to store a file's cases under (default: its own)"
    )
    parser.add_argument(
        "--top-k",
        type=int,
        metavar="N",
        help="candidates of every case (default: each case's own top_k)",
    )
    answering(parser)
    parser.add_argument("--note", default="", help="one line that says what is new in this run")
    parser.add_argument(
        "--shadow",
        action="store_true",
        help="also compute the ranks that suggestions in shadow would give",
    )
    parser.add_argument("--per-case", type=Path, metavar="FILE", help="write one JSON line a case")
    parser.add_argument(
        "--fail-on",
        action="append",
        default=[],
        metavar="EXPR",
        help="exit with 1 when it holds, for example 'R@5<0.8' (may be repeated)",
    )
    gate = parser.add_argument_group("evidence gate")
    gate.add_argument(
        "--contract",
        type=Path,
        metavar="FILE",
        help="judge the selected tool's call under this contract file, in plan and execute cases",
    )
    gate.add_argument("--evidence", type=Path, metavar="FILE", help="evidence held for every case")
    gate.add_argument(
        "--aggregation", type=Path, metavar="FILE", help="which sources are independent"
    )
    gate.add_argument("--now", metavar="ISO", help="moment of every call (default: now)")
    model = parser.add_mutually_exclusive_group()
    model.add_argument(
        "--llm",
        metavar="MODEL",
        help="let this model choose each case's target (key: QUALITY_LAB_LLM_KEY or "
        "OPENAI_API_KEY)",
    )
    model.add_argument(
        "--llm-from", metavar="RUN", help="repeat the targets that a model chose in this run"
    )
    parser.add_argument(
        "--llm-url",
        metavar="URL",
        help="OpenAI-compatible service (default: QUALITY_LAB_LLM_URL, else api.openai.com)",
    )
    parser.add_argument(
        "--llm-timeout", type=float, default=30.0, metavar="S", help="seconds (default: 30)"
    )
    parser.set_defaults(command=run_commands.run)


def add_runs(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add ``runs``."""
    group = command(commands, "runs", "List, show, pin, export and delete runs.", nested=True)
    verbs = group.add_subparsers(title="commands", metavar="COMMAND", required=True)
    parser = command(verbs, "list", "List the stored runs, newest first.")
    parser.set_defaults(command=run_commands.list_runs)
    parser = command(verbs, "show", "Show one run, or one case of it with its evidence.")
    parser.add_argument("run", metavar="RUN", help="run id, pinned, previous or latest")
    parser.add_argument("--case", metavar="ID", help="show this case")
    parser.set_defaults(command=run_commands.show_run)
    parser = command(verbs, "pin", "Make a run the baseline of its suite.")
    parser.add_argument("run", metavar="RUN", help="run id or latest")
    parser.set_defaults(command=run_commands.pin_run)
    parser = command(verbs, "unpin", "Let no run be the baseline.")
    parser.add_argument("suite", nargs="?", metavar="SUITE", help="of this suite only")
    parser.set_defaults(command=run_commands.unpin_run)
    parser = command(verbs, "export", "Write a run with its evidence as JSON lines.")
    parser.add_argument("run", metavar="RUN", help="run id, pinned, previous or latest")
    parser.add_argument("--output", type=Path, required=True, metavar="FILE")
    parser.set_defaults(command=run_commands.export_run)
    parser = command(
        verbs,
        "fixture",
        "Write cases of a run as regression fixtures: what was expected, and what happened.",
        example="quality-lab runs fixture latest --base pinned --output regressed.fixture.json",
    )
    parser.add_argument("run", metavar="RUN", help="run id, pinned, previous or latest")
    parser.add_argument(
        "--case",
        action="append",
        default=[],
        metavar="ID",
        help="a case (may be repeated; default: every case that regressed from BASE)",
    )
    parser.add_argument("--base", metavar="BASE", help="a run whose evidence is kept beside it")
    parser.add_argument("--output", type=Path, required=True, metavar="FILE")
    parser.set_defaults(command=fixture_commands.export_fixtures)
    parser = command(verbs, "delete", "Delete a run and everything stored for it.")
    parser.add_argument("run", metavar="RUN", help="run id")
    parser.set_defaults(command=run_commands.delete_run)
