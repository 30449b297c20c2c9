"""Measure the tool graph: ``python -m benchmarks.graph_v1.run [nestful|toollinkos|speed ...]``."""

from __future__ import annotations

import argparse
import gc
import json
import time

from benchmarks.graph_v1 import gold, peer
from benchmarks.graph_v1.service_models import service_documents
from engine.graph.build import build_graph
from engine.ingest.load import build_catalog
from engine.models.catalog import Catalog

THRESHOLDS = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.25)
HEADER = f"{'':34} {'found':>6} {'right':>5} {'prec.':>5} {'rec.':>5}"


def nestful() -> None:
    """Print precision and recall against NESTFUL's labelled flows of data."""
    catalog = gold.load("nestful", "tools.json")
    rows = gold.rows("nestful")
    labelled = {(row["source"], row["target"]) for row in rows}
    fields = {(r["source"], r["target"], r["producer_field"], r["consumer_param"]) for r in rows}
    tune, report = gold.halves(labelled)
    ours = gold.flows_of(build_graph(catalog).edges)
    by_field = gold.equal_names(catalog)
    equal = {(source, target) for source, target, _, _ in by_field}
    print(f"nestful: {len(catalog.tools)} tools, {len(labelled)} labelled pairs\n{HEADER}")
    for part, producers in (("all", None), ("tuned half", tune), ("other half", report)):
        _line(f"ours, {part}", gold.score(ours, labelled, producers))
        _line(f"equal names, {part}", gold.score(equal, labelled, producers))
    tools = json.loads((gold.folder() / "nestful" / "tools.json").read_text("utf-8"))["tools"]
    if peer.available():
        for result in peer.results(tools):
            _line(f"graph-tool-call {result.name}, all", gold.score(result.flows, labelled))
            _line("  other half", gold.score(result.flows, labelled, report))
    known = {name for flow in labelled for name in flow}
    inside = [flow for flow in ours if set(flow) <= known]
    _line("ours, both tools labelled", gold.score(inside, labelled))
    _line("ours, field pairs", gold.score(gold.field_flows_of(ours), fields))
    _line("equal names, field pairs", gold.score(by_field, fields))
    print("by least confidence")
    for least in THRESHOLDS:
        kept = [flow for flow, edge in ours.items() if edge.confidence >= least]
        _line(f"  {least}", gold.score(kept, labelled))


def toollinkos() -> None:
    """Print precision and recall against ToolLinkOS's declared dependencies."""
    catalog = gold.load("toollinkos", "tools.json")
    rows = gold.rows("toollinkos")
    labelled = {(row["source"], row["target"]) for row in rows}
    by_parameter = {(row["source"], row["target"]) for row in rows if row["via"]}
    ours = gold.flows_of(build_graph(catalog).edges)
    print(f"toollinkos: {len(catalog.tools)} tools without described answers\n{HEADER}")
    _line("ours, all dependencies", gold.score(ours, labelled))
    _line("ours, dependencies by parameter", gold.score(ours, by_parameter))
    tools = json.loads((gold.folder() / "toollinkos" / "tools.json").read_text("utf-8"))["tools"]
    if peer.available():
        for result in peer.results(tools):
            _line(f"graph-tool-call {result.name}", gold.score(result.flows, labelled))


def speed() -> None:
    """Print the CPU seconds of building graphs, with a yardstick for the machine."""
    _build(gold.load("github_rest", "openapi.json"))
    if peer.available():
        text = (gold.folder() / "github_rest" / "openapi.json").read_text("utf-8")
        seconds = peer.from_openapi("", json.loads(text)).seconds
        print(f"graph-tool-call on the same document, its ingest included: {seconds:.1f} s")
    documents = service_documents(10_000)
    if documents:
        _build(build_catalog("botocore services", documents))
    else:
        print("botocore is not installed; its 10,000 operations are left out")
    start = time.process_time()
    sum(range(10_000_000))
    loop = time.process_time() - start
    print(f"for scale: this machine adds ten million numbers in {loop:.2f} s")


def _build(catalog: Catalog) -> None:
    gc.collect()
    start = time.process_time()
    graph = build_graph(catalog)
    seconds = time.process_time() - start
    summary = graph.summary
    kinds = ", ".join(f"{kind} {count}" for kind, count in summary.by_kind.items() if count)
    print(
        f"{catalog.name}: {summary.nodes} tools, {summary.edges} edges in {seconds:.1f} s ({kinds})"
    )


def _line(name: str, score: gold.Score) -> None:
    print(f"{name:34} {score}")


PARTS = {"nestful": nestful, "toollinkos": toollinkos, "speed": speed}


def main() -> None:
    """Run the named parts, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="default: all")
    for name in parser.parse_args().parts or PARTS:
        PARTS[name]()
        print()


if __name__ == "__main__":
    main()
