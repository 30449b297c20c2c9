"""Compare two evidence graphs, or two answers to one path question."""

from __future__ import annotations

from collections.abc import Collection

from engine.models.path import EvidenceGraph, TracedEdge, TraceResult
from engine.models.path_difference import (
    EdgeChange,
    EdgeRecost,
    GraphDifference,
    PathChange,
    PathDifference,
)


def diff_graphs(
    base: EvidenceGraph, run: EvidenceGraph, *, ignoring: Collection[str] = ()
) -> GraphDifference:
    """Return what came, went and changed from one graph to another, by id.

    Parameters
    ----------
    base, run : EvidenceGraph
        Which name the same evidence alike.
    ignoring : collection of str
        Fields of an edge that may differ without being told.
    """
    old, new = base.edge_by_id, run.edge_by_id
    changed = []
    for name in sorted(old.keys() & new.keys()):
        before = old[name].model_dump(mode="json")
        after = new[name].model_dump(mode="json")
        keys = before.keys() | after.keys()
        differing = (key for key in keys if before.get(key) != after.get(key))
        fields = sorted(key for key in differing if key not in ignoring)
        if fields:
            changed.append(EdgeChange(id=name, fields=tuple(fields)))
    return GraphDifference(
        nodes_added=tuple(sorted(run.node_by_id.keys() - base.node_by_id.keys())),
        nodes_removed=tuple(sorted(base.node_by_id.keys() - run.node_by_id.keys())),
        edges_added=tuple(sorted(new.keys() - old.keys())),
        edges_removed=tuple(sorted(old.keys() - new.keys())),
        edges_changed=tuple(changed),
    )


def diff_traces(base: TraceResult, run: TraceResult) -> PathDifference:
    """Return how the paths of one answer changed to those of another, edge by edge.

    Paths and edges are matched by edge id, so both answers must come from graphs that name
    the same evidence alike.
    """
    old = {path.edge_ids: (rank, path) for rank, path in enumerate(base.paths, start=1)}
    new = {path.edge_ids: (rank, path) for rank, path in enumerate(run.paths, start=1)}
    changes = []
    for edges in [*new, *(edges for edges in old if edges not in new)]:
        rank_base, path_base = old.get(edges, (None, None))
        rank_run, path_run = new.get(edges, (None, None))
        shown = path_run or path_base
        changes.append(
            PathChange(
                edges=edges,
                path=shown.path if shown else (),
                rank_base=rank_base,
                rank_run=rank_run,
                cost_base=path_base.total_cost if path_base else None,
                cost_run=path_run.total_cost if path_run else None,
            )
        )
    edges_base, edges_run = _edges(base), _edges(run)
    before, after = base.parameters.model_dump(), run.parameters.model_dump()
    return PathDifference(
        paths=tuple(changes),
        edges_added=tuple(sorted(edges_run.keys() - edges_base.keys())),
        edges_removed=tuple(sorted(edges_base.keys() - edges_run.keys())),
        edges_recosted=_recosted(edges_base, edges_run),
        best_changed=next(iter(old), None) != next(iter(new), None),
        order_changed=[edges for edges in old if edges in new]
        != [edges for edges in new if edges in old],
        parameters_changed=tuple(sorted(key for key in before if before[key] != after[key])),
    )


def _edges(result: TraceResult) -> dict[str, TracedEdge]:
    return {edge.id: edge for path in result.paths for edge in path.edges}


def _recosted(base: dict[str, TracedEdge], run: dict[str, TracedEdge]) -> tuple[EdgeRecost, ...]:
    found = []
    for name in base.keys() & run.keys():
        before, after = base[name], run[name]
        if before.cost_parts != after.cost_parts:
            found.append(
                EdgeRecost(
                    id=name,
                    base=before.cost,
                    run=after.cost,
                    delta=after.cost - before.cost,
                    parts_base=before.cost_parts,
                    parts_run=after.cost_parts,
                )
            )
    return tuple(sorted(found, key=lambda item: (-abs(item.delta), item.id)))
