"""Who takes part: this project's channels, and independent tools on the same cases.

A contender that is not installed raises :class:`NotInstalled` and is skipped with a line that
says so. The peers come from PyPI (``pip install '.[bench]'``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any

import yaml

from benchmarks.harness import LabelledSet, Ranker
from engine.measures.judgement import normal_label
from engine.models.catalog import Catalog
from engine.models.run import Channel
from engine.retrieval.retriever import Retriever


class NotInstalled(Exception):
    """A contender's package is missing."""


def lexical(data: LabelledSet, catalog: Catalog) -> Ranker:
    """Rank with this project's retriever, words and meaning only, with full evidence."""
    retriever = Retriever(catalog)
    return lambda query, k: retriever.retrieve(query, top_k=k, channels=Channel.LEXICAL).names


def bm25(data: LabelledSet, catalog: Catalog) -> Ranker:
    """Rank with plain BM25 (bm25s) over one text a tool, English stems."""
    if find_spec("bm25s") is None:
        raise NotInstalled("bm25s")
    import bm25s
    import snowballstemmer

    stemmer = snowballstemmer.stemmer("english").stemWords
    texts = [_one_text(tool) for tool in catalog.tools]
    index = bm25s.BM25()
    index.index(
        bm25s.tokenize(texts, stemmer=stemmer, stopwords="en", show_progress=False),
        show_progress=False,
    )
    names = [tool.name for tool in catalog.tools]

    def rank(query: str, k: int) -> list[str]:
        tokens = bm25s.tokenize(query, stemmer=stemmer, stopwords="en", show_progress=False)
        found, scores = index.retrieve(tokens, k=min(k, len(names)), show_progress=False)
        return [
            names[number] for number, score in zip(found[0], scores[0], strict=True) if score > 0
        ]

    return rank


def _one_text(tool: Any) -> str:
    from engine.text.identifiers import split_identifier

    fields = " ".join(
        f"{' '.join(split_identifier(field.name))} {field.description}" for field in tool.consumes
    )
    path = " ".join(split_identifier(tool.endpoint.path)) if tool.endpoint else ""
    name = " ".join(split_identifier(tool.name))
    return " ".join((name, path, tool.title, tool.description, " ".join(tool.tags), fields))


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
    "lexical": lexical,
    "bm25s": bm25,
    "graph-tool-call": graph_tool_call,
}
"""By the name in the table; the first is compared with the others."""
