"""The compiled search against plain Python: every part of every answer is the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInput
from engine.models.path import Recency
from engine.trace import compiled
from engine.trace.compiled import LazyWeights, fits
from engine.trace.cost import CostSettings
from engine.trace.snapshot import Snapshot
from engine.trace.tracer import Tracer
from tests.engine.trace.conftest import NOW
from tests.engine.trace.test_paths import multigraphs

needs_numba = pytest.mark.skipif(
    not compiled.is_available(), reason="numba, the extra 'fast', is not installed"
)


@needs_numba
@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    graph=multigraphs(),
    k=st.integers(1, 10),
    both=st.booleans(),
    max_hops=st.integers(1, 6),
    budget=st.sampled_from([1_000_000, 40, 9, 2]),
    max_overlap=st.sampled_from([1.0, 1.0, 0.5, 0.0]),
)
def test_the_compiled_search_gives_the_same_answer(graph, k, both, max_hops, budget, max_overlap):
    asked = {"bidirectional": both, "max_hops": max_hops, "now": NOW, "budget": budget}
    asked["max_overlap"] = max_overlap
    plain = Tracer(graph, compiled=False).trace("n0", "n1", k, **asked)
    assert Tracer(graph, compiled=True).trace("n0", "n1", k, **asked) == plain


@needs_numba
def test_weights_that_leave_64_bits_are_left_to_plain_python(graph_of):
    old = "1900-01-01T00:00:00Z"
    graph = graph_of(("1", "s", "a", "causal", 0.9, old), ("2", "a", "t", "causal", 0.9, old))
    asked = {"half_life_hours": 1e-3, "now": NOW}
    plain = Tracer(graph, compiled=False).trace("s", "t", **asked)
    assert plain.paths[0].total_cost > 1e8
    assert Tracer(graph, compiled=True).trace("s", "t", **asked) == plain


def test_without_the_extra_the_compiled_search_is_refused_in_words(graph_of, monkeypatch):
    monkeypatch.setattr("engine.trace.tracer.is_available", lambda: False)
    graph = graph_of(("1", "s", "t", "causal", 0.9))
    with pytest.raises(InvalidInput, match="needs numba; install the extra"):
        Tracer(graph, compiled=True)
    assert Tracer(graph).trace("s", "t").paths


def test_a_small_graph_is_searched_in_plain_python(graph_of):
    assert not Tracer(graph_of(("1", "s", "t", "causal", 0.9)))._compiled


def test_only_sums_that_stay_within_64_bits_fit(graph_of):
    graph = graph_of(("1", "s", "t", "causal", 0.9, "2025-01-01T00:00:00Z"))
    snapshot = Snapshot(graph)
    week = snapshot.weights(CostSettings(168.0, Recency.HALF_LIFE, NOW))
    moment = snapshot.weights(CostSettings(1e-4, Recency.HALF_LIFE, NOW))
    assert fits(week, 10)
    assert not fits(moment, 10)
    assert len(LazyWeights(week)) == 1
    assert LazyWeights(week)[0] == week.numbers[0]
    assert LazyWeights(moment)[0] == moment.numbers[0]
