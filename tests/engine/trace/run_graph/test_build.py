from __future__ import annotations

from datetime import UTC, datetime

import pytest

from engine.models.candidate import EdgeEvidence, LearningEvidence, MatchedTerm
from engine.models.failure import Failure, FailureReason, FailureStage
from engine.models.gate import GateVerdict, Permission, Refusal, RefusalCode
from engine.models.graph import EdgeKind, EdgeOrigin, GraphEdge
from engine.models.plan import InputStatus, Plan, PlanInput
from engine.models.run import Verdict
from engine.models.selection import Decision, Selection
from engine.trace.run_graph.build import RunFacts, case_node, run_graph, selected_node
from engine.trace.tracer import Tracer
from tests.builders import by_name, candidate, field, ranked, result, tool

RAN = datetime(2026, 2, 1, tzinfo=UTC)
READ = datetime(2026, 1, 1, tzinfo=UTC)


def facts(*tools, **values):
    return RunFacts("run-1", RAN, "shop", READ, by_name(*tools), **values)


def chosen(name="a", decision=Decision.SELECT, **values):
    return Selection(selected_target=name, decision=decision, confidence=0.9, **values)


def edges_of(graph, relation):
    return [edge for edge in graph.edges if edge.id.startswith(f"{relation}:")]


def only(graph, relation):
    (edge,) = edges_of(graph, relation)
    return edge


def words(*rows):
    return tuple(
        MatchedTerm(term=term, field=place, contribution=gain) for term, place, gain in rows
    )


def test_a_case_leads_over_word_candidate_and_decision_to_its_tool():
    met = candidate("a", 1, 1.0, matched_fields=words(("refund", "name", 1.0)))
    case = result(candidates=(met,), selection=chosen())
    graph = run_graph(case, facts(tool("a")))
    path = Tracer(graph).trace(case_node(case), selected_node(case), bidirectional=False).paths[0]
    assert path.path == ("case:case", "term:refund", "candidate:a", "decision", "tool:a")


def test_the_shares_of_a_candidate_sum_to_one():
    met = candidate(
        "a",
        1,
        breakdown={"seed": 3.0, "dense": 2.0, "name_match": 1.0, "action_match": -0.5},
        matched_fields=words(("one", "name", 2.0), ("two", "name", 0.5), ("two", "path", 0.5)),
    )
    graph = run_graph(result(candidates=(met,)), facts())
    shares = [e.confidence for e in graph.edges if e.id.startswith(("matches", "favours"))]
    assert sum(shares) == pytest.approx(1.0, abs=1e-5)
    assert only(graph, "disfavours").confidence == pytest.approx(0.5 / 6, abs=1e-6)
    assert only(graph, "disfavours").edge_type == "contradicts"


def test_a_word_that_met_several_fields_is_one_edge_that_names_them():
    met = candidate(
        "a", 1, 3.0, matched_fields=words(("refund", "path", 1.0), ("refund", "title", 2.0))
    )
    edge = only(run_graph(result(candidates=(met,)), facts()), "matches")
    assert edge.confidence == 1.0
    assert "met title, path and gave 3.000 of 3.000" in edge.evidence


def test_a_candidate_without_words_rests_on_its_signals():
    graph = run_graph(result(candidates=ranked("a")), facts())
    assert [edge.source for edge in edges_of(graph, "favours")] == ["signal:seed"]


def test_a_path_of_the_tool_graph_is_walked_from_consumer_to_producer():
    reached = candidate(
        "b",
        2,
        breakdown={"graph_expansion": 1.0},
        edge_evidence=(),
    ).model_copy(
        update={
            "edge_evidence": (
                EdgeEvidence(source="m", target="a", kind="data_flow", confidence=0.8),
                EdgeEvidence(source="b", target="m", kind="openapi_link", confidence=0.5),
            )
        }
    )
    graph = run_graph(result(candidates=(*ranked("a"), reached)), facts())
    steps = {(e.source, e.target): e for e in edges_of(graph, "brings_in")}
    assert set(steps) == {("candidate:a", "tool:m"), ("tool:m", "candidate:b")}
    first, last = steps["candidate:a", "tool:m"], steps["tool:m", "candidate:b"]
    assert (first.edge_type, first.standing, first.confidence) == ("causal", "derived", 0.8)
    assert (last.standing, last.confidence) == ("declared", 0.5)


def test_a_suggestion_teaches_with_what_learning_gave():
    learned = LearningEvidence(
        suggestion_id="s1", suggestion_type="target_preference", status="promoted", observations=4
    )
    met = candidate("a", 1, breakdown={"seed": 3.0, "learning": 1.0})
    met = met.model_copy(update={"learning_evidence": learned})
    edge = only(run_graph(result(candidates=(met,)), facts()), "teaches")
    assert (edge.source, edge.confidence, edge.standing) == ("suggestion:s1", 0.25, "observed")


def test_what_was_not_selected_is_only_related_to_its_tool():
    graph = run_graph(result(candidates=ranked("a", "b"), selection=chosen("a")), facts())
    edge = only(graph, "considers")
    assert (edge.source, edge.target, edge.edge_type) == ("candidate:b", "tool:b", "related_to")
    assert only(graph, "puts_forward").source == "candidate:a"


