"""Trace the cheapest evidence paths between two nodes of a graph."""

from __future__ import annotations

from datetime import datetime

from engine.errors import InvalidInput, nearest
from engine.models.path import (
    EvidenceGraph,
    Recency,
    TraceParameters,
    TraceResult,
    TraceWarning,
)
from engine.trace.compiled import is_available
from engine.trace.cost import CostSettings, check_settings
from engine.trace.query import Query
from engine.trace.snapshot import MOST_HOPS, Snapshot
from engine.trace.subgraph import HopLimits

MOST_PATHS = 10
"""Largest k; a larger one is lowered to it, and the answer says so."""

DEFAULT_BUDGET = 1_000_000
"""Nodes that one trace may expand: a few seconds of one core."""

COMPILED_FROM_EDGES = 5_000
"""Smaller graphs are answered sooner than the compiled search is loaded."""


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
    compiled : bool, optional
        Whether the compiled search is used; the answers are the same. By default it is for a
        graph of at least 5,000 edges, where the extra ``fast`` is installed.

    Raises
    ------
    InvalidInput
        If the compiled search is asked for and its extra is not installed.

    Notes
    -----
    A tracer may be read by several threads; what it keeps is worked out from the graph alone.
    """

    def __init__(self, graph: EvidenceGraph, *, compiled: bool | None = None) -> None:
        if compiled and not is_available():
            raise InvalidInput(
                "the compiled search needs numba; install the extra: pip install"
                " 'quality-lab[fast]'."
            )
        self.graph = graph
        worth_it = len(graph.edges) >= COMPILED_FROM_EDGES and is_available()
        self._compiled = worth_it if compiled is None else compiled
        self._snapshot = Snapshot(graph)
        self._limits = HopLimits(self._snapshot, compiled=self._compiled)

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
        budget : int, default 1,000,000
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
        query = Query(
            self._snapshot,
            source,
            target,
            settings,
            parameters,
            self._limits,
            compiled=self._compiled,
        )
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
