import json

import pytest

from engine.graph.build import build_graph
from engine.ingest.load import build_catalog
from engine.ingest.source import SourceFile
from engine.models.graph import EdgeKind

pytestmark = pytest.mark.datasets


def load(datasets, name, document):
    data = (datasets / name / document).read_bytes()
    return build_catalog(name, [SourceFile(document, data)])


def flows(catalog):
    edges = build_graph(catalog).edges
    return {(e.source, e.target) for e in edges if e.kind is EdgeKind.DATA_FLOW}


def labelled(datasets, name):
    lines = (datasets / name / "edges.jsonl").read_text(encoding="utf-8").splitlines()
    pairs = {(row["source"], row["target"]) for row in map(json.loads, lines)}
    return {pair for pair in pairs if pair[0] != pair[1]}


def test_labelled_flows_are_found_more_often_and_more_exactly_than_by_equal_names(datasets):
    catalog = load(datasets, "nestful", "tools.json")
    gold, found = labelled(datasets, "nestful"), flows(catalog)
    equal = {
        (giver.name, taker.name)
        for giver in catalog.tools
        for taker in catalog.tools
        if {f.name for f in giver.produces} & {f.name for f in taker.consumes}
    }
    assert len(found & gold) > 5 * len(equal & gold)
    assert len(found & gold) / len(found) > 5 * len(equal & gold) / len(equal)


def test_declared_dependencies_are_found_where_no_answer_is_described(datasets):
    found = flows(load(datasets, "toollinkos", "tools.json"))
    gold = labelled(datasets, "toollinkos")
    assert len(found & gold) / len(found) > 0.6
    assert len(found & gold) >= 250


def test_petstore_joins_pets_with_pets_and_nothing_with_logging_in(datasets):
    graph = build_graph(load(datasets, "gtc_petstore", "openapi.json"))
    found = {(e.source, e.target) for e in graph.edges if e.kind is EdgeKind.DATA_FLOW}
    assert ("findPetsByStatus", "getPetById") in found
    assert ("findPetsByTags", "deletePet") in found
    assert ("addPet", "getPetById") in found
    before = {e.source for e in graph.into("getPetById") if e.confidence >= 0.75}
    assert "getOrderById" not in before
    assert not [e for e in graph.edges if e.kind is EdgeKind.PARENT_PATH and "findPets" in e.target]
    assert not [e for e in graph.into("loginUser") if e.confidence >= 0.5 and e.kind.is_directed]


def test_every_operation_of_a_real_document_has_a_meaning(datasets):
    catalog = load(datasets, "docker_engine", "swagger.yaml")
    for part in ("action", "resource", "result_shape", "path_module", "risk"):
        unknown = [t.name for t in catalog.tools if getattr(t.semantics, part).value == "unknown"]
        assert unknown == []
