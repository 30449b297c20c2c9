"""Nodes and edges as a document gives them, checked one by one with every problem kept."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime

from pydantic import JsonValue, ValidationError

from engine.errors import Problem, nearest
from engine.models.path import EvidenceEdge, EvidenceNode, Standing, graph_problems

_MOST_PROBLEMS = 10_000
"""Problems beyond this are not collected: the document plainly is something else."""

_NODE_KEYS = ("id", "kind", "label")
_EDGE_KEYS = ("id", "source", "target", "edge_type", "confidence", "created_at", "evidence")


class GraphRows:
    """Collects the rows of one document; nothing is raised before all of it was read."""

    def __init__(self) -> None:
        self.nodes: list[EvidenceNode] = []
        self.edges: list[EvidenceEdge] = []
        self.problems: list[Problem] = []
        self.warnings: list[str] = []
        self._edge_places: list[str] = []
        self._refused_nodes = False

    @property
    def full(self) -> bool:
        """True when so much is wrong that reading on helps nobody."""
        return len(self.problems) >= _MOST_PROBLEMS

    def problem(self, where: str, message: str) -> None:
        """Keep a problem."""
        if not self.full:
            self.problems.append(Problem(where, message))

    def add_node(self, where: str, row: JsonValue) -> None:
        """Check one node and keep it, or keep what is wrong with it."""
        before = len(self.problems)
        if not isinstance(row, dict):
            self.problem(where, f"a node is an object with 'id', but {_shown(row)} stands there.")
        else:
            self._text(where, row, "id", needed=True, known=_NODE_KEYS)
            self._text(where, row, "kind")
            self._text(where, row, "label")
        if len(self.problems) == before and isinstance(row, dict):
            self.nodes.append(EvidenceNode.model_validate(_stated(row)))
        else:
            self._refused_nodes = True

    def add_edge(self, where: str, row: JsonValue) -> None:
        """Check one edge and keep it, or keep what is wrong with it."""
        before = len(self.problems)
        if not isinstance(row, dict):
            text = "an edge is an object with 'id', 'source', 'target', 'edge_type', 'confidence'"
            self.problem(where, f"{text}, but {_shown(row)} stands there.")
            return
        for key in ("id", "source", "target", "edge_type"):
            self._text(where, row, key, needed=True, known=_EDGE_KEYS)
        self._text(where, row, "evidence")
        self._confidence(where, row)
        moment = self._moment(where, row)
        standing = row.get("standing")
        if standing is not None and standing not in list(Standing):
            known = ", ".join(Standing)
            self.problem(where, f"standing must be one of {known}, but is {_shown(standing)}.")
        if len(self.problems) > before:
            return
        try:
            edge = EvidenceEdge.model_validate({**_stated(row), "created_at": moment})
        except ValidationError as error:
            for detail in error.errors(include_url=False):
                self.problem(where, f"{'.'.join(map(str, detail['loc']))}: {detail['msg']}.")
            return
        self.edges.append(edge)
        self._edge_places.append(where)

    def check(self) -> None:
        """Add what is wrong between rows: repeated ids, ends that are no nodes."""
        found = graph_problems(self.nodes, self.edges, self._edge_places)
        if self._refused_nodes:
            # An edge that names a node which was refused above is not wrong on its own account.
            found = [problem for problem in found if "is not among" not in problem.message]
        self.problems += found

    def _text(
        self,
        where: str,
        row: Mapping[str, JsonValue],
        key: str,
        *,
        needed: bool = False,
        known: tuple[str, ...] = (),
    ) -> None:
        value = row.get(key)
        if value is None:
            if needed:
                near = nearest(key, [name for name in row if name not in known])
                hint = f" (there is {near!r}; was that meant?)" if near else ""
                self.problem(where, f"{key} is missing{hint}; it must be a text.")
        elif not isinstance(value, str):
            self.problem(where, f"{key} must be a text, but is {_shown(value)}.")
        elif needed and not value.strip():
            self.problem(where, f"{key} must not be blank.")

    def _confidence(self, where: str, row: Mapping[str, JsonValue]) -> None:
        value = row.get("confidence")
        if value is None:
            self.problem(where, "confidence is missing; it must be a number from 0 to 1.")
        elif isinstance(value, bool) or not isinstance(value, int | float):
            self.problem(where, f"confidence must be a number from 0 to 1, but is {_shown(value)}.")
        elif not math.isfinite(value) or not 0 <= value <= 1:
            self.problem(where, f"confidence must lie between 0 and 1, but is {value!r}.")

    def _moment(self, where: str, row: Mapping[str, JsonValue]) -> datetime | None:
        value = row.get("created_at")
        if value is None:
            return None
        expected = "a time with its zone, such as '2026-01-31T09:00:00Z'"
        if not isinstance(value, str):
            self.problem(where, f"created_at must be {expected}, but is {_shown(value)}.")
            return None
        try:
            moment = datetime.fromisoformat(value.strip())
        except ValueError:
            self.problem(where, f"created_at must be {expected}, but is {_shown(value)}.")
            return None
        if moment.utcoffset() is None:
            self.problem(
                where,
                f"created_at {value!r} does not name its time zone; add 'Z' or '+00:00'.",
            )
            return None
        return moment


def _stated(row: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Return a row without the keys that say nothing."""
    return {key: value for key, value in row.items() if value is not None}


def _shown(value: JsonValue) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
