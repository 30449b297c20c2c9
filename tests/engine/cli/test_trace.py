from __future__ import annotations

import json

import pytest

from engine.cli.trace_commands import moment

GRAPH = {
    "nodes": [{"id": name, "kind": "claim", "label": name} for name in "abc"],
    "edges": [
        {
            "id": "1",
            "source": "a",
            "target": "b",
            "edge_type": "causal",
            "confidence": 0.9,
            "created_at": "2026-01-01T00:00:00Z",
        },
        {"id": "2", "source": "b", "target": "c", "edge_type": "supports", "confidence": 0.7},
    ],
}


@pytest.fixture
def graph(tmp_path):
    path = tmp_path / "graph.json"
    path.write_text(json.dumps(GRAPH))
    return path


def test_a_trace_has_the_parts_of_every_edges_cost(cli, graph):
    answer = cli(
        *("trace", "a", "c", "--graph", graph, "--now", "2026-01-08T00:00:00Z", "--json")
    ).json
    path = answer["paths"][0]
    assert path["path"] == ["a", "b", "c"]
    assert path["total_cost"] == pytest.approx(0.5620355 + 0.6931472, abs=1e-6)
    first = path["edges"][0]
    assert (first["id"], first["from"], first["to"], first["traversed"]) == (
        "1",
        "a",
        "b",
        "forward",
    )
    assert first["cost_parts"]["recency"] == pytest.approx(0.6931472, abs=1e-6)
    assert answer["subgraph_size"] == {"nodes": 3, "edges": 2}
    assert answer["warnings"]


def test_no_path_is_an_answer_with_its_reason(cli, graph):
    answer = cli("trace", "c", "a", "--graph", graph, "--directed", "--json")
    assert answer.code == 0
    assert answer.json["paths"] == []
    assert answer.json["reason"]


def test_the_sample_graph_can_be_traced(cli, project_root):
    graph = project_root / "data/graphs/returns_desk.json"
    answer = cli(
        "trace", "obs.run_0216", "doc.refund_policy", "--graph", graph, "--k", "3", "--json"
    )
    assert len(answer.json["paths"]) == 3
    assert cli("trace", "obs.run_0216", "doc.refund_policy", "--graph", graph, "--mermaid").out


def test_a_trace_says_when_its_budget_was_used_up(cli, project_root):
    graph = project_root / "data/graphs/returns_desk.json"
    asked = ("trace", "obs.run_0216", "doc.refund_policy", "--graph", graph, "--k", "10")
    answer = cli(*asked, "--budget", "3", "--json").json
    assert answer["budget"] == {"limit": 3, "used": 3, "exhausted": True}
    assert "cut after 3 expanded nodes" in cli(*asked, "--budget", "3").err


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        pytest.param(("a", "z"), "'z'", id="unknown-node"),
        pytest.param(("a", "a"), "'a'", id="same-node"),
        pytest.param(("a", "c", "--k", "0"), "k", id="k"),
        pytest.param(("a", "c", "--half-life-hours", "0"), "half", id="half-life"),
        pytest.param(("a", "c", "--recency", "soon"), "soon", id="recency"),
        pytest.param(("a", "c", "--now", "soon"), "soon", id="now"),
        pytest.param(("a", "c", "--budget", "0"), "budget", id="budget"),
    ],
)
def test_a_wrong_argument_of_a_trace_is_one_message(cli, graph, arguments, word):
    answer = cli("trace", *arguments, "--graph", graph)
    assert answer.code == 2
    assert word in answer.err


def test_a_moment_keeps_its_zone():
    assert moment("2026-01-01T00:00:00+09:00").utcoffset().total_seconds() == 9 * 3600


@pytest.fixture
def run(cli, shop):
    answer = cli("run", "--catalog", "shop", "--suite", shop / "orders.jsonl", "--json")
    return answer.json["run_id"]


def test_a_run_says_why_it_came_to_its_tool(cli, run):
    answer = cli("trace", "--run", "latest", "--case", "cancel-001", "--json").json
    assert (answer["run"], answer["case"]) == (run, "cancel-001")
    assert answer["paths"][0]["path"][0] == "case:cancel-001"
    assert answer["paths"][0]["path"][-1] == answer["target_id"]
    assert not answer["parameters"]["bidirectional"]
    assert {source["kind"] for source in answer["sources"]} == {"case", "document"}


def test_the_reasons_of_the_best_path_are_printed(cli, run):
    printed = cli("trace", "--run", run, "--case", "cancel-001", "--k", "2").out
    assert "Selected with confidence" in printed
    assert "rests on" in printed


def test_a_trace_against_another_run_says_what_changed(cli, run, shop):
    arguments = ("run", "--catalog", "shop", "--suite", shop / "orders.jsonl", "--top-k", "1")
    assert cli(*arguments).code == 0
    asked = ("trace", "--run", "latest", "--case", "list-001", "--against", run)
    difference = cli(*asked, "--json").json["difference"]
    assert difference["base"] == run
    assert difference["graph"]["edges_removed"]
    assert f"since run {run}" in cli(*asked).out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        pytest.param((), "--graph FILE, or --run RUN", id="nothing"),
        pytest.param(("--run", "latest"), "needs --case", id="no-case"),
        pytest.param(("a", "--run", "latest", "--case", "x"), "both SOURCE", id="one-end"),
        pytest.param(("a", "--graph", "g.json"), "both ends", id="graph-one-end"),
        pytest.param(("a", "b", "--graph", "g.json", "--run", "x"), "either", id="both"),
        pytest.param(("a", "b", "--graph", "g.json", "--case", "x"), "belong to --run", id="case"),
    ],
)
def test_a_trace_says_which_arguments_belong_together(cli, arguments, word):
    answer = cli("trace", *arguments)
    assert answer.code == 2
    assert word in answer.err


def test_an_audit_passes_when_every_selected_tool_rests_on_a_source(cli, run):
    answer = cli("audit", run, "--json")
    assert answer.code == 0
    assert (answer.json["selected"], answer.json["without_source"]) == (3, [])
    assert "3 of 3 selected tools rest on a source" in cli("audit", run).out


def test_an_audit_lists_what_rests_on_nothing_and_exits_with_1(cli, shop, tmp_path):
    line = {"case_id": "odd", "query": "show order", "llm_target": "cancel_order"}
    suite = tmp_path / "odd.jsonl"
    suite.write_text(json.dumps(line))
    settings = ("--policy", "preserve_llm", "--top-k", "1")
    assert cli("run", "--catalog", "shop", "--suite", suite, *settings).code == 0
    answer = cli("audit", "latest")
    assert answer.code == 1
    assert "odd" in answer.out
    assert "the model's word alone" in answer.out
