"""Cycles, contradictions, missing sources and single points of failure of an evidence graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

import networkx as nx

from engine.errors import InvalidInput, nearest
from engine.models.path import EdgeType, EvidenceEdge, EvidenceGraph, Standing
from engine.models.topology import (
    Contradiction,
    ContradictionRule,
    Cycle,
    CyclePreview,
    SinglePoints,
    SourceAudit,
)

_SUPPORTING = frozenset((EdgeType.CAUSAL.value, EdgeType.SUPPORTS.value))


def cycles(graph: EvidenceGraph) -> tuple[Cycle, ...]:
    """Return the strongly connected parts that hold a cycle, by their first node.

    A node with an edge to itself is one. Takes O(nodes + edges) after sorting.
    """
    arrows = _arrows(graph.edges)
    holder = nx.DiGraph()
    holder.add_nodes_from(node.id for node in graph.nodes)
    holder.add_edges_from((edge.source, edge.target) for edge in graph.edges)
    found = []
    for part in nx.strongly_connected_components(holder):
        inside = sorted(e.id for node in part for e in arrows.get(node, ()) if e.target in part)
        if inside:
            closing = _closing_edges(sorted(part), arrows)
            found.append(
                Cycle(nodes=tuple(sorted(part)), edges=tuple(inside), closing_edges=closing)
            )
    return tuple(sorted(found, key=lambda cycle: cycle.nodes))


def _arrows(edges: Iterable[EvidenceEdge]) -> dict[str, list[EvidenceEdge]]:
    """Return the edges that leave each node, the strongest first."""
    arrows: dict[str, list[EvidenceEdge]] = defaultdict(list)
    for edge in sorted(edges, key=lambda edge: (-edge.confidence, edge.id)):
        arrows[edge.source].append(edge)
    return dict(arrows)


def _closing_edges(part: list[str], arrows: dict[str, list[EvidenceEdge]]) -> tuple[str, ...]:
    """Return the back edges of a depth-first walk: each leads to a node that led to it."""
    inside = set(part)
    closing = []
    done: set[str] = set()
    for root in part:
        if root in done:
            continue
        open_nodes = {root}
        walk: list[tuple[str, Iterator[EvidenceEdge]]] = [(root, iter(arrows.get(root, ())))]
        while walk:
            node, rest = walk[-1]
            edge = next(rest, None)
            if edge is None:
                walk.pop()
                open_nodes.discard(node)
                done.add(node)
            elif edge.target in open_nodes:
                closing.append(edge.id)
            elif edge.target in inside and edge.target not in done:
                open_nodes.add(edge.target)
                walk.append((edge.target, iter(arrows.get(edge.target, ()))))
    return tuple(sorted(closing))


def would_make_cycle(graph: EvidenceGraph, source_id: str, target_id: str) -> CyclePreview:
    """Say whether an edge from ``source_id`` to ``target_id`` would close a cycle.

    Raises
    ------
    InvalidInput
        If a node is unknown.
    """
    _check_known(graph, (source_id, target_id))
    if source_id == target_id:
        return CyclePreview(makes_cycle=True, path=(source_id,), edges=())
    before: dict[str, tuple[str, str]] = {}
    layer, seen = [target_id], {target_id}
    arrows: dict[str, list[EvidenceEdge]] = defaultdict(list)
    for edge in graph.edges:
        arrows[edge.source].append(edge)
    while layer and source_id not in seen:
        following = []
        for node in layer:
            for edge in arrows.get(node, ()):
                if edge.target not in seen:
                    seen.add(edge.target)
                    before[edge.target] = (node, edge.id)
                    following.append(edge.target)
        layer = following
    if source_id not in seen:
        return CyclePreview(makes_cycle=False, path=(), edges=())
    path, edges = [source_id], list[str]()
    while path[-1] != target_id:
        node, edge_id = before[path[-1]]
        path.append(node)
        edges.append(edge_id)
    return CyclePreview(makes_cycle=True, path=tuple(reversed(path)), edges=tuple(reversed(edges)))


def contradictions(graph: EvidenceGraph) -> tuple[Contradiction, ...]:
    """Return where evidence opposes evidence, by rule, then by what it is about.

    ``causal`` and ``supports`` edges speak for their target, ``contradicts`` edges against it.
    A pair of nodes that is joined by both is reported once, by the more telling rule.
    """
    speaks_for: dict[str, list[EvidenceEdge]] = defaultdict(list)
    speaks_against: dict[str, list[EvidenceEdge]] = defaultdict(list)
    for edge in graph.edges:
        if edge.edge_type in _SUPPORTING:
            speaks_for[edge.target].append(edge)
        elif edge.edge_type == EdgeType.CONTRADICTS:
            speaks_against[edge.target].append(edge)
    found: list[Contradiction] = []
    for about in sorted(speaks_for.keys() & speaks_against.keys()):
        found += _opposing(about, speaks_for[about], speaks_against[about])
    return tuple(sorted(found, key=lambda item: (item.rule, item.about, item.subjects)))


def _opposing(
    about: str, supporting: list[EvidenceEdge], contradicting: list[EvidenceEdge]
) -> Iterator[Contradiction]:
    for_by, against_by = _by_source(supporting), _by_source(contradicting)
    both = sorted(for_by.keys() & against_by.keys())
    for subject in both:
        declared = {Standing.DECLARED, Standing.DERIVED}
        stated = [edge for edge in for_by[subject] if edge.standing in declared]
        observed = [e for e in against_by[subject] if e.standing is Standing.OBSERVED]
        if stated and observed:
            rule = ContradictionRule.DECLARED_BUT_FAILED
            text = f"{subject!r} is said to support {about!r}, but it was observed to fail."
            yield _contradiction(rule, about, stated, observed, text)
        else:
            rule = ContradictionRule.OPPOSING_EDGES
            text = f"{subject!r} both supports and contradicts {about!r}."
            yield _contradiction(rule, about, for_by[subject], against_by[subject], text)
    others_for = [edge for edge in supporting if edge.source not in both]
    others_against = [edge for edge in contradicting if edge.source not in both]
    if others_for and others_against:
        rule = ContradictionRule.SOURCES_DISAGREE
        text = (
            f"{_count(others_for)} for and {_count(others_against)} against {about!r} come from"
            " different nodes."
        )
        yield _contradiction(rule, about, others_for, others_against, text)


def _by_source(edges: Iterable[EvidenceEdge]) -> dict[str, list[EvidenceEdge]]:
    by_source: dict[str, list[EvidenceEdge]] = defaultdict(list)
    for edge in edges:
        by_source[edge.source].append(edge)
    return dict(by_source)


def _count(edges: list[EvidenceEdge]) -> str:
    return f"{len(edges)} edge{'' if len(edges) == 1 else 's'}"


def _contradiction(
    rule: ContradictionRule,
    about: str,
    supporting: list[EvidenceEdge],
    contradicting: list[EvidenceEdge],
    message: str,
) -> Contradiction:
    return Contradiction(
        rule=rule,
        subjects=tuple(sorted({edge.source for edge in (*supporting, *contradicting)})),
        about=about,
        supporting=tuple(sorted(edge.id for edge in supporting)),
        contradicting=tuple(sorted(edge.id for edge in contradicting)),
        message=message,
    )


def audit_sources(
    graph: EvidenceGraph,
    *,
    source_kinds: Iterable[str] = ("source", "document", "observation"),
    sources: Iterable[str] = (),
    conclusions: Iterable[str] | None = None,
) -> SourceAudit:
    """Return which nodes no source stands behind.

    Parameters
    ----------
    graph : EvidenceGraph
        Evidence flows along the arrows; ``contradicts`` edges carry none.
    source_kinds : iterable of str
        Kinds of node that need nothing behind them.
    sources : iterable of str
        Ids of further such nodes.
    conclusions : iterable of str, optional
        Ids to ask about; by default every node that is no source.

    Raises
    ------
    InvalidInput
        If an id is unknown.
    """
    kinds, named = set(source_kinds), set(sources)
    _check_known(graph, named)
    roots = {node.id for node in graph.nodes if node.kind in kinds} | named
    asked = set(conclusions) if conclusions is not None else set(graph.node_by_id) - roots
    _check_known(graph, asked)
    after: dict[str, list[str]] = defaultdict(list)
    for edge in graph.edges:
        if edge.edge_type != EdgeType.CONTRADICTS:
            after[edge.source].append(edge.target)
    seen, waiting = set(roots), list(roots)
    while waiting:
        for other in after.get(waiting.pop(), ()):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return SourceAudit(
        sources=tuple(sorted(roots)),
        checked=len(asked),
        without_source=tuple(sorted(asked - seen)),
    )


def single_points(graph: EvidenceGraph) -> SinglePoints:
    """Return nodes and edges whose loss splits what is joined, directions left aside."""
    joined = nx.Graph()
    joined.add_nodes_from(node.id for node in graph.nodes)
    between: dict[tuple[str, str], list[str]] = defaultdict(list)
    for edge in graph.edges:
        if edge.source != edge.target:
            low, high = sorted((edge.source, edge.target))
            between[low, high].append(edge.id)
            joined.add_edge(low, high)
    bridges = [between[min(pair), max(pair)] for pair in nx.bridges(joined)]
    return SinglePoints(
        nodes=tuple(sorted(nx.articulation_points(joined))),
        edges=tuple(sorted(edges[0] for edges in bridges if len(edges) == 1)),
    )


def _check_known(graph: EvidenceGraph, names: Iterable[str]) -> None:
    for name in sorted(set(names) - graph.node_by_id.keys()):
        near = nearest(name, sorted(graph.node_by_id)) if len(graph.nodes) <= 2000 else None
        hint = f" Did you mean {near!r}?" if near else ""
        raise InvalidInput(f"{name!r} is not among the graph's {len(graph.nodes)} nodes.{hint}")
