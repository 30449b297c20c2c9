from __future__ import annotations

import re
from collections import Counter

import pytest

from engine.models.case import Case, CaseMode, TargetKind
from engine.models.failure import FailureReason
from tests.data.sample_reader import (
    aimed_at,
    may_call,
    missing_inputs,
    read_sample,
    read_suite,
)

LATER_STAGES = (CaseMode.PLAN, CaseMode.EXECUTE)
NOT_A_MATTER_OF_CASES = {
    FailureReason.UNKNOWN_TARGET,  # a suite that names a tool its catalog lacks is not accepted
    FailureReason.EVIDENCE_REFUSED,  # a contract refuses, and contracts are no part of a suite
    FailureReason.ENGINE_ERROR,  # a fault of the engine itself
}
AUTH_AIMS = {
    "aim:auth_profile_missing",
    "aim:auth_header_resolution_failed",
    "aim:auth_context_required",
}
INPUT_AIMS = {
    "aim:enum_required",
    "aim:missing_required_argument",
    "aim:unsatisfied_field",
    "aim:cycle",
}


def by_id(cases: list[Case]) -> list[object]:
    return [pytest.param(case, id=case.case_id) for case in cases]


def later_cases(without: set[str]) -> list[object]:
    return by_id(
        [c for c in read_suite() if c.mode in LATER_STAGES and not without.intersection(c.tags)]
    )


def test_the_suite_has_the_promised_size():
    assert len(read_suite()) >= 170


def test_case_ids_and_queries_are_unique():
    for values in ([c.case_id for c in read_suite()], [c.query for c in read_suite()]):
        assert [value for value, times in Counter(values).items() if times > 1] == []


def test_the_two_first_cases_are_there():
    found = {case.case_id: (case.query, case.expected_target) for case in read_suite()}
    assert found["refund-order-search-001"] == (
        "find refund-ready orders",
        "getRefundableOrderList",
    )
    assert found["member-delivery-detail-001"] == (
        "show member delivery detail",
        "getMemberDeliveryDetail",
    )


def test_every_expected_tool_is_an_operation_under_its_path():
    operations = read_sample().operations
    for case in read_suite():
        assert [operations[name].label for name in case.expected] == list(case.expected_paths)
        assert set(case.target_alternatives) <= set(operations)


def test_the_target_agrees_with_the_whole_solution():
    for case in read_suite():
        if case.expected_target is None:
            assert case.expected == ()
        elif case.target_kind is TargetKind.ARBITRARY:
            assert case.expected_target in case.expected
            assert len(case.expected) > 1
        else:
            assert case.expected_target == case.expected[-1]
            several = len(case.expected) > 1
            assert several == (case.target_kind is TargetKind.LAST_STEP)


def test_tags_say_module_trap_and_language():
    operations = read_sample().operations
    for case in read_suite():
        kinds = Counter(tag.partition(":")[0] for tag in case.tags)
        assert kinds["module"] == kinds["lang"] == 1
        assert kinds["trap"] >= 1
        assert kinds["aim"] <= 1
        modules = (
            operations[case.expected_target].spec["tags"] if case.expected_target else ["none"]
        )
        assert case.tags[0] in [f"module:{module}" for module in modules]


def test_a_third_is_korean_and_some_mix_two_languages():
    langs = Counter(case.lang for case in read_suite())
    assert 0.28 <= langs["ko"] / len(read_suite()) <= 0.40
    assert langs["mul"] >= 8
    for case in read_suite():
        assert bool(re.search("[가-힣]", case.query)) == (case.lang in ("ko", "mul"))


def test_a_third_has_a_model_target_right_or_wrong_in_every_way():
    operations = read_sample().operations
    recorded = [case for case in read_suite() if case.llm_target is not None]
    assert 0.30 <= len(recorded) / len(read_suite()) <= 0.40
    right = [c for c in recorded if c.llm_target == c.expected_target]
    invented = [c for c in recorded if c.llm_target not in operations]
    wrong = [c for c in recorded if c not in right and c not in invented]
    assert len(right) >= 30
    assert len(wrong) >= 30
    assert len(invented) >= 5
    riskier = [
        c
        for c in wrong
        if c.expected_target
        and operations[c.expected_target].method == "GET"
        and operations[str(c.llm_target)].method != "GET"
    ]
    assert len(riskier) >= 8


