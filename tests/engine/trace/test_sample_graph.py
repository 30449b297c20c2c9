"""The sample graph holds what its description promises."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.models.path import EdgeType
from engine.models.topology import ContradictionRule
from engine.trace.load import read_graph
from engine.trace.topology import audit_sources, contradictions, cycles, single_points


@pytest.fixture(scope="module")
def sample(project_root):
    loaded = read_graph(project_root / "data" / "graphs" / "returns_desk.json")
    assert loaded.warnings == ()
    return loaded.graph


def test_its_size_is_the_one_described(sample, project_root):
    described = (project_root / "data" / "graphs" / "README.md").read_text(encoding="utf-8")
    assert f"{len(sample.nodes)} nodes, {len(sample.edges)} edges" in described


def test_it_holds_what_a_tracer_must_cope_with(sample):
    assert {item.rule for item in contradictions(sample)} == set(ContradictionRule)
    assert cycles(sample)
    pairs = Counter((edge.source, edge.target) for edge in sample.edges)
    assert max(pairs.values()) > 1
    years = {edge.created_at.year if edge.created_at else None for edge in sample.edges}
    assert {None, 2023, 2026} <= years
    assert min(edge.confidence for edge in sample.edges) < 0.01
    assert {edge.edge_type for edge in sample.edges} > set(EdgeType)
    assert audit_sources(sample).without_source == ("topic.loyalty",)
    assert single_points(sample).edges
