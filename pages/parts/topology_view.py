"""What the shape of a graph says: cycles, contradictions, missing sources, single points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd
import streamlit as st

from engine.models.path import EvidenceGraph
from engine.models.topology import Contradiction, Cycle, SinglePoints, SourceAudit
from engine.trace.topology import audit_sources, contradictions, cycles, single_points
from pages.parts import tables, words
from pages.parts.untrusted import visible

SHOWN = 500


class Topology(NamedTuple):
    """Everything that the shape of one graph says."""

    cycles: tuple[Cycle, ...]
    contradictions: tuple[Contradiction, ...]
    audit: SourceAudit
    single: SinglePoints


def assess(graph: EvidenceGraph, source_kinds: Sequence[str]) -> Topology:
    """Look at the shape of a graph."""
    return Topology(
        cycles(graph),
        contradictions(graph),
        audit_sources(graph, source_kinds=source_kinds),
        single_points(graph),
    )


def draw(found: Topology, graph: EvidenceGraph, source_kinds: Sequence[str]) -> None:
    """Draw the four lists, each with what it means."""
    left, right = st.columns(2, gap="medium")
    with left:
        _contradictions(found.contradictions)
        _cycles(found.cycles)
    with right:
        _without_source(found.audit, graph, source_kinds)
        _single(found.single, graph)


def _contradictions(found: Sequence[Contradiction]) -> None:
    _title("Contradictions", len(found), "Evidence that opposes evidence, by rule.")
    _table(
        {
            "Rule": [words.code(each.rule.value) for each in found],
            "What": [each.message for each in found],
            "For": [", ".join(each.supporting) for each in found],
            "Against": [", ".join(each.contradicting) for each in found],
        },
        alt="Contradictions",
        widths={"Rule": 150, "What": 330, "For": 160, "Against": 160},
    )


def _cycles(found: Sequence[Cycle]) -> None:
    _title(
        "Cycles", len(found), "Evidence that supports itself; without the closing edges none is."
    )
    _table(
        {
            "Nodes": [", ".join(each.nodes) for each in found],
            "Closing edges": [", ".join(each.closing_edges) for each in found],
            "Edges inside": [len(each.edges) for each in found],
        },
        alt="Cycles with the edges that close them",
        widths={"Nodes": 420, "Closing edges": 280, "Edges inside": 90},
    )


def _without_source(audit: SourceAudit, graph: EvidenceGraph, kinds: Sequence[str]) -> None:
    _title(
        "Nodes without a source",
        len(audit.without_source),
        f"Of {audit.checked:,} nodes that are no source themselves; sources are of kind"
        f" {', '.join(kinds)}, {len(audit.sources):,} here.",
    )
    _nodes(audit.without_source, graph, "Nodes that no source stands behind")


def _single(single: SinglePoints, graph: EvidenceGraph) -> None:
    _title(
        "Single points of failure",
        len(single.nodes) + len(single.edges),
        f"{words.count(len(single.nodes), 'node')} and {words.count(len(single.edges), 'edge')}"
        " whose loss takes apart what is joined, directions left aside.",
    )
    _nodes(single.nodes, graph, "Nodes that hold the graph together")
    _table(
        {
            "Edge": list(single.edges),
            "From": [graph.edge_by_id[edge].source for edge in single.edges],
            "To": [graph.edge_by_id[edge].target for edge in single.edges],
        },
        alt="Edges that hold the graph together",
        widths={"Edge": 200, "From": 240, "To": 240},
    )


def _nodes(names: Sequence[str], graph: EvidenceGraph, alt: str) -> None:
    nodes = [graph.node_by_id[name] for name in names]
    _table(
        {
            "Node": [node.id for node in nodes],
            "Kind": [node.kind for node in nodes],
            "Label": [node.label for node in nodes],
        },
        alt=alt,
        widths={"Node": 240, "Kind": 100, "Label": 340},
    )


def _title(title: str, count: int, meaning: str) -> None:
    st.markdown(f"**{title}** {count:,}")
    st.caption(meaning)


def _table(columns: dict[str, list[str] | list[int]], *, alt: str, widths: dict[str, int]) -> None:
    frame = pd.DataFrame(
        {
            title: [visible(cell) if isinstance(cell, str) else cell for cell in cells[:SHOWN]]
            for title, cells in columns.items()
        }
    )
    if not len(frame):
        return
    tables.still(
        frame,
        alt=alt,
        columns={title: st.column_config.Column(width=width) for title, width in widths.items()},
        at_most=7,
    )
