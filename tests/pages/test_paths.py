from __future__ import annotations

import json

import pytest

from engine.lab.lab import Lab
from tests.pages.test_screens import words_of

ENDS = {"from": "obs.run_0216", "to": "doc.refund_policy"}


def box(at, label):
    (found,) = [each for each in at.selectbox if each.label == label]
    return found


def test_the_page_opens_on_the_sample_graph(sample, open_page):
    at = open_page(sample.db, "paths")
    assert not at.exception
    assert not at.error
    assert box(at, "Evidence").value == "sample"
    assert len(at.dataframe[0].value) == 3


def test_the_page_needs_no_run(tmp_path, open_page):
    at = open_page(tmp_path / "empty.duckdb", "paths")
    assert not at.exception
    assert len(at.dataframe[0].value)


def test_an_address_is_a_whole_question(sample, open_page):
    at = open_page(sample.db, "paths", **ENDS, k="4", half_life="24", way="arrows", hops="8")
    assert box(at, "From").value == ENDS["from"]
    assert [slider.value for slider in at.select_slider] == ["4", "24", "8"]
    assert not at.error


def test_the_page_says_where_the_ranking_flips(sample, open_page):
    at = open_page(sample.db, "paths", **ENDS)
    assert "becomes another one at a half-life of **27.4 h**" in words_of(at)


def test_a_half_life_between_the_steps_stands_on_the_slider(sample, open_page):
    at = open_page(sample.db, "paths", **ENDS, half_life="100")
    assert at.select_slider[1].value == "100"


@pytest.mark.parametrize("value", ["nan", "-3", "soon", "1e99"])
def test_a_half_life_that_is_none_is_the_default(sample, open_page, value):
    at = open_page(sample.db, "paths", **ENDS, half_life=value)
    assert not at.error
    assert at.select_slider[1].value == "168"


def test_the_edge_of_an_address_is_told(sample, open_page):
    graph = Lab(sample.db).evidence_graphs.tracer("sample")
    path = graph.trace(*ENDS.values(), bidirectional=True).paths[0]
    at = open_page(sample.db, "paths", **ENDS, edge=path.edges[0].id)
    assert "This edge" in words_of(at)
    assert graph.graph.edge_by_id[path.edges[0].id].evidence in words_of(at)


def test_without_a_path_the_page_says_why_and_how_near_it_came(sample, open_page):
    at = open_page(sample.db, "paths", **ENDS, hops="1")
    assert "more than the 1 allowed" in at.warning[0].value.replace("\\", "").replace("\u2060", "")
    assert "nodes reached from the start" in words_of(at)


def test_an_unknown_node_is_refused_in_words(sample, open_page):
    at = open_page(sample.db, "paths", **{**ENDS, "to": "doc.refund_polcy"})
    assert not at.exception
    assert "Did you mean" in at.error[0].value


def test_one_node_at_both_ends_asks_for_another(sample, open_page):
    at = open_page(sample.db, "paths", **{"from": "obs.run_0216", "to": "obs.run_0216"})
    assert "two different nodes" in at.info[0].value


def test_an_unknown_graph_is_not_found(sample, open_page):
    at = open_page(sample.db, "paths", graph="nowhere")
    assert "no graph 'nowhere'" in words_of(at)


def test_a_run_explains_its_case(sample, open_page):
    result = Lab(sample.db).runs.results(sample.run)[0]
    at = open_page(sample.db, "paths", run=sample.run[:6], case=result.case_id)
    assert not at.error
    assert box(at, "From").value == f"case:{result.case_id}"
    assert box(at, "To").value == f"tool:{result.selection.selected_target}"


def test_a_run_beside_another_says_what_changed(sample, open_page):
    case = Lab(sample.db).runs.results(sample.run)[0].case_id
    at = open_page(sample.db, "paths", run=sample.run, case=case, vs=sample.base)
    assert not at.error
    assert "edges added" in words_of(at)


def test_the_shape_of_the_graph_is_told(sample, open_page):
    at = open_page(sample.db, "paths", view="topology")
    assert not at.exception
    for title in ("Contradictions", "Cycles", "Nodes without a source", "Single points of failure"):
        assert title in words_of(at)


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        pytest.param(("doc.refund_policy", "obs.run_0216"), "No: nothing leads back", id="no"),
        pytest.param(("obs.run_0216", "obs.run_0216"), "from a node to itself", id="loop"),
        pytest.param(("obs.run_0216", "nowhere"), "'nowhere'", id="unknown"),
    ],
)
def test_the_page_says_whether_a_new_edge_would_make_a_cycle(sample, open_page, ends, expected):
    query = {"edge_from": ends[0], "edge_to": ends[1]}
    at = open_page(sample.db, "paths", view="topology", **query)
    assert not at.exception
    assert expected in words_of(at)


def test_a_new_edge_against_one_of_the_graph_would_make_a_cycle(sample, open_page):
    edge = Lab(sample.db).evidence_graphs.tracer("sample").graph.edges[0]
    query = {"edge_from": edge.target, "edge_to": edge.source}
    at = open_page(sample.db, "paths", view="topology", **query)
    assert "Yes: 1 edge already leads back" in words_of(at)
    assert f"{edge.source} → {edge.target}" in words_of(at)


def test_an_imported_graph_with_hostile_labels_is_shown_letter_by_letter(own_sample, open_page):
    label = "![x](http://h/a.png) <img src=x>"
    nodes = [{"id": name, "label": label, "kind": "document"} for name in ("a<b>", "c")]
    edge = {"id": "<i>", "source": "a<b>", "target": "c", "edge_type": "<b>odd</b>"}
    document = {"nodes": nodes, "edges": [{**edge, "confidence": 0.5, "evidence": label}]}
    lab = Lab(own_sample.db)
    lab.evidence_graphs.add(json.dumps(document).encode(), file_name="g.json", name="odd")
    at = open_page(own_sample.db, "paths", graph="odd")
    assert not at.exception
    assert not at.error
    assert "![x]" not in "".join(str(each.value) for each in at.markdown)


def test_the_import_view_takes_a_graph(sample, open_page):
    at = open_page(sample.db, "paths", view="import")
    assert not at.exception
    assert "Import" in [button.label for button in at.button]


def test_a_case_page_says_by_which_evidence_the_run_came_to_its_tool(sample, open_page):
    lab = Lab(sample.db)
    results = [r for r in lab.runs.results(sample.run) if r.rank and r.selection.selected_target]
    found = lab.paths.trace(sample.run, results[0].case_id)
    at = open_page(sample.db, "case", run=sample.run, case=results[0].case_id)
    assert not at.exception
    assert "Evidence path" in words_of(at)
    assert f"Cost {found.trace.paths[0].total_cost:.2f}" in words_of(at)
