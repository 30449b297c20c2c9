"""Answer one path question: search, and say everything that the paths rest on."""

from __future__ import annotations

from functools import cached_property

from engine.models.path import (
    BudgetUse,
    TracedPath,
    TraceParameters,
    TraceResult,
    TraceWarning,
)
from engine.trace.answer import Teller, edge_warnings
from engine.trace.compiled import Cheapest, LazyWeights, fits
from engine.trace.core import k_cheapest
from engine.trace.cost import CostSettings
from engine.trace.must_pass import must_pass
from engine.trace.nopath import explain_no_path
from engine.trace.potential import Budget, BudgetSpent, Hops, Space
from engine.trace.snapshot import Snapshot, Way
from engine.trace.spur import Found
from engine.trace.subgraph import HopLimits


class Query:
    """One question to one snapshot, checked and with its defaults filled in.

    Parameters
    ----------
    snapshot : Snapshot
        The graph.
    source, target : int
        Different node numbers.
    settings : CostSettings
        How edges are charged.
    parameters : TraceParameters
        As they are used.
    limits : HopLimits
        Of the same snapshot.
    compiled : bool
        Use the compiled search; the answer is the same.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        source: int,
        target: int,
        settings: CostSettings,
        parameters: TraceParameters,
        limits: HopLimits,
        *,
        compiled: bool = False,
    ) -> None:
        self._snapshot = snapshot
        self._ends = (source, target)
        self._settings = settings
        self._teller = Teller(snapshot.graph, settings)
        self._parameters = parameters
        self._ways = (Way.FORWARD, Way.BACKWARD)
        if parameters.bidirectional:
            self._ways = (Way.BOTH, Way.BOTH)
        self._subgraph = limits.get(self._ways, source, target, parameters.max_hops)
        self._compiled = compiled
        to_target = self._subgraph.to_target
        self._to_target: Hops = to_target if compiled else to_target.tolist()
        self._budget = Budget(parameters.budget)
        self._cut = False

    @cached_property
    def _space(self) -> Space:
        """The whole hop-limited subgraph."""
        return self._make_space(clean=False)

    def _make_space(self, *, clean: bool) -> Space:
        out, into = (self._snapshot.rows(way, clean=clean) for way in self._ways)
        blocked = bytearray((~self._subgraph.kept).tobytes())
        weights = self._snapshot.weights(self._settings)
        if self._compiled and fits(weights, self._parameters.max_hops):
            return Space(out, into, LazyWeights(weights), blocked, weights.array)
        return Space(out, into, weights.numbers, blocked)

    def answer(self, warnings: list[TraceWarning]) -> TraceResult:
        """Search, and say everything that the paths rest on."""
        asked = self._parameters
        found, tie = self._cheapest()
        paths = self._teller.paths(found)
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
        if not self._subgraph.size.nodes:
            return [], None
        asked = self._parameters
        answer = self._k_cheapest(self._space, asked.k, asked.max_overlap, seek_tie=True)
        self._cut = self._cut or answer.cut
        return answer.found, answer.tie

    def _k_cheapest(
        self, space: Space, wanted: int, max_overlap: float, *, seek_tie: bool
    ) -> Cheapest:
        return k_cheapest(
            space,
            self._ends,
            self._to_target,
            self._parameters.max_hops,
            self._budget,
            wanted,
            max_overlap=max_overlap,
            seek_tie=seek_tie,
        )

    def _best_clean(
        self, paths: tuple[TracedPath, ...], warnings: list[TraceWarning]
    ) -> TracedPath | None:
        """Return the cheapest path without a contradiction, and warn of those that have one."""
        best = next((path for path in paths if not path.contradictions), None)
        known = True
        if best is None:
            answer = self._k_cheapest(self._make_space(clean=True), 1, 1.0, seek_tie=False)
            best = next(iter(self._teller.paths(answer.found)), None)
            known = not answer.cut
            self._cut = self._cut or answer.cut
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


def _names(snapshot: Snapshot, nodes: tuple[int, ...] | None) -> tuple[str, ...] | None:
    return None if nodes is None else tuple(snapshot.graph.nodes[node].id for node in nodes)


def _fewer(count: int, asked: TraceParameters) -> TraceWarning:
    limit = f"of at most {asked.max_hops} hops"
    if asked.max_overlap < 1.0:
        limit += f" with an overlap of at most {asked.max_overlap:g}"
    text = f"Only {count} of {asked.k} paths exist {limit}."
    return TraceWarning(code="fewer_paths", message=text)
