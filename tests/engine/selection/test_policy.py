import pytest

from engine.errors import InvalidInput
from engine.models.selection import Policy
from engine.models.tool import RiskClass
from engine.selection.policy import assess_override, parse_policy
from engine.selection.standing import Standing
from engine.selection.table import OVERRIDE_MARGIN, WEIGHTS

READ, WRITE = RiskClass.READ, RiskClass.WRITE


def standing(winner_risk=READ, llm_risk=READ, lead=OVERRIDE_MARGIN + 5.0):
    """Return two candidates, the first ahead of the model's target by ``lead`` log-odds."""
    weight = WEIGHTS["text_match"]
    return Standing.of(
        {"winner": {"text_match": lead / weight}, "llm": {}},
        {"winner": 1, "llm": 2},
        {"winner": winner_risk, "llm": llm_risk},
        {"winner": 1.0, "llm": 1.0},
    )


def assess(policy=Policy.STRONG_EVIDENCE, asked=READ, **values):
    found = standing(**values)
    return assess_override(found, found.signals[0], "llm", policy, asked)


def test_a_decisive_lead_may_override():
    assessment = assess()
    assert assessment.allowed
    assert assessment.winner == "winner"
    assert assessment.supporting == ("text_match",)
    assert assessment.contradicting == ()
    assert assessment.reason_codes == ()


@pytest.mark.parametrize("policy", [Policy.STRONG_EVIDENCE, Policy.RISK_LIMITED])
def test_a_small_lead_may_not_override(policy):
    assessment = assess(policy, lead=OVERRIDE_MARGIN / 2)
    assert not assessment.allowed
    assert "insufficient_margin" in assessment.reason_codes


def test_deterministic_takes_the_best_by_any_lead():
    assert assess(Policy.DETERMINISTIC, lead=0.01).allowed


def test_preserve_llm_never_overrides_and_says_so():
    assessment = assess(Policy.PRESERVE_LLM)
    assert not assessment.allowed
    assert assessment.reason_codes == ("policy_preserves_llm",)


@pytest.mark.parametrize("policy", list(Policy))
def test_no_policy_moves_from_a_read_to_a_write(policy):
    assessment = assess(policy, winner_risk=WRITE, asked=WRITE)
    assert not assessment.allowed
    assert "action_risk_blocked" in assessment.reason_codes


def test_risk_limited_only_moves_to_tools_that_read():
    moves = {"winner_risk": WRITE, "llm_risk": WRITE, "asked": WRITE}
    assert assess(Policy.STRONG_EVIDENCE, **moves).allowed
    limited = assess(Policy.RISK_LIMITED, **moves)
    assert not limited.allowed
    assert limited.reason_codes == ("action_risk_blocked",)


def test_an_unknown_policy_is_refused_with_the_list():
    with pytest.raises(
        InvalidInput,
        match=r"policy 'strong' is not known; there are strong_evidence, preserve_llm, "
        r"deterministic, risk_limited\.",
    ):
        parse_policy("strong")


def test_a_near_policy_is_offered():
    with pytest.raises(InvalidInput, match="Did you mean 'deterministic'"):
        parse_policy("determinstic")


def rivals(llm_rank, winner_coverage, llm_coverage):
    """Return a clear winner beside a model's target, with what each carries of the query."""
    return Standing.of(
        {"winner": {"retrieval": 3.0}, "llm": {}},
        {"winner": 1} | ({"llm": llm_rank} if llm_rank else {}),
        {"winner": READ, "llm": READ},
        {"winner": winner_coverage, "llm": llm_coverage},
    )


@pytest.mark.parametrize(
    ("llm_rank", "winner_coverage", "llm_coverage", "allowed"),
    [
        pytest.param(2, 1.0, 0.5, True, id="retrieved-and-carries-less"),
        pytest.param(2, 1.0, 1.0, True, id="retrieved-and-carries-as-much"),
        pytest.param(2, 0.9, 1.0, False, id="retrieved-and-carries-more"),
        pytest.param(None, 1.0, 0.5, True, id="missed-and-carries-less"),
        pytest.param(None, 1.0, 1.0, False, id="missed-and-carries-as-much"),
    ],
)
def test_a_target_that_carries_the_query_does_not_give_way(
    llm_rank, winner_coverage, llm_coverage, allowed
):
    found = rivals(llm_rank, winner_coverage, llm_coverage)
    assessment = assess_override(
        found, found.signals[0], "llm", Policy.STRONG_EVIDENCE, RiskClass.READ
    )
    assert assessment.allowed is allowed
    assert ("llm_target_covers_query" in assessment.reason_codes) is not allowed


def test_a_winner_that_carries_nothing_of_the_query_is_too_weak():
    found = rivals(2, 0.0, 0.0)
    tied = Standing.of(
        {"winner": {"retrieval": 1.0}, "llm": {}, "third": {"retrieval": 1.0}},
        {"winner": 1, "llm": 3, "third": 2},
        dict.fromkeys(("winner", "llm", "third"), READ),
        dict.fromkeys(("winner", "llm", "third"), 0.0),
    )
    assert assess_override(
        found, found.signals[0], "llm", Policy.DETERMINISTIC, RiskClass.READ
    ).allowed
    weak = assess_override(tied, tied.signals[0], "llm", Policy.STRONG_EVIDENCE, RiskClass.READ)
    assert "weak_winner_evidence" in weak.reason_codes
