import pytest

from engine.models.run import Verdict
from engine.models.selection import ReasonCode
from engine.triage.diagnose import diagnose
from engine.triage.verdict import verdict_of
from tests.engine.triage.scenes import facts, selected

OTHER = ("listOrders", "getOrder", "ping")
UNSURE = selected("ping", reason_codes=(ReasonCode.LOW_CONFIDENCE,))


@pytest.mark.parametrize(
    ("scene", "verdict"),
    [
        pytest.param(facts(), Verdict.PASS, id="selected-right"),
        pytest.param(facts(OTHER, selected("getOrder")), Verdict.PASS, id="right-at-rank-two"),
        pytest.param(facts(("ping",), selected("getOrder")), Verdict.PASS, id="right-unranked"),
        pytest.param(facts(OTHER), Verdict.FAIL, id="selected-wrong"),
        pytest.param(facts(("ping",)), Verdict.FAIL, id="not-retrieved"),
        pytest.param(facts(mode="plan"), Verdict.FAIL, id="right-but-the-plan-is-incomplete"),
        pytest.param(
            facts(mode="plan", provided_entities={"orderId": 1}, auth=["key"]),
            Verdict.PASS,
            id="planned",
        ),
        pytest.param(
            facts(mode="execute", provided_entities={"orderId": 1}, auth=["key"]),
            Verdict.UNSCORED,
            id="the-call-was-not-recorded",
        ),
        pytest.param(
            facts(
                mode="execute",
                provided_entities={"orderId": 1},
                auth=["key"],
                execution={"status": 200},
            ),
            Verdict.PASS,
            id="called-well",
        ),
        pytest.param(
            facts(OTHER, expected=["getOrder", "ping"], target_kind="arbitrary"),
            Verdict.PASS,
            id="whole-set-in-the-top-k",
        ),
        pytest.param(
            facts(OTHER, expected=["getOrder", "ping"], target_kind="arbitrary", top_k=2),
            Verdict.FAIL,
            id="whole-set-cut-off",
        ),
        pytest.param(
            facts((), selected(None), expected_target=None), Verdict.PASS, id="nothing-offered"
        ),
        pytest.param(facts(OTHER, UNSURE, expected_target=None), Verdict.PASS, id="offered-unsure"),
        pytest.param(facts(expected_target=None), Verdict.FAIL, id="offered-where-nothing-fits"),
        pytest.param(
            facts(expected_target=None, target_kind="arbitrary"),
            Verdict.UNSCORED,
            id="several-tools-and-none-named",
        ),
    ],
)
def test_a_case_comes_out_as_its_facts_say(scene, verdict):
    assert verdict_of(scene, diagnose(scene)) is verdict
