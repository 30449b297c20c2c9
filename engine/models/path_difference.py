"""What changed in evidence and in the paths over it."""

from __future__ import annotations

from engine.models.base import Record
from engine.models.path import CostParts


class EdgeChange(Record):
    """One edge whose content differs between two graphs."""

    id: str
    fields: tuple[str, ...]
    """Names of what differs, sorted: ``confidence``, ``created_at``, ``edge_type``, …."""


class GraphDifference(Record):
    """Which nodes and edges came, went and changed from a baseline to a current graph."""

    nodes_added: tuple[str, ...] = ()
    nodes_removed: tuple[str, ...] = ()
    edges_added: tuple[str, ...] = ()
    edges_removed: tuple[str, ...] = ()
    edges_changed: tuple[EdgeChange, ...] = ()
    """All sorted by id."""

    @property
    def empty(self) -> bool:
        """True when nothing differs."""
        return not any(getattr(self, name) for name in type(self).model_fields)


class EdgeRecost(Record):
    """One edge on paths of both sides that costs another amount."""

    id: str
    base: float
    run: float
    delta: float
    """Nats, current minus baseline; positive: it became dearer."""

    parts_base: CostParts
    parts_run: CostParts


class PathChange(Record):
    """One path, told by its edges, on both sides."""

    edges: tuple[str, ...]
    path: tuple[str, ...]
    """Node ids."""

    rank_base: int | None
    """1-based; None when the baseline's answer lacks the path."""

    rank_run: int | None
    cost_base: float | None
    cost_run: float | None


class PathDifference(Record):
    """How the answer to one path question changed from a baseline to a current trace."""

    paths: tuple[PathChange, ...]
    """By current rank, then those that are gone, by baseline rank."""

    edges_added: tuple[str, ...]
    """On a current path, on no baseline path; sorted."""

    edges_removed: tuple[str, ...]
    """The other way round; sorted."""

    edges_recosted: tuple[EdgeRecost, ...]
    """On paths of both sides; largest change first, then by id."""

    best_changed: bool
    """True when the cheapest path is another one, or appeared, or is gone."""

    order_changed: bool
    """True when paths that both sides have stand in another order."""

    parameters_changed: tuple[str, ...]
    """Names of parameters that differ, sorted: a difference may come from them."""
