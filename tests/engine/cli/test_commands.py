from __future__ import annotations

import csv
import json

import pytest

CONTRIBUTION_TOLERANCE = 1e-9


def test_ingest_reports_tools_fingerprint_and_warnings(cli, files):
    answer = cli("ingest", files / "tools.json", "--name", "shop", "--json").json
    assert answer["catalog"] == "shop"
    assert answer["tools"] == 3
    assert answer["fingerprint"].startswith("catalog-v1:")
    assert all({"code", "message", "where"} <= set(warning) for warning in answer["warnings"])


def test_the_same_document_again_changes_nothing(cli, shop):
    answer = cli("ingest", shop / "tools.json", "--name", "shop", "--json").json
    assert answer["changed"] is False
    assert (answer["added"], answer["removed"], answer["modified"]) == ([], [], [])


def test_a_document_with_a_tool_less_names_what_went(cli, shop):
    document = json.loads((shop / "tools.json").read_text())
    del document["tools"][1]
    document["tools"][0]["description"] = "List orders."
    (shop / "tools.json").write_text(json.dumps(document))
    answer = cli("ingest", shop / "tools.json", "--name", "shop", "--json").json
    assert answer["removed"] == ["get_order"]
    assert answer["modified"] == ["find_orders"]
    names = [
        row["name"]
        for row in cli("explain", "order", "--catalog", "shop", "--json").json["results"]
    ]
    assert "get_order" not in names


def test_explain_gives_the_whole_response_with_the_selector_beside_it(cli, shop):
    answer = cli(
        "explain", "cancel the order", "--catalog", "shop", "--llm-target", "get_order", "--json"
    ).json
    assert {"results", "subgraph_text", "intent", "stats", "target_selector"} <= set(answer)
    assert answer["target_selector"]["llm_target"] == "get_order"
    for row in answer["results"]:
        assert {
            "name",
            "rank",
            "score",
            "tool",
            "score_breakdown",
            "expanded_from",
            "edge_evidence",
            "semantic_evidence",
            "learning_evidence",
        } <= set(row)
        numbers = [
            value for value in row["score_breakdown"].values() if not isinstance(value, bool)
        ]
        assert sum(numbers) == pytest.approx(row["score"], abs=CONTRIBUTION_TOLERANCE)
        assert row["tool"] is None


def test_explain_embeds_the_tools_when_asked(cli, shop):
    answer = cli("explain", "cancel", "--catalog", "shop", "--tools", "--json").json
    assert answer["results"][0]["tool"]["name"] == "cancel_order"


def test_run_stores_a_run_and_writes_a_line_a_case(cli, shop):
    per_case = shop / "cases.out.jsonl"
    answer = cli(
        *("run", "--catalog", "shop", "--suite", shop / "orders.jsonl"),
        *("--per-case", per_case, "--json"),
    )
    summary = answer.json
    assert answer.code == 0
    assert summary["cases"] == 3
    assert set(summary["measures"]["MRR"]) == {"value", "scored", "unscored"}
    assert set(summary["latency_ms"]["retrieve"]) == {"p50", "p95"}
    lines = [json.loads(line) for line in per_case.read_text().splitlines()]
    assert [line["case_id"] for line in lines] == ["cancel-001", "list-001", "show-001"]
    assert all(
        {
            "rank",
            "results",
            "selected_target",
            "overrode_llm",
            "ambiguous",
            "confidence",
            "reason_codes",
            "failure",
        }
        <= set(line)
        for line in lines
    )
    assert lines[0]["results"][lines[0]["rank"] - 1] == "cancel_order"
    assert cli("runs", "list", "--json").json["runs"][0]["run_id"] == summary["run_id"]


def test_a_stored_suite_is_run_by_its_name(cli, shop):
    cli("cases", "import", shop / "orders.jsonl", "--suite", "orders", "--catalog", "shop")
    assert cli("run", "--catalog", "shop", "--suite", "orders", "--json").json["suite"] == "orders"


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        pytest.param("Success@10<0.1", 0, id="the-floor-is-kept"),
        pytest.param("Success@1<1.01", 1, id="the-floor-is-broken"),
    ],
)
def test_a_floor_decides_the_exit_code(cli, shop, condition, code):
    answer = cli(
        *("run", "--catalog", "shop", "--suite", shop / "orders.jsonl"), *("--fail-on", condition)
    )
    assert answer.code == code
    assert (condition.split("<")[0] in answer.err) == bool(code)


