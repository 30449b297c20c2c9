"""Say why two nodes are not joined, and how near the search came."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np

from engine.models.path import Frontier, NoPathReason, TraceParameters
from engine.trace.snapshot import IntArray, Rows, Snapshot, Way
from engine.trace.subgraph import UNREACHED, Subgraph

_SHOWN = 10


class NoPath(NamedTuple):
    """Why there is no path."""

    reason: NoPathReason
    explanation: str
    frontier: Frontier


def explain_no_path(
    snapshot: Snapshot,
    subgraph: Subgraph,
    source: int,
    target: int,
    asked: TraceParameters,
    cut: bool,
) -> NoPath:
    """Return the first reason that holds: budget, hop limit, direction, no connection at all.

    Parameters
    ----------
    snapshot : Snapshot
        The whole graph.
    subgraph : Subgraph
        Hop counts of the search that found nothing.
    source, target : int
        Node numbers.
    asked : TraceParameters
        Names, direction and limit.
    cut : bool
        Whether the search was cut by its budget.
    """
    pair = f"{asked.source_id!r} and {asked.target_id!r}"
    against: tuple[str, ...] = ()
    needed = None
    if cut:
        reason = NoPathReason.BUDGET
        text = (
            f"The search between {pair} was cut after {asked.budget} expanded nodes, before any"
            " path was found; raise the budget, or lower max_hops."
        )
    else:
        rows = snapshot.rows(Way.BOTH if asked.bidirectional else Way.FORWARD)
        needed = _hops_needed(rows, source, target)
        if needed is not None:
            reason = NoPathReason.HOP_LIMIT
            text = (
                f"The shortest path between {pair} has {needed} hops, more than the"
                f" {asked.max_hops} allowed; raise max_hops to {needed}."
            )
        elif (turned := _fewest_turned(snapshot, source, target)) is not None:
            against = turned
            reason = NoPathReason.WRONG_DIRECTION
            one = len(against) == 1
            text = (
                f"No arrows lead from {asked.source_id!r} to {asked.target_id!r}: at least"
                f" {len(against)} edge{'' if one else 's'} would have to be read backwards;"
                " trace in both directions to allow that."
            )
        else:
            reason = NoPathReason.DISCONNECTED
            text = f"Nothing in the graph joins {pair}, in any direction or number of hops."
    frontier = _frontier(snapshot, subgraph, against, needed)
    return NoPath(reason, text, frontier)


def _frontier(
    snapshot: Snapshot, subgraph: Subgraph, against: tuple[str, ...], needed: int | None
) -> Frontier:
    reached, reached_count = _farthest(snapshot, subgraph.from_source)
    reaching, reaching_count = _farthest(snapshot, subgraph.to_target)
    return Frontier(
        reached=reached,
        reached_count=reached_count,
        reaching=reaching,
        reaching_count=reaching_count,
        edges_against=against,
        hops_needed=needed,
    )


def _farthest(snapshot: Snapshot, hops: IntArray) -> tuple[tuple[str, ...], int]:
    """Return the nodes with the most hops, the first few by name, and how many are reached."""
    near = hops[hops < UNREACHED]
    farthest = np.flatnonzero(hops == near.max())[:_SHOWN]
    return tuple(snapshot.graph.nodes[node].id for node in farthest), len(near)


def _hops_needed(rows: Rows, source: int, target: int) -> int | None:
    """Return the fewest hops between two nodes, however many; None when they are not joined."""
    hops = {source: 0}
    queue = deque([source])
    while queue:
        node = queue.popleft()
        for other, _ in rows[node]:
            if other not in hops:
                hops[other] = hops[node] + 1
                if other == target:
                    return hops[other]
                queue.append(other)
    return None


def _fewest_turned(snapshot: Snapshot, source: int, target: int) -> tuple[str, ...] | None:
    """Return the fewest edges to read backwards so that a way leads from source to target.

    A search over two queues: arrows along cost 0, arrows against cost 1.
    """
    ways = ((snapshot.rows(Way.FORWARD), 0), (snapshot.rows(Way.BACKWARD), 1))
    turned = {source: 0}
    came: dict[int, tuple[int, int | None]] = {}
    queue = deque([(0, source)])
    while queue:
        count, node = queue.popleft()
        if count > turned[node]:
            continue
        if node == target:
            break
        for rows, price in ways:
            for other, edge in rows[node]:
                if turned.get(other, count + price + 1) <= count + price:
                    continue
                turned[other] = count + price
                came[other] = (node, edge if price else None)
                if price:
                    queue.append((count + price, other))
                else:
                    queue.appendleft((count, other))
    if target not in turned:
        return None
    edges = []
    node = target
    while node != source:
        node, against = came[node]
        if against is not None:
            edges.append(snapshot.graph.edges[against].id)
    return tuple(reversed(edges))
