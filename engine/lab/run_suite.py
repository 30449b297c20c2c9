"""Run a suite's cases, in this process or through an executor, with progress and cancel."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from engine.lab.workbench import Workbench
from engine.models.case import Case
from engine.models.run import CaseResult, RunStatus

MIN_CASES_PER_TASK = 100
"""A task costs a scheduler up to three milliseconds; a hundred cases cost a hundred times that."""

SERIAL_BELOW = 2000
"""Below this many cases, starting processes takes longer than they save."""

TASKS_PER_WORKER = 8
"""More, smaller tasks show progress and stop sooner after a cancel."""

OnProgress = Callable[[int, int], None]
"""Called with (cases done, cases planned)."""


class Outcome(NamedTuple):
    """Results sorted by case id, and how the run ended."""

    results: tuple[CaseResult, ...]
    status: RunStatus


class _Task(NamedTuple):
    """What travels to a worker: cases, and where their workbench lies."""

    bench_key: str
    bench_file: str | None
    """File with the pickled workbench, for workers on this machine."""

    bench_bytes: bytes | None
    """The pickled workbench itself, for workers that share no file system."""

    cases: tuple[Case, ...]


def run_cases(
    bench: Workbench,
    cases: Sequence[Case],
    *,
    executor: Executor | None = None,
    on_progress: OnProgress | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Run every case and return the results by case id.

    The results do not depend on the executor, on how cases are cut into tasks, or on their
    order; latencies do.

    Parameters
    ----------
    bench : Workbench
        Made for the catalog; travels to workers pickled.
    cases : sequence of Case
        In any order.
    executor : concurrent.futures.Executor, optional
        Where tasks run: a cluster's executor, for example. Left to the caller to shut down. By
        default a process for each core, and this process alone for small suites.
    on_progress : callable, optional
        Called with (done, planned) in the calling thread.
    cancelled : callable
        Asked between cases or tasks; once true, no further task is started.

    Returns
    -------
    Outcome
        Status ``cancelled`` or ``interrupted`` (a worker died) when results are missing.
    """
    if executor is not None:
        return _run_tasks(bench, cases, executor, None, on_progress, cancelled)
    workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if workers is None or workers < 2 or len(cases) < SERIAL_BELOW:
        return _run_here(bench, cases, on_progress, cancelled)
    # Spawned, not forked: a dashboard has threads, and a forked copy of their locks never opens.
    context = multiprocessing.get_context("spawn")
    with (
        _bench_file(bench) as file,
        ProcessPoolExecutor(max_workers=workers, mp_context=context) as pool,
    ):
        return _run_tasks(bench, cases, pool, file, on_progress, cancelled, workers)


def _run_here(
    bench: Workbench,
    cases: Sequence[Case],
    on_progress: OnProgress | None,
    cancelled: Callable[[], bool],
) -> Outcome:
    results: list[CaseResult] = []
    for chunk in _chunks(cases, MIN_CASES_PER_TASK):
        if cancelled():
            return _outcome(results, RunStatus.CANCELLED)
        bench.prepare(chunk)
        for case in chunk:
            if cancelled():
                return _outcome(results, RunStatus.CANCELLED)
            results.append(bench.run_case(case))
            if on_progress is not None:
                on_progress(len(results), len(cases))
    return _outcome(results, RunStatus.COMPLETE)


def _run_tasks(
    bench: Workbench,
    cases: Sequence[Case],
    executor: Executor,
    bench_file: Path | None,
    on_progress: OnProgress | None,
    cancelled: Callable[[], bool],
    workers: int = 1,
) -> Outcome:
    if bench_file is None:
        bench.prepare()
    payload = pickle.dumps(bench) if bench_file is None else None
    size = max(MIN_CASES_PER_TASK, -(-len(cases) // (workers * TASKS_PER_WORKER)))
    tasks = [
        _Task(bench.key, None if bench_file is None else str(bench_file), payload, tuple(chunk))
        for chunk in _chunks(cases, size)
    ]
    results: list[CaseResult] = []
    futures: list[Future[tuple[CaseResult, ...]]] = [executor.submit(_work, t) for t in tasks]
    status = RunStatus.COMPLETE
    try:
        for future in as_completed(futures):
            results.extend(future.result())
            if on_progress is not None:
                on_progress(len(results), len(cases))
            if cancelled():
                status = RunStatus.CANCELLED
                break
    except BrokenProcessPool:
        status = RunStatus.INTERRUPTED
    finally:
        for future in futures:
            future.cancel()
    if len(results) == len(cases):
        status = RunStatus.COMPLETE
    return _outcome(results, status)


def _work(task: _Task) -> tuple[CaseResult, ...]:
    bench = _unpickled(task.bench_key, task.bench_file, task.bench_bytes)
    bench.prepare(task.cases)
    return tuple(bench.run_case(case) for case in task.cases)


@lru_cache(maxsize=1)
def _unpickled(key: str, file: str | None, payload: bytes | None) -> Workbench:
    data = payload if payload is not None else Path(file or "").read_bytes()
    bench = pickle.loads(data)
    if not isinstance(bench, Workbench) or bench.key != key:
        raise TypeError("a worker was handed something other than its workbench")
    return bench


@contextmanager
def _bench_file(bench: Workbench) -> Iterator[Path]:
    """Lay the workbench into a private file, so that it is not sent again with every task."""
    with tempfile.TemporaryDirectory(prefix="quality-lab-") as folder:
        path = Path(folder) / "workbench"
        bench.prepare()
        path.write_bytes(pickle.dumps(bench))
        yield path


def _chunks(cases: Sequence[Case], size: int) -> Iterator[Sequence[Case]]:
    for start in range(0, len(cases), size):
        yield cases[start : start + size]


def _outcome(results: list[CaseResult], status: RunStatus) -> Outcome:
    return Outcome(tuple(sorted(results, key=lambda result: result.case_id)), status)
