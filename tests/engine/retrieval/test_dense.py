from __future__ import annotations

import numpy as np
import pytest

from engine.errors import InvalidInput
from engine.models.candidate import EmptyReason
from engine.models.run import Channel
from engine.retrieval.dense import DenseIndex, meaning_texts
from engine.retrieval.encoder import MemoryVectors
from engine.retrieval.retriever import Retriever
from engine.retrieval.use_encoder import embedded_encoder
from tests.engine.retrieval.conftest import catalog, field, tool

TOPICS = ("order", "refund", "bestell", "erstatt")
DIRECTIONS = (0, 1, 0, 1)


class TopicEncoder:
    """Knows two topics, each in two languages; counts what it is asked."""

    fingerprint = "topics:1"

    def __init__(self):
        self.asked = []

    def encode(self, texts):
        self.asked += texts
        vectors = np.full((len(texts), 3), 0.1, dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for topic, direction in zip(TOPICS, DIRECTIONS, strict=True):
                row[direction] += float(topic in text.casefold())
        return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture
def encoder():
    return TopicEncoder()


def test_hybrid_finds_what_the_query_means_in_a_language_the_catalog_does_not_speak(
    orders, encoder
):
    query = "zeige mir die Erstattungen"
    assert Retriever(orders).retrieve(query).stats.empty_reason == EmptyReason.LANGUAGE_NOT_COVERED
    ranking = Retriever(orders, encoder=encoder).retrieve(query)
    best = ranking.results[0]
    assert best.name == "listRefunds"
    assert best.score_breakdown.dense > 0
    assert best.score_breakdown.seed == 0
    assert best.semantic_evidence.dense_text == "list refunds. List refunds"
    assert best.semantic_evidence.dense_similarity > 0.9
    assert ranking.stats.encoder == "topics:1"


@pytest.mark.parametrize("channels", list(Channel))
def test_every_channel_gives_contributions_that_sum_to_the_score(orders, encoder, channels):
    ranking = Retriever(orders, encoder=encoder).retrieve("list the orders", channels=channels)
    assert ranking.results
    for candidate in ranking.results:
        breakdown = candidate.score_breakdown
        terms = candidate.semantic_evidence.matched_fields
        assert breakdown.total == pytest.approx(candidate.score, abs=1e-9)
        assert sum(term.contribution for term in terms) == pytest.approx(breakdown.seed, abs=1e-9)


def test_the_lexical_channel_asks_no_encoder(orders, encoder):
    ranking = Retriever(orders, encoder=encoder).retrieve("orders", channels=Channel.LEXICAL)
    assert encoder.asked == []
    assert ranking == Retriever(orders).retrieve("orders")
    assert ranking.stats.encoder is None


def test_hybrid_without_an_encoder_is_lexical_and_says_so(orders):
    ranking = Retriever(orders).retrieve("orders", channels=Channel.HYBRID)
    assert ranking.results
    assert ranking.stats.encoder is None


def test_the_dense_channel_without_an_encoder_says_what_is_missing(orders):
    with pytest.raises(InvalidInput, match=r"needs a sentence encoder, and none is installed"):
        Retriever(orders).retrieve("orders", channels=Channel.DENSE)


def test_a_query_without_words_is_not_compared(orders, encoder):
    ranking = Retriever(orders, encoder=encoder).retrieve("the of and")
    assert ranking.results == ()
    assert encoder.asked == []


def test_examine_says_what_rank_a_tool_would_have_without_the_encoder(orders, encoder):
    retriever = Retriever(orders, encoder=encoder)
    examined = retriever.examine("zeige mir die Erstattungen", frozenset({"listRefunds"}))
    rows = {row.signal: row for row in examined.counterfactuals}
    assert examined.full_rank == 1
    assert rows["dense"].rank_without is None


def test_an_unchanged_tool_is_encoded_once(orders, encoder):
    vectors = MemoryVectors()
    first = DenseIndex(orders.tools, encoder, vectors)
    texts = [text for tool in orders.tools for text in meaning_texts(tool)]
    assert encoder.asked == list(dict.fromkeys(texts))
    again = DenseIndex(orders.tools, encoder, vectors)
    assert len(encoder.asked) == len(set(texts))
    asked = first.ask("orders")
    assert np.array_equal(first.cosines(asked), again.cosines(again.ask("orders")))


def test_a_query_is_encoded_once_and_each_of_its_sentences(orders, encoder):
    retriever = Retriever(orders, encoder=encoder)
    retriever.prepare([])
    encoder.asked.clear()
    best = retriever.retrieve("Look at the weather. Then list the refunds.").results[0]
    assert encoder.asked == [
        "Look at the weather. Then list the refunds.",
        "Look at the weather.",
        "Then list the refunds.",
    ]
    assert best.name == "listRefunds"


def test_the_text_that_is_shown_is_the_nearest_of_a_tools_texts(encoder):
    tools = catalog(
        tool("cancel", title="Stop it", consumes=(field("orderId"), field("refundReason")))
    )
    index = DenseIndex(tools.tools, encoder, MemoryVectors())
    assert index.nearest_text(0, index.ask("refund")) == "cancel. order id, refund reason"
    assert index.nearest_text(0, index.ask("stop")) == "cancel. Stop it"


def test_prepare_encodes_queries_ahead_and_changes_nothing(orders, encoder):
    retriever = Retriever(orders, encoder=encoder)
    before = retriever.retrieve("list the orders")
    retriever.prepare(["list the orders", "refunds"])
    asked = len(encoder.asked)
    assert retriever.retrieve("list the orders") == before
    retriever.retrieve("refunds")
    assert len(encoder.asked) == asked


def test_the_embedded_encoder_gives_a_text_the_same_vector_in_any_company():
    encoder = embedded_encoder()
    assert encoder is not None
    texts = [f"list the orders of member {number}" for number in range(20)]
    together = encoder.encode(texts)
    alone = np.concatenate([encoder.encode([text]) for text in texts])
    assert np.array_equal(together, alone)
    assert np.allclose(np.linalg.norm(together, axis=1), 1.0, atol=1e-5)


def test_the_embedded_encoder_brings_translations_together():
    encoder = embedded_encoder()
    order, translated, other = encoder.encode(
        ["show my orders", "내 주문을 보여줘", "restart the server"]
    )
    assert order @ translated > order @ other + 0.2
