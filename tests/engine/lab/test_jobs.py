from __future__ import annotations

import threading

import pytest

from engine.errors import InvalidInput
from engine.lab.jobs import Jobs, JobState


def ended(job):
    """Wait for the job's thread."""
    for thread in threading.enumerate():
        if thread.name == f"job-{job.number}":
            thread.join(timeout=30)
    return job


def test_a_job_runs_in_the_background_and_names_its_run(lab):
    suite = lab.suites.load("shop")
    job = Jobs().start(
        "shop",
        lambda on_progress, cancelled: lab.runs.execute(
            suite, catalog="shop", on_progress=on_progress, cancelled=cancelled
        ),
    )
    ended(job)
    assert job.state is JobState.DONE
    assert (job.done, job.planned) == (12, 12)
    assert lab.runs.list()[0].run_id == job.run_id


def test_a_cancelled_job_stores_a_cancelled_run(lab):
    suite = lab.suites.load("shop")
    may_go = threading.Event()

    def work(on_progress, cancelled):
        may_go.wait(30)
        return lab.runs.execute(suite, catalog="shop", cancelled=cancelled)

    job = Jobs().start("shop", work)
    job.cancel()
    may_go.set()
    ended(job)
    assert job.state is JobState.CANCELLED
    assert lab.runs.summary(job.run_id).status.value == "cancelled"


def test_a_job_that_cannot_run_says_why():
    def work(on_progress, cancelled):
        raise InvalidInput("suite 'x' has no cases; import some first.")

    job = ended(Jobs().start("x", work))
    assert job.state is JobState.FAILED
    assert job.message == "suite 'x' has no cases; import some first."


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_fault_of_the_engine_ends_the_job_without_quoting_the_input():
    def work(on_progress, cancelled):
        raise RuntimeError("the query was: my secret")

    job = ended(Jobs().start("x", work))
    assert job.state is JobState.FAILED
    assert "RuntimeError" in job.message
    assert "secret" not in job.message


def test_finished_jobs_do_not_pile_up():
    jobs = Jobs()

    def work(on_progress, cancelled):
        raise InvalidInput("no.")

    for _ in range(30):
        ended(jobs.start("x", work))
    assert len(jobs.list()) <= 21
    assert jobs.list()[0].number == 30