@pytest.mark.parametrize(
    ("trap", "at_least"),
    [
        pytest.param(trap, least, id=trap)
        for trap, least in {
            "abbreviation": 5,
            "admin": 5,
            "arbitrary": 4,
            "auth": 6,
            "bulk": 5,
            "chain": 8,
            "count-vs-list": 8,
            "cross-language": 15,
            "cycle": 1,
            "deprecated": 3,
            "execution": 12,
            "export": 2,
            "history": 8,
            "list-vs-detail": 8,
            "look-alike": 20,
            "missing-input": 8,
            "missing-text": 8,
            "mixed-language": 8,
            "multi-step": 8,
            "negation": 8,
            "no-answer": 8,
            "plain": 60,
            "plural-field": 1,
            "preview": 5,
            "risk": 8,
            "similar-verb": 20,
            "synonym": 20,
            "typo": 5,
            "unspoken-language": 2,
            "vague": 12,
            "write-producer": 1,
            "write-twin": 6,
        }.items()
    ],
)
def test_every_promised_trap_occurs(trap, at_least):
    assert sum(f"trap:{trap}" in case.tags for case in read_suite()) >= at_least


def test_no_trap_is_left_out_of_the_promises():
    promised = {
        param.values[0]
        for mark in test_every_promised_trap_occurs.pytestmark
        for param in mark.args[1]
    }
    assert promised == {
        tag.removeprefix("trap:")
        for case in read_suite()
        for tag in case.tags
        if tag.startswith("trap:")
    }


def test_a_case_without_an_answer_has_no_target_and_says_so():
    for case in read_suite():
        assert (case.expected_target is None) == ("trap:no-answer" in case.tags)


@pytest.mark.parametrize(
    "reason",
    [reason for reason in FailureReason if reason not in NOT_A_MATTER_OF_CASES],
)
def test_every_failure_reason_has_a_case_aimed_at_it(reason):
    assert aimed_at(reason.value)


def test_every_aim_is_a_failure_reason():
    aims = {tag for case in read_suite() for tag in case.tags if tag.startswith("aim:")}
    assert aims <= {f"aim:{reason.value}" for reason in FailureReason}


def test_no_query_is_its_tool_s_own_text():
    operations = read_sample().operations
    for case in read_suite():
        if case.expected_target is None:
            continue
        spec = operations[case.expected_target].spec
        query = case.query.casefold()
        own = (spec.get("summary", "").casefold(), spec.get("description", "").casefold())
        assert query not in own, case.case_id
        assert case.expected_target.casefold() not in query


def test_provided_entities_are_inputs_of_the_solution():
    sample = read_sample()
    for case in read_suite():
        inputs = {name for tool in case.expected for name in sample.inputs(tool)}
        assert set(case.provided_entities) <= inputs, case.case_id


def test_schemes_that_a_caller_has_are_the_document_s():
    schemes = set(read_sample().document["components"]["securitySchemes"])
    for case in read_suite():
        assert set(case.auth or ()) <= schemes


@pytest.mark.parametrize("case", later_cases(without=INPUT_AIMS))
def test_what_a_plan_lacks_can_be_looked_up(case):
    missing = missing_inputs(case)
    assert missing <= read_sample().obtainable(set(case.provided_entities))


@pytest.mark.parametrize("case", by_id(aimed_at("enum_required")))
def test_a_case_aimed_at_an_enum_lacks_nothing_else(case):
    (lacking,) = missing_inputs(case)
    assert "enum" in read_sample().inputs(str(case.expected_target))[lacking]


@pytest.mark.parametrize("case", by_id(aimed_at("missing_required_argument")))
def test_a_case_aimed_at_a_missing_argument_lacks_one_input_that_no_call_gives(case):
    sample = read_sample()
    (lacking,) = missing_inputs(case)
    assert "enum" not in sample.inputs(str(case.expected_target))[lacking]
    assert not any(lacking in produced for produced in sample.produced.values())


