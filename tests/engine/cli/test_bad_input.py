from __future__ import annotations

import json

import pytest


def stored(cli) -> tuple[int, int, int]:
    return (
        len(cli("catalogs", "list", "--json").json["catalogs"]),
        len(cli("cases", "list", "--json").json["suites"]),
        len(cli("runs", "list", "--json").json["runs"]),
    )


def yaml_bomb() -> str:
    lines = ['a0: &a0 ["lol","lol","lol","lol","lol","lol","lol","lol","lol"]']
    lines += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    return "\n".join(lines)


DOCUMENTS = [
    pytest.param("empty.json", "", "empty", id="0-bytes"),
    pytest.param("cut.json", '{"openapi": "3.0.0", "paths": {"/a": ', "line 1", id="truncated"),
    pytest.param("bomb.yaml", yaml_bomb(), "alias", id="yaml-bomb"),
    pytest.param(
        "none.json",
        json.dumps({"openapi": "3.0.0", "info": {"title": "t", "version": "1"}, "paths": {}}),
        "operation",
        id="no-operations",
    ),
    pytest.param("list.json", "[1, 2, 3]", "", id="something-else"),
    pytest.param("text.txt", "hello", "", id="not-a-document"),
]


@pytest.mark.parametrize(("name", "text", "word"), DOCUMENTS)
def test_a_document_that_cannot_be_used_is_one_clear_message(cli, files, name, text, word):
    (files / name).write_text(text)
    answer = cli("ingest", files / name, "--name", "broken")
    assert answer.code == 2
    assert answer.err.startswith("quality-lab: ")
    assert name in answer.err
    assert word in answer.err
    assert "Traceback" not in answer.err
    assert answer.out == ""
    assert stored(cli) == (0, 0, 0)


CASES = [
    pytest.param("", "", id="empty"),
    pytest.param('{"case_id": "a"', "line 1", id="truncated"),
    pytest.param('{"query": "q"}', "case_id", id="missing-id"),
    pytest.param('{"case_id": 7, "query": "q"}', "case_id", id="an-id-that-is-a-number"),
    pytest.param(
        '{"case_id": "a", "query": "q", "top_k": "many"}', "top_k", id="a-wrong-type-in-a-field"
    ),
    pytest.param(
        '{"case_id": "a", "query": "q"}\n{"case_id": "a", "query": "r"}', "line 2", id="repeated-id"
    ),
    pytest.param(
        '{"case_id": "a", "query": "q", "expected_target": "find_order"}',
        "Did you mean 'find_orders'?",
        id="a-tool-that-the-catalog-lacks",
    ),
]


@pytest.mark.parametrize(("text", "word"), CASES)
def test_cases_that_cannot_be_used_are_one_clear_message(cli, shop, text, word):
    (shop / "bad.jsonl").write_text(text)
    answer = cli("run", "--catalog", "shop", "--suite", shop / "bad.jsonl")
    assert answer.code == 2
    assert "bad.jsonl" in answer.err
    assert word in answer.err
    assert "Traceback" not in answer.err
    assert stored(cli) == (1, 0, 0)


def test_every_problem_of_a_file_is_said_at_once(cli, shop):
    (shop / "bad.jsonl").write_text('{"query": "q"}\nnot json\n{"case_id": "a", "query": 3}\n')
    answer = cli("cases", "import", shop / "bad.jsonl", "--suite", "bad")
    assert answer.code == 2
    for line in ("line 1", "line 2", "line 3"):
        assert line in answer.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(("ingest", "absent.yaml", "--name", "x"), ("absent.yaml",), id="no-file"),
        pytest.param(
            ("explain", "q", "--catalog", "shopp"), ("shopp", "Did you mean 'shop'?"), id="catalog"
        ),
        pytest.param(
            ("explain", "q", "--catalog", "shop", "--top-k", "0"), ("at least 1",), id="top-k"
        ),
        pytest.param(
            ("explain", "q", "--catalog", "shop", "--policy", "bold"),
            ("bold", "strong_evidence"),
            id="policy",
        ),
        pytest.param(
            ("run", "--catalog", "shop", "--suite", "orderz"), ("orderz",), id="suite-or-file"
        ),
        pytest.param(("runs", "show", "ffff"), ("ffff",), id="run"),
        pytest.param(("diff", "pinned", "latest"), ("no run yet",), id="no-run"),
        pytest.param(("catalogs", "show", "shop", "--tool", "x"), ("'x'",), id="tool"),
        pytest.param(("ingest", "tools.json", "--name", "../x"), ("../x",), id="name"),
        pytest.param(
            ("cases", "export", "orders", "--output", "cases.txt"), (".jsonl or .csv",), id="ending"
        ),
        pytest.param(
            ("diff", "a", "b", "--fail-on", "regrets>0"), ("regrets",), id="unknown-condition"
        ),
    ],
)
def test_a_wrong_argument_is_one_clear_message(cli, shop, arguments, words, monkeypatch):
    monkeypatch.chdir(shop)
    answer = cli(*arguments)
    assert answer.code == 2
    assert answer.err.startswith("quality-lab: ")
    assert "Traceback" not in answer.err
    for word in words:
        assert word in answer.err


def test_an_output_that_cannot_be_written_is_said_before_the_run(cli, shop):
    answer = cli(
        *("run", "--catalog", "shop", "--suite", shop / "orders.jsonl"),
        *("--per-case", shop / "absent" / "out.jsonl"),
    )
    assert answer.code == 2
    assert "absent" in answer.err
    assert stored(cli) == (1, 0, 0)


def test_a_suite_that_is_neither_file_nor_stored_is_said_to_be_both(cli, files):
    tools = {"tools": [{"name": "ping", "inputSchema": {"type": "object"}}]}
    (files / "tools.json").write_text(json.dumps(tools))
    assert cli("ingest", files / "tools.json", "--name", "one").code == 0
    answer = cli("run", "--catalog", "one", "--suite", "gone")
    assert answer.code == 2
    assert "neither a file 'gone' nor a stored suite" in answer.err