def test_a_diff_of_a_run_with_itself_is_empty(cli, shop):
    cli("run", "--catalog", "shop", "--suite", shop / "orders.jsonl")
    answer = cli("diff", "latest", "latest", "--json").json
    assert answer["comparable"]["comparable"] is True
    assert answer["comparable"]["differences"] == []
    assert {case["change"] for case in answer["cases"]} <= {"same"}
    assert answer["measures"]["MRR"]["difference"] == 0.0


def test_a_diff_says_what_differs_and_gates_on_it(cli, shop):
    base = cli(
        *("run", "--catalog", "shop", "--suite", shop / "orders.jsonl"),
        *("--policy", "preserve_llm", "--json"),
    ).json["run_id"]
    cli("runs", "pin", base)
    cli("run", "--catalog", "shop", "--suite", shop / "orders.jsonl", "--top-k", "1")
    answer = cli("diff", "pinned", "latest", "--json").json
    assert answer["base"] == base
    messages = " ".join(item["message"] for item in answer["comparable"]["differences"])
    assert "preserve_llm" in messages
    assert "top_k" in messages
    assert set(answer["measures"]["MRR"]) >= {"base", "run", "difference", "ci", "significant"}
    assert sum(answer["counts"].values()) == 3
    assert cli("diff", "pinned", "latest", "--fail-on", "same>=0").code == 1
    assert cli("diff", "pinned", "latest", "--fail-on", "removed>0").code == 0


def test_a_baseline_is_pinned_and_unpinned_by_suite(cli, shop):
    run_id = cli("run", "--catalog", "shop", "--suite", shop / "orders.jsonl", "--json").json[
        "run_id"
    ]
    assert (
        cli("runs", "pin", "latest").out == f"run {run_id} is the baseline of suite orders now.\n"
    )
    assert cli("runs", "unpin", "refunds").out == "no run of suite refunds is the baseline now.\n"
    assert cli("runs", "show", "pinned", "--json").json["run_id"] == run_id
    assert cli("runs", "unpin", "orders").code == 0
    answer = cli("diff", "pinned", "latest")
    assert answer.code == 2
    assert "there is no pinned run yet of suite 'orders'; make one the baseline" in answer.err


def test_triage_groups_failing_cases_and_says_where_to_look(cli, shop):
    cli("run", "--catalog", "shop", "--suite", shop / "orders.jsonl")
    groups = cli("triage", "latest", "--json").json["groups"]
    assert sum(group["count"] for group in groups) >= 1
    assert all(group["likely_cause"] and group["inspect"] for group in groups)


def test_cases_survive_export_and_import(cli, shop):
    cli("cases", "import", shop / "orders.jsonl", "--suite", "orders")
    cli("cases", "export", "orders", "--output", shop / "out.jsonl")
    again = cli("cases", "import", shop / "out.jsonl", "--suite", "orders", "--json").json
    assert (again["new"], again["updated"], again["unchanged"]) == (0, 0, 3)
    cli("cases", "export", "orders", "--output", shop / "out.csv")
    rows = list(csv.DictReader((shop / "out.csv").read_text("utf-8-sig").splitlines()))
    assert [row["case_id"] for row in rows] == ["cancel-001", "list-001", "show-001"]


def test_a_dry_run_stores_nothing(cli, shop):
    answer = cli(
        "cases", "import", shop / "orders.jsonl", "--suite", "orders", "--dry-run", "--json"
    ).json
    assert answer["stored"] is False
    assert cli("cases", "list", "--json").json["suites"] == []


