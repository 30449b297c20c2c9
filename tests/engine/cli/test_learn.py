from __future__ import annotations

import json

import pytest

from engine.cli import main


@pytest.fixture
def shop(tmp_path, capsys):
    """Return a function that runs a command over a small store and gives (code, JSON, stderr)."""
    from tests.engine.cli.conftest import CASES, TOOLS

    tools, cases = tmp_path / "tools.json", tmp_path / "cases.jsonl"
    tools.write_text(json.dumps(TOOLS))
    cases.write_text("".join(json.dumps(case) + "\n" for case in CASES))
    db = str(tmp_path / "lab.duckdb")

    def run(*arguments: str):
        code = main([*arguments, "--db", db, "--json"])
        said = capsys.readouterr()
        return code, json.loads(said.out) if said.out else None, said.err

    run("ingest", str(tools), "--name", "shop")
    run("cases", "import", str(cases), "--suite", "shop")
    run.folder = tmp_path
    return run


def traces(run, *rows) -> str:
    path = run.folder / "traces.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def repeated(query="abandon the order", tool="cancel_order", count=4):
    return [
        {"query": query, "plan": [tool], "success": True, "session": f"s{n}", "trace_id": f"t{n}"}
        for n in range(count)
    ]


def learned(run):
    run("learn", "ingest", traces(run, *repeated()), "--catalog", "shop")
    _, found, _ = run("learn", "suggest", "--catalog", "shop")
    preferences = [s for s in found["suggestions"] if s["type"] == "target_preference"]
    return preferences[0]["suggestion_id"]


def test_traces_are_read_once_and_counted(shop):
    _, first, _ = shop("learn", "ingest", traces(shop, *repeated()), "--catalog", "shop")
    _, second, _ = shop("learn", "ingest", traces(shop, *repeated()), "--catalog", "shop")
    assert (first["new"], first["known"]) == (4, 0)
    assert (second["new"], second["known"]) == (0, 4)


def test_a_promotion_goes_by_shadow_and_is_refused_without_a_run_that_proves_it(shop):
    name = learned(shop)
    code, _, err = shop("learn", "promote", name, "--catalog", "shop", "--approved-by", "on-call")
    assert code == 2
    assert "cannot become 'promoted'" in err
    assert shop("learn", "shadow", name, "--catalog", "shop")[0] == 0
    code, _, err = shop("learn", "promote", name, "--catalog", "shop", "--approved-by", "on-call")
    assert code == 2
    assert "not_validated_by_run" in err


def test_a_tool_that_writes_needs_an_operator_even_when_forced(shop):
    name = learned(shop)
    shop("learn", "shadow", name, "--catalog", "shop")
    promote = ("learn", "promote", name, "--catalog", "shop", "--force", "--reason", "seen by hand")
    code, _, err = shop(*promote)
    assert code == 2
    assert "operator_approval_required cannot be forced" in err
    code, done, _ = shop(*promote, "--approved-by", "on-call")
    assert code == 0
    assert done["forced"] is True
    _, history, _ = shop("learn", "history", "--catalog", "shop")
    last = history["decisions"][-1]
    assert (last["status"], last["forced"], last["reason"], last["decided_by"]) == (
        "promoted",
        True,
        "seen by hand",
        "on-call",
    )


def test_forcing_needs_a_reason(shop):
    name = learned(shop)
    code, _, err = shop("learn", "promote", name, "--catalog", "shop", "--force")
    assert code == 2
    assert "needs a reason" in err


def test_a_run_tells_the_shadow_rank_beside_its_own(shop):
    name = learned(shop)
    shop("learn", "shadow", name, "--catalog", "shop")
    shop("run", "--catalog", "shop", "--suite", "shop", "--shadow")
    _, one, _ = shop("learn", "suggest", "--catalog", "shop", "--id", name)
    gate = next(gate for gate in one["gates"] if gate["code"] == "not_validated_by_run")
    assert "applied to 1" in gate["found"]


def test_a_rejected_suggestion_stays_rejected_when_traces_confirm_it(shop):
    name = learned(shop)
    shop("learn", "reject", name, "--catalog", "shop", "--reason", "wrong tool")
    more = [{**row, "trace_id": f"x{n}"} for n, row in enumerate(repeated())]
    shop("learn", "ingest", traces(shop, *more), "--catalog", "shop")
    _, found, _ = shop("learn", "suggest", "--catalog", "shop", "--id", name)
    assert found["status"] == "rejected"
    assert found["observations"] == 8


def test_traces_can_be_forgotten(shop):
    learned(shop)
    _, done, _ = shop("learn", "forget", "--catalog", "shop")
    assert done == {"deleted": 4}
    _, found, _ = shop("learn", "suggest", "--catalog", "shop")
    assert found == {"suggestions": []}


def test_the_queries_of_a_private_suite_stand_in_no_export(shop):
    shop("cases", "private", "shop")
    for ending in ("jsonl", "csv"):
        path = shop.folder / f"out.{ending}"
        shop("cases", "export", "shop", "--output", str(path))
        assert "abandon" not in path.read_text()
    assert "abandon" not in json.dumps(shop("cases", "show", "shop")[1])
    shop("cases", "private", "shop", "--off")
    assert "abandon" in json.dumps(shop("cases", "show", "shop")[1])
