"""Print how long a ranking takes with all of its evidence, by the number of tools.

::

    python -m benchmarks.retrieval_v1.speed [--sizes N ...] [--queries N] [--no-peer]

The smallest size is the catalog of ``github_rest`` as it is. A larger one is made of the tools of
all labelled sets, repeated under numbered names until there are enough; the queries are those of
the sets, a fixed draw. Each query is asked once to warm up and once for the clock.

The tool graph takes part up to ``GRAPH_UP_TO`` tools, and graph-tool-call up to ``PEER_UP_TO``:
beyond, building either would take longer than everything else together. In the hybrid row the
query is encoded by the embedded encoder inside the clock; above ``ENCODED_UP_TO`` tools the
tools' vectors are drawn at random, for their values do not change how long a product takes.

Memory is what the process grew by while index and vectors were made (Linux only).
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import resource
import sys
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.harness import SEED, SETS, TOP_K, LabelledSet, Part, Ranker, labelled_sets
from benchmarks.retrieval_v1.contenders import NotInstalled, graph_tool_call
from engine.graph.build import build_graph
from engine.measures.latency import percentile
from engine.models.catalog import Catalog
from engine.models.run import Channel
from engine.models.tool import Tool
from engine.retrieval.encoder import Encoder, MemoryVectors, Vectors, unit_length
from engine.retrieval.retriever import Retriever
from engine.retrieval.use_encoder import embedded_encoder

SIZES = (1_223, 10_000, 100_000)
GRAPH_UP_TO = 10_000
PEER_UP_TO = 10_000
ENCODED_UP_TO = 1_500
"""Tools up to which every tool's vector is truly encoded."""


class DrawnVectors:
    """The embedded encoder for queries; for tools, vectors drawn by a hash of their text."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    @property
    def fingerprint(self) -> str:
        """Name the drawn vectors."""
        return "drawn:1"

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one vector of length 1 a text."""
        if len(texts) <= TOP_K:
            return self._encoder.encode(texts)
        random = np.random.default_rng(SEED)
        return unit_length(random.standard_normal((len(texts), 512), dtype=np.float32))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="benchmarks.retrieval_v1.speed", description=__doc__)
    parser.add_argument("--sizes", nargs="+", type=int, default=list(SIZES))
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--no-peer", action="store_true")
    given = parser.parse_args(arguments)
    sets = labelled_sets(SETS)
    for size in given.sizes:
        catalog = _catalog(sets, size)
        queries = _queries(sets, size, given.queries)
        _report(catalog, queries)
        if size <= PEER_UP_TO and not given.no_peer:
            _report_peer(_github(sets) if size == SIZES[0] else None, catalog, queries)
    return 0


def _report(catalog: Catalog, queries: Sequence[str]) -> None:
    size = len(catalog.tools)
    graph = build_graph(catalog) if size <= GRAPH_UP_TO else None
    embedded = embedded_encoder()
    encoder: Encoder | None = embedded
    if embedded is not None and size > ENCODED_UP_TO:
        encoder = DrawnVectors(embedded)
    if embedded is not None:
        embedded.encode(["its weights are loaded before anything is measured"])
    gc.collect()
    before = _resident()
    started = time.perf_counter()
    retriever = Retriever(catalog, graph=graph, encoder=encoder, vectors=MemoryVectors())
    seconds = time.perf_counter() - started
    print(
        f"{size:>7,} tools  index built in {seconds:.2f} s"
        f"{', with graph' if graph is not None else ', without graph'}",
        flush=True,
    )
    rows: list[tuple[str, Channel, bool]] = [
        ("lexical", Channel.LEXICAL, True),
        ("lexical, no evidence", Channel.LEXICAL, False),
    ]
    if encoder is not None:
        retriever.prepare([], channels=Channel.HYBRID)
        rows.append(("hybrid", Channel.HYBRID, True))
    else:
        print("hybrid is skipped: the embedded encoder is not installed.", file=sys.stderr)
    gc.collect()
    if before is not None and (after := _resident()) is not None:
        print(f"{size:>7,} tools  {(after - before) / size / 1024:.1f} KiB a tool", flush=True)
    for name, channel, evidence in rows:

        def ask(query: str, channel: Channel = channel, evidence: bool = evidence) -> object:
            return retriever.retrieve(
                query, top_k=TOP_K, channels=channel, include_evidence=evidence
            )

        _print_times(size, name, ask, queries)


