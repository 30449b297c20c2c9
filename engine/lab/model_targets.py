"""Targets that a model chose for the cases of a run: asked now, or read from an earlier run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

from engine.errors import InvalidInput
from engine.lab.clock import Clock
from engine.lab.workbench import Workbench
from engine.llm.chooser import Chooser
from engine.models.case import Case
from engine.models.model_answer import ModelAnswer
from engine.models.run import CaseResult, RunSummary

SIDE_BY_SIDE = 4
"""Calls of the model's service that wait at the same time."""


class ModelTargets(NamedTuple):
    """Who answered, and what, by case id."""

    model: str
    answers: Mapping[str, ModelAnswer]


def ask(
    bench: Workbench,
    cases: Sequence[Case],
    chooser: Chooser,
    clock: Clock,
    *,
    on_progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ModelTargets:
    """Let a model choose among the candidates that the run will have.

    Parameters
    ----------
    bench : Workbench
        Ranks the candidates as the run will.
    cases : sequence of Case
        Those that were asked before a cancel have an answer.
    chooser : Chooser
        Picks.
    clock : Clock
        Measures the calls.
    on_progress : callable, optional
        Called with (answers, planned).
    cancelled : callable
        Asked before each call.
    """
    waiting: dict[str, Future[ModelAnswer]] = {}
    answers: dict[str, ModelAnswer] = {}
    bench.prepare(cases)
    with ThreadPoolExecutor(max_workers=SIDE_BY_SIDE) as pool:
        for case in cases:
            if cancelled():
                break
            # Ranking stays in this thread; only the waiting for the service is spread.
            waiting[case.case_id] = pool.submit(
                _one, bench, case, bench.shown(case), chooser, clock
            )
            while len(waiting) > 2 * SIDE_BY_SIDE:
                _collect(waiting, answers, on_progress, len(cases))
        while waiting:
            _collect(waiting, answers, on_progress, len(cases))
    return ModelTargets(chooser.model, answers)


def recorded(summary: RunSummary, results: Sequence[CaseResult]) -> ModelTargets:
    """Return the answers that a run recorded, to repeat it without the model.

    Raises
    ------
    InvalidInput
        If no model was asked in that run.
    """
    answers = {
        result.case_id: result.model_answer.model_copy(update={"latency_ms": None})
        for result in results
        if result.model_answer is not None
    }
    model = summary.stamp.llm_model
    if model is None or not answers:
        raise InvalidInput(
            f"run {summary.run_id} asked no model; make one with `quality-lab run --llm MODEL`."
        )
    return ModelTargets(model, answers)


def _one(
    bench: Workbench, case: Case, names: Sequence[str], chooser: Chooser, clock: Clock
) -> ModelAnswer:
    tools = bench.catalog.by_name
    started = clock.elapsed_ms()
    read = chooser.choose(case.query, [tools[name] for name in names], tools)
    taken = max(0.0, clock.elapsed_ms() - started)
    return ModelAnswer(
        model=chooser.model, code=read.code, target=read.target, latency_ms=round(taken, 3)
    )


def _collect(
    waiting: dict[str, Future[ModelAnswer]],
    answers: dict[str, ModelAnswer],
    on_progress: Callable[[int, int], None] | None,
    planned: int,
) -> None:
    """Take the oldest call's answer."""
    case_id = next(iter(waiting))
    answers[case_id] = waiting.pop(case_id).result()
    if on_progress is not None:
        on_progress(len(answers), planned)