def test_what_is_deleted_is_gone(cli, shop):
    run_id = cli("run", "--catalog", "shop", "--suite", shop / "orders.jsonl", "--json").json[
        "run_id"
    ]
    assert cli("runs", "delete", run_id).code == 0
    assert cli("cases", "delete", "orders").code == 0
    assert cli("catalogs", "delete", "shop").code == 0
    assert cli("runs", "list", "--json").json["runs"] == []
    assert cli("catalogs", "list", "--json").json["catalogs"] == []
    assert cli("runs", "show", run_id).code == 2


def test_a_catalog_and_one_of_its_tools_can_be_shown(cli, shop):
    assert len(cli("catalogs", "show", "shop", "--json").json["tools"]) == 3
    tool = cli("catalogs", "show", "shop", "--tool", "get_order", "--json").json
    assert [field["name"] for field in tool["consumes"]] == ["orderId"]
    assert "get_order" in cli("catalogs", "show", "shop").out


def test_a_case_of_a_run_can_be_shown_with_its_evidence(cli, shop):
    cli("run", "--catalog", "shop", "--suite", shop / "orders.jsonl")
    result = cli("runs", "show", "latest", "--case", "cancel-001", "--json").json
    assert result["candidates"][0]["semantic_evidence"]["matched_terms"]
    assert "cancel" not in result.get("query", "")


def test_a_run_is_exported_whole(cli, shop):
    cli("run", "--catalog", "shop", "--suite", shop / "orders.jsonl")
    cli("runs", "export", "latest", "--output", shop / "run.jsonl")
    lines = [json.loads(line) for line in (shop / "run.jsonl").read_text().splitlines()]
    assert lines[0]["cases"] == len(lines) - 1 == 3


def test_control_characters_of_untrusted_text_never_reach_the_terminal(cli, files):
    document = {"tools": [{"name": "evil", "description": "a\x1b[2Jb", "inputSchema": {}}]}
    (files / "evil.json").write_text(json.dumps(document))
    cli("ingest", files / "evil.json", "--name", "evil")
    assert "\x1b" not in cli("catalogs", "show", "evil", "--tool", "evil").out


def test_a_readiness_report_counts_findings_and_names_remedies(cli, shop):
    report = cli("catalogs", "show", "shop", "--report", "--json").json
    assert report["tools"] == 3
    assert report["findings"]
    for finding in report["findings"]:
        assert finding["count"] <= finding["considered"]
        assert finding["examples"]
        assert finding["remedy"]
    assert "tools have no finding" in cli("catalogs", "show", "shop", "--report").out


def test_two_versions_of_a_catalog_are_compared(cli, shop):
    document = json.loads((shop / "tools.json").read_text())
    document["tools"][0]["description"] = "List orders."
    (shop / "tools.json").write_text(json.dumps(document))
    assert cli("catalogs", "diff", "shop").code == 2
    cli("ingest", shop / "tools.json", "--name", "shop")
    difference = cli("catalogs", "diff", "shop", "--json").json
    assert [tool["name"] for tool in difference["modified"]] == ["find_orders"]
    assert "~ find_orders: description" in cli("catalogs", "diff", "shop").out


def test_an_overlay_survives_the_next_import_and_can_be_dropped(cli, files):
    (files / "overlay.yaml").write_text(
        "quality_lab_overlay: 1\ntools: {get_order: {resource: parcel}}\n"
    )

    def resource():
        return cli("catalogs", "show", "shop", "--tool", "get_order", "--json").json["semantics"][
            "resource"
        ]["value"]

    cli("ingest", files / "tools.json", files / "overlay.yaml", "--name", "shop")
    cli("ingest", files / "tools.json", "--name", "shop")
    assert resource() == "parcel"
    assert "corrected by overlay-v1:" in cli("catalogs", "show", "shop").out
    cli("ingest", files / "tools.json", "--name", "shop", "--no-overlay")
    assert resource() == "order"


def test_two_catalogs_can_be_compared(cli, shop):
    cli("ingest", shop / "tools.json", "--name", "copy")
    answer = cli("catalogs", "diff", "shop", "copy", "--json").json
    assert (answer["added"], answer["removed"], answer["unchanged"]) == ([], [], 3)
    assert "copyy" in cli("catalogs", "diff", "shop", "copyy").err