def _report_peer(data: LabelledSet | None, catalog: Catalog, queries: Sequence[str]) -> None:
    """Time graph-tool-call, over the set's own document where there is one."""
    started = time.perf_counter()
    try:
        rank = graph_tool_call(data, catalog) if data is not None else _peer_of_tools(catalog)
    except NotInstalled as missing:
        print(f"graph-tool-call is skipped: {missing} is not installed.", file=sys.stderr)
        return
    seconds = time.perf_counter() - started
    size = len(catalog.tools)
    print(f"{size:>7,} tools  graph-tool-call made ready in {seconds:.2f} s", flush=True)
    _print_times(size, "graph-tool-call", lambda query: rank(query, TOP_K), queries[:20])


def _peer_of_tools(catalog: Catalog) -> Ranker:
    if find_spec("graph_tool_call") is None:
        raise NotInstalled("graph-tool-call")
    from graph_tool_call.graphify import ingest_openapi_graphify, retrieve_graphify
    from graph_tool_call.ingest.mcp import ingest_mcp_tools

    graph, _ = ingest_openapi_graphify(ingest_mcp_tools([_as_mcp(tool) for tool in catalog.tools]))

    def rank(query: str, k: int) -> list[str]:
        answer = retrieve_graphify(graph, query, top_k=k, include_evidence=True)
        return [row["name"] for row in answer["results"]]

    return rank


def _print_times(
    size: int, name: str, ask: Callable[[str], object], queries: Sequence[str]
) -> None:
    times: list[float] = []
    for query in queries:
        ask(query + " ")
        started = time.perf_counter()
        ask(query)
        times.append((time.perf_counter() - started) * 1000)
    print(
        f"{size:>7,} tools  {name:<22} p50 {percentile(times, 50):8.2f} ms  "
        f"p95 {percentile(times, 95):8.2f} ms  n {len(times)}",
        flush=True,
    )


def _resident() -> int | None:
    """Return the process's resident memory in bytes; None where the system does not say."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return None
    return int(statm.read_text().split()[1]) * resource.getpagesize()


def _github(sets: Sequence[LabelledSet]) -> LabelledSet:
    return next(data for data in sets if data.name == "github_rest")


def _catalog(sets: Sequence[LabelledSet], size: int) -> Catalog:
    github = _github(sets).catalog()
    if size <= len(github.tools):
        return Catalog(name="tools", tools=github.tools[:size])
    known: dict[str, Tool] = {}
    for data in sets:
        for tool in data.catalog().tools:
            known.setdefault(f"{data.name}_{tool.name}", tool)
    made: dict[str, Tool] = {}
    copy = 0
    while len(made) < size:
        copy += 1
        for name in sorted(known):
            if len(made) < size:
                made[f"{name}_{copy}"] = known[name].model_copy(update={"name": f"{name}_{copy}"})
    return Catalog(name="tools", tools=tuple(made[name] for name in sorted(made)))


def _queries(sets: Sequence[LabelledSet], size: int, n: int) -> list[str]:
    chosen = [data for data in sets if size > SIZES[0] or data.name == "github_rest"]
    texts = sorted({case.query for data in chosen for case in data.cases(Part.ALL)})
    return sorted(texts, key=lambda text: hashlib.sha256(f"{SEED}:{text}".encode()).digest())[:n]


def _as_mcp(tool: Tool) -> dict[str, Any]:
    fields = {
        field.name: {"type": field.type or "string", "description": field.description}
        for field in tool.consumes
    }
    required = sorted({field.name for field in tool.consumes if field.required})
    return {
        "name": tool.name,
        "description": f"{tool.title} {tool.description}".strip(),
        "inputSchema": {"type": "object", "properties": fields, "required": required},
    }


if __name__ == "__main__":
    raise SystemExit(main())
