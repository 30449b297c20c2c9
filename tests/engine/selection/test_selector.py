import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInput, UnknownTool
from engine.models.selection import Decision, Policy, ReasonCode, TargetPreference
from engine.selection.selector import select_target_candidate
from engine.selection.table import LOW_CONFIDENCE_BELOW
from tests.builders import by_name, candidate, ranked, tool

TOOLS = by_name(
    tool("cancelOrder", "POST /orders/{id}/cancel", risk="write"),
    tool("deleteOrder", "DELETE /orders/{id}", risk="destructive"),
    tool("getOrder", "GET /orders/{id}", risk="read"),
    tool("listOrders", "GET /orders", risk="read"),
    tool("listRefunds", "GET /refunds", risk="read"),
)


def select(query="list the orders", rows=None, **values):
    rows = ranked("listOrders", "getOrder", "listRefunds") if rows is None else rows
    names = [row.name for row in rows]
    return select_target_candidate(query, names, TOOLS, rows, **values)


def test_without_a_model_the_best_candidate_is_selected():
    selection = select()
    assert selection.selected_target == "listOrders"
    assert selection.decision is Decision.SELECT
    assert not selection.overrode_llm
    assert not selection.override_assessment.evaluated


def test_the_signals_of_every_candidate_sum_to_its_selector_score():
    selection = select()
    assert {row.name for row in selection.rank_signals} == {"listOrders", "getOrder", "listRefunds"}
    for row in selection.rank_signals:
        assert sum(row.signals.values()) == pytest.approx(row.selector_score, abs=1e-12)


def test_the_margins_are_differences_of_selector_scores():
    selection = select(llm_target="getOrder", policy=Policy.PRESERVE_LLM)
    scores = {row.name: row.selector_score for row in selection.rank_signals}
    assert selection.margin == pytest.approx(scores["getOrder"] - scores["listOrders"])
    assert selection.llm_margin == pytest.approx(scores["listOrders"] - scores["getOrder"])
    assert {r.name: r.score_difference for r in selection.why_rejected} == pytest.approx(
        {name: scores["getOrder"] - scores[name] for name in ("listOrders", "listRefunds")}
    )


def test_a_model_target_that_is_also_the_best_is_confirmed():
    selection = select(llm_target="listOrders")
    assert selection.decision is Decision.AGREE
    assert ReasonCode.LLM_TARGET_CONFIRMED in selection.reason_codes
    assert selection.llm_margin == 0.0


def test_a_model_target_is_kept_where_the_lead_is_small():
    rows = (candidate("listOrders", 1, 1.0), candidate("listRefunds", 2, 0.999))
    selection = select("list them", rows, llm_target="listRefunds")
    assert selection.selected_target == "listRefunds"
    assert selection.decision is Decision.PRESERVE_LLM
    assert selection.reason_codes[:2] == ("llm_target_preserved", "insufficient_margin")
    assert selection.override_assessment.evaluated
    assert not selection.override_assessment.allowed


def test_a_model_target_gives_way_under_the_deterministic_policy():
    selection = select(llm_target="getOrder", policy="deterministic")
    assert selection.selected_target == "listOrders"
    assert selection.overrode_llm
    assert selection.decision is Decision.OVERRIDE_LLM
    assert ReasonCode.LLM_TARGET_OVERRIDDEN in selection.reason_codes
    rejected = {r.name: r.reason_codes for r in selection.why_rejected}
    assert "llm_target_overridden" in rejected["getOrder"]


def test_a_model_target_that_the_catalog_lacks_is_reported_and_passed_over():
    selection = select(llm_target="inventedTool")
    assert selection.selected_target == "listOrders"
    assert selection.decision is Decision.SELECT_FALLBACK
    assert selection.reason_codes[0] == ReasonCode.LLM_TARGET_NOT_IN_CANDIDATES
    assert selection.llm_target == "inventedTool"
    assert selection.llm_margin is None
    assert not selection.overrode_llm


def test_a_model_target_that_was_not_retrieved_joins_without_a_rank():
    selection = select(llm_target="cancelOrder", policy=Policy.PRESERVE_LLM)
    assert selection.selected_target == "cancelOrder"
    assert next(r for r in selection.rank_signals if r.name == "cancelOrder").rank is None


def test_nothing_to_choose_from_is_said():
    selection = select_target_candidate("list", [], TOOLS, ())
    assert selection.selected_target is None
    assert selection.decision is Decision.ABSTAIN
    assert selection.reason_codes == (ReasonCode.NO_CANDIDATES,)
    assert selection.confidence == 0.0


