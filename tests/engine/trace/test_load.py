from __future__ import annotations

import itertools
import json

import pytest

from engine.errors import DocumentError, InvalidInput
from engine.trace.load import GraphFormat, load_graph, read_graph

NODES = [{"id": "a", "kind": "source", "label": "A"}, {"id": "b"}, {"id": "c"}]
EDGES = [
    {
        "id": "e1",
        "source": "a",
        "target": "b",
        "edge_type": "causal",
        "confidence": 0.9,
        "created_at": "2026-01-01T00:00:00Z",
    },
    {"id": "e2", "source": "b", "target": "c", "edge_type": "supports", "confidence": 1},
]

GRAPHML = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="edge" attr.name="confidence" attr.type="double"><default>0.5</default></key>
  <key id="d1" for="edge" attr.name="edge_type" attr.type="string"/>
  <key id="d2" for="node" attr.name="label" attr.type="string"/>
  <key id="d3" for="edge" attr.name="created_at" attr.type="string"/>
  <graph edgedefault="directed">
    <node id="a"><data key="d2">A</data></node><node id="b"/><node id="c"/>
    <edge id="e1" source="a" target="b"><data key="d0">0.9</data><data key="d1">causal</data>
      <data key="d3">2026-01-01T00:00:00Z</data></edge>
    <edge id="e2" source="b" target="c" directed="false"><data key="d1">supports</data></edge>
  </graph>
