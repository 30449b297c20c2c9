import pytest

from engine.models.candidate import Candidate
from engine.models.diff import (
    CaseChange,
    Change,
    Comparability,
    SignalDifference,
    StampDifference,
)
from engine.models.failure import Failure, FailureReason, FailureStage
from engine.models.plan import InputStatus, Plan, PlanInput
from engine.models.run import Verdict
from engine.models.selection import OverrideAssessment, Selection
from engine.triage.modes import MANY_PRODUCERS, MODES, Seen, modes_of
from tests.builders import ranked, result

REBUILT = Comparability(
    comparable=True,
    common=1,
    only_base=0,
    only_run=0,
    changed_cases=0,
    differences=(StampDifference(what="catalog", message="The catalog differs."),),
)
MOVED = CaseChange(
    case_id="case",
    change=Change.MOVED,
    signals=(SignalDifference(signal="seed", base=1.0, run=0.5),),
)


def failed(stage, reason, **values):
    evidence = values.pop("evidence", {})
    failure = Failure(stage=stage, reason=reason, evidence=evidence)
    return result(verdict=Verdict.FAIL, failure=failure, candidates=ranked("a", "b"), **values)


def planned(producers):
    needed = PlanInput(
        tool="a", field="id", status=InputStatus.PRODUCED, producer="b", producers=producers
    )
    return Plan(target="a", complete=True, steps=("b", "a"), inputs=(needed,))


SCENES = {
    "wrong_target_scores_high": Seen(
        failed(
            FailureStage.SELECT_TARGET,
            FailureReason.SELECTOR_MISMATCH,
            rank=2,
            selection=Selection(selected_target="a"),
        )
    ),
    "target_missing": Seen(failed(FailureStage.RETRIEVE, FailureReason.NOT_RETRIEVED)),
    "producer_missing": Seen(
        failed(
            FailureStage.SYNTHESIZE,
            FailureReason.MISSING_REQUIRED_ARGUMENT,
            evidence={"producers": 0},
        )
    ),
    "too_many_producers": Seen(result(candidates=ranked("a"), plan=planned(MANY_PRODUCERS))),
    "override_refused": Seen(
        result(
            candidates=ranked("a"),
            selection=Selection(override_assessment=OverrideAssessment(evaluated=True)),
        )
    ),
    "evidence_empty": Seen(result(candidates=(Candidate(name="a", rank=1, score=1.0),))),
    "evidence_changed": Seen(result(candidates=ranked("a")), MOVED, REBUILT),
}


@pytest.mark.parametrize("code", SCENES)
def test_each_row_of_the_table_is_recognised_alone(code):
    assert [mode.code for mode in modes_of(SCENES[code])] == [code]


def test_every_row_of_the_table_has_a_scene():
    assert [mode.code for mode in MODES] == list(SCENES)


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param(Seen(result(candidates=ranked("a", "b"), rank=1)), id="a-case-that-passes"),
        pytest.param(Seen(result()), id="an-empty-ranking"),
        pytest.param(
            Seen(result(candidates=ranked("a"), plan=planned(MANY_PRODUCERS - 1))),
            id="a-few-producers",
        ),
        pytest.param(
            Seen(
                failed(
                    FailureStage.SYNTHESIZE,
                    FailureReason.MISSING_REQUIRED_ARGUMENT,
                    evidence={"producers": 2},
                )
            ),
            id="producers-exist",
        ),
        pytest.param(
            Seen(
                result(candidates=ranked("a")),
                MOVED,
                REBUILT.model_copy(update={"differences": ()}),
            ),
            id="evidence-moved-without-a-rebuild",
        ),
    ],
)
def test_a_mode_that_does_not_hold_is_not_seen(seen):
    assert modes_of(seen) == ()
