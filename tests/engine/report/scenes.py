"""A comparison with every change in it, and one whose names are all hostile."""

from __future__ import annotations

from engine.compare.diff import diff_runs
from engine.compare.gate import evaluate_gate, parse_condition
from engine.models.diff import Repeats
from engine.models.failure import Failure, FailureReason, FailureStage
from engine.models.report import Comparison
from engine.models.run import Verdict
from engine.models.selection import Selection
from tests.builders import candidate, result, run

HOSTILE = "<script>alert(1)</script> | `@you` ![x](http://h/a.png) \x1b[2J\u202e \"'&\n# #1"


def scored(case_id, verdict=Verdict.PASS, *, tools=("want", "other"), **values):
    rank = tools.index("want") + 1 if "want" in tools else None
    failure = None
    if verdict is Verdict.FAIL:
        failure = Failure(stage=FailureStage.RETRIEVE, reason=FailureReason.LOW_RANK)
    return result(
        case_id,
        verdict,
        rank=rank,
        expected_target="want",
        candidates=tuple(candidate(name, place) for place, name in enumerate(tools, start=1)),
        selection=Selection(selected_target=tools[0]),
        failure=failure,
        measures={"selector_accuracy": float(rank == 1), "MRR": 1 / rank if rank else 0.0},
        **values,
    )


def comparison(name="case", note="", *, asked=()):
    """Return a comparison in which every change occurs; ``name`` begins every case id."""
    base = run(
        [
            scored(f"{name}-a", lang="en", tags=("x",)),
            scored(f"{name}-b", Verdict.FAIL, tools=("other", "want"), lang="ko"),
            scored(f"{name}-c", lang="ko"),
            scored(f"{name}-d"),
            scored(f"{name}-e", Verdict.UNSCORED),
            scored(f"{name}-f"),
            scored(f"{name}-gone"),
        ],
        "base00000000",
        note=note,
    )
    now = run(
        [
            scored(f"{name}-a", Verdict.FAIL, tools=("other", "new", "want"), lang="en"),
            scored(f"{name}-b", lang="ko"),
            scored(f"{name}-c", Verdict.FAIL, tools=("other", "want"), lang="ko"),
            scored(f"{name}-d", Verdict.ERROR, tools=("other",)),
            scored(f"{name}-e", Verdict.UNSCORED),
            scored(f"{name}-f"),
            scored(f"{name}-new"),
        ],
        "run000000000",
        note=note,
        stamp={"engine_version": "1.1"},
    )
    diff = diff_runs(
        base,
        now,
        base_repeats={f"{name}-c": Repeats(passed=1, runs=2)},
        repeated=(2, 1),
    )
    outcome = evaluate_gate(diff, [parse_condition(text) for text in asked]) if asked else None
    return Comparison(base=base.summary, run=now.summary, diff=diff, outcome=outcome)
