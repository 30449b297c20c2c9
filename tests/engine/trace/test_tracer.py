from __future__ import annotations

import json
import math
from datetime import timedelta

import pytest
from pydantic import ValidationError

from engine.errors import InvalidInput
from engine.models.path import EvidenceEdge, EvidenceGraph, TraceResult
from engine.trace.tracer import Tracer, trace


@pytest.fixture
def chain(graph_of, now):
    return graph_of(("1", "a", "b", "causal", 0.9, now), ("2", "b", "c", "supports", 0.7, now))


def test_the_answer_has_the_documented_shape_in_json(chain, now):
    answer = json.loads(trace(chain, "a", "c", now=now).model_dump_json())
    assert answer["subgraph_size"] == {"nodes": 3, "edges": 2}
    (path,) = answer["paths"]
    assert path["path"] == ["a", "b", "c"]
    assert path["total_cost"] == pytest.approx(0.5620355, abs=5e-8)
    assert path["hops"] == 2
    assert path["probability"] == pytest.approx(0.63)
    first, second = path["edges"]
    assert (first["id"], first["from"], first["to"]) == ("1", "a", "b")
    assert first["traversed"] == "forward"
    assert first["cost"] == pytest.approx(0.1053605, abs=5e-8)
    assert second["cost_parts"].keys() == {"confidence", "recency", "type"}
    assert second["cost_parts"]["type"] == 0.1
    assert answer["reason"] is None
    assert answer["warnings"] == []
    assert answer["dominators"] == ["b"]
    assert answer["tie_at_cutoff"] is False


def test_an_answer_survives_a_round_through_json(chain, now):
    answer = trace(chain, "c", "a", now=now)
    assert TraceResult.model_validate_json(answer.model_dump_json()) == answer


def test_a_parallel_edge_is_a_path_of_its_own_with_its_own_cost(graph_of, now):
    graph = graph_of(
        ("sa-causal", "s", "a", "causal", 0.95, now),
        ("sa-related", "s", "a", "related_to", 0.2, now),
        ("at", "a", "t", "causal", 0.9, now),
        ("ab", "a", "b", "causal", 0.9, now),
        ("bt", "b", "t", "causal", 0.9, now),
        ("sc", "s", "c", "causal", 0.7, now),
        ("ct", "c", "t", "causal", 0.7, now),
    )
    answer = trace(graph, "s", "t", k=4, bidirectional=False, now=now)
    assert [p.edge_ids for p in answer.paths] == [
        ("sa-causal", "at"),
        ("sa-causal", "ab", "bt"),
        ("sc", "ct"),
        ("sa-related", "at"),
    ]
    assert [round(p.total_cost, 3) for p in answer.paths] == [0.157, 0.262, 0.713, 2.215]


def test_an_edge_read_backwards_says_so_and_keeps_the_path_s_order(chain, now):
    answer = trace(chain, "c", "a", now=now)
    assert answer.paths[0].path == ("c", "b", "a")
    assert [(e.from_id, e.to_id, e.traversed) for e in answer.paths[0].edges] == [
        ("c", "b", "reverse"),
        ("b", "a", "reverse"),
    ]


def test_a_path_against_the_arrows_is_named_when_direction_forbids_it(chain, now):
    answer = trace(chain, "c", "a", bidirectional=False, now=now)
    assert answer.paths == ()
    assert answer.reason == "wrong_direction"
    assert answer.frontier.edges_against == ("2", "1")
    assert "trace in both directions" in answer.explanation


def test_a_hop_limit_is_real_and_says_how_many_hops_are_needed(graph_of, now):
    free = [(str(i), f"n{i}", f"n{i + 1}", "causal", 1.0, now) for i in range(4)]
    graph = graph_of(*free, ("direct", "n0", "n4", "contradicts", 0.5, now))
    assert trace(graph, "n0", "n4", max_hops=4, now=now).paths[0].hops == 4
    assert trace(graph, "n0", "n4", max_hops=3, now=now).paths[0].edge_ids == ("direct",)
    without = graph_of(*free)
    answer = trace(without, "n0", "n4", max_hops=3, now=now)
    assert answer.reason == "hop_limit"
    assert answer.frontier.hops_needed == 4
    assert answer.frontier.reached == ("n3",)


