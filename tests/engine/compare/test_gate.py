import pytest

from engine.compare.diff import diff_runs
from engine.compare.gate import Condition, evaluate_gate, parse_condition
from engine.errors import InvalidInput
from engine.models.diff import GateDecision
from engine.models.run import Verdict
from tests.builders import result, run

PASS, FAIL = Verdict.PASS, Verdict.FAIL
SHIP, BLOCK, INCONCLUSIVE = GateDecision.SHIP, GateDecision.BLOCK, GateDecision.INCONCLUSIVE


def mrr(*values, verdict=PASS):
    return run([result(str(n), verdict, measures={"MRR": v}) for n, v in enumerate(values)])


BETTER = diff_runs(mrr(0.5, 0.5, 0.5), mrr(1.0, 1.0, 1.0))
WORSE = diff_runs(mrr(1.0, 1.0, 1.0), mrr(0.5, 0.5, 0.5, verdict=FAIL))
CHANCE = diff_runs(mrr(1.0, 0.0, 1.0), mrr(0.0, 1.0, 0.0))
APART = diff_runs(run([result("a")]), run([result("b")]))


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("regressed>0", Condition("regressed", ">", 0.0)),
        (" MRR < -0.01 ", Condition("MRR", "<", -0.01)),
        ("recall@5<=-5e-3", Condition("R@5", "<=", -0.005)),
        ("run.R@5<0.8", Condition("run.R@5", "<", 0.8)),
        ("mcnemar_p<0.05", Condition("mcnemar_p", "<", 0.05)),
        ("changed_cases!=0", Condition("changed_cases", "!=", 0.0)),
    ],
)
def test_a_condition_is_a_name_a_comparison_and_a_number(text, condition):
    assert parse_condition(text) == condition
    assert parse_condition(str(condition)) == condition


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("regressed", r"'regressed' is no condition; write a name, one of < <= > >= == != and"),
        ("", r"'' is no condition"),
        ("0<MRR<1", r"'0<MRR<1' is no condition"),
        ("MRR<lots", r"compares with 'lots', which is not a finite number"),
        ("MRR<nan", r"compares with 'nan', which is not a finite number"),
        (
            "regresed>0",
            r"neither a change \(regressed, .*\) nor a measure .*Did you mean 'regressed'",
        ),
        ("MRR@5>0", r"asks for 'MRR@5', which is neither"),
    ],
)
def test_what_is_no_condition_is_refused_with_the_way_out(text, message):
    with pytest.raises(InvalidInput, match=message):
        parse_condition(text)


@pytest.mark.parametrize(
    ("diff", "text", "decision"),
    [
        pytest.param(WORSE, "regressed>0", BLOCK, id="a-count-that-trips-blocks"),
        pytest.param(BETTER, "regressed>0", SHIP, id="a-count-that-does-not"),
        pytest.param(WORSE, "MRR<-0.01", BLOCK, id="a-significant-loss-blocks"),
        pytest.param(CHANCE, "MRR<-0.01", INCONCLUSIVE, id="a-loss-within-chance"),
        pytest.param(BETTER, "MRR<-0.01", SHIP, id="a-gain"),
        pytest.param(WORSE, "run.MRR<0.8", BLOCK, id="below-a-floor"),
        pytest.param(BETTER, "run.MRR<0.8", SHIP, id="above-a-floor"),
        pytest.param(WORSE, "R@5<0", INCONCLUSIVE, id="a-measure-nobody-scored"),
        pytest.param(APART, "added>5", INCONCLUSIVE, id="no-common-case"),
        pytest.param(WORSE, "mcnemar_p<0.3", BLOCK, id="three-flips-of-three"),
        pytest.param(BETTER, "mcnemar_p<0.3", SHIP, id="no-flip"),
        pytest.param(WORSE, "common<3", SHIP, id="a-count-of-comparability"),
    ],
)
def test_a_gate_ships_blocks_or_cannot_say(diff, text, decision):
    outcome = evaluate_gate(diff, [parse_condition(text)])
    assert outcome.decision is decision
    assert outcome.conditions[0].decision is decision


def test_the_worst_condition_decides_and_each_is_answered():
    conditions = [parse_condition(t) for t in ("improved>0", "R@5<0", "regressed>0")]
    outcome = evaluate_gate(WORSE, conditions)
    assert outcome.decision is BLOCK
    assert [c.decision for c in outcome.conditions] == [SHIP, INCONCLUSIVE, BLOCK]
    assert [c.message for c in outcome.conditions] == [
        "improved>0: improved is 0.",
        "R@5<0: no common case is scored on R@5.",
        "regressed>0: regressed is 3.",
    ]


def test_without_conditions_there_is_nothing_to_stop_for():
    assert evaluate_gate(WORSE, []).decision is SHIP
