"""Run a suite of many cases end to end and print the seconds of each phase."""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

from engine.ingest.files import read_file, read_files
from engine.lab.demo import CATALOG_FILE, SUITE_FILE
from engine.lab.lab import Lab
from engine.models.case import Suite
from engine.models.run import Channel, RunSettings


def main() -> None:
    """Parse arguments, run, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--document", type=Path, default=CATALOG_FILE)
    parser.add_argument("--cases", type=Path, default=SUITE_FILE)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--top-k", type=int, default=8)
    parser.add_argument("--channels", type=Channel, choices=list(Channel), default=Channel.HYBRID)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    figures = measure(arguments)
    if arguments.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:28} {value:,.2f}" if isinstance(value, float) else f"{name:28} {value:,}")


def measure(arguments: argparse.Namespace) -> dict[str, float | int]:
    """Run once in a temporary store and return the seconds of each phase."""
    with tempfile.TemporaryDirectory() as folder:
        lab = Lab(Path(folder) / "lab.duckdb")
        started = time.perf_counter()
        report = lab.catalogs.ingest(read_files([arguments.document]), name="big")
        ingested = time.perf_counter()
        suite = repeated(lab.suites.read(read_file(arguments.cases), name="big"), arguments.count)
        lab.suites.save(suite)
        saved = time.perf_counter()
        run = lab.runs.execute(
            suite,
            catalog="big",
            settings=RunSettings(top_k=arguments.top_k, channels=arguments.channels),
        )
        executed = time.perf_counter()
        lab.runs.diff(run.summary.run_id, run.summary.run_id)
        compared = time.perf_counter()
        return {
            "tools": report.tools,
            "cases": run.summary.cases,
            "candidates": sum(len(result.candidates) for result in run.results),
            "ingest_seconds": ingested - started,
            "store_suite_seconds": saved - ingested,
            "run_and_store_seconds": executed - saved,
            "diff_with_itself_seconds": compared - executed,
            "store_bytes": (Path(folder) / "lab.duckdb").stat().st_size,
        }


def repeated(suite: Suite, count: int) -> Suite:
    """Return a suite of ``count`` cases: those of ``suite`` over and over, under other ids."""
    cases = [
        suite.cases[number % len(suite.cases)].model_copy(
            update={
                "case_id": f"{number:06d}",
                "query": f"{suite.cases[number % len(suite.cases)].query} {number}",
            }
        )
        for number in range(count)
    ]
    return Suite(name=suite.name, cases=tuple(cases))


if __name__ == "__main__":
    main()
