import pytest

from engine.models.failure import Failure, FailureReason, FailureStage
from engine.models.selection import Decision, ReasonCode
from engine.triage.diagnose import RULES, diagnose, engine_failure, explain
from tests.engine.triage.scenes import FEEDS_ITSELF, REFUSED, facts, selected

R, S = FailureReason, FailureStage
OTHER = ("listOrders", "getOrder", "ping")
CALLED = {
    "mode": "execute",
    "provided_entities": {"orderId": 1},
    "auth": ["key"],
}


def called(**outcome):
    return {**CALLED, "execution": outcome}


SCENES = [
    pytest.param(
        facts(expected_target="gone", names=("ping",)),
        S.RETRIEVE, R.UNKNOWN_TARGET, {"missing": ["gone"]},
        id="the-catalog-lacks-the-target",
    ),
    pytest.param(
        facts(names=(), empty_reason="no_lexical_match"),
        S.RETRIEVE, R.NO_CANDIDATES, {"empty_reason": "no_lexical_match"},
        id="nothing-was-found",
    ),
    pytest.param(
        facts(names=("ping", "listOrders", "getOrder"), top_k=2, full_rank=3),
        S.RETRIEVE, R.LOW_RANK, {"rank": 3, "top_k": 2},
        id="below-the-cut-off",
    ),
    pytest.param(
        facts(names=("ping", "listOrders")),
        S.RETRIEVE, R.NOT_RETRIEVED, {"top_k": 8, "candidates": 2},
        id="not-among-the-candidates",
    ),
    pytest.param(
        facts(
            names=("ping", "listOrders"), expected=["getOrder", "ping"], target_kind="arbitrary"
        ),
        S.RETRIEVE, R.NOT_RETRIEVED,
        {"top_k": 8, "found": 1, "expected": 2, "absent": ["getOrder"]},
        id="a-part-of-the-whole-set-is-absent",
    ),
    pytest.param(
        facts(assertions=[{"kind": "top_k_contains", "tool": "createOrder"}]),
        S.RETRIEVE, R.NOT_RETRIEVED,
        {"assertion": "top_k_contains", "tool": "createOrder", "top_k": 8},
        id="an-asserted-candidate-is-absent",
    ),
    pytest.param(
        facts(
            OTHER,
            selected("listOrders", llm_target="made_up", decision=Decision.SELECT_FALLBACK),
        ),
        S.SELECT_TARGET, R.LLM_TARGET_NOT_IN_CANDIDATES,
        {"llm_target": "made_up", "selected": "listOrders"},
        id="the-model-invented-a-name",
    ),
    pytest.param(
        facts(
            OTHER,
            selected(
                "listOrders",
                llm_target="listOrders",
                decision=Decision.PRESERVE_LLM,
                llm_margin=0.25,
                override_assessment=REFUSED,
                ambiguous=True,
            ),
        ),
        S.SELECT_TARGET, R.LLM_TARGET_MISMATCH,
        {
            "llm_target": "listOrders",
            "rank": 2,
            "llm_margin": 0.25,
            "blocked": ["insufficient_margin"],
        },
        id="the-model-chose-wrong-and-was-kept",
    ),
    pytest.param(
        facts(
            OTHER,
            selected(
                "listOrders",
                ambiguous=True,
                margin=0.0,
                ambiguity_set=("listOrders", "getOrder"),
                reason_codes=(ReasonCode.CANDIDATE_TIE,),
            ),
        ),
        S.SELECT_TARGET, R.AMBIGUOUS_TARGET,
        {
            "selected": "listOrders",
            "rank": 2,
            "margin": 0.0,
            "tie": True,
            "ambiguity_set": ["listOrders", "getOrder"],
        },
        id="siblings-could-not-be-told-apart",
    ),
    pytest.param(
        facts(
            OTHER,
            selected("listOrders", confidence=0.125, reason_codes=(ReasonCode.LOW_CONFIDENCE,)),
        ),
        S.SELECT_TARGET, R.LOW_CONFIDENCE,
        {"selected": "listOrders", "rank": 2, "confidence": 0.125},
        id="wrong-with-little-confidence",
    ),
    pytest.param(
        facts(
            OTHER,
            selected(
                "listOrders",
                ambiguous=True,
                ambiguity_set=("listOrders", "getOrder"),
                confidence=0.125,
                reason_codes=(ReasonCode.AMBIGUOUS_TARGET, ReasonCode.LOW_CONFIDENCE),
            ),
        ),
        S.SELECT_TARGET, R.LOW_CONFIDENCE,
        {"selected": "listOrders", "rank": 2, "confidence": 0.125},
        id="little-confidence-explains-more-than-a-tie",
    ),
    pytest.param(
        facts(OTHER, selected("listOrders")),
        S.SELECT_TARGET, R.SELECTOR_MISMATCH,
        {"selected": "listOrders", "rank": 2, "confidence": 0.9, "overrode_llm": False},
        id="wrong-and-sure",
    ),
    pytest.param(
        facts(
            OTHER,
            selected(
                "listOrders",
                llm_target="getOrder",
                decision=Decision.OVERRIDE_LLM,
                overrode_llm=True,
                ambiguous=True,
            ),
        ),
        S.SELECT_TARGET, R.SELECTOR_MISMATCH,
        {"selected": "listOrders", "rank": 2, "confidence": 0.9, "overrode_llm": True},
        id="a-right-model-target-was-replaced",
    ),
    pytest.param(
        facts(expected_target=None),
        S.SELECT_TARGET, R.SELECTOR_MISMATCH,
        {"selected": "getOrder", "rank": None, "confidence": 0.9, "overrode_llm": False},
        id="a-tool-is-offered-where-none-fits",
    ),
    pytest.param(
        facts(mode="plan", feeds=FEEDS_ITSELF),
        S.SYNTHESIZE, R.CYCLE,
        {
            "tool": "getOrder",
            "field": "orderId",
            "producers": 1,
            "blocked": ["cycle"],
            "user_input_slots": ["getOrder.orderId"],
        },
        id="producers-feed-each-other",
    ),
    pytest.param(
        facts(mode="plan", feeds={"getOrder": "createOrder"}),
        S.SYNTHESIZE, R.UNSATISFIED_FIELD,
        {
            "tool": "getOrder",
            "field": "orderId",
            "producers": 1,
            "blocked": ["mutation_denied"],
            "user_input_slots": ["getOrder.orderId"],
        },
        id="the-only-producer-changes-something",
    ),
    pytest.param(
        facts(OTHER, mode="plan", expected_target="listOrders"),
        S.SYNTHESIZE, R.ENUM_REQUIRED,
        {
            "tool": "listOrders",
            "field": "status",
            "producers": 0,
            "blocked": [],
            "user_input_slots": ["listOrders.status"],
        },
        id="nobody-chose-a-value",
    ),
    pytest.param(
        facts(mode="plan"),
        S.SYNTHESIZE, R.MISSING_REQUIRED_ARGUMENT,
        {
            "tool": "getOrder",
            "field": "orderId",
            "producers": 0,
            "blocked": [],
            "user_input_slots": ["getOrder.orderId"],
        },
        id="nothing-gives-an-input",
    ),
    pytest.param(
        facts(
            **{**CALLED, "mode": "plan"},
            assertions=[{"kind": "plan_contains_tool", "tool": "searchOrders"}],
        ),
        S.SYNTHESIZE, R.ASSERTION_FAILED,
        {"assertion": "plan_contains_tool", "tool": "searchOrders", "steps": ["getOrder"]},
        id="the-plan-lacks-an-asserted-tool",
    ),
    pytest.param(
        facts(mode="plan", provided_entities={"orderId": 1}),
        S.AUTH_PREFLIGHT, R.AUTH_CONTEXT_REQUIRED, {"tool": "getOrder", "missing": ["key"]},
        id="the-case-says-nothing-of-credentials",
    ),
    pytest.param(
        facts(mode="plan", provided_entities={"orderId": 1}, auth=[]),
        S.AUTH_PREFLIGHT, R.AUTH_PROFILE_MISSING, {"tool": "getOrder", "missing": ["key"]},
        id="the-caller-has-no-credential",
    ),
    pytest.param(
        facts(("createOrder",), expected_target="createOrder", mode="plan", auth=["key"]),
        S.AUTH_PREFLIGHT, R.AUTH_HEADER_RESOLUTION_FAILED,
        {"tool": "createOrder", "missing": ["session"]},
        id="the-caller-has-half-of-it",
    ),
    pytest.param(
        facts(**CALLED, gate_refusals=("MISSING_UNITS",)),
        S.GATE, R.EVIDENCE_REFUSED, {"codes": ["MISSING_UNITS"]},
        id="the-gate-refused",
    ),
    pytest.param(
        facts(**called(status=403)),
        S.AUTH_PREFLIGHT, R.AUTH_FAILED, {"status": 403},
        id="the-credential-was-not-accepted",
    ),
    pytest.param(
        facts(**called(error_class="timeout", latency_ms=3000.0)),
        S.EXECUTE, R.TIMEOUT, {"error_class": "timeout", "latency_ms": 3000.0},
        id="no-answer-in-time",
    ),
    pytest.param(
        facts(**called(error_class="network_error")),
        S.EXECUTE, R.NETWORK_ERROR, {"error_class": "network_error", "latency_ms": None},
        id="not-reached",
    ),
    pytest.param(
        facts(**called(status=502)), S.EXECUTE, R.HTTP_5XX, {"status": 502}, id="service-failed"
    ),
    pytest.param(
        facts(**called(status=422)), S.EXECUTE, R.HTTP_4XX, {"status": 422}, id="call-refused"
    ),
    pytest.param(
        facts(**called(error_class="decode_error", status=200)),
        S.EXECUTE, R.EXECUTION_ERROR, {"error_class": "decode_error", "status": 200},
        id="another-error",
    ),
    pytest.param(
        facts(**called(status=200), assertions=[{"kind": "http_status", "value": 201}]),
        S.EXECUTE, R.ASSERTION_FAILED,
        {"assertion": "http_status", "expected": 201, "status": 200},
        id="another-status-than-asserted",
    ),
    pytest.param(
        facts(
            **called(status=200, json_paths=["$.id"]),
            assertions=[{"kind": "json_path_exists", "path": "$.total"}],
        ),
        S.EXECUTE, R.ASSERTION_FAILED,
        {"assertion": "json_path_exists", "expected": "$.total", "status": 200},
        id="an-asserted-field-is-absent",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "stage", "reason", "evidence"), SCENES)
