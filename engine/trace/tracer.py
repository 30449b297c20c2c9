"""Trace the cheapest evidence paths between two nodes of a graph."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import cached_property

from engine.errors import InvalidInput, nearest
from engine.models.path import (
    BudgetUse,
    EvidenceGraph,
    Recency,
    TracedPath,
    TraceParameters,
    TraceResult,
    TraceWarning,
)
from engine.trace.answer import edge_warnings, traced_path
from engine.trace.cost import CostSettings, check_settings
from engine.trace.must_pass import must_pass
from engine.trace.nopath import explain_no_path
from engine.trace.paths import KCheapest
from engine.trace.potential import Budget, BudgetSpent, Space
from engine.trace.snapshot import MOST_HOPS, Rows, Snapshot
from engine.trace.spur import Found
from engine.trace.subgraph import Subgraph, hop_limited

MOST_PATHS = 10
"""Largest k; a larger one is lowered to it, and the answer says so."""

DEFAULT_BUDGET = 2_000_000
"""Nodes that one trace may expand, about five seconds of one core."""


def trace(
    graph: EvidenceGraph,
    source_id: str,
    target_id: str,
    k: int = 1,
    half_life_hours: float = 168.0,
    bidirectional: bool = True,
    max_hops: int = 10,
    recency: Recency | str = Recency.HALF_LIFE,
    *,
    now: datetime | None = None,
    budget: int = DEFAULT_BUDGET,
    max_overlap: float = 1.0,
) -> TraceResult:
    """Return the k cheapest evidence paths from one node to another.

    For several questions to one graph make a :class:`Tracer` once; the answers are the same.
    Parameters, answer and errors are those of :meth:`Tracer.trace`.

    Examples
    --------
    >>> from engine.models.path import EvidenceEdge, EvidenceNode
    >>> graph = EvidenceGraph(
    ...     nodes=[EvidenceNode(id=name) for name in "abc"],
    ...     edges=[
    ...         EvidenceEdge(id="1", source="a", target="b", edge_type="causal", confidence=0.9),
    ...         EvidenceEdge(id="2", source="b", target="c", edge_type="supports", confidence=0.7),
    ...     ],
    ... )
    >>> answer = trace(graph, "a", "c")
    >>> answer.paths[0].path, round(answer.paths[0].total_cost, 7)
    (('a', 'b', 'c'), 0.5620355)
    """
    return Tracer(graph).trace(
        source_id,
        target_id,
        k,
        half_life_hours,
        bidirectional,
        max_hops,
        recency,
        now=now,
        budget=budget,
        max_overlap=max_overlap,
    )


class Tracer:
    """Answers path questions about one graph; the graph is converted once.

    Parameters
    ----------
    graph : EvidenceGraph
        A sound graph; it is never changed.

    Notes
    -----
    A tracer may be read by several threads; what it keeps is worked out from the graph alone.
    """

    def __init__(self, graph: EvidenceGraph) -> None:
        self.graph = graph
        self._snapshot = Snapshot(graph)

    def trace(
        self,
        source_id: str,
        target_id: str,
        k: int = 1,
        half_life_hours: float = 168.0,
        bidirectional: bool = True,
        max_hops: int = 10,
        recency: Recency | str = Recency.HALF_LIFE,
        *,
        now: datetime | None = None,
        budget: int = DEFAULT_BUDGET,
        max_overlap: float = 1.0,
    ) -> TraceResult:
        """Return the k cheapest simple paths, told apart by their edges.

        Parameters
        ----------
        source_id, target_id : str
            Two different nodes of the graph.
        k : int, default 1
            At least 1. Above 10 it is lowered to 10 and a warning says so.
        half_life_hours : float, default 168
            Hours; finite and above 0.
        bidirectional : bool, default True
            True reads every edge in both directions; False follows the arrows.
        max_hops : int, default 10
            1 to 1023; no path is longer.
        recency : Recency or its name, default ``half_life``
            How age is charged.
        now : datetime, optional
            Moment that ages are counted to, time-zone aware. By default the time of the
            graph's newest edge, which a warning then says: the engine reads no clock.
        budget : int, default 2,000,000
            Nodes that the search may expand. When it is cut there, the paths found until then
            are returned (they are the cheapest) and a warning says so.
        max_overlap : float, default 1.0
            Largest share of its edges, in [0, 1], that a path may have in common with a cheaper
            path of the answer; below 1 near-copies are passed over.

        Returns
        -------
        TraceResult
            Paths by (cost, hops, edge ids as text). No path is an answer with a reason.

        Raises
        ------
        InvalidInput
            If a node is unknown, both ends are the same, or a parameter is out of its range.
        """
        recency = _recency(recency)
        _check_whole("k", k, 1, None)
        _check_whole("max_hops", max_hops, 1, MOST_HOPS)
        _check_whole("budget", budget, 1, None)
        if not 0.0 <= max_overlap <= 1.0:
            raise InvalidInput(
                f"max_overlap is a share and must be in [0, 1], not {max_overlap!r}."
            )
        settings = CostSettings(half_life_hours, recency, now)
        check_settings(settings)
        source, target = self._ends(source_id, target_id)
        warnings = []
        if k > MOST_PATHS:
            text = f"k was {k}; at most {MOST_PATHS} paths are traced, so {MOST_PATHS} was used."
            warnings.append(TraceWarning(code="k_clamped", message=text))
        if now is None and recency is not Recency.OFF and self._snapshot.newest is not None:
            settings = settings._replace(now=self._snapshot.newest)
            text = (
                "No moment was given, so ages are counted to the graph's newest edge,"
                f" {self._snapshot.newest.isoformat()}."
            )
            warnings.append(TraceWarning(code="now_defaulted", message=text))
        parameters = TraceParameters(
            source_id=source_id,
            target_id=target_id,
            k=min(k, MOST_PATHS),
            requested_k=k,
            half_life_hours=half_life_hours,
            bidirectional=bidirectional,
            max_hops=max_hops,
            recency=recency,
            now=settings.now,
            max_overlap=max_overlap,
            budget=budget,
        )
        query = _Query(self._snapshot, source, target, settings, parameters)
        return query.answer(warnings)

    def _ends(self, source_id: str, target_id: str) -> tuple[int, int]:
        number = self._snapshot.number
        for role, name in (("source_id", source_id), ("target_id", target_id)):
            if name not in number:
                known = sorted(number) if len(number) <= 20_000 else []
                near = nearest(name, known)
                hint = f" Did you mean {near!r}?" if near else ""
                raise InvalidInput(
                    f"{role} {name!r} is not among the graph's {len(number)} nodes.{hint}"
                )
        if source_id == target_id:
            raise InvalidInput(
                f"source_id and target_id are both {source_id!r}; a path joins two different nodes."
            )
        return number[source_id], number[target_id]


class _Query:
    """One question to one snapshot."""

    def __init__(
        self,
        snapshot: Snapshot,
        source: int,
        target: int,
        settings: CostSettings,
        parameters: TraceParameters,
    ) -> None:
        self._snapshot = snapshot
        self._ends = (source, target)
        self._settings = settings
        self._parameters = parameters
        both = parameters.bidirectional
        self._out = snapshot.both if both else snapshot.forward
        self._into = snapshot.both if both else snapshot.backward
        self._subgraph: Subgraph = hop_limited(
            self._out,
            self._into,
            (snapshot.source, snapshot.target),
            source,
            target,
            parameters.max_hops,
        )
        self._to_target: list[int] = self._subgraph.to_target.tolist()
        self._budget = Budget(parameters.budget)
        self._cut = False

    @cached_property
    def _space(self) -> Space:
        """The whole hop-limited subgraph."""
        snapshot = self._snapshot
        if self._parameters.bidirectional:
            return self._within(snapshot.both_rows, snapshot.both_rows)
        return self._within(snapshot.forward_rows, snapshot.backward_rows)

    @cached_property
    def _clean_space(self) -> Space:
        """The same without contradictions."""
        allowed = self._snapshot.agreeing
        out = self._out.rows(allowed)
        return self._within(
            out, out if self._parameters.bidirectional else self._into.rows(allowed)
        )

    def _within(self, out: Rows, into: Rows) -> Space:
        blocked = bytearray((~self._subgraph.kept).tobytes())
        return Space(out, into, self._snapshot.weights(self._settings), blocked)

    def answer(self, warnings: list[TraceWarning]) -> TraceResult:
        """Search, and say everything that the paths rest on."""
        asked = self._parameters
        found, tie = self._cheapest()
        paths = tuple(self._traced(path) for path in found)
        clean = self._best_clean(paths, warnings) if any(p.contradictions for p in paths) else None
        crossed = self._must_pass(found)
        warnings += edge_warnings(paths)
        no_path = None
        if not paths:
            no_path = explain_no_path(self._snapshot, self._subgraph, *self._ends, asked, self._cut)
        elif len(paths) < asked.k and not self._cut:
            warnings.append(_fewer(len(paths), asked))
        if self._cut:
            text = (
                f"The search was cut after {asked.budget} expanded nodes, with {len(paths)} of"
                f" {asked.k} paths found; raise the budget, or lower max_hops."
            )
            warnings.append(TraceWarning(code="budget", message=text))
        return TraceResult(
            paths=paths,
            subgraph_size=self._subgraph.size,
            parameters=asked,
            warnings=tuple(warnings),
            reason=no_path.reason if no_path else None,
            explanation=no_path.explanation if no_path else "",
            frontier=no_path.frontier if no_path else None,
            dominators=_names(self._snapshot, crossed),
            tie_at_cutoff=tie if paths else None,
            best_without_contradictions=clean,
            budget=BudgetUse(limit=asked.budget, used=self._budget.used, exhausted=self._cut),
        )

    def _search(self, space: Space) -> KCheapest:
        most = self._parameters.max_hops
        return KCheapest(space, *self._ends, self._to_target, most, self._budget)

    def _must_pass(self, found: list[Found]) -> tuple[int, ...] | None:
        if not found:
            return None
        most = self._parameters.max_hops
        try:
            return must_pass(self._space, self._to_target, most, found, self._budget)
        except BudgetSpent:
            self._cut = True
            return None

    def _cheapest(self) -> tuple[list[Found], bool | None]:
        """Return the paths of the answer, and whether the next one costs the same."""
        asked, found = self._parameters, list[Found]()
        if not self._subgraph.size.nodes:
            return found, None
        try:
            search = self._search(self._space)
            if asked.max_overlap < 1.0:
                for distinct in self._distinct(search, found):
                    found.append(distinct)
                    if len(found) == asked.k:
                        break
            else:
                while len(found) < asked.k:
                    path = search.next_path(asked.k - len(found))
                    if path is None:
                        return found, False
                    found.append(path)
            tie = search.has_tie(found[-1].weight) if found else None
        except BudgetSpent:
            self._cut = True
            return found, None
        return found, tie

    def _distinct(self, search: KCheapest, kept: list[Found]) -> Iterator[Found]:
        """Yield paths that share little with those kept so far."""
        most = self._parameters.max_overlap
        while path := search.next_path():
            edges = set(path.edges)
            if all(len(edges.intersection(p.edges)) <= most * len(edges) for p in kept):
                yield path

    def _best_clean(
        self, paths: tuple[TracedPath, ...], warnings: list[TraceWarning]
    ) -> TracedPath | None:
        """Return the cheapest path without a contradiction, and warn of those that have one."""
        best = next((path for path in paths if not path.contradictions), None)
        known = True
        if best is None:
            try:
                found = self._search(self._clean_space).next_path(1)
                best = self._traced(found) if found else None
            except BudgetSpent:
                self._cut, known = True, False
        edges = sorted({edge for path in paths for edge in path.contradictions})
        crossing = sum(1 for path in paths if path.contradictions)
        text = f"{crossing} of {len(paths)} paths cross a contradicts edge ({', '.join(edges)})"
        if best is not None:
            more = best.total_cost - paths[0].total_cost
            text += f"; the cheapest path without one costs {more:.4f} more than the first."
        elif known:
            text += f"; no path of at most {self._parameters.max_hops} hops avoids them."
        else:
            text += "; the budget was used up before a path without one was found."
        warnings.insert(0, TraceWarning(code="contradiction", message=text, edges=tuple(edges)))
        return best

    def _traced(self, found: Found) -> TracedPath:
        return traced_path(self._snapshot.graph, found, self._settings)


def _names(snapshot: Snapshot, nodes: tuple[int, ...] | None) -> tuple[str, ...] | None:
    return None if nodes is None else tuple(snapshot.graph.nodes[node].id for node in nodes)


def _fewer(count: int, asked: TraceParameters) -> TraceWarning:
    limit = f"of at most {asked.max_hops} hops"
    if asked.max_overlap < 1.0:
        limit += f" with an overlap of at most {asked.max_overlap:g}"
    text = f"Only {count} of {asked.k} paths exist {limit}."
    return TraceWarning(code="fewer_paths", message=text)


def _check_whole(name: str, value: int, least: int, most: int | None) -> None:
    span = f"of at least {least}" if most is None else f"from {least} to {most}"
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidInput(f"{name} must be a whole number {span}, but {value!r} was given.")
    if value < least or (most is not None and value > most):
        raise InvalidInput(f"{name} must be a whole number {span}, but {value} was given.")


def _recency(name: Recency | str) -> Recency:
    try:
        return Recency(name)
    except ValueError:
        known = ", ".join(mode.value for mode in Recency)
        raise InvalidInput(f"recency must be one of {known}, but {name!r} was given.") from None