</graphml>"""


def load(document, form=GraphFormat.JSON):
    text = document if isinstance(document, str) else json.dumps(document)
    return load_graph(text.encode(), source=f"graph.{form.value}", form=form)


def problems(document, form=GraphFormat.JSON):
    with pytest.raises(DocumentError) as caught:
        load(document, form)
    return [f"{problem.where}: {problem.message}" for problem in caught.value.problems]


def test_a_json_graph_is_read_with_its_times_and_unknown_keys():
    edges = [{**EDGES[0], "reviewed_by": "team"}, EDGES[1]]
    graph = load({"nodes": NODES, "edges": edges, "comment": "x"}).graph
    assert [node.id for node in graph.nodes] == ["a", "b", "c"]
    assert graph.edges[0].created_at.isoformat() == "2026-01-01T00:00:00+00:00"
    assert graph.edges[0].model_extra == {"reviewed_by": "team"}
    assert graph.edges[1].created_at is None


def test_every_order_of_a_json_graph_gives_one_fingerprint():
    prints = {
        load({"nodes": nodes, "edges": edges}).graph.fingerprint
        for nodes in itertools.permutations(NODES)
        for edges in itertools.permutations(EDGES)
    }
    assert len(prints) == 1


def test_json_lines_hold_nodes_and_edges_in_any_order():
    lines = "\n".join(json.dumps(row) for row in [EDGES[1], *NODES, EDGES[0]])
    expected = load({"nodes": NODES, "edges": EDGES}).graph
    assert load(lines, GraphFormat.JSON_LINES).graph == expected


def test_graphml_is_read_with_defaults_of_keys_and_undirected_edges_are_reported():
    loaded = load(GRAPHML, GraphFormat.GRAPHML)
    assert [(e.id, e.edge_type, e.confidence) for e in loaded.graph.edges] == [
        ("e1", "causal", 0.9),
        ("e2", "supports", 0.5),
    ]
    assert loaded.graph.node_by_id["a"].label == "A"
    assert loaded.warnings == (
        "1 edges have no direction: each is kept from its source to its target.",
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_graphml_with_a_document_type_is_refused_before_any_entity_is_read(encoding):
    bomb = '<!DOCTYPE g [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><graphml><graph/></graphml>'
    with pytest.raises(DocumentError, match="declares a document type; remove it"):
        load_graph(bomb.encode(encoding), source="g.graphml")


def test_csv_pairs_without_further_columns_say_what_is_assumed():
    loaded = load("source,target\na,b\nb,c\na,b\n", GraphFormat.CSV)
    assert [(e.id, e.edge_type, e.confidence) for e in loaded.graph.edges] == [
        ("a->b", "related_to", 1.0),
        ("a->b#2", "related_to", 1.0),
        ("b->c", "related_to", 1.0),
    ]
    assert len(loaded.warnings) == 2


def test_the_order_of_csv_lines_never_changes_the_graph():
    lines = ["a,b,0.9,causal", "a,b,0.2,causal", "b,c,0.5,supports"]
    header = "source,target,confidence,edge_type"
    graphs = [
        load("\n".join([header, *order]), GraphFormat.CSV).graph
        for order in itertools.permutations(lines)
    ]
    assert all(graph == graphs[0] for graph in graphs)


def test_every_problem_of_a_json_graph_is_reported_at_once():
    edges = [
        {**EDGES[0], "confidence": 1.5},
        {**EDGES[1], "created_at": "2026-01-01T00:00:00"},
        {**EDGES[1], "id": "e3", "confidence": "high"},
        {**EDGES[1], "id": "e4", "target": None, "created_at": 5},
        {**EDGES[1], "id": "e5", "standing": "guessed"},
        {"id": "e6", "source": "a", "traget": "b", "edge_type": "causal", "confidence": True},
        7,
    ]
    assert problems({"nodes": NODES, "edges": edges}) == [
        "/edges/0: confidence must lie between 0 and 1, but is 1.5.",
        "/edges/1: created_at '2026-01-01T00:00:00' does not name its time zone;"
        " add 'Z' or '+00:00'.",
        "/edges/2: confidence must be a number from 0 to 1, but is 'high'.",
        "/edges/3: target is missing; it must be a text.",
        "/edges/3: created_at must be a time with its zone, such as '2026-01-31T09:00:00Z',"
        " but is 5.",
        "/edges/4: standing must be one of declared, derived, observed, but is 'guessed'.",
        "/edges/5: target is missing (there is 'traget'; was that meant?); it must be a text.",
        "/edges/5: confidence must be a number from 0 to 1, but is True.",
        "/edges/6: an edge is an object with 'id', 'source', 'target', 'edge_type',"
        " 'confidence', but 7 stands there.",
    ]


def test_repeated_ids_and_unknown_ends_are_reported_at_once():
    nodes = [*NODES, {"id": "billing"}, {"id": "a"}]
    edges = [*EDGES, {**EDGES[0], "target": "biling"}]
    assert problems({"nodes": nodes, "edges": edges}) == [
        "node 'a': stands 2 times; node ids must be unique.",
        "edge 'e1': stands 2 times; edge ids must be unique.",
        "/edges/2: target 'biling' is not among the graph's 4 nodes. Did you mean 'billing'?",
    ]


@pytest.mark.parametrize(
    ("text", "form", "message"),
    [
        pytest.param("{", "json", "is no JSON", id="broken-json"),
        pytest.param("[]", "json", "must be an object with 'nodes' and 'edges'", id="list"),
        pytest.param('{"edges": []}', "json", "'nodes' is missing", id="no-nodes"),
        pytest.param('{"nodes": {}, "edges": []}', "json", "/nodes: must be a list", id="object"),
        pytest.param('{"nodes": [], "edges": []}', "json", "holds no nodes", id="no-node"),
        pytest.param('{"nodes": [{"id": ""}], "edges": []}', "json", "not be blank", id="blank"),
        pytest.param('{"confidence": NaN}', "json", "NaN and Infinity are no JSON", id="nan"),
        pytest.param("[" * 100_000, "json", "is no JSON", id="deep"),
        pytest.param('{"id": "a"}\n{', "jsonl", "line 2: is no JSON", id="broken-line"),
        pytest.param("", "jsonl", "holds no nodes", id="empty"),
        pytest.param("<graphml>", "graphml", "no well-formed XML", id="broken-xml"),
        pytest.param("<a/>", "graphml", "one 'graphml' element", id="other-xml"),
        pytest.param("from,to\na,b\n", "csv", "must name source and target", id="other-header"),
        pytest.param("source,target\na\n", "csv", "line 2: has more or fewer cells", id="short"),
        pytest.param("source,target,confidence\na,b,nan\n", "csv", "but is nan", id="csv-nan"),
        pytest.param('source,target\n"a,b\n', "csv", "cannot be read as CSV", id="open-quote"),
    ],
)
def test_a_document_that_is_no_graph_says_why(text, form, message):
    with pytest.raises(DocumentError, match=message):
        load(text, GraphFormat(form))


def test_bytes_that_are_no_text_are_refused():
    for form in GraphFormat:
        with pytest.raises(DocumentError):
            load_graph(b"\xff\xfe\x00\xd8", source="g", form=form)


def test_a_name_that_tells_no_form_asks_for_one():
    with pytest.raises(InvalidInput, match=r"a graph's name ends in \.json"):
        load_graph(b"{}", source="graph.txt")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InvalidInput, match="cannot be read: No such file"):
        read_graph(tmp_path / "absent.json")