def test_a_model_target_alone_is_kept_and_the_empty_ranking_is_said():
    selection = select_target_candidate("list", [], TOOLS, (), llm_target="listOrders")
    assert selection.selected_target == "listOrders"
    assert ReasonCode.NO_CANDIDATES in selection.reason_codes


@pytest.mark.parametrize("policy", list(Policy))
def test_a_read_is_never_replaced_by_a_tool_that_changes_something(policy):
    rows = (candidate("deleteOrder", 1, 9.0), candidate("getOrder", 2, 0.1))
    selection = select("delete order 42", rows, llm_target="getOrder", policy=policy)
    assert selection.selected_target == "getOrder"
    if policy is not Policy.PRESERVE_LLM:
        assert ReasonCode.ACTION_RISK_BLOCKED in selection.reason_codes
        assert "action_risk_blocked" in selection.override_assessment.reason_codes


def test_without_a_model_no_unasked_effect_is_preferred_to_the_first_of_the_ranking():
    orders = by_name(
        tool("getOrder", "GET /orders", risk="read"),
        tool("wipeStaleDraftOrders", "POST /orders/stale/draft", risk="destructive"),
    )
    rows = (candidate("getOrder", 1, 1.0), candidate("wipeStaleDraftOrders", 2, 0.999999))
    preferred = [TargetPreference(suggestion_id="s", tool="wipeStaleDraftOrders", promoted=True)]
    selection = select_target_candidate(
        "stale draft orders", list(orders), orders, rows, learning_suggestions=preferred
    )
    assert selection.selected_target == "getOrder"


def test_equal_candidates_go_by_name_and_are_called_a_tie():
    twins = by_name(tool("orderListX", "GET /orders/x"), tool("orderListY", "GET /orders/y"))
    selection = select_target_candidate("anything else", ["orderListY", "orderListX"], twins, ())
    assert selection.selected_target == "orderListX"
    assert selection.ambiguous
    assert {"ambiguous_target", "candidate_tie"} <= set(selection.reason_codes)
    assert selection.ambiguity_set == ("orderListX", "orderListY")
    assert selection.margin == 0.0


def test_only_promoted_suggestions_count():
    quiet = TargetPreference(suggestion_id="s", tool="getOrder", promoted=False)
    loud = quiet.model_copy(update={"promoted": True})
    assert select(learning_suggestions=[quiet]) == select()
    signals = {row.name: row.signals for row in select(learning_suggestions=[loud]).rank_signals}
    assert signals["getOrder"]["learning"] > 0


def test_a_candidate_that_the_catalog_lacks_is_refused():
    with pytest.raises(UnknownTool, match=r"candidate list names tool 'listOrder', .*'listOrders'"):
        select_target_candidate("list", ["listOrder"], TOOLS, ())


def test_an_unknown_policy_is_refused():
    with pytest.raises(InvalidInput, match="policy 'bold' is not known"):
        select(policy="bold")


@pytest.mark.parametrize("query", ["", "   ", "???", "the of and", "🚚", "order " * 5000])
def test_any_text_gets_an_answer(query):
    assert select(query).selected_target is not None


orders = st.permutations([row.name for row in ranked(*TOOLS)])


@settings(max_examples=30)
@given(orders, st.permutations(ranked(*TOOLS)), st.sampled_from([None, *TOOLS]))
def test_the_order_of_the_input_never_changes_the_answer(names, rows, llm_target):
    expected = select_target_candidate(
        "list orders", sorted(names), TOOLS, ranked(*TOOLS), llm_target
    )
    assert select_target_candidate("list orders", names, TOOLS, rows, llm_target) == expected


def test_a_selection_that_rests_on_nothing_is_called_ambiguous_beside_its_runner_up():
    others = ("listRefunds", "getOrder", "cancelOrder", "deleteOrder")
    rows = (
        candidate("listOrders", 1, 1.0),
        *(candidate(name, rank, 0.99) for rank, name in enumerate(others, start=2)),
    )
    selection = select("something else entirely", rows)
    runner_up = selection.rank_signals[1].name
    assert selection.selected_target == "listOrders"
    assert selection.ambiguous
    assert selection.ambiguity_set[:2] == ("listOrders", runner_up)
    assert selection.confidence < LOW_CONFIDENCE_BELOW
    assert {"ambiguous_target", "low_confidence"} <= set(selection.reason_codes)


def test_one_candidate_alone_is_never_ambiguous_but_may_be_doubtful():
    selection = select("list the orders", (candidate("listOrders", 1, 1.0),))
    assert not selection.ambiguous
    assert selection.ambiguity_set == ()
    assert selection.margin is None
