from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from engine.models.path import EvidenceGraph

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def graph_of() -> Callable[..., EvidenceGraph]:
    """Make a graph from rows ``(id, source, target, type, confidence[, created_at])``."""

    def build(*rows: tuple[object, ...], nodes: str = "") -> EvidenceGraph:
        keys = ("id", "source", "target", "edge_type", "confidence", "created_at")
        edges = [dict(zip(keys, row, strict=False)) for row in rows]
        names = set(nodes.split()) | {e["source"] for e in edges} | {e["target"] for e in edges}
        return EvidenceGraph.model_validate({"nodes": [{"id": n} for n in names], "edges": edges})

    return build
