"""Runs in the background: start, watch, cancel. Knows no UI and no session."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from enum import StrEnum

from engine.errors import QualityLabError
from engine.lab.run_suite import OnProgress
from engine.models.run import Run, RunStatus

KEPT_FINISHED = 20
"""Finished jobs that stay listed."""


class JobState(StrEnum):
    """Where a job stands."""

    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


class Job:
    """One background run. Fields are written by its thread and read by anyone."""

    def __init__(self, number: int, title: str) -> None:
        self.number = number
        self.title = title
        self.done = 0
        self.planned = 0
        self.state = JobState.RUNNING
        self.run_id: str | None = None
        """Set once the run is stored."""

        self.message = ""
        """Why it failed; empty otherwise."""

        self._cancel = threading.Event()

    def cancel(self) -> None:
        """Ask the job to stop; it stores what it has as a cancelled run."""
        self._cancel.set()

    @property
    def cancelling(self) -> bool:
        """Whether a stop was asked for."""
        return self._cancel.is_set()

    @property
    def finished(self) -> bool:
        """Whether its thread has ended."""
        return self.state is not JobState.RUNNING


Work = Callable[[OnProgress, Callable[[], bool]], Run]
"""Does the run, given where to report progress and whom to ask for a cancel."""


class Jobs:
    """Background runs of one process, one thread each."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._jobs: list[Job] = []

    def start(self, title: str, work: Work) -> Job:
        """Start ``work`` in a daemon thread and return its job."""
        with self._lock:
            job = Job(next(self._numbers), title)
            self._jobs.append(job)
            finished = [old for old in self._jobs if old.finished]
            for old in finished[: max(0, len(finished) - KEPT_FINISHED)]:
                self._jobs.remove(old)
        name = f"job-{job.number}"
        threading.Thread(target=self._run, args=(job, work), name=name, daemon=True).start()
        return job

    def list(self) -> tuple[Job, ...]:
        """Return the jobs, newest first."""
        with self._lock:
            return tuple(reversed(self._jobs))

    @staticmethod
    def _run(job: Job, work: Work) -> None:
        def progress(done: int, planned: int) -> None:
            job.done, job.planned = done, planned

        try:
            run = work(progress, lambda: job.cancelling)
        except QualityLabError as error:
            job.message = str(error)
            job.state = JobState.FAILED
        except Exception as error:
            # A thread has nobody above it: without this the page would wait for ever.
            job.message = f"the engine failed with {type(error).__name__}; see the server's log."
            job.state = JobState.FAILED
            raise
        else:
            job.run_id = run.summary.run_id
            complete = run.summary.status is RunStatus.COMPLETE
            job.state = JobState.DONE if complete else JobState.CANCELLED
