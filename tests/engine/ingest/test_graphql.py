from __future__ import annotations

import pytest

from tests.engine.ingest.documents import catalog_of, message, paths_of, required_of


def named(name, kind="OBJECT"):
    return {"kind": kind, "name": name, "ofType": None}


def must(inner):
    return {"kind": "NON_NULL", "name": None, "ofType": inner}


def many(inner):
    return {"kind": "LIST", "name": None, "ofType": inner}


def field(name, kind, args=(), **more):
    return {"name": name, "type": kind, "args": list(args), **more}


def argument(name, kind, default=None):
    return {"name": name, "type": kind, "defaultValue": default}


STRING, ID = named("String", "SCALAR"), named("ID", "SCALAR")
ORDER = {
    "kind": "OBJECT",
    "name": "Order",
    "fields": [
        field("id", must(ID)),
        field("state", named("State", "ENUM")),
        field("parent", named("Order")),
        field("payer", named("Payer", "UNION")),
    ],
}
TYPES = [
    ORDER,
    {"kind": "ENUM", "name": "State", "enumValues": [{"name": "OPEN"}, {"name": "PAID"}]},
    {"kind": "UNION", "name": "Payer", "possibleTypes": [named("Person"), named("Firm")]},
    {"kind": "OBJECT", "name": "Person", "fields": [field("email", STRING)]},
    {"kind": "OBJECT", "name": "Firm", "fields": [field("vat", STRING)]},
    {"kind": "INPUT_OBJECT", "name": "NewOrder", "inputFields": [argument("note", must(STRING))]},
    {"kind": "SCALAR", "name": "String"},
    {"kind": "SCALAR", "name": "ID"},
    {
        "kind": "OBJECT",
        "name": "Query",
        "fields": [
            field("order", named("Order"), [argument("id", must(ID))], description="One order."),
            field(
                "orders",
                must(many(must(named("Order")))),
                [argument("first", must(named("Int", "SCALAR")), "10")],
                isDeprecated=True,
            ),
            field("version", STRING),
        ],
    },
    {
        "kind": "OBJECT",
        "name": "Mutation",
        "fields": [
            field(
                "addOrder",
                named("Order"),
                [argument("order", must(named("NewOrder", "INPUT_OBJECT")))],
            )
        ],
    },
    {"kind": "OBJECT", "name": "Subscription", "fields": [field("orderAdded", named("Order"))]},
]
SCHEMA = {
    "queryType": {"name": "Query"},
    "mutationType": {"name": "Mutation"},
    "subscriptionType": {"name": "Subscription"},
    "types": TYPES,
}


@pytest.fixture(scope="module")
def catalog():
    return catalog_of({"data": {"__schema": SCHEMA}})


def test_queries_and_mutations_are_tools_and_subscriptions_are_counted(catalog):
    assert [tool.name for tool in catalog.tools] == ["addOrder", "order", "orders", "version"]
    assert catalog.documents[0].format == "graphql"
    assert message(catalog, "subscriptions_left_out").startswith("1 subscription left out")


def test_a_query_only_reads(catalog):
    assert catalog.by_name["order"].annotations.read_only is True
    assert catalog.by_name["addOrder"].annotations.read_only is False


def test_arguments_are_inputs_and_required_unless_they_have_a_default(catalog):
    assert required_of(catalog.by_name["order"].consumes) == ["$.id"]
    assert required_of(catalog.by_name["addOrder"].consumes) == ["$.order", "$.order.note"]
    (first,) = catalog.by_name["orders"].consumes
    assert (first.required, first.default, first.type) == (False, "10", "integer")
    assert catalog.by_name["version"].consumes == ()


def test_what_comes_back_is_opened_through_unions_and_circles(catalog):
    order = catalog.by_name["order"].produces

    assert paths_of(order) == [
        "$.id",
        "$.parent",
        "$.payer",
        "$.payer.email",
        "$.payer.vat",
        "$.state",
    ]
    assert order[0].identifier == "orderId"
    assert order[-1].enum == ("OPEN", "PAID")
    assert "$[].id" in paths_of(catalog.by_name["orders"].produces)
    assert catalog.by_name["orders"].deprecated
    assert catalog.by_name["order"].description == "One order."