def test_an_override_contradicts_the_models_target():
    selection = chosen("a", Decision.OVERRIDE_LLM, llm_target="b", overrode_llm=True)
    graph = run_graph(result(candidates=ranked("a", "b"), selection=selection), facts())
    edge = only(graph, "overrides")
    assert (edge.source, edge.target, edge.edge_type) == ("decision", "tool:b", "contradicts")
    assert (only(graph, "proposes").target, only(graph, "proposes").standing) == ("tool:b", None)
    assert not edges_of(graph, "sways")


def test_a_kept_word_of_the_model_sways_the_decision():
    selection = chosen("a", Decision.PRESERVE_LLM, llm_target="a")
    graph = run_graph(result(candidates=ranked("b"), selection=selection), facts())
    assert only(graph, "sways").confidence == 0.5
    assert not edges_of(graph, "overrides")
    assert not edges_of(graph, "puts_forward")


def test_rivals_speak_against_the_decision_with_its_doubt():
    selection = chosen("a", ambiguous=True, ambiguity_set=("a", "b"))
    graph = run_graph(result(candidates=ranked("a", "b"), selection=selection), facts())
    edge = only(graph, "rivals")
    assert (edge.source, edge.edge_type, edge.confidence) == ("candidate:b", "contradicts", 0.1)


@pytest.mark.parametrize(
    ("permission", "relation", "edge_type"),
    [
        (Permission.ALLOW, "authorises", "supports"),
        (Permission.REFUSE, "refuses", "contradicts"),
    ],
)
def test_the_gates_verdict_speaks_of_the_tool(permission, relation, edge_type):
    refused = permission is Permission.REFUSE
    refusals = (
        (Refusal(code=RefusalCode.MISSING_PROVENANCE, required="provenance", found="nothing"),)
        if refused
        else ()
    )
    verdict = GateVerdict(
        permission=permission,
        tool="a",
        contract="strict",
        contract_fingerprint="contract-v1:0",
        refusals=refusals,
    )
    case = result(candidates=ranked("a"), selection=chosen("a"), gate=verdict)
    edge = only(run_graph(case, facts()), relation)
    assert (edge.source, edge.target, edge.edge_type) == ("gate", "tool:a", edge_type)
    assert ("MISSING_PROVENANCE" in edge.evidence) == refused


@pytest.mark.parametrize(
    ("stage", "relation"),
    [
        (None, "confirms"),
        (FailureStage.SELECT_TARGET, "refutes"),
        (FailureStage.EXECUTE, "refutes"),
        (FailureStage.AUTH_PREFLIGHT, "stops"),
    ],
)
def test_the_runs_outcome_speaks_of_the_selected_tool(stage, relation):
    failure = stage and Failure(stage=stage, reason=FailureReason.HTTP_4XX)
    verdict = Verdict.PASS if stage is None else Verdict.FAIL
    case = result(verdict=verdict, failure=failure, candidates=ranked("a"), selection=chosen("a"))
    assert only(run_graph(case, facts()), relation).target == "tool:a"


def test_a_required_field_leads_to_its_producers_with_their_standing():
    needs = tool("a", consumes=(field("id", required=True), field("page")))
    flow = GraphEdge(
        source="list",
        target="a",
        kind=EdgeKind.DATA_FLOW,
        origin=EdgeOrigin.OBSERVED,
        confidence=0.7,
        evidence="Seen.",
        fields=(("$.items[].id", "$.id"),),
    )
    plan = Plan(
        target="a",
        complete=True,
        steps=("a",),
        inputs=(PlanInput(tool="a", field="id", status=InputStatus.GIVEN),),
    )
    case = result(candidates=ranked("a"), selection=chosen("a"), plan=plan)
    graph = run_graph(case, facts(needs, feeding={"a": [flow]}))
    assert only(graph, "needs").target == "field:a $.id"
    edge = only(graph, "produced_by")
    assert (edge.target, edge.confidence, edge.standing) == ("tool:list", 0.7, "observed")
    assert only(graph, "gives").source == "case:case"


def test_what_is_declared_has_the_catalogs_time_and_the_rest_the_runs():
    case = result(candidates=ranked("a"), selection=chosen("a"))
    graph = run_graph(case, facts(tool("a", consumes=(field("id", required=True),))))
    times = {edge.id.partition(":")[0]: edge.created_at for edge in graph.edges}
    assert times["declares"] == times["needs"] == READ
    assert times["asks"] == times["selects"] == RAN


def test_a_catalog_that_is_gone_declares_nothing():
    case = result(candidates=ranked("a"), selection=chosen("a"))
    graph = run_graph(case, RunFacts("run-1", RAN, "shop"))
    assert not edges_of(graph, "declares")


def test_a_case_without_anything_is_a_graph_of_one_node():
    graph = run_graph(result(), facts())
    assert [node.id for node in graph.nodes] == ["case:case"]
    assert graph.edges == ()


def test_the_order_of_candidates_changes_nothing():
    case = result(candidates=ranked("a", "b", "c"), selection=chosen("b"))
    turned = case.model_copy(update={"candidates": case.candidates[::-1]})
    assert run_graph(case, facts()).fingerprint == run_graph(turned, facts()).fingerprint