def test_unjoined_nodes_are_disconnected(graph_of, now):
    graph = graph_of(("1", "a", "b", "causal", 1.0, now), ("2", "c", "d", "causal", 1.0, now))
    answer = trace(graph, "a", "c", now=now)
    assert answer.reason == "disconnected"
    assert answer.frontier.reached == ("b",)
    assert answer.dominators is None


def test_equal_costs_are_ordered_by_hops_then_by_edge_ids_and_the_tie_is_told(graph_of, now):
    graph = graph_of(
        ("z", "s", "t", "causal", 1.0, now),
        ("b1", "s", "b", "causal", 1.0, now),
        ("b2", "b", "t", "causal", 1.0, now),
        ("a1", "s", "a", "causal", 1.0, now),
        ("a2", "a", "t", "causal", 1.0, now),
    )
    answer = trace(graph, "s", "t", k=2, now=now)
    assert [p.edge_ids for p in answer.paths] == [("z",), ("a1", "a2")]
    assert answer.tie_at_cutoff is True
    assert trace(graph, "s", "t", k=3, now=now).tie_at_cutoff is False


def test_a_contradiction_is_warned_of_with_the_best_path_that_avoids_it(graph_of, now):
    rows = [(f"s{i}", f"n{i}", f"n{i + 1}", "supports", 0.6, now) for i in range(4)]
    graph = graph_of(*rows, ("no", "n0", "n4", "contradicts", 0.9, now))
    answer = trace(graph, "n0", "n4", now=now)
    assert answer.paths[0].edge_ids == ("no",)
    assert answer.best_without_contradictions.edge_ids == ("s0", "s1", "s2", "s3")
    (warning,) = answer.warnings
    assert warning.code == "contradiction"
    assert warning.edges == ("no",)
    assert "costs 0.3379 more" in warning.message


def test_more_than_ten_paths_are_lowered_to_ten_and_said(graph_of, now):
    graph = graph_of(*[(f"{i:02d}", "a", "b", "causal", 0.5, now) for i in range(12)])
    answer = trace(graph, "a", "b", k=50, now=now)
    assert len(answer.paths) == 10
    assert (answer.parameters.k, answer.parameters.requested_k) == (10, 50)
    assert answer.warnings[0].code == "k_clamped"
    assert answer.tie_at_cutoff is True


def test_fewer_paths_than_asked_are_told(chain, now):
    answer = trace(chain, "a", "c", k=3, now=now)
    assert [w.code for w in answer.warnings] == ["fewer_paths"]
    assert answer.warnings[0].message == "Only 1 of 3 paths exist of at most 10 hops."


def test_without_a_moment_ages_are_counted_to_the_newest_edge(graph_of, now):
    graph = graph_of(
        ("1", "a", "b", "causal", 1.0, now - timedelta(hours=168)),
        ("2", "c", "b", "causal", 1.0, now),
    )
    answer = trace(graph, "a", "b")
    assert answer.parameters.now == now
    assert answer.paths[0].total_cost == pytest.approx(math.log(2))
    assert [w.code for w in answer.warnings] == ["now_defaulted"]


def test_flags_of_edges_become_one_warning_a_kind(graph_of, now):
    graph = graph_of(
        ("1", "a", "b", "cites", 0.0), ("2", "b", "c", "cites", 0.5, now + timedelta(1))
    )
    answer = trace(graph, "a", "c", now=now)
    assert {w.code: w.edges for w in answer.warnings} == {
        "confidence_floored": ("1",),
        "timestamp_future": ("2",),
        "timestamp_missing": ("1",),
        "type_unknown": ("1", "2"),
    }


