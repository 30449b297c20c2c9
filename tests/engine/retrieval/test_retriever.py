from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInput
from engine.models.candidate import EmptyReason
from engine.models.catalog import Catalog
from engine.retrieval.retriever import Retriever
from engine.retrieval.settings import RetrievalSettings
from tests.engine.retrieval.conftest import catalog, tool

QUERIES = [
    "list all orders",
    "how many orders are there",
    "don't delete the order, archive it",
    "show me the refnud list",
    "회원 목록 보여줘",
    "open a PR",
    "getOrder deleteOrder listRefunds",
]


@pytest.fixture(scope="module")
def retriever(orders):
    return Retriever(orders)


@pytest.mark.parametrize(
    ("query", "best"),
    [
        pytest.param("list all orders", "listOrders", id="plain-words"),
        pytest.param("how many orders are there", "countOrders", id="asked-shape"),
        pytest.param("show the refnuds", "listRefunds", id="one-slip"),
        pytest.param("open a PR", "createPullRequest", id="initials"),
        pytest.param("회원 목록 좀 보여줘", "회원목록조회", id="hangul-without-blanks"),
        pytest.param("remove this order", "deleteOrder", id="another-verb-of-the-same-action"),
        pytest.param("unarchive order", "archiveOrder", id="prefix"),
        pytest.param("pullrequest", "createPullRequest", id="two-words-written-together"),
        pytest.param("LIST ORDERS", "listOrders", id="capitals-everywhere"),
        pytest.param("ｌｉｓｔ ｒｅｆｕｎｄｓ", "listRefunds", id="full-width-letters"),
    ],
)
def test_retrieve_ranks_first_what_the_query_means(retriever, query, best):
    assert retriever.retrieve(query).names[0] == best


def test_retrieve_lowers_the_action_that_the_query_rules_out(retriever):
    ranking = retriever.retrieve("don't delete the order, archive it")
    assert ranking.names[0] == "archiveOrder"
    ruled_out = next(c for c in ranking.results if c.name == "deleteOrder")
    assert ruled_out.score_breakdown.action_match < 0
    asked = retriever.retrieve("delete the order").results[0]
    assert asked.name == "deleteOrder"
    assert asked.score_breakdown.action_match > 0


def test_retrieve_finds_every_tool_that_is_named_in_one_query():
    names = [
        f"{verb}_{noun}"
        for verb in ("search", "read", "trace", "index", "list")
        for noun in (
            "graph",
            "graph_nodes",
            "file",
            "file_content",
            "code",
            "snippet",
            "schema",
            "path",
        )
    ]
    crowd = Retriever(catalog(*(tool(name, description="Works on a graph.") for name in names)))
    wanted = [
        "search_graph",
        "trace_path",
        "list_schema",
        "read_code",
        "index_file",
        "read_snippet",
    ]
    assert set(wanted) == set(crowd.retrieve(" ".join(wanted), top_k=10).names[:6])
    for name in wanted:
        assert crowd.retrieve(name).names[0] == name


@pytest.mark.parametrize("query", QUERIES)
def test_retrieve_gives_contributions_that_sum_to_the_score(retriever, query):
    ranking = retriever.retrieve(query, top_k=100)
    assert ranking.results
    for candidate in ranking.results:
        breakdown = candidate.score_breakdown
        assert breakdown.total == pytest.approx(candidate.score, abs=1e-9)
        terms = candidate.semantic_evidence.matched_fields
        assert sum(term.contribution for term in terms) == pytest.approx(breakdown.seed, abs=1e-9)


@pytest.mark.parametrize("query", QUERIES)
def test_retrieve_orders_by_score_and_then_by_name(retriever, query):
    ranking = retriever.retrieve(query, top_k=100)
    keys = [(-candidate.score, candidate.name) for candidate in ranking.results]
    assert keys == sorted(keys)
    assert [candidate.rank for candidate in ranking.results] == list(range(1, len(keys) + 1))
    assert retriever.retrieve(query, top_k=2).names == ranking.names[:2]


@pytest.mark.parametrize("query", QUERIES)
def test_retrieve_ranks_the_same_without_evidence(retriever, query):
    full = retriever.retrieve(query)
    bare = retriever.retrieve(query, include_evidence=False)
    assert [(c.name, c.score, c.score_breakdown) for c in full.results] == [
        (c.name, c.score, c.score_breakdown) for c in bare.results
    ]
    assert not bare.subgraph_text
    assert not bare.results[0].semantic_evidence.matched_fields


def test_retrieve_makes_records_that_validate(retriever):
    for query in QUERIES:
        ranking = retriever.retrieve(query)
        assert type(ranking).model_validate(ranking.model_dump()) == ranking


def test_retrieve_breaks_ties_by_name():
    twins = catalog(tool("zz_x", description="Paints."), tool("aa_x", description="Paints."))
    assert Retriever(twins).retrieve("paint it").names == ("aa_x", "zz_x")


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        pytest.param("", EmptyReason.EMPTY_QUERY, id="empty"),
        pytest.param(" \t\n", EmptyReason.EMPTY_QUERY, id="blank"),
        pytest.param("the of and", EmptyReason.STOP_WORDS_ONLY, id="function-words"),
        pytest.param("???", EmptyReason.NO_TOKENS, id="punctuation"),
        pytest.param("🎉🎉", EmptyReason.NO_TOKENS, id="emoji"),
        pytest.param("zebra crossing", EmptyReason.NO_LEXICAL_MATCH, id="unknown-words"),
        pytest.param("покажи зебру", EmptyReason.LANGUAGE_NOT_COVERED, id="other-language"),
    ],
)
def test_retrieve_says_why_there_is_no_result(retriever, query, reason):
    ranking = retriever.retrieve(query)
    assert ranking.results == ()
    assert ranking.stats.empty_reason == reason


