"""Labelled flows of data, the two halves of their producers, and precision and recall."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from engine.ingest.load import build_catalog
from engine.ingest.source import SourceFile
from engine.models.catalog import Catalog
from engine.models.graph import EdgeKind, GraphEdge

ROOT = Path(__file__).resolve().parents[2]
SEED = 7
"""Of the shuffle that halves the producers."""

Flow = tuple[str, str]
"""Producer and consumer."""

FieldFlow = tuple[str, str, str, str]
"""Producer, consumer, field produced, field consumed."""


class Score(NamedTuple):
    """How a set of found flows compares with the labelled ones."""

    found: int
    right: int
    labelled: int

    @property
    def precision(self) -> float | None:
        """Share of the found that is labelled; None when nothing was found."""
        return self.right / self.found if self.found else None

    @property
    def recall(self) -> float | None:
        """Share of the labelled that was found; None when nothing is labelled."""
        return self.right / self.labelled if self.labelled else None

    def __str__(self) -> str:
        return f"{self.found:6} {self.right:5} {_share(self.precision)} {_share(self.recall)}"


def _share(value: float | None) -> str:
    return "    –" if value is None else f"{value:5.3f}"


def folder() -> Path:
    """Return the folder of the labelled sets; they are no part of the project."""
    named = os.environ.get("QUALITY_LAB_DATASETS")
    return Path(named) if named else ROOT.parent / "shared" / "datasets"


def load(name: str, document: str) -> Catalog:
    """Ingest one document of the labelled sets."""
    path = folder() / name / document
    return build_catalog(name, [SourceFile(path.name, path.read_bytes())])


def rows(name: str) -> list[dict]:
    """Return the labelled edges of a set, a tool with itself left out."""
    path = folder() / name / "edges.jsonl"
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    return [row for row in found if row["source"] != row["target"]]


def halves(flows: Iterable[Flow]) -> tuple[frozenset[str], frozenset[str]]:
    """Split the producers of the labelled flows into a half to tune on and one to report on."""
    producers = sorted({source for source, _ in flows})
    random.Random(SEED).shuffle(producers)
    middle = len(producers) // 2
    return frozenset(producers[:middle]), frozenset(producers[middle:])


def score(
    found: Iterable[tuple], labelled: Iterable[tuple], producers: frozenset[str] | None = None
) -> Score:
    """Compare two sets of flows, whose first member is the producer.

    Parameters
    ----------
    found, labelled : iterable of tuple
        Flows or field flows.
    producers : frozenset of str or None
        Only flows from these; None for all.
    """
    left = {flow for flow in found if producers is None or flow[0] in producers}
    right = {flow for flow in labelled if producers is None or flow[0] in producers}
    return Score(len(left), len(left & right), len(right))


def flows_of(edges: Iterable[GraphEdge], least: float = 0.0) -> dict[Flow, GraphEdge]:
    """Return the data flow edges of a graph by producer and consumer."""
    return {
        (edge.source, edge.target): edge
        for edge in edges
        if edge.kind is EdgeKind.DATA_FLOW and edge.confidence >= least
    }


def field_flows_of(flows: Mapping[Flow, GraphEdge]) -> set[FieldFlow]:
    """Return the same by field, under the fields' own names."""
    return {
        (source, target, _name(given), _name(taken))
        for (source, target), edge in flows.items()
        for given, taken in edge.fields
    }


def _name(json_path: str) -> str:
    return json_path.replace("[]", "").rsplit(".", 1)[-1]


def equal_names(catalog: Catalog) -> set[FieldFlow]:
    """Return what plain equality of field names finds."""
    takers: dict[str, set[str]] = {}
    for tool in catalog.tools:
        for field in tool.consumes:
            takers.setdefault(field.name, set()).add(tool.name)
    return {
        (tool.name, taker, field.name, field.name)
        for tool in catalog.tools
        for field in tool.produces
        for taker in takers.get(field.name, ())
        if taker != tool.name
    }