def test_a_budget_cuts_the_search_and_says_so(graph_of, now):
    names = [f"n{i:02d}" for i in range(30)]
    rows = [(f"{a}-{b}", a, b, "causal", 0.5, now) for a in names for b in names if a != b]
    graph = graph_of(*rows)
    assert len(trace(graph, "n00", "n29", k=10, now=now).paths) == 10
    answer = trace(graph, "n00", "n29", k=10, budget=20, now=now)
    assert answer.budget.exhausted
    assert answer.budget.used == 20
    assert answer.warnings[-1].code == "budget"
    full = trace(graph, "n00", "n29", k=10, now=now)
    assert answer.paths == full.paths[: len(answer.paths)]
    nothing = trace(graph, "n00", "n29", budget=1, now=now)
    assert nothing.reason == "budget"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"source_id": "aa"}, "source_id 'aa' is not among the graph's 3 nodes. Did you mean"),
        ({"target_id": "zebra"}, "target_id 'zebra' is not among"),
        ({"target_id": "a"}, "both 'a'; a path joins two different nodes"),
        ({"k": 0}, "k must be a whole number of at least 1, but 0"),
        ({"k": 1.5}, "k must be a whole number of at least 1, but 1.5"),
        ({"k": True}, "k must be a whole number"),
        ({"max_hops": 0}, "max_hops must be a whole number from 1 to 1023, but 0"),
        ({"max_hops": 1024}, "from 1 to 1023, but 1024"),
        ({"half_life_hours": -1}, "half_life_hours must be a finite number of hours above 0"),
        ({"half_life_hours": math.nan}, "but nan was"),
        ({"recency": "weekly"}, "one of half_life, linear, off, but 'weekly'"),
        ({"max_overlap": math.nan}, r"max_overlap is a share and must be in \[0, 1\]"),
        ({"budget": 0}, "budget must be a whole number of at least 1"),
    ],
)
def test_arguments_out_of_range_are_clear_errors(chain, now, change, message):
    arguments = {"source_id": "a", "target_id": "c", "now": now, **change}
    with pytest.raises(InvalidInput, match=message):
        trace(chain, **arguments)


@pytest.mark.parametrize("confidence", [math.nan, math.inf, -0.1, 1.1, "0.5", True, None])
def test_a_confidence_outside_its_range_makes_no_edge(confidence):
    with pytest.raises(ValidationError):
        EvidenceEdge(id="1", source="a", target="b", edge_type="causal", confidence=confidence)


def test_every_fault_between_nodes_and_edges_is_reported_at_once():
    edge = {"id": "1", "source": "a", "target": "x", "edge_type": "causal", "confidence": 1.0}
    with pytest.raises(ValidationError) as caught:
        EvidenceGraph.model_validate({"nodes": [{"id": "a"}, {"id": "a"}], "edges": [edge, edge]})
    text = str(caught.value)
    assert "node 'a': stands 2 times" in text
    assert "edge '1': stands 2 times" in text
    assert text.count("target 'x' is not among the graph's 1 nodes") == 2


def test_one_tracer_answers_as_single_traces_do(chain, now):
    tracer = Tracer(chain)
    for half_life in (1.0, 24.0, 168.0, 1000.0, 5000.0, 1.0):
        single = trace(chain, "a", "c", half_life_hours=half_life, now=now)
        assert tracer.trace("a", "c", half_life_hours=half_life, now=now) == single


def test_a_chain_of_many_free_edges_is_one_path(graph_of, now):
    rows = [(f"{i:04d}", f"n{i:04d}", f"n{i + 1:04d}", "causal", 1.0, now) for i in range(300)]
    answer = trace(graph_of(*rows), "n0000", "n0300", max_hops=300, now=now)
    assert answer.paths[0].hops == 300
    assert answer.paths[0].total_cost == 0.0
    assert len(answer.dominators) == 299
