"""``demo`` and ``serve``."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

from engine.cli.output import Output
from engine.cli.progress import progress_bar
from engine.cli.run_commands import run_json
from engine.cli.session import open_lab
from engine.errors import InvalidInput
from engine.lab.demo import load_demo
from engine.lab.lab import DB_VARIABLE, default_db
from engine.lab.stamp import PROJECT_ROOT


def demo(arguments: argparse.Namespace, output: Output) -> int:
    """Load the sample and store two runs of it."""
    lab = open_lab(arguments)
    if arguments.if_empty and lab.runs.list(1):
        output.data({"runs": []})
        output.line("the store holds runs already; the sample was not loaded again.")
        return 0
    with progress_bar("cases") as on_progress:
        runs = load_demo(lab, on_progress=on_progress)
    output.data({"runs": [run_json(run.summary) for run in runs]})
    for run in runs:
        failed = run.summary.verdicts.get("fail", 0)
        output.line(
            f"run {run.summary.run_id}: {run.summary.cases:,} cases, {failed:,} failed "
            f"({run.summary.note})"
        )
    return 0


def serve(arguments: argparse.Namespace, output: Output) -> int:
    """Serve the dashboard until Ctrl-C."""
    if not 1 <= arguments.port <= 65535:
        raise InvalidInput(f"--port is 1 to 65535, but {arguments.port} was given.")
    app = PROJECT_ROOT / "app.py"
    if not app.is_file():
        raise InvalidInput(
            "the dashboard's app.py is not beside the engine; run this command from a checkout."
        )
    db = arguments.db or default_db()
    address = f"http://127.0.0.1:{arguments.port}"
    output.data({"address": address, "db": db.name})
    output.line(f"Quality Lab on {address} (Ctrl-C stops it)")
    sys.stdout.flush()
    command = [sys.executable, "-m", "pages.parts.serving"]
    command += ["--server.address", "127.0.0.1", "--server.port", str(arguments.port)]
    command += ["--server.headless", "true"]
    environment = {**os.environ, DB_VARIABLE: str(db.absolute())}
    try:
        return subprocess.run(command, cwd=PROJECT_ROOT, env=environment, check=False).returncode
    except KeyboardInterrupt:
        return 0