def test_a_failing_case_has_one_stage_one_reason_and_compact_evidence(
    scene, stage, reason, evidence
):
    assert diagnose(scene) == Failure(stage=stage, reason=reason, evidence=evidence)


def test_every_rule_is_shown_by_a_scene():
    shown = {(scene.values[1], scene.values[2]) for scene in SCENES}
    assert {(rule.stage, rule.reason) for rule in RULES} == shown


def test_every_reason_of_the_vocabulary_has_a_rule_or_is_the_engines_own():
    assert {rule.reason for rule in RULES} | {R.ENGINE_ERROR} == set(R)


def test_an_earlier_stage_masks_a_later_one():
    everything = facts(
        names=("ping",),
        selection=selected("ping", llm_target="ping", ambiguous=True),
        **called(status=500),
        gate_refusals=("MISSING_UNITS",),
    )
    assert diagnose(everything).reason is R.NOT_RETRIEVED


def test_stages_never_come_before_an_earlier_one_of_the_table():
    order = [S.RETRIEVE, S.SELECT_TARGET, S.SYNTHESIZE, S.AUTH_PREFLIGHT, S.GATE, S.EXECUTE]
    # A refused credential shows only in the call, and is an authentication failure all the same.
    stages = [rule.stage for rule in RULES if rule.reason is not R.AUTH_FAILED]
    assert stages == sorted(stages, key=order.index)


