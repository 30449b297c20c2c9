"""Imported evidence graphs as they may be kept."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from engine.fingerprint import fingerprint
from engine.models.path import EvidenceEdge, EvidenceGraph, EvidenceNode
from engine.scrub.scrubber import scrub_text, scrub_value


def storable_graph(graph: EvidenceGraph) -> EvidenceGraph:
    """Return a graph with its labels, texts and foreign keys scrubbed; numbers and times stay.

    An id that holds a secret is replaced by the secret's kind and a fingerprint, at both ends of
    every edge alike, so that nodes stay apart and edges keep their ends.

    Parameters
    ----------
    graph : EvidenceGraph
        Any graph; one without secrets is returned as it is.
    """
    nodes = tuple(_node(node) for node in graph.nodes)
    edges = tuple(_edge(edge) for edge in graph.edges)
    if nodes == graph.nodes and edges == graph.edges:
        return graph
    return EvidenceGraph(nodes=nodes, edges=edges)


def _node(node: EvidenceNode) -> EvidenceNode:
    update: dict[str, object] = {"id": _name(node.id), "label": scrub_text(node.label).text}
    return node.model_copy(update=update | _extra(node.model_extra))


def _edge(edge: EvidenceEdge) -> EvidenceEdge:
    update: dict[str, object] = {
        "id": _name(edge.id),
        "source": _name(edge.source),
        "target": _name(edge.target),
        "evidence": scrub_text(edge.evidence).text,
    }
    return edge.model_copy(update=update | _extra(edge.model_extra))


def _name(text: str) -> str:
    clean = scrub_text(text).text
    return text if clean == text else f"{clean} {fingerprint('id', text).rpartition(':')[2]}"


def _extra(extra: Mapping[str, JsonValue] | None) -> dict[str, object]:
    clean = scrub_value(extra or {}).value
    return dict(clean) if isinstance(clean, Mapping) else {}
