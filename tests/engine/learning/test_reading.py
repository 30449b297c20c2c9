from __future__ import annotations

import json

import pytest

from engine.errors import DocumentError
from engine.ingest.source import SourceFile
from engine.learning.reading import read_traces
from engine.learning.records import NO_TOOL, make_record
from tests.engine.learning.builders import NOW

TOOLS = {"findMember", "getOrder"}
WORDS = frozenset({"order", "member"})


def lines(*rows) -> SourceFile:
    return SourceFile("traces.jsonl", "\n".join(json.dumps(row) for row in rows).encode())


def attribute(key, value):
    return {"key": key, "value": {"stringValue": value}}


OTLP = {
    "resourceSpans": [
        {
            "scopeSpans": [
                {
                    "spans": [
                        {
                            "traceId": "t1",
                            "spanId": "a",
                            "name": "agent",
                            "startTimeUnixNano": "1780000000000000000",
                            "endTimeUnixNano": "1780000001000000000",
                            "status": {"code": 1},
                            "attributes": [
                                attribute("openinference.span.kind", "AGENT"),
                                attribute("input.value", "show the order of member m-778"),
                                attribute("session.id", "s-1"),
                            ],
                        },
                        {
                            "traceId": "t1",
                            "spanId": "c",
                            "parentSpanId": "a",
                            "name": "second",
                            "startTimeUnixNano": "1780000000600000000",
                            "attributes": [
                                attribute("gen_ai.operation.name", "execute_tool"),
                                attribute("gen_ai.tool.name", "getOrder"),
                                attribute(
                                    "gen_ai.tool.call.arguments", '{"memberId": "778-internal"}'
                                ),
                            ],
                        },
                        {
                            "traceId": "t1",
                            "spanId": "b",
                            "parentSpanId": "a",
                            "name": "findMember",
                            "startTimeUnixNano": "1780000000100000000",
                            "attributes": [
                                attribute("openinference.span.kind", "TOOL"),
                                attribute("tool.name", "findMember"),
                                attribute("output.value", '{"items": [{"id": "778-internal"}]}'),
                            ],
                        },
                    ]
                }
            ]
        }
    ]
}


def made(file, **values):
    return [
        make_record(
            trace,
            **{
                "collection": "shop",
                "tools": TOOLS,
                "vocabulary": WORDS,
                "ingested_at": NOW,
                **values,
            },
        )
        for trace in read_traces(file)
    ]


def test_an_export_of_spans_becomes_a_trace_with_its_tools_in_the_order_of_time():
    (done,) = made(SourceFile("spans.json", json.dumps(OTLP).encode()))
    assert done.record.plan == ("findMember", "getOrder")
    assert done.record.selected_target == "getOrder"
    assert done.record.success is True
    assert done.record.latency_ms == 1000.0
    assert done.record.source == "otel"


def test_a_value_that_one_call_gave_and_another_took_is_an_edge_without_the_value():
    (done,) = made(SourceFile("spans.json", json.dumps(OTLP).encode()))
    (edge,) = done.record.edges
    assert (edge.source, edge.source_field) == ("findMember", "$.items[].id")
    assert (edge.target, edge.target_field) == ("getOrder", "$.memberId")
    assert "778" not in done.record.model_dump_json()


def test_flat_spans_are_read_as_well():
    rows = [
        {
            "context": {"trace_id": "t", "span_id": "1"},
            "parent_id": None,
            "name": "chat",
            "status_code": "OK",
            "attributes": {"input.value": "find the member"},
        },
        {
            "context": {"trace_id": "t", "span_id": "2"},
            "parent_id": "1",
            "name": "findMember",
            "attributes": {"openinference.span.kind": "TOOL", "tool.name": "findMember"},
        },
    ]
    (done,) = made(lines(*rows))
    assert done.record.selected_target == "findMember"


def test_of_a_query_only_the_words_that_the_catalog_has_are_kept():
    row = {"query": "order of Ada Brook, ada@example.org", "calls": [{"tool": "getOrder"}]}
    (done,) = made(lines(row))
    assert done.record.known_words == ("order",)
    assert len(done.record.word_prints) == 2
    text = done.record.model_dump_json()
    assert "ada" not in text.lower()
    assert done.report.counts == {"e-mail": 1}


def test_a_trace_without_a_known_tool_is_passed_over_with_its_reason():
    (done,) = made(lines({"query": "x", "calls": [{"tool": "elsewhere"}]}))
    assert done.record is None
    assert done.skipped == NO_TOOL


def test_the_same_trace_has_the_same_id_and_another_collection_gives_another():
    row = {"query": "find it", "calls": [{"tool": "getOrder"}], "success": True}
    (one,), (again,) = made(lines(row)), made(lines(row))
    (other,) = made(lines(row), collection="pets")
    assert one.record.trace_id == again.record.trace_id != other.record.trace_id


def test_a_failure_reason_is_kept_as_a_code_only():
    rows = [
        {"query": "a", "plan": ["getOrder"], "failure_reason": "timeout"},
        {"query": "a", "plan": ["getOrder"], "failure_reason": "user jane said no to 4711"},
    ]
    assert [done.record.failure_reason for done in made(lines(*rows))] == ["timeout", None]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        pytest.param([1], "a trace is a JSON object", id="no-object"),
        pytest.param({"calls": []}, "'query' must be a text", id="no-query"),
        pytest.param(
            {"query": "x", "calls": [{"name": "a"}]}, "'calls' must be a list", id="calls"
        ),
        pytest.param({"query": "x", "success": "yes"}, "'success' must be true", id="success"),
        pytest.param({"query": "x", "at": "yesterday"}, "a time with its zone", id="time"),
    ],
)
def test_a_line_that_cannot_be_used_is_explained(row, message):
    with pytest.raises(DocumentError, match=message):
        read_traces(lines({"query": "fine", "plan": ["getOrder"]}, row))
