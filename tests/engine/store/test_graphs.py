from __future__ import annotations

import pytest

from engine.errors import NotStored
from engine.models.path import EvidenceGraph
from tests.engine.store.samples import START


def graph(*names):
    nodes = [{"id": name, "kind": "claim", "owner": "kept"} for name in names]
    edge = {"id": "1", "source": names[0], "target": names[-1], "edge_type": "causal"}
    edge |= {"confidence": 0.5, "created_at": "2026-01-01T00:00:00+09:00"}
    return EvidenceGraph.model_validate({"nodes": nodes, "edges": [edge]})


def test_a_graph_comes_back_with_its_unknown_keys(store):
    store.graphs.save("desk", graph("a", "b"), START)
    loaded = store.graphs.load("desk")
    assert loaded == graph("a", "b")
    assert loaded.fingerprint == graph("a", "b").fingerprint
    assert loaded.node_by_id["a"].model_extra == {"owner": "kept"}


def test_the_newest_import_of_a_name_takes_its_place(store):
    store.graphs.save("desk", graph("a", "b"), START)
    store.graphs.save("desk", graph("a", "b", "c"), START)
    (info,) = store.graphs.list()
    assert (info.name, info.nodes, info.edges, info.created_at) == ("desk", 3, 1, START)
    assert len(store.graphs.load("desk").nodes) == 3


def test_a_deleted_graph_is_gone(store):
    store.graphs.save("desk", graph("a", "b"), START)
    store.graphs.delete("desk")
    assert store.graphs.list() == ()


def test_an_unknown_graph_is_named_with_the_nearest(store):
    store.graphs.save("desk", graph("a", "b"), START)
    with pytest.raises(NotStored, match="Did you mean 'desk'"):
        store.graphs.load("dask")
    with pytest.raises(NotStored, match="no graph 'none'"):
        store.graphs.delete("none")