@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(facts(), id="selected-right"),
        pytest.param(facts(OTHER, selected("getOrder")), id="selected-right-at-rank-two"),
        pytest.param(facts(("ping",), selected("getOrder")), id="selected-right-though-unranked"),
        pytest.param(facts(**called(status=200)), id="called-well"),
        pytest.param(
            facts(**called(status=404), assertions=[{"kind": "http_status", "value": 404}]),
            id="an-asserted-refusal",
        ),
        pytest.param(facts(**CALLED), id="call-not-recorded"),
        pytest.param(
            facts(expected=["getOrder", "ping"], target_kind="arbitrary"), id="whole-set-found"
        ),
        pytest.param(facts((), selected(None), expected_target=None), id="nothing-fits"),
    ],
)
def test_a_case_in_which_nothing_went_wrong_has_no_failure(scene):
    assert diagnose(scene) is None


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.stage}-{rule.reason}")
def test_every_failure_is_explained_in_sentences(rule):
    guidance = explain(Failure(stage=rule.stage, reason=rule.reason))
    assert guidance is rule.guidance
    assert guidance.inspect
    for sentence in (guidance.symptom, guidance.cause, guidance.action):
        assert sentence[0].isupper()
        assert sentence.endswith(".")


def test_an_engine_error_keeps_the_class_and_nothing_of_the_text():
    failure = engine_failure(KeyError("secret query"))
    assert failure == Failure(
        stage=S.SERVICE, reason=R.ENGINE_ERROR, evidence={"error": "KeyError"}
    )
    assert explain(failure).symptom == "The engine itself failed on the case."


def test_a_known_reason_at_an_unknown_stage_is_explained_by_the_reason():
    strange = Failure(stage=S.SERVICE, reason=R.TIMEOUT)
    assert explain(strange).retryable
