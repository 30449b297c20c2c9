"""The k cheapest paths of :mod:`engine.trace.paths` over arrays."""

from __future__ import annotations

import numpy as np

from engine.trace.kernels.jit import (
    ANY_HOPS,
    CUT,
    FOUND,
    NOTHING,
    Arrows,
    Bytes,
    Ints,
    jit,
)
from engine.trace.kernels.parts import (
    BAN,
    BEFORE,
    BOUND,
    LENGTH,
    PATH,
    PLACE,
    PREFIX,
    START,
    TURN,
    WEIGHT,
    banned_edges,
    ceiling_of,
    front,
    overlaps,
    prefix_nodes,
    room,
)
from engine.trace.kernels.potential import (
    EXHAUSTED,
    OUTSIDE,
    REACH,
    WAITING,
    meet,
    refocus,
    widen,
)
from engine.trace.kernels.spur import cheapest, least
from engine.trace.kernels.within import cheapest_within

Graph = tuple[Arrows, Arrows, Ints, Bytes]
"""Arrows out and in, weights, blocked nodes."""

Near = tuple[Ints, Ints, Ints, Ints]
"""A potential: exact, far, near by node, and what it keeps between extensions."""

Store = tuple[Ints, Ints, Ints, Ints, Ints]
"""Parts, the queue of them, paths, their steps, and the heap of the potential; each may be
replaced by a larger one."""

PARTS, QUEUED, PATHS, STEPS, TURNS, SEARCHES, USED, LEFT = range(8)
"""Places in the counts of one search; USED and LEFT: expansions, and the most there may be."""


@jit
def _bounds(kept: Ints) -> tuple[int, int, bool]:
    return kept[REACH], kept[OUTSIDE], kept[EXHAUSTED] == 1


@jit
def _way(marks: Near, start: int, target: int) -> Ints:
    """Return the way that a search's marks tell, as rows of a node and the edge that leaves it."""
    length, node = 0, target
    while node != start:
        length += 1
        node = marks[1][node]
    way = np.full((length + 1, 2), -1, np.int64)
    way[length, 0] = target
    node = target
    while length > 0:
        length -= 1
        way[length, 1] = marks[2][node]
        node = marks[1][node]
        way[length, 0] = node
    return way


@jit
def _bound(graph: Graph, near: Near, store: Store, counts: Ints, part: int) -> int:
    """Return a lower bound on the weight of a part's paths; -1 when it has none."""
    parts, _, paths, steps, _ = store
    nodes = prefix_nodes(parts, paths, steps, part)
    first = graph[0][0]
    row = first[nodes[-1] + 1] - first[nodes[-1]]
    # Long prefixes and wide nodes cost more to look at.
    counts[USED] += 1 + (row * len(nodes) >> 6)
    banned = banned_edges(parts, part)
    rest = least(graph[0], graph[2], graph[3], near[0], near[2], _bounds(near[3]), nodes, banned)
    return rest if rest < 0 else rest + int(parts[part, WEIGHT])


@jit
def _push(store: Store, counts: Ints, part: int, bound: int, path: int) -> Store:
    parts, queue, paths, steps, heap = store
    queue = room(queue, counts[QUEUED] + 1)
    queue[counts[QUEUED], 0] = part
    counts[QUEUED] += 1
    counts[TURNS] += 1
    parts[part, BOUND], parts[part, PATH], parts[part, TURN] = bound, path, counts[TURNS]
    return parts, queue, paths, steps, heap


@jit
def _take(store: Store, counts: Ints, place: int) -> int:
    """Take a part out of the queue."""
    queue = store[1]
    part = queue[place, 0]
    counts[QUEUED] -= 1
    queue[place, 0] = queue[counts[QUEUED], 0]
    return int(part)


@jit
def _keep(store: Store, counts: Ints, part: int, weight: int, way: Ints) -> Store:
    """Put the best path of a part, its prefix and a way on, into the queue."""
    parts, queue, paths, steps, heap = store
    place, start = parts[part, PLACE], paths[parts[part, PREFIX], START]
    path, first = counts[PATHS], counts[STEPS]
    length = place + len(way) - 1
    paths = room(paths, path + 1)
    steps = room(steps, first + length + 1)
    steps[first : first + place] = steps[start : start + place]
    steps[first + place : first + length + 1] = way
    paths[path, START], paths[path, LENGTH] = first, length
    counts[PATHS] += 1
    counts[STEPS] += length + 1
    return _push(
        (parts, queue, paths, steps, heap), counts, part, parts[part, WEIGHT] + weight, path
    )


