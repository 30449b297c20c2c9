from __future__ import annotations

import pytest

from engine.errors import DocumentError
from engine.ingest.load import build_catalog
from engine.ingest.overlay import read_overlay
from engine.ingest.source import SourceFile
from engine.models.overlay import Overlay
from engine.models.tool import FieldKind
from tests.engine.ingest.documents import as_file, message, openapi

SHOP = openapi(
    {
        "/orders": {
            "get": {
                "operationId": "listOrders",
                "parameters": [{"name": "siteId", "in": "query"}, {"name": "q", "in": "query"}],
            }
        },
        "/orders/{id}": {"get": {"operationId": "getOrder"}},
    }
)
TEXT = """\
quality_lab_overlay: 1
tools:
  listOrders:
    aliases: [order history, 주문 내역]
    action: read
    resource: purchase
    result_shape: count
    risk: destructive
  get orders/{id}:
    resource: one order
  listOrder:
    aliases: [gone]
pairs:
  - {producer: listOrders, consumer: "GET /orders/{id}", fields: [[orderId, id]]}
  - {producer: ghost, consumer: getOrder}
context: {siteId: 10}
"""


def overlay_file(text=TEXT):
    return SourceFile("overlay.yaml", text.encode())


@pytest.fixture(scope="module")
def catalog():
    return build_catalog("shop", [as_file(SHOP), overlay_file()])


def test_what_the_author_says_replaces_what_was_derived(catalog):
    meaning = catalog.by_name["listOrders"].semantics

    said = (meaning.action, meaning.resource, meaning.result_shape, meaning.risk)
    assert [part.value for part in said] == ["read", "purchase", "count", "destructive"]
    assert {(part.source, part.confidence) for part in said} == {("overlay", 1.0)}
    assert meaning.aliases == ("order history", "주문 내역")
    assert meaning.path_module.source != "overlay"


def test_a_tool_may_be_named_by_method_and_path(catalog):
    assert catalog.by_name["getOrder"].semantics.resource.value == "one order"


def test_context_makes_a_field_ambient_with_its_default(catalog):
    fields = {field.name: field for field in catalog.by_name["listOrders"].consumes}

    assert (fields["siteId"].kind, fields["siteId"].default) == (FieldKind.CONTEXT, "10")
    assert fields["q"].kind is FieldKind.DATA


def test_a_pair_becomes_a_declared_link(catalog):
    (link,) = catalog.links

    assert (link.source, link.target, link.kind, link.fields) == (
        "listOrders",
        "getOrder",
        "overlay",
        (("orderId", "id"),),
    )


def test_what_the_documents_no_longer_have_is_reported_and_not_refused(catalog):
    assert message(catalog, "overlay_unknown_tool") == (
        "the overlay corrects 'listOrder', which is not among the tools. Did you mean 'listOrders'?"
    )
    assert "overlay names 'ghost'" in message(catalog, "link_without_tool")


def test_an_overlay_given_apart_says_the_same_as_one_among_the_files(catalog):
    apart = build_catalog("shop", [as_file(SHOP)], kept=read_overlay(overlay_file()))

    assert apart.fingerprint == catalog.fingerprint
    assert apart.fingerprint != build_catalog("shop", [as_file(SHOP)]).fingerprint


def test_a_later_overlay_wins_and_keeps_what_it_does_not_speak_of():
    first = Overlay(tools={"a": {"resource": "x"}, "b": {"resource": "y"}}, context={"c": "1"})
    second = Overlay(tools={"a": {"resource": "z"}})

    merged = first.merged(second)

    assert {name: tool.resource for name, tool in merged.tools.items()} == {"a": "z", "b": "y"}
    assert merged.context == {"c": "1"}
    assert merged.fingerprint != first.fingerprint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            "tools: {}", "this is an object without 'quality_lab_overlay'", id="not-an-overlay"
        ),
        pytest.param("quality_lab_overlay: 2", "quality_lab_overlay must be", id="another-version"),
        pytest.param(
            "quality_lab_overlay: 1\ntools: {a: {alias: [b]}}",
            "tools.a.alias is no known key. Did you mean 'aliases'?",
            id="unknown-key",
        ),
        pytest.param(
            "quality_lab_overlay: 1\ntools: {a: {action: fly}}",
            "tools.a.action must be one of 'search', 'read', 'create', 'update', 'delete', "
            "'action' or 'unknown', but the text 'fly' stands there.",
            id="unknown-action",
        ),
        pytest.param(
            "quality_lab_overlay: 1\ntools: {a: {aliases: b}}",
            "tools.a.aliases must be a list, but the text 'b' stands there.",
            id="wrong-type",
        ),
        pytest.param(
            "quality_lab_overlay: 1\npairs: [{producer: a}]",
            "pairs[0].consumer is missing; it is needed.",
            id="missing",
        ),
        pytest.param("quality_lab_overlay: [", "this is not YAML", id="not-yaml"),
    ],
)
def test_an_overlay_that_cannot_be_used_says_where_and_why(text, message):
    with pytest.raises(DocumentError) as caught:
        read_overlay(overlay_file(text))

    assert message in str(caught.value)


def test_an_overlay_among_the_files_that_cannot_be_used_refuses_the_import():
    broken = overlay_file("quality_lab_overlay: 1\ntools: {a: {alias: [b]}}")

    with pytest.raises(DocumentError, match=r"overlay\.yaml: tools\.a\.alias is no known key"):
        build_catalog("shop", [as_file(SHOP), broken])
