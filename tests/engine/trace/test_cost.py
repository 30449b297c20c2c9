from __future__ import annotations

import math
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInput
from engine.models.path import EdgeFlag, EvidenceEdge, EvidenceGraph, EvidenceNode, Recency
from engine.trace.cost import CostSettings, check_settings, edge_cost, nats
from engine.trace.snapshot import HOP_SHIFT, Snapshot
from tests.engine.trace.conftest import NOW


def edge(kind="causal", confidence=1.0, age=None):
    return EvidenceEdge(
        id="e",
        source="a",
        target="b",
        edge_type=kind,
        confidence=confidence,
        created_at=None if age is None else NOW - age,
    )


def week(recency=Recency.HALF_LIFE):
    return CostSettings(168.0, recency, NOW)


@pytest.mark.parametrize(
    ("kind", "confidence", "expected"),
    [
        pytest.param("causal", 0.9, 0.1053605, id="causal"),
        pytest.param("supports", 0.7, 0.4566749, id="supports"),
        pytest.param("contradicts", 0.9, 2.1053605, id="contradicts"),
        pytest.param("related_to", 1.0, 0.5, id="related"),
        pytest.param("mentions", 1.0, 1.0, id="any-other-type"),
        pytest.param("Causal", 1.0, 1.0, id="types-are-case-sensitive"),
        pytest.param("causal", 0.0, 4.6051702, id="floor"),
        pytest.param("causal", 1.0, 0.0, id="certain-and-causal-is-free"),
    ],
)
def test_a_fresh_edge_costs_its_confidence_and_its_type(kind, confidence, expected):
    cost = edge_cost(edge(kind, confidence, timedelta(0)), week())
    assert nats(cost.units) == pytest.approx(expected, abs=5e-8)
    assert math.copysign(1, nats(cost.confidence)) == 1


@pytest.mark.parametrize(
    ("recency", "expected"),
    [(Recency.HALF_LIFE, math.log(2)), (Recency.LINEAR, 1.0), (Recency.OFF, 0.0)],
)
def test_one_half_life_costs_by_the_mode(recency, expected):
    cost = edge_cost(edge(age=timedelta(hours=168)), week(recency))
    assert nats(cost.recency) == pytest.approx(expected, abs=1e-12)
    assert cost.age_hours == 168.0


def test_one_half_life_costs_as_much_as_half_the_confidence():
    aged = edge_cost(edge(confidence=0.8, age=timedelta(hours=168)), week())
    halved = edge_cost(edge(confidence=0.4, age=timedelta(0)), week())
    assert aged.units == halved.units


@pytest.mark.parametrize(
    ("given_edge", "flags"),
    [
        pytest.param(edge(age=timedelta(1)), (), id="nothing"),
        pytest.param(edge(), (EdgeFlag.TIMESTAMP_MISSING,), id="undated"),
        pytest.param(edge(age=-timedelta(1)), (EdgeFlag.TIMESTAMP_FUTURE,), id="future"),
        pytest.param(
            edge("cites", 0.001, timedelta(0)),
            (EdgeFlag.CONFIDENCE_FLOORED, EdgeFlag.TYPE_UNKNOWN),
            id="floor-and-type",
        ),
    ],
)
def test_what_a_cost_had_to_work_around_is_flagged(given_edge, flags):
    assert edge_cost(given_edge, week()).flags == flags


def test_times_are_not_flagged_when_age_is_not_charged():
    assert edge_cost(edge(), week(Recency.OFF)).flags == ()


@pytest.mark.parametrize("half_life", [0, -1.0, math.nan, math.inf, True, "week", 10**400])
def test_a_half_life_that_is_no_positive_number_is_refused(half_life):
    with pytest.raises(InvalidInput, match="half_life_hours must be a finite number of hours"):
        check_settings(CostSettings(half_life, Recency.HALF_LIFE, None))


def test_a_vanishing_half_life_is_refused_with_a_way_out():
    with pytest.raises(InvalidInput, match="to leave age out of the cost, turn recency off"):
        check_settings(CostSettings(1e-9, Recency.HALF_LIFE, None))


def test_a_moment_without_a_zone_is_refused():
    naive = datetime(2026, 1, 1)  # noqa: DTZ001
    with pytest.raises(InvalidInput, match="now must name its time zone"):
        check_settings(CostSettings(168.0, Recency.HALF_LIFE, naive))


@given(
    st.floats(0, 1),
    st.sampled_from(["causal", "supports", "related_to", "contradicts", "other"]),
    st.one_of(st.none(), st.timedeltas(timedelta(days=-400), timedelta(days=365 * 500))),
    st.floats(1e-6, 1e12),
    st.sampled_from(list(Recency)),
)
def test_arrays_and_single_edges_cost_the_same_to_the_last_unit(
    confidence, kind, age, half_life, recency
):
    given_edge = edge(kind, confidence, age)
    settings = CostSettings(half_life, recency, NOW)
    graph = EvidenceGraph(nodes=[EvidenceNode(id="a"), EvidenceNode(id="b")], edges=[given_edge])
    cost = edge_cost(given_edge, settings)
    assert Snapshot(graph).weights(settings).numbers == [(cost.units << HOP_SHIFT) + 1]
    total = nats(cost.confidence) + nats(cost.recency) + nats(cost.type)
    assert total == pytest.approx(nats(cost.units), rel=1e-12, abs=1e-12)
