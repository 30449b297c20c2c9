"""Time and memory of reading one large OpenAPI document, beside a peer.

``python -m benchmarks.ingest_v1.run [--json] [--rounds N] [FILE]``
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from benchmarks.harness import ROOT, labelled_sets

NAMES = {"lab": "Quality Lab", "peer": "graph-tool-call"}
NOT_INSTALLED = 3


class Row(NamedTuple):
    """What one contender needed, over all rounds."""

    contender: str
    tools: int
    fields: int
    seconds: float
    """Median wall time."""

    slowest: float
    cpu_seconds: float
    """Median processor time; what other work on the machine does not change."""

    peak_mib: float
    """Largest resident size of the process, with the interpreter and all imports."""

    before_mib: float
    """The same before the document was read."""


def measured(contender: str, path: Path) -> dict[str, float] | None:
    """Import once in a process of its own; None when the contender is not installed.

    Raises
    ------
    SystemExit
        If the import itself did not end well.
    """
    command = [sys.executable, "-m", "benchmarks.ingest_v1.measure", contender, str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == NOT_INSTALLED:
        return None
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:]
        raise SystemExit(f"{NAMES[contender]} did not finish: {' '.join(last)}")
    result: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return result


def row(contender: str, rounds: list[dict[str, float]]) -> Row:
    """Summarise a contender's rounds."""
    seconds = [found["seconds"] for found in rounds]
    return Row(
        contender=NAMES[contender],
        tools=int(rounds[0]["tools"]),
        fields=int(rounds[0]["fields"]),
        seconds=round(statistics.median(seconds), 2),
        slowest=round(max(seconds), 2),
        cpu_seconds=round(statistics.median(found["cpu_seconds"] for found in rounds), 2),
        peak_mib=round(max(found["peak_bytes"] for found in rounds) / 2**20, 1),
        before_mib=round(max(found["before_bytes"] for found in rounds) / 2**20, 1),
    )


def run(path: Path, rounds: int) -> list[Row]:
    """Measure every contender; rounds alternate, so that both meet the same machine."""
    found: dict[str, list[dict[str, float]]] = {name: [] for name in NAMES}
    for _ in range(rounds):
        for name in NAMES:
            result = measured(name, path)
            if result is not None:
                found[name].append(result)
    return [row(name, results) for name, results in found.items() if results]


def table(rows: list[Row]) -> str:
    """Return the rows as a table in plain text."""
    head = ("contender", "tools", "fields", "median s", "slowest s", "CPU s", "peak MiB", "before")
    lines = [head, *[tuple(map(str, item)) for item in rows]]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join(
        "  ".join(cell.rjust(width) if i else cell.ljust(width) for i, (cell, width) in pairs)
        for line in lines
        for pairs in [list(enumerate(zip(line, widths, strict=True)))]
    )


def main() -> int:
    """Run the benchmark from the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ingest_v1.run", description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, help="an OpenAPI document")
    parser.add_argument("--rounds", type=int, default=3, help="imports each (default: 3)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    path = arguments.file or labelled_sets(["github_rest"])[0].path
    rows = run(path, max(1, arguments.rounds))
    if len(rows) < len(NAMES):
        print(
            f"{NAMES['peer']} is not installed; `pip install -e .[bench]` adds it.", file=sys.stderr
        )
    if arguments.json:
        size = path.stat().st_size
        result = {"document": path.name, "bytes": size, "rows": [item._asdict() for item in rows]}
        print(json.dumps(result))
    else:
        print(f"{path.name}, {path.stat().st_size / 2**20:.1f} MiB, {arguments.rounds} rounds\n")
        print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
