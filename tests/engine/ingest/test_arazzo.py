from __future__ import annotations

from engine.ingest.load import build_catalog
from tests.engine.ingest.documents import as_file, message, openapi

SHOP = openapi(
    {
        "/orders": {"get": {"operationId": "listOrders"}},
        "/orders/{id}": {"get": {"operationId": "getOrder"}},
        "/refunds": {"post": {"operationId": "refund"}},
    }
)
FLOW = {
    "arazzo": "1.0.0",
    "info": {"title": "Refunds", "version": "1"},
    "workflows": [
        {
            "workflowId": "refund-an-order",
            "summary": "Refund an order.",
            "steps": [
                {
                    "stepId": "find",
                    "operationId": "listOrders",
                    "outputs": {"order": "$response.body#/items/0/orderId"},
                },
                {
                    "stepId": "look",
                    "operationPath": "{$sourceDescriptions.shop.url}#/paths/~1orders~1{id}/get",
                    "parameters": [
                        {"name": "id", "in": "path", "value": "$steps.find.outputs.order"}
                    ],
                },
                {
                    "stepId": "pay",
                    "operationId": "$sourceDescriptions.shop.refund",
                    "requestBody": {"payload": {"orderId": "{$steps.find.outputs.order}"}},
                },
                {"stepId": "gone", "operationId": "ghost"},
            ],
        }
    ],
}


def test_a_workflow_links_its_steps_and_names_the_fields_that_travel():
    catalog = build_catalog("shop", [as_file(FLOW, "flow.json"), as_file(SHOP)])

    assert [(x.source, x.target, x.fields) for x in catalog.links] == [
        ("getOrder", "refund", ()),
        ("listOrders", "getOrder", (("orderId", "id"),)),
        ("listOrders", "refund", (("orderId", "orderId"),)),
    ]
    assert {(link.kind, link.description) for link in catalog.links} == {
        ("arazzo", "Refund an order.")
    }
    assert "arazzo names 'ghost'" in message(catalog, "link_without_tool")


def test_a_workflow_changes_the_catalog_but_no_tool():
    plain = build_catalog("shop", [as_file(SHOP)])
    linked = build_catalog("shop", [as_file(SHOP), as_file(FLOW, "flow.json")])

    assert linked.tools == plain.tools
    assert linked.fingerprint != plain.fingerprint
    assert [document.format for document in linked.documents] == ["openapi-3.0", "arazzo"]
