from __future__ import annotations

import random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.models.graph import EdgeKind, EdgeOrigin, GraphEdge
from engine.retrieval.retriever import Retriever
from engine.retrieval.settings import ExpansionSettings, RetrievalSettings
from tests.engine.retrieval.conftest import catalog, field, tool


class Edges(NamedTuple):
    edges: tuple[GraphEdge, ...]


def edge(source, target, confidence=1.0, *, kind=EdgeKind.OVERLAY, fields=()):
    return GraphEdge(
        source=source,
        target=target,
        kind=kind,
        origin=EdgeOrigin.DECLARED,
        confidence=confidence,
        evidence=f"{source} feeds {target}.",
        fields=fields,
    )


SHOP = catalog(
    tool("createInvoice", title="Create an invoice", consumes=(field("memberId", required=True),)),
    tool("findMember", title="Look somebody up"),
    tool("listBranches", title="Places of business"),
    tool("invoiceHelp", title="About an invoice, a bill, a receipt, a voucher, and more of it"),
    tool("weather", title="Weather today"),
)
QUERY = "create an invoice"


def ranked(*edges, tools=SHOP, query=QUERY, top_k=10):
    return Retriever(tools, graph=Edges(tuple(edges))).retrieve(query, top_k=top_k)


def test_expansion_brings_in_what_a_direct_hit_needs_with_the_whole_path():
    ranking = ranked(edge("findMember", "createInvoice"), edge("listBranches", "findMember"))
    assert ranking.names[0] == "createInvoice"
    brought = next(c for c in ranking.results if c.name == "listBranches")
    assert brought.expanded_from == "createInvoice"
    assert [(e.source, e.target) for e in brought.edge_evidence] == [
        ("findMember", "createInvoice"),
        ("listBranches", "findMember"),
    ]
    assert brought.score == brought.score_breakdown.graph_expansion > 0
    assert ranking.stats.seeds == ("createInvoice",)
    assert ranking.stats.visited_nodes == 3
    assert ranking.stats.visited_edges == 2


def test_expansion_keeps_the_strongest_path_and_not_the_first_one():
    ranking = ranked(
        edge("listBranches", "createInvoice", 0.3),
        edge("findMember", "createInvoice"),
        edge("listBranches", "findMember"),
    )
    brought = next(c for c in ranking.results if c.name == "listBranches")
    assert [e.source for e in brought.edge_evidence] == ["findMember", "listBranches"]


def test_expansion_lifts_a_weak_hit_to_the_worth_of_its_path():
    alone = next(c for c in ranked().results if c.name == "invoiceHelp")
    lifted = next(
        c for c in ranked(edge("invoiceHelp", "createInvoice")).results if c.name == "invoiceHelp"
    )
    assert lifted.score > alone.score
    assert lifted.score_breakdown.graph == pytest.approx(lifted.score - alone.score)
    assert lifted.expanded_from is None
    assert lifted.edge_evidence


def test_expansion_divides_between_tools_that_could_all_feed_the_same_input():
    need = (("$.id", "$.memberId"),)
    alone = ranked(edge("findMember", "createInvoice", fields=need))
    shared = ranked(
        edge("findMember", "createInvoice", fields=need),
        edge("listBranches", "createInvoice", fields=need),
    )
    one, half = (
        next(c.score for c in ranking.results if c.name == "findMember")
        for ranking in (alone, shared)
    )
    assert half == pytest.approx(one / 2, abs=1e-6)


@pytest.mark.parametrize("kind", [EdgeKind.SAME_RESOURCE, EdgeKind.LIFE_CYCLE])
def test_expansion_follows_only_edges_that_carry_data(kind):
    assert ranked(edge("findMember", "createInvoice", kind=kind)).names == ranked().names


def test_expansion_ends_on_a_circle_and_passes_over_unknown_tools():
    ranking = ranked(
        edge("findMember", "createInvoice"),
        edge("createInvoice", "findMember"),
        edge("findMember", "findMember"),
        edge("gone", "createInvoice"),
    )
    assert "findMember" in ranking.names
    assert "gone" not in ranking.names


def test_expansion_writes_its_edges_into_the_subgraph_text():
    text = ranked(edge("findMember", "createInvoice")).subgraph_text
    assert "EDGE findMember -> createInvoice | overlay" in text.splitlines()


def test_no_hops_turn_expansion_off():
    no_hops = RetrievalSettings(expansion=ExpansionSettings(max_hops=0))
    graph = Edges((edge("findMember", "createInvoice"),))
    off = Retriever(SHOP, graph=graph, settings=no_hops).retrieve(QUERY)
    assert off.names == ranked().names


NAMES = [each.name for each in SHOP.tools]
edges = st.lists(
    st.builds(
        edge,
        st.sampled_from(NAMES),
        st.sampled_from(NAMES),
        st.floats(min_value=0.05, max_value=1.0),
    ),
    max_size=12,
)


@settings(max_examples=50, deadline=None)
@given(edges, st.integers(min_value=1, max_value=5), st.randoms(use_true_random=False))
def test_expansion_never_moves_a_direct_hit_whatever_order_the_edges_come_in(given, top_k, shuffle):
    without = Retriever(SHOP).retrieve(QUERY, top_k=top_k)
    best = without.results[0].score
    share = ExpansionSettings().hit_share
    direct = [(c.name, c.rank, c.score) for c in without.results if c.score >= share * best]
    with_graph = ranked(*given, top_k=top_k)
    assert [(c.name, c.rank, c.score) for c in with_graph.results[: len(direct)]] == direct
    for candidate in with_graph.results:
        assert candidate.score_breakdown.total == pytest.approx(candidate.score, abs=1e-9)
    distinct = list({(e.source, e.target): e for e in given}.values())
    mixed = distinct.copy()
    shuffle.shuffle(mixed)
    assert ranked(*sorted(mixed, key=str)) == ranked(*sorted(distinct, key=str))


def test_expansion_is_the_same_for_any_order_of_edges_of_different_pairs():
    given = [
        edge("findMember", "createInvoice", 0.9),
        edge("listBranches", "createInvoice", 0.9),
        edge("weather", "findMember", 0.9),
        edge("weather", "listBranches", 0.9),
    ]
    expected = ranked(*given)
    for seed in range(6):
        mixed = given.copy()
        random.Random(seed).shuffle(mixed)
        assert ranked(*mixed) == expected