def test_retrieve_says_that_a_catalog_is_empty():
    assert Retriever(catalog()).retrieve("orders").stats.empty_reason == EmptyReason.EMPTY_CATALOG


def test_retrieve_rejects_a_cutoff_below_one(retriever):
    with pytest.raises(InvalidInput, match=r"top_k must be at least 1, but 0 was given"):
        retriever.retrieve("orders", top_k=0)


@pytest.mark.parametrize("text", ["order " * 4000, "o" * 20_000, "주문" * 10_000, "a_b" * 7000])
def test_retrieve_takes_a_text_of_any_length(retriever, text):
    retriever.retrieve(text)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_retrieve_never_fails_and_never_lists_what_was_not_hit(retriever, text):
    for candidate in retriever.retrieve(text, top_k=100).results:
        assert candidate.score_breakdown.seed > 0.0


def test_retrieve_does_not_depend_on_the_order_of_the_tools(orders):
    rows = [each.model_dump() for each in orders.tools]
    random.Random(7).shuffle(rows)
    shuffled = Catalog.model_validate(
        {"name": "orders", "tools": sorted(rows, key=lambda row: row["name"])}
    )
    for query in QUERIES:
        again = Retriever(shuffled).retrieve(query, top_k=100).model_dump_json()
        assert again == Retriever(orders).retrieve(query, top_k=100).model_dump_json()


def test_retrieve_gives_the_same_bytes_in_another_process(orders, tmp_path):
    """Neither the hash seed nor what was asked before may change a byte."""
    script = (
        "import pickle, sys\n"
        "from engine.retrieval.retriever import Retriever\n"
        "catalog, queries = pickle.load(open(sys.argv[1], 'rb'))\n"
        "retriever = Retriever(catalog)\n"
        "for query in queries:\n"
        "    print(retriever.retrieve(query, top_k=100).model_dump_json())\n"
    )
    stored = tmp_path / "catalog"
    stored.write_bytes(pickle.dumps((orders, QUERIES)))
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script, str(stored)],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1")
    }
    here = "".join(
        Retriever(orders).retrieve(query, top_k=100).model_dump_json() + "\n" for query in QUERIES
    )
    assert outputs == {here.encode()}


def test_retriever_answers_the_same_after_pickling(orders):
    retriever = Retriever(orders)
    copy = pickle.loads(pickle.dumps(retriever))
    assert copy.retrieve(QUERIES[0]) == retriever.retrieve(QUERIES[0])


def test_retrieve_demotes_a_tool_that_was_used_already(retriever):
    fresh = retriever.retrieve("list all orders")
    again = retriever.retrieve("list all orders", used=(fresh.names[0],))
    demoted = next(c for c in again.results if c.name == fresh.names[0])
    assert demoted.score_breakdown.history < 0
    assert demoted.score_breakdown.history_demoted
    assert demoted.score_breakdown.total == pytest.approx(demoted.score, abs=1e-9)
    assert demoted.score < fresh.results[0].score


def test_retrieve_reads_a_word_through_the_glossary(orders):
    bridged = Retriever(orders, glossary={"Bestellungen": ("orders",)})
    ranking = bridged.retrieve("alle Bestellungen")
    steps = {term.step for term in ranking.results[0].semantic_evidence.matched_fields}
    assert "Order" in ranking.names[0]
    assert steps == {"synonym"}


def test_examine_gives_the_full_rank_and_the_candidate_below_the_cutoff(retriever):
    everyone = retriever.retrieve("list all orders", top_k=100)
    last = everyone.results[-1]
    examined = retriever.examine("list all orders", frozenset({last.name, "unknown"}))
    assert examined.full_rank == last.rank
    assert examined.candidate == last


def test_examine_compares_the_target_with_the_winner_signal_by_signal(retriever):
    query = "how many orders are there"
    winner, second = retriever.retrieve(query).results[:2]
    rows = {
        row.signal: row
        for row in retriever.examine(query, frozenset({second.name})).counterfactuals
    }
    for signal, row in rows.items():
        assert row.winner == winner.score_breakdown.contributions()[signal]
        assert row.expected == second.score_breakdown.contributions()[signal]
    first = {
        row.signal: row
        for row in retriever.examine(query, frozenset({winner.name})).counterfactuals
    }
    assert first["shape_match"].rank_without > 1
    assert first["seed"].rank_without is None


def test_examine_knows_no_rank_of_a_tool_without_a_hit(retriever):
    examined = retriever.examine("list all orders", frozenset({"ping"}))
    assert examined.full_rank is None
    assert examined.candidate is None
    assert all(row.rank_without is None for row in examined.counterfactuals)


def test_a_signal_without_weight_never_contributes(orders):
    plain = RetrievalSettings(
        signals=dict.fromkeys(("name", "action", "resource", "module", "shape", "contract"), 0.0)
    )
    for candidate in Retriever(orders, settings=plain).retrieve("list all orders").results:
        assert candidate.score == candidate.score_breakdown.seed


def test_subgraph_text_holds_whole_lines_within_its_budget(retriever):
    whole = retriever.retrieve("list all orders").subgraph_text.splitlines()
    for budget in (0, 5, 20, 50):
        ranking = retriever.retrieve("list all orders", token_budget=budget)
        lines = ranking.subgraph_text.splitlines()
        assert lines == whole[: len(lines)]
        assert ranking.stats.token_budget_used <= budget
    assert whole[0].startswith("TOOL listOrders | GET /orders | List orders")
