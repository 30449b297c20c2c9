"""Who takes part: this project's channels, and independent tools on the same cases.

A contender that is not installed raises :class:`NotInstalled` and is skipped with a line that
says so. The peers come from PyPI (``pip install '.[bench]'``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray

from benchmarks.harness import LabelledSet, Ranker
from engine.models.catalog import Catalog
from engine.models.run import Channel
from engine.models.tool import Tool, normal_label
from engine.retrieval.encoder import Encoder
from engine.retrieval.fields import lead_and_rest
from engine.retrieval.retriever import Retriever
from engine.retrieval.use_encoder import PACKAGE, embedded_encoder
from engine.text.function_words import FUNCTION_WORDS
from engine.text.identifiers import split_identifier
from engine.text.words import WordKind, words


class NotInstalled(Exception):
    """A contender's package is missing."""


def hybrid(data: LabelledSet, catalog: Catalog) -> Ranker:
    """Rank with this project's retriever and its embedded encoder, with full evidence."""
    return _retriever(catalog, Channel.HYBRID, embedded_encoder())


def lexical(data: LabelledSet, catalog: Catalog) -> Ranker:
    """Rank with this project's retriever, words and meaning only, with full evidence."""
    return _retriever(catalog, Channel.LEXICAL, None)


def dense(data: LabelledSet, catalog: Catalog) -> Ranker:
    """Rank by the encoder's cosine alone."""
    return _retriever(catalog, Channel.DENSE, embedded_encoder())


def _retriever(catalog: Catalog, channel: Channel, encoder: Encoder | None) -> Ranker:
    if encoder is None and channel is not Channel.LEXICAL:
        raise NotInstalled(PACKAGE)
    retriever = Retriever(catalog, encoder=encoder)
    return lambda query, k: retriever.retrieve(query, top_k=k, channels=channel).names


def naive_sum(data: LabelledSet, catalog: Catalog) -> Ranker:
    """Rank by BM25 scaled to its maximum plus twice the cosine: the obvious way to have both."""
    encoder = embedded_encoder()
    if encoder is None:
        raise NotInstalled(PACKAGE)
    names = [tool.name for tool in catalog.tools]
    vectors = encoder.encode([_short_text(tool) for tool in catalog.tools])
    words_of = _bm25_scores(catalog)

    def rank(query: str, k: int) -> list[str]:
        scores = words_of(query)
        top = scores.max(initial=0.0)
        cosines = vectors @ encoder.encode([query])[0]
        total = (scores / top if top > 0 else scores) + 2.0 * cosines
        return [names[number] for number in np.argsort(-total, kind="stable")[:k]]

    return rank


def bm25(data: LabelledSet, catalog: Catalog) -> Ranker:
    """Rank with plain BM25 (bm25s) over one text a tool."""
    names = [tool.name for tool in catalog.tools]
    words_of = _bm25_scores(catalog)

    def rank(query: str, k: int) -> list[str]:
        scores = words_of(query)
        order = np.argsort(-scores, kind="stable")[:k]
        return [names[number] for number in order if scores[number] > 0]

    return rank


def _bm25_scores(catalog: Catalog) -> Callable[[str], NDArray[np.float64]]:
    """Index one bag of words a tool: identifiers split, stemmed, CJK in pairs, no stop words."""
    if find_spec("bm25s") is None:
        raise NotInstalled("bm25s")
    import bm25s

    index = bm25s.BM25()
    texts = [_tokens(_one_text(tool)) for tool in catalog.tools]
    index.index(texts, show_progress=False)

    def scores(query: str) -> NDArray[np.float64]:
        known = [token for token in _tokens(query) if token in index.vocab_dict]
        if not known:
            return np.zeros(len(texts))
        return np.asarray(index.get_scores(known), dtype=np.float64)

    return scores


def _tokens(text: str) -> list[str]:
    return [
        word.key
        for word in words(text, "en")
        if word.kind is not WordKind.JOINED and word.surface not in FUNCTION_WORDS["en"]
    ]


def _short_text(tool: Tool) -> str:
    name = " ".join(split_identifier(tool.name)) or tool.name
    short = tool.title or lead_and_rest(tool.description)[0]
    return f"{name}. {' '.join(short.split())[:200]}" if short else name


def _one_text(tool: Tool) -> str:
    fields = " ".join(f"{field.name} {field.description}" for field in tool.consumes)
    path = tool.endpoint.path if tool.endpoint else ""
    return " ".join((tool.name, path, tool.title, tool.description, " ".join(tool.tags), fields))


def graph_tool_call(data: LabelledSet, catalog: Catalog) -> Ranker:
    """Rank with graph-tool-call's retrieval with evidence, over a graph made of the same file."""
    if find_spec("graph_tool_call") is None:
        raise NotInstalled("graph-tool-call")
    from graph_tool_call.graphify import ingest_openapi_graphify, retrieve_graphify
    from graph_tool_call.ingest.mcp import ingest_mcp_tools
    from graph_tool_call.ingest.openapi import ingest_openapi

    text = data.path.read_text(encoding="utf-8")
    document = json.loads(text) if data.path.suffix == ".json" else yaml.safe_load(text)
    if "paths" in document:
        schemas, _ = ingest_openapi(document)
        graph, _ = ingest_openapi_graphify(schemas, raw_spec=document)
    else:
        schemas = ingest_mcp_tools(document["tools"])
        graph, _ = ingest_openapi_graphify(schemas)
    ours = _names_by_theirs(schemas, catalog)

    def rank(query: str, k: int) -> list[str]:
        answer = retrieve_graphify(graph, query, top_k=k, include_evidence=True)
        return [ours.get(row["name"], row["name"]) for row in answer["results"]]

    return rank


def _names_by_theirs(schemas: list[Any], catalog: Catalog) -> Mapping[str, str]:
    """Map the peer's tool names to the catalog's, by method and path where there are any."""
    labels = {
        normal_label(tool.label): tool.name for tool in catalog.tools if tool.label is not None
    }
    names: dict[str, str] = {}
    for schema in schemas:
        method, path = schema.metadata.get("method"), schema.metadata.get("path")
        if method and path:
            label = normal_label(f"{method.upper()} {path}")
            if label in labels:
                names[schema.name] = labels[label]
    return names


CONTENDERS: Mapping[str, Callable[[LabelledSet, Catalog], Ranker]] = {
    "hybrid": hybrid,
    "lexical": lexical,
    "dense": dense,
    "bm25s": bm25,
    "naive sum": naive_sum,
    "graph-tool-call": graph_tool_call,
}
"""By the name in the table; the first is compared with the others."""
