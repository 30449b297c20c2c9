from __future__ import annotations

import pytest

from engine.models.failure import Failure, FailureReason, FailureStage
from engine.models.triage import TriageCause
from engine.models.triage_queue import FailedCase
from engine.triage.causes import suggested_cause
from engine.triage.diagnose import RULES
from engine.triage.signature import identity_of

EVIDENCE = {
    "selected": "getOrder",
    "rank": 2,
    "confidence": 0.61,
    "margin": 0.03,
    "tie": False,
    "ambiguity_set": ["getOrder", "getRefund"],
}


def failed(evidence=EVIDENCE, *, reason=FailureReason.AMBIGUOUS_TARGET, **fields):
    return FailedCase(
        **{
            "case_id": "refund-001",
            "query_fingerprint": "query-v1:1",
            "expected_target": "getRefund",
            "selected_target": "getOrder",
            "rank": 2,
            "top_k": 8,
            "failure": Failure(stage=FailureStage.SELECT_TARGET, reason=reason, evidence=evidence),
            **fields,
        }
    )


def signature(case, catalog="shop", suite="shop"):
    return identity_of(case, catalog=catalog, suite=suite).signature


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(failed({**EVIDENCE, "margin": 0.04}), id="margin"),
        pytest.param(failed({**EVIDENCE, "rank": 3}, rank=3), id="rank"),
        pytest.param(failed({**EVIDENCE, "confidence": 0.5}), id="confidence"),
        pytest.param(failed({**EVIDENCE, "ambiguity_set": ["getRefund"]}), id="what-ties"),
        pytest.param(failed({**EVIDENCE, "told_by_a_newer_engine": "x"}), id="unknown-key"),
        pytest.param(failed(top_k=20), id="cut-off"),
    ],
)
def test_a_failure_stays_the_same_when_only_numbers_move(other):
    assert signature(other) == signature(failed())


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(failed({**EVIDENCE, "selected": "getParcel"}), id="another-wrong-tool"),
        pytest.param(failed(reason=FailureReason.LOW_CONFIDENCE), id="reason"),
        pytest.param(failed(case_id="refund-002"), id="case"),
        pytest.param(failed(query_fingerprint="query-v1:2"), id="reworded"),
        pytest.param(failed(expected_target="listRefunds"), id="expectation"),
    ],
)
def test_a_failure_is_another_one_when_what_went_wrong_changed(other):
    assert signature(other) != signature(failed())


def test_a_failure_belongs_to_its_suite_and_catalog():
    signatures = {signature(failed(), *names) for names in [("a", "b"), ("b", "a"), ("a", "a")]}
    assert len(signatures) == 3


def test_the_order_of_names_in_the_evidence_is_no_difference():
    one = failed({"absent": ["a", "b"]}, reason=FailureReason.NOT_RETRIEVED)
    two = failed({"absent": ["b", "a"]}, reason=FailureReason.NOT_RETRIEVED)
    assert signature(one) == signature(two)


def test_two_statuses_of_the_service_are_two_failures():
    one = failed({"status": 500}, reason=FailureReason.HTTP_5XX)
    two = failed({"status": 503}, reason=FailureReason.HTTP_5XX)
    assert signature(one) != signature(two)


def test_every_rule_of_the_diagnosis_suggests_a_cause_of_its_own():
    silent = {
        rule.reason
        for rule in RULES
        if suggested_cause(Failure(stage=rule.stage, reason=rule.reason)) is TriageCause.OTHER
    }
    assert silent == {FailureReason.ASSERTION_FAILED, FailureReason.EXECUTION_ERROR}