@jit
def _resolve(
    graph: Graph,
    near: Near,
    marks: Near,
    store: Store,
    counts: Ints,
    part: int,
    limits: tuple[int, int, Ints, int],
) -> tuple[int, Store]:
    """Find the cheapest path of a part and put it into the queue."""
    out, _, weight, blocked = graph
    target, max_hops, to_target, ceiling = limits
    parts, _, paths, steps, _ = store
    nodes = prefix_nodes(parts, paths, steps, part)
    banned = banned_edges(parts, part)
    start = nodes[-1]
    hops = max_hops - parts[part, PLACE]
    if hops < 1:
        return NOTHING, store
    # No weight is below 0; to the search it would mean that there is no ceiling.
    left = max(ceiling - parts[part, WEIGHT], 0) if ceiling >= 0 else -1
    bounds = _bounds(near[3])
    counts[SEARCHES] += 1
    for node in nodes[:-1]:
        blocked[node] = 1
    ended, found, expanded = cheapest(
        out,
        weight,
        blocked,
        near[0],
        near[2],
        bounds,
        start,
        target,
        banned,
        left,
        marks,
        counts[SEARCHES],
        counts[LEFT] - counts[USED],
    )
    counts[USED] += expanded
    way = _way(marks, start, target) if ended == FOUND else np.empty((0, 2), np.int64)
    if ended == FOUND and len(way) - 1 > hops and counts[USED] <= counts[LEFT]:
        ended, found, way, expanded = cheapest_within(
            out,
            weight,
            blocked,
            near[0],
            near[2],
            bounds,
            to_target,
            start,
            target,
            banned,
            hops,
            left,
            counts[LEFT] - counts[USED],
        )
        counts[USED] += expanded
    for node in nodes[:-1]:
        blocked[node] = 0
    if counts[USED] > counts[LEFT]:
        ended = CUT
    if ended == FOUND:
        store = _keep(store, counts, part, found, way)
    return ended, store


@jit
def _split(
    graph: Graph, near: Near, store: Store, counts: Ints, taken: int, wanted: int
) -> tuple[bool, Store]:
    """Put into the queue what is left of a part without its best path; False: budget spent."""
    parts, queue, paths, steps, heap = store
    path, weight = parts[taken, PATH], parts[taken, WEIGHT]
    ceiling = ceiling_of(queue, counts[QUEUED], parts, wanted)
    for place in range(parts[taken, PLACE], paths[path, LENGTH]):
        edge = steps[paths[path, START] + place, 1]
        part = counts[PARTS]
        parts = room(parts, part + 1)
        counts[PARTS] += 1
        parts[part, PREFIX], parts[part, PLACE], parts[part, WEIGHT] = path, place, weight
        parts[part, BAN] = edge
        parts[part, BEFORE] = taken if place == parts[taken, PLACE] else -1
        store = (parts, queue, paths, steps, heap)
        bound = _bound(graph, near, store, counts, part)
        if counts[USED] > counts[LEFT]:
            return False, store
        if bound >= 0 and (ceiling < 0 or bound <= ceiling):
            parts, queue, paths, steps, heap = _push(store, counts, part, bound, -1)
        weight += graph[2][edge]
    return True, (parts, queue, paths, steps, heap)


@jit
def _advance(
    graph: Graph,
    near: Near,
    marks: Near,
    store: Store,
    counts: Ints,
    aim: tuple[int, int, Ints],
    wanted: int,
    limit: int,
) -> tuple[int, Store]:
    """Search parts until the front of the queue is a path of at most ``limit``, -1: any."""
    target, max_hops, to_target = aim
    while counts[QUEUED] > 0:
        parts, queue, paths, steps, heap = store
        place = front(queue, counts[QUEUED], parts, paths, steps)
        bound = parts[queue[place, 0], BOUND]
        if limit >= 0 and bound > limit:
            return NOTHING, store
        if parts[queue[place, 0], PATH] >= 0:
            return FOUND, store
        part = _take(store, counts, place)
        # A larger exact zone may lift the bound, and the part may then wait.
        left = counts[LEFT] - counts[USED]
        heap, expanded = widen(heap, graph[1], graph[2], graph[3], near[:3], near[3], bound, left)
        counts[USED] += expanded
        store = (parts, queue, paths, steps, heap)
        if counts[USED] > counts[LEFT]:
            return CUT, store
        lifted = _bound(graph, near, store, counts, part)
        if counts[USED] > counts[LEFT]:
            return CUT, store
        if lifted > bound:
            store = _push(store, counts, part, lifted, -1)
        elif lifted >= 0:
            ceiling = limit
            if limit < 0:
                ceiling = ceiling_of(queue, counts[QUEUED], parts, wanted)
            limits = (target, max_hops, to_target, ceiling)
            ended, store = _resolve(graph, near, marks, store, counts, part, limits)
            if ended not in (FOUND, NOTHING):
                return ended, store
    return NOTHING, store


