"""Tools and catalogs whose meaning is derived as ingest derives it."""

from __future__ import annotations

from engine.ingest.fields import identifier_of, kind_of
from engine.ingest.semantics import derive_semantics
from engine.models.catalog import Catalog
from engine.models.tool import Annotations, ContractField, Endpoint, Location, Tool


def takes(name, place="query", *, required=True, owner="", **values):
    location = Location(place)
    return ContractField(
        name=name,
        json_path=f"$.{name}",
        required=required,
        location=location,
        kind=kind_of(name, location, required=required),
        identifier=identifier_of(name, owner, location),
        **{"type": "string", **values},
    )


def gives(path, *, owner="", **values):
    name = path.replace("[]", "").rsplit(".", 1)[-1]
    return ContractField(
        name=name,
        json_path=path,
        location=Location.RESPONSE,
        kind=kind_of(name, Location.RESPONSE, required=False),
        identifier=identifier_of(name, owner, Location.RESPONSE),
        **{"type": "string", **values},
    )


def api_tool(name, label=None, *, consumes=(), produces=(), source="api.json", **values):
    """Return a tool; ``label`` is ``"GET /orders/{id}"``."""
    method, _, path = (label or "").partition(" ")
    endpoint = Endpoint(method=method, path=path) if label else None
    return Tool(
        name=name,
        endpoint=endpoint,
        consumes=tuple(consumes),
        produces=tuple(produces),
        source=source,
        semantics=derive_semantics(
            name=name,
            title=values.get("title", ""),
            description=values.get("description", ""),
            endpoint=endpoint,
            tags=values.get("tags", ()),
            consumes=consumes,
            produces=produces,
            annotations=Annotations(),
        ),
        **values,
    )


def catalog_of(*tools, **values):
    return Catalog(name="shop", tools=tuple(sorted(tools, key=lambda t: t.name)), **values)


def shop():
    """Return an invented shop: orders with refunds, members, a price and a currency function."""
    order_id = takes("orderId", "path", owner="orders")
    order = (
        gives("$.id", owner="Order"),
        gives("$.status", owner="Order"),
        gives("$.memberId", owner="Order"),
    )
    orders = (gives("$[].id", owner="Order"), gives("$[].status", owner="Order"))
    member = (gives("$.id", owner="Member"), gives("$.name", owner="Member"))
    return catalog_of(
        api_tool("listOrders", "GET /orders", produces=orders),
        api_tool("getOrder", "GET /orders/{orderId}", consumes=(order_id,), produces=order),
        api_tool(
            "createOrder", "POST /orders", consumes=(takes("memberId", "body"),), produces=order
        ),
        api_tool("deleteOrder", "DELETE /orders/{orderId}", consumes=(order_id,)),
        api_tool(
            "listOrderRefunds",
            "GET /orders/{orderId}/refunds",
            consumes=(order_id,),
            produces=(gives("$[].id", owner="Refund"),),
        ),
        api_tool("searchOrders", "GET /orders/search", consumes=(takes("q"),), produces=orders),
        api_tool(
            "getMember",
            "GET /members/{memberId}",
            consumes=(takes("memberId", "path", owner="members"),),
            produces=member,
        ),
        api_tool(
            "searchMembers",
            "GET /members",
            consumes=(takes("name"),),
            produces=(gives("$[].id", owner="Member"), gives("$[].name", owner="Member")),
        ),
    )
