"""How fast runs are stored, opened, compared and followed, beside SQLite and Parquet files.

``python -m benchmarks.store_v1.run [--json] [--cases N] [--candidates N] [--rounds N]``
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchmarks.store_v1.rivals import Parquet, Sqlite, as_json, size
from engine import collector
from engine.lab.lab import Lab
from engine.models.listing import CaseFilter
from engine.models.run import Run, Verdict
from tests.engine.store.samples import large_run, run

BASE, RUN = "aaaa00000001", "aaaa00000002"
TREND = 100
_CASE = ("case_id", "case_fingerprint", "query_fingerprint", "expected_target")


class Row(NamedTuple):
    """One measured step."""

    contender: str
    step: str
    seconds: float
    """Median wall time over the rounds."""

    fastest: float
    cpu_seconds: float
    """Median processor time of the process, all threads."""


class Timer:
    """Collects rows for one contender."""

    def __init__(self, contender: str, rounds: int) -> None:
        self.contender = contender
        self.rounds = rounds
        self.rows: list[Row] = []

    def measure(self, step: str, *calls: Callable[[], object]) -> None:
        """Time each call once, or a single one ``rounds`` times."""
        walls, cpus = [], []
        for call in calls if len(calls) > 1 else calls * self.rounds:
            cpu, wall = time.process_time(), time.perf_counter()
            call()
            walls.append(time.perf_counter() - wall)
            cpus.append(time.process_time() - cpu)
        self.rows.append(
            Row(self.contender, step, statistics.median(walls), min(walls), statistics.median(cpus))
        )


def two_runs(cases: int, candidates: int) -> tuple[Run, Run]:
    """Return a run and one in which every case has its neighbour's outcome."""
    base = large_run(BASE, cases=cases, candidates=candidates, seed=20260107)
    turned = base.results[1:] + base.results[:1]
    results = tuple(
        other.model_copy(update={name: getattr(own, name) for name in _CASE})
        for own, other in zip(base.results, turned, strict=True)
    )
    summary = base.summary.model_copy(update={"run_id": RUN})
    return base, Run.model_construct(summary=summary, results=results)


def measure_store(folder: Path, base: Run, now: Run, rounds: int) -> tuple[list[Row], int]:
    """Time the store."""
    lab = Lab(folder / "lab.duckdb", wait_seconds=60.0)
    store = lab.store
    store.runs()
    case_id = base.results[len(base.results) // 2].case_id
    timer = Timer("Quality Lab (DuckDB)", rounds)
    timer.measure("save a run", lambda: store.save_run(base), lambda: store.save_run(now))
    stored = size(folder)
    timer.measure("open one case", lambda: store.case_result(BASE, case_id))
    failing = CaseFilter(verdicts=(Verdict.FAIL,))
    timer.measure("a page of 200 failing cases", lambda: store.case_rows(BASE, failing, limit=200))
    timer.measure("diff two runs", lambda: Lab(store.path).runs.diff(BASE, RUN))
    timer.measure("the same diff again", lambda: lab.runs.diff(BASE, RUN))
    timer.measure("one case of both runs", lambda: lab.runs.pair(BASE, RUN, case_id))
    timer.measure("all results without evidence", lambda: store.run_results(BASE, evidence=False))
    timer.measure("history of one case", lambda: store.case_history(case_id))
    for number in range(TREND):
        store.save_run(run(f"bbbb{number:04d}", day=number))
    timer.measure(f"trend of {TREND} runs", lambda: store.trend("core", TREND))
    intervals = ("MRR", "Success@1")
    timer.measure(
        "trend of 20 runs with intervals",
        lambda: Lab(store.path).runs.trend("core", intervals_of=intervals),
    )
    once = Timer(timer.contender, 1)
    once.measure("delete a run, bytes included", lambda: store.delete_run(BASE))
    return timer.rows + once.rows, stored


def measure_rival(
    rival: Sqlite | Parquet, base: Run, now: Run, rounds: int
) -> tuple[list[Row], int]:
    """Time what the rival can do of it."""
    timer = Timer(rival.name, rounds)
    timer.measure("save a run", lambda: rival.save(base), lambda: rival.save(now))
    case_id = base.results[len(base.results) // 2].case_id
    timer.measure("open one case", lambda: rival.open_case(BASE, case_id))
    timer.measure("candidates at another rank", lambda: rival.moved(BASE, RUN))
    rival.flush()
    stored = size(rival.folder)
    for number in range(TREND):
        rival.save(run(f"bbbb{number:04d}", day=number))
    timer.measure(f"trend of {TREND} runs", lambda: rival.trend(TREND))
    rival.close()
    return timer.rows, stored


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--candidates", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    with collector.paused():
        base, now = two_runs(wanted.cases, wanted.candidates)
    # The runs stay alive to the end; walking them in every pass of the collector would be timed.
    gc.collect()
    gc.freeze()
    table: list[Row] = []
    sizes: dict[str, int] = {}
    for name in ("store", "sqlite", "parquet"):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            if name == "store":
                found, taken = measure_store(folder, base, now, wanted.rounds)
            else:
                rival = Sqlite(folder) if name == "sqlite" else Parquet(folder)
                found, taken = measure_rival(rival, base, now, wanted.rounds)
            table.extend(found)
            sizes[found[0].contender] = taken
    if wanted.json:
        print(as_json([row._asdict() for row in table] + [{"bytes of two runs": sizes}]))
        return
    print(f"{wanted.cases} cases x {wanted.candidates} candidates; load {os.getloadavg()[0]:.1f}")
    for row in table:
        print(
            f"{row.contender:22}{row.step:32}{row.seconds:9.3f} s"
            f"{row.fastest:9.3f} fastest{row.cpu_seconds:9.3f} cpu"
        )
    for contender, taken in sizes.items():
        print(f"{contender:22}{'two runs on disk':32}{taken / 2**20:9.1f} MiB")


if __name__ == "__main__":
    main()