@pytest.mark.parametrize("case", by_id(aimed_at("unsatisfied_field")))
def test_a_case_aimed_at_an_unsatisfied_field_lacks_an_identifier_that_only_writes_give(case):
    sample = read_sample()
    (lacking,) = missing_inputs(case)
    producers = {name for name in sample.operations if lacking in sample.produced[name]}
    assert producers
    assert producers.isdisjoint(sample.readers)
    assert "trap:write-producer" in case.tags


@pytest.mark.parametrize("case", by_id(aimed_at("cycle")))
def test_a_case_aimed_at_a_cycle_lacks_an_identifier_whose_readers_need_each_other(case):
    sample = read_sample()
    (lacking,) = missing_inputs(case)
    readers = [name for name in sample.readers if lacking in sample.produced[name]]
    assert len(readers) >= 2
    assert lacking not in sample.obtainable(set(case.provided_entities))


@pytest.mark.parametrize("case", later_cases(without=AUTH_AIMS))
def test_a_caller_may_call_unless_the_case_is_aimed_at_auth(case):
    assert case.auth is not None
    for tool in case.expected:
        assert may_call(case.auth, read_sample().security(tool)), tool


@pytest.mark.parametrize("case", by_id(aimed_at("auth_profile_missing")))
def test_a_case_aimed_at_a_missing_profile_has_no_scheme_that_is_needed(case):
    assert case.auth is not None
    for needed in read_sample().security(str(case.expected_target)):
        assert needed.isdisjoint(case.auth)


@pytest.mark.parametrize("case", by_id(aimed_at("auth_header_resolution_failed")))
def test_a_case_aimed_at_a_header_that_cannot_be_made_has_a_part_of_what_is_needed(case):
    alternatives = read_sample().security(str(case.expected_target))
    assert not may_call(case.auth, alternatives)
    assert any(needed.intersection(case.auth or ()) for needed in alternatives)


@pytest.mark.parametrize("case", by_id(aimed_at("auth_context_required")))
def test_a_case_aimed_at_an_unknown_context_does_not_say_what_the_caller_has(case):
    assert case.auth is None
    assert read_sample().security(str(case.expected_target))


def test_exactly_the_execute_cases_hold_a_recorded_outcome():
    for case in read_suite():
        assert (case.execution is not None) == (case.mode is CaseMode.EXECUTE), case.case_id


@pytest.mark.parametrize(
    ("reason", "fits"),
    [
        ("auth_failed", lambda run: run.status in (401, 403)),
        ("http_4xx", lambda run: run.status in range(400, 500) and run.status not in (401, 403)),
        ("http_5xx", lambda run: run.status in range(500, 600)),
        ("timeout", lambda run: run.status is None and run.error_class == "timeout"),
        (
            "execution_error",
            lambda run: run.error_class not in (None, "timeout", "network_error"),
        ),
        ("network_error", lambda run: run.status is None and run.error_class == "network_error"),
    ],
)
def test_recorded_outcomes_are_what_their_case_is_aimed_at(reason, fits):
    assert all(fits(case.execution) for case in aimed_at(reason))


def test_other_recorded_calls_succeeded():
    aimless = [
        case
        for case in read_suite()
        if case.execution and not any(tag.startswith("aim:") for tag in case.tags)
    ]
    assert [case.execution.status for case in aimless if case.execution] == [200] * len(aimless)
    assert len(aimless) >= 4


def test_a_case_aimed_at_an_assertion_had_an_answer_that_lacks_the_asserted_path():
    for case in aimed_at("assertion_failed"):
        assert case.execution is not None
        assert case.execution.status == 200
        asserted = {a["path"] for a in case.assertions if a["kind"] == "json_path_exists"}
        assert asserted.isdisjoint(case.execution.json_paths or ())
        assert asserted


def test_assertions_are_of_a_known_kind():
    keys = {
        "http_status": {"kind", "value"},
        "json_path_exists": {"kind", "path"},
        "plan_contains_tool": {"kind", "tool"},
        "selected_target": {"kind", "tool"},
        "top_k_contains": {"kind", "tool"},
    }
    found = [assertion for case in read_suite() for assertion in case.assertions]
    assert {str(assertion["kind"]) for assertion in found} == set(keys)
    for assertion in found:
        assert set(assertion) == keys[str(assertion["kind"])]
        assert assertion.get("tool", "getCart") in read_sample().operations
