from __future__ import annotations

import json

import pytest

from engine.errors import DocumentError, InvalidInput, NotStored

ROWS = {
    "nodes": [{"id": "a"}, {"id": "b"}],
    "edges": [{"id": "1", "source": "a", "target": "b", "edge_type": "causal", "confidence": 0.9}],
}
CONTENT = json.dumps(ROWS).encode()


def test_an_imported_graph_can_be_traced(lab):
    done = lab.evidence_graphs.add(CONTENT, file_name="g.json", name="mine")
    assert (done.info.nodes, done.info.edges, done.warnings) == (2, 1, ())
    assert lab.evidence_graphs.list() == (done.info,)
    assert lab.evidence_graphs.tracer("mine").trace("a", "b").paths[0].hops == 1


def test_an_import_of_the_same_name_is_traced_at_once(lab):
    lab.evidence_graphs.add(CONTENT, file_name="g.json", name="mine")
    lab.evidence_graphs.tracer("mine")
    lab.evidence_graphs.add(b"source,target\na,c\n", file_name="g.csv", name="mine")
    assert set(lab.evidence_graphs.tracer("mine").graph.node_by_id) == {"a", "c"}


def test_the_sample_is_always_there(lab):
    assert len(lab.evidence_graphs.tracer("sample").graph.nodes) >= 60
    with pytest.raises(InvalidInput, match="ships with the lab"):
        lab.evidence_graphs.add(CONTENT, file_name="g.json", name="sample")


def test_a_document_with_problems_is_not_stored(lab):
    with pytest.raises(DocumentError, match="confidence"):
        lab.evidence_graphs.add(CONTENT.replace(b"0.9", b"7"), file_name="g.json", name="mine")
    assert lab.evidence_graphs.list() == ()


def test_a_deleted_graph_is_no_longer_traced(lab):
    lab.evidence_graphs.add(CONTENT, file_name="g.json", name="mine")
    lab.evidence_graphs.delete("mine")
    with pytest.raises(NotStored, match="no graph 'mine'"):
        lab.evidence_graphs.tracer("mine")
