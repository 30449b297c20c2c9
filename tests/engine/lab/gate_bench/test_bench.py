from __future__ import annotations

import pytest

from engine.lab.clock import SystemClock
from engine.lab.gate_bench import cases
from engine.lab.gate_bench.agent import Agent, Condition
from engine.lab.gate_bench.audit import is_backed
from engine.lab.gate_bench.bench import ABLATED, run_bench
from engine.lab.gate_bench.cases import Decision, GateTask, frozen_input
from engine.models.gate import RefusalCode


@pytest.fixture(scope="module")
def report():
    return run_bench(SystemClock())


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("premature_action_rate", (3, 3, 0)),
        ("evidence_complete_action_rate", (5, 5, 5)),
        ("unsupported_action_rate", (3, 3, 0)),
        ("exact_action_success", (5, 5, 8)),
        ("provenance_correctness", (5, 5, 8)),
        ("schema_validity", (8, 8, 8)),
        ("false_refusal_rate", (0, 0, 0)),
    ],
)
def test_the_eight_known_cases_give_the_published_figures(report, metric, expected):
    conditions = report.sets["seed8"].conditions
    measured = [conditions[name].metrics[metric] for name in ("vanilla", "routing", "gated")]
    assert tuple(each.n for each in measured) == expected
    assert {each.total for each in measured} == {8}


def test_with_the_gate_nothing_unsupported_is_done_and_nothing_supported_is_refused(report):
    extended = report.sets["extended"]
    assert extended.cases >= 40
    gated = extended.conditions["gated"]
    assert gated.metrics["unsupported_action_rate"].n == 0
    assert gated.metrics["false_refusal_rate"].n == 0
    assert extended.errors == ()
    assert extended.conditions["routing"].metrics["unsupported_action_rate"].n > 0


def test_every_requirement_stops_something_that_no_other_one_does(report):
    assert {name for name, metric in report.sets["extended"].ablation.items() if metric.n == 0} == (
        set()
    )
    assert sorted(code for codes in ABLATED.values() for code in codes) == sorted(RefusalCode)


def test_a_condition_sees_no_label():
    seen = set(GateTask.model_fields)
    assert not seen & {"gold", "decision", "topic", "codes", "consequential"}


def test_the_audit_agrees_with_the_labels_on_every_case_about_evidence():
    frozen = frozen_input()
    beyond_evidence = {
        RefusalCode.FIELD_IS_IDENTIFIER,
        RefusalCode.FIELD_UNDECLARED,
        RefusalCode.TOOL_DRIFT,
        RefusalCode.CONTRACT_DRIFT,
        RefusalCode.OVERCLAIM,
        RefusalCode.EVIDENCE_UNKNOWN,
    }
    for case in frozen.cases:
        if not beyond_evidence.intersection(case.gold.codes):
            backed = is_backed(case.task, case.gold.fields, frozen.now)
            assert backed == (case.gold.decision is Decision.ACT), case.case_id


def test_every_other_number_than_latency_is_the_same_in_each_run(report):
    def without_latency(value):
        sets = value.model_dump()["sets"]
        for result in sets.values():
            for condition in result["conditions"].values():
                del condition["metrics"]["latency_ms"]
        return sets

    assert without_latency(run_bench(SystemClock())) == without_latency(report)


def test_a_changed_input_is_refused(monkeypatch):
    read = cases._read
    monkeypatch.setattr(
        cases, "_read", lambda name: read(name) + (b" " if name == "cases.yaml" else b"")
    )
    with pytest.raises(ValueError, match=r"'cases.yaml' is not the one that was frozen"):
        frozen_input.__wrapped__()


def test_the_bare_agent_and_the_routed_one_act_whenever_they_are_asked():
    frozen = frozen_input()
    agent = Agent(frozen, SystemClock())
    for condition in (Condition.VANILLA, Condition.ROUTING):
        assert all(agent.act(case.task, condition).acted for case in frozen.cases[:8])
