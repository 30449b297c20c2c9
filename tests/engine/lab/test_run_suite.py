from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.lab.run_suite import MIN_CASES_PER_TASK, run_cases
from engine.lab.workbench import Workbench
from engine.models.run import RunSettings, RunStatus
from tests.engine.lab.conftest import TickingClock, cases_document


@pytest.fixture
def bench(lab):
    return Workbench.build(lab.catalogs.load("shop"), RunSettings(), TickingClock())


def many(lab, count):
    return lab.suites.read(cases_document(count), name="many").cases


def test_an_executor_gives_what_this_process_gives(lab, bench):
    cases = many(lab, 3 * MIN_CASES_PER_TASK + 1)
    here = run_cases(bench, cases)
    with ThreadPoolExecutor(2) as executor:
        there = run_cases(bench, cases, executor=executor)
    assert there == here
    assert here.status is RunStatus.COMPLETE


def test_processes_give_what_this_process_gives(lab, bench, monkeypatch):
    cases = many(lab, 2 * MIN_CASES_PER_TASK)
    here = run_cases(bench, cases)
    monkeypatch.setattr("engine.lab.run_suite.SERIAL_BELOW", 1)
    assert run_cases(bench, cases) == here


def test_the_order_of_the_cases_never_changes_the_results(lab, bench):
    cases = many(lab, 40)
    assert run_cases(bench, list(reversed(cases))) == run_cases(bench, cases)


def test_a_task_holds_at_least_a_hundred_cases(lab, bench):
    seen: list[int] = []

    class Counting(ThreadPoolExecutor):
        def submit(self, work, task):
            seen.append(len(task.cases))
            return super().submit(work, task)

    with Counting(2) as executor:
        run_cases(bench, many(lab, 250), executor=executor)
    assert seen == [100, 100, 50]


def test_progress_ends_at_the_number_of_cases(lab, bench):
    seen: list[tuple[int, int]] = []
    run_cases(bench, many(lab, 5), on_progress=lambda done, planned: seen.append((done, planned)))
    assert seen == [(n, 5) for n in range(1, 6)]


def test_a_cancelled_run_keeps_what_it_has(lab, bench):
    seen: list[int] = []
    outcome = run_cases(
        bench,
        many(lab, 10),
        on_progress=lambda done, planned: seen.append(done),
        cancelled=lambda: len(seen) == 4,
    )
    assert outcome.status is RunStatus.CANCELLED
    assert len(outcome.results) == 4


def test_a_fault_of_the_engine_costs_one_case_and_keeps_the_text_out(lab, bench, monkeypatch):
    real = bench.retriever.retrieve

    def failing(query, **options):
        if "number 3" in query:
            raise RuntimeError(query)
        return real(query, **options)

    monkeypatch.setattr(bench.retriever, "retrieve", failing)
    results = run_cases(bench, many(lab, 6)).results
    assert [result.verdict.value for result in results].count("error") == 1
    crashed = results[3]
    assert crashed.failure.reason.value == "engine_error"
    assert crashed.failure.evidence == {"error": "RuntimeError"}
    assert "number 3" not in crashed.model_dump_json()
