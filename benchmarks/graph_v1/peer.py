"""graph-tool-call 0.47 on the same tools, in every way that it offers for them."""

from __future__ import annotations

import importlib.util
import json
import time
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.graph_v1.gold import Flow


class PeerResult(NamedTuple):
    """One way of building its graph."""

    name: str
    flows: frozenset[Flow]
    """Its edges that say an order, producer first."""

    seconds: float


def available() -> bool:
    """Tell whether the package is installed (``pip install .[bench]``)."""
    return importlib.util.find_spec("graph_tool_call") is not None


def results(tools: list[dict]) -> Iterator[PeerResult]:
    """Build its graph from MCP tools: as such, and as an OpenAPI document with the same schemas.

    Only as OpenAPI does it match fields; ``aligned`` switches its optional promotion of outputs
    on, without which it looks at identifiers alone.
    """
    from graph_tool_call import ToolGraph

    start = time.process_time()
    graph = ToolGraph()
    graph.ingest_mcp_tools(tools)
    edges = [(s, t, str(data.get("relation"))) for s, t, data in graph.graph.edges()]
    yield PeerResult("as MCP", _ordered(edges), time.process_time() - start)
    document = _as_openapi(tools)
    aligned = {"promote_consumer_aligned_produces": True, "promote_rare_produces": True}
    for name, options in (("as OpenAPI", None), ("as OpenAPI, aligned", aligned)):
        yield from_openapi(name, document, options)


def from_openapi(name: str, document: dict, options: dict | None = None) -> PeerResult:
    """Build its graph from an OpenAPI document by its collection artifact."""
    from graph_tool_call.graphify import build_openapi_collection_artifact

    start = time.process_time()
    artifact = build_openapi_collection_artifact(document, contract_signal_options=options)
    seconds = time.process_time() - start
    edges = [(e["source"], e["target"], str(e["relation"])) for e in artifact["graph"]["edges"]]
    return PeerResult(name, _ordered(edges), seconds)


def _ordered(edges: list[tuple[str, str, str]]) -> frozenset[Flow]:
    """Turn its edges to producer first: "requires" points the other way."""
    flows: set[Flow] = set()
    for source, target, relation in edges:
        if "requires" in relation.lower():
            flows.add((target, source))
        elif "precedes" in relation.lower():
            flows.add((source, target))
    return frozenset(flows)


def _as_openapi(tools: list[dict]) -> dict:
    return {
        "openapi": "3.0.3",
        "info": {"title": "tools", "version": "1"},
        "paths": {f"/{tool['name']}": {"post": _operation(tool)} for tool in tools},
    }


def _operation(tool: dict) -> dict:
    return {
        "operationId": tool["name"],
        "description": tool.get("description", ""),
        "requestBody": {"required": True, **_content(tool["inputSchema"])},
        "responses": {"200": {"description": "OK", **_content(tool.get("outputSchema") or {})}},
    }


def _content(schema: dict) -> dict:
    text = json.dumps(schema)
    for word in ("String", "Number", "Boolean"):
        text = text.replace(f'"type": "{word}"', f'"type": "{word.lower()}"')
    return {"content": {"application/json": {"schema": json.loads(text)}}}