@jit
def k_cheapest(
    graph: Graph,
    to_target: Ints,
    source: int,
    target: int,
    max_hops: int,
    wanted: int,
    most: float,
    seek_tie: bool,
    left: int,
) -> tuple[int, int, Ints, Ints, int]:
    """Return the cheapest paths, whether the next ties, and what they took.

    Parameters
    ----------
    graph : Graph
    to_target : array of int
        Fewest hops from each node to the target.
    source, target, max_hops : int
    wanted : int
        Number of paths.
    most : float
        Largest share of its edges that a path has in common with a cheaper one; from 1 on all
        are wanted.
    seek_tie : bool
        Whether a tie at the cut-off is looked for.
    left : int
        Largest number of expansions.

    Returns
    -------
    ended : int
        FOUND: as many as wanted; NOTHING: there are no more; CUT; TOO_LARGE.
    tie : int
        1, 0, or -1: not known.
    paths : array of int, shape (paths, 3)
        First step, edges, weight.
    steps : array of int, shape (steps, 2)
        Node, and the edge that leaves it.
    used : int
        Expansions; above ``left`` when the search was cut.
    """
    out, into, weight, blocked = graph
    count = len(blocked)
    near = (
        np.full(count, -1, np.int64),
        np.full(count, -1, np.int64),
        np.full(count, -1, np.int64),
        np.zeros(6, np.int64),
    )
    marks = (
        np.empty(count, np.int64),
        np.empty(count, np.int64),
        np.empty(count, np.int64),
        np.zeros(count, np.int64),
    )
    counts = np.zeros(8, np.int64)
    counts[LEFT] = left
    answer = np.empty((wanted, 3), np.int64)
    chosen = np.empty(wanted, np.int64)
    behind, size, reach, joined, expanded = meet(
        out, into, weight, blocked, source, target, near[:3], left
    )
    counts[USED] += expanded
    steps = np.full((64, 2), -1, np.int64)
    if counts[USED] > left:
        return CUT, -1, answer[:0], steps, counts[USED]
    near[3][REACH] = reach
    nearest = behind[0, 0] if size > 0 else 0
    heap, near[3][WAITING] = refocus(behind, size, near[0], near[1], near[2], reach)
    heap, expanded = widen(
        heap, into, weight, blocked, near[:3], near[3], reach + nearest, left - counts[USED]
    )
    counts[USED] += expanded
    if counts[USED] > left:
        return CUT, -1, answer[:0], steps, counts[USED]
    if not joined:
        return NOTHING, 0, answer[:0], steps, counts[USED]
    # Path 0 is the source alone: the prefix of the part that holds every path.
    parts, paths = np.full((64, 8), -1, np.int64), np.zeros((16, 2), np.int64)
    steps[0, 0] = source
    parts[0, PREFIX], parts[0, PLACE], parts[0, WEIGHT] = 0, 0, 0
    counts[PARTS], counts[PATHS], counts[STEPS] = 1, 1, 1
    store = (parts, np.empty((64, 1), np.int64), paths, steps, heap)
    store = _push(store, counts, 0, 0, -1)
    aim = (target, max_hops, to_target)
    taken, found = -1, 0
    while found < wanted:
        still = wanted - found if most >= 1.0 else 0
        sound = True
        if taken >= 0:
            sound, store = _split(graph, near, store, counts, taken, still)
        ended = CUT
        if sound:
            ended, store = _advance(graph, near, marks, store, counts, aim, still, -1)
        if ended != FOUND:
            tie = 0 if ended == NOTHING and most >= 1.0 else -1
            return ended, tie, answer[:found], store[3], counts[USED]
        parts, queue, paths, steps, _ = store
        taken = _take(store, counts, front(queue, counts[QUEUED], parts, paths, steps))
        path = parts[taken, PATH]
        if most >= 1.0 or not overlaps(paths, steps, path, chosen[:found], most):
            chosen[found] = path
            answer[found, 0], answer[found, 1] = paths[path, START], paths[path, LENGTH]
            answer[found, 2] = parts[taken, BOUND]
            found += 1
    if not seek_tie:
        return FOUND, -1, answer, store[3], counts[USED]
    sound, store = _split(graph, near, store, counts, taken, 1)
    ended = CUT
    if sound:
        limit = answer[wanted - 1, 2] | ANY_HOPS
        ended, store = _advance(graph, near, marks, store, counts, aim, 1, limit)
    tie = 1 if ended == FOUND else 0
    if ended == CUT:
        tie = -1
    return ended, tie, answer, store[3], counts[USED]
