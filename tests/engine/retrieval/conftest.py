from __future__ import annotations

import pytest

from engine.models.catalog import Catalog
from engine.models.tool import ContractField, Derived, Endpoint, Location, Semantics, Tool


def field(name, *, required=False, location=Location.QUERY, **values):
    return ContractField(
        name=name, json_path=f"$.{name}", required=required, location=location, **values
    )


def derived(value):
    known = value != "unknown"
    return Derived(value=value, source="name" if known else "none", confidence=float(known))


def tool(name, label=None, *, action="unknown", shape="unknown", resource="unknown", **values):
    """Return a tool; ``label`` is ``"GET /orders/{id}"``."""
    method, _, path = (label or "").partition(" ")
    return Tool(
        name=name,
        endpoint=Endpoint(method=method, path=path) if label else None,
        semantics=Semantics(
            action=derived(action),
            resource=derived(resource),
            result_shape=derived(shape),
            path_module=derived("/" + path.split("/")[1] if label else "unknown"),
            risk=derived("unknown"),
        ),
        **values,
    )


def catalog(*tools, name="orders"):
    return Catalog(name=name, tools=tuple(sorted(tools, key=lambda each: each.name)))


@pytest.fixture(scope="session")
def orders():
    """A small shop: siblings, a write twin, a list and a count of the same thing."""
    path = Location.PATH
    return catalog(
        tool(
            "getOrder",
            "GET /orders/{orderId}",
            action="read",
            shape="single",
            title="Get an order",
            description="Returns one order with its items. Needs a login.",
            consumes=(field("orderId", required=True, location=path),),
        ),
        tool(
            "listOrders",
            "GET /orders",
            action="search",
            shape="list",
            title="List orders",
            consumes=(field("status", enum=("open", "shipped")), field("customerId")),
        ),
        tool(
            "countOrders", "GET /orders/count", action="read", shape="count", title="Count orders"
        ),
        tool(
            "deleteOrder",
            "DELETE /orders/{orderId}",
            action="delete",
            shape="mutation",
            title="Delete an order",
            consumes=(field("orderId", required=True, location=path),),
        ),
        tool(
            "archiveOrder",
            "POST /orders/{orderId}/archive",
            action="update",
            shape="mutation",
            title="Archive an order",
        ),
        tool("createPullRequest", "POST /pulls", action="create", title="Open for review"),
        tool("listRefunds", "GET /refunds", action="search", shape="list", title="List refunds"),
        tool("회원목록조회", "GET /members", action="search", shape="list", title="회원 목록 조회"),
        tool("ping", description=""),
    )
