import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ingest.semantics import derive_semantics
from engine.models.tool import Annotations, ContractField, Endpoint, Location


def output(path: str, kind: str = "string") -> ContractField:
    name = path.replace("[]", "").rsplit(".", 1)[-1]
    return ContractField(name=name, json_path=path, type=kind, location=Location.RESPONSE)


def meaning(
    name="", method=None, path="/", *, title="", description="", tags=(), produces=(), **hints
):
    return derive_semantics(
        name=name,
        title=title,
        description=description,
        endpoint=Endpoint(method=method, path=path) if method else None,
        tags=tags,
        consumes=(),
        produces=produces,
        annotations=Annotations(**hints),
    )


@pytest.mark.parametrize(
    ("name", "method", "path", "action", "source"),
    [
        pytest.param("getOrder", "GET", "/orders/{id}", "read", "name", id="verb-first"),
        pytest.param("OrderInspect", "GET", "/orders/{id}", "read", "name", id="verb-last"),
        pytest.param("orders/list-items", "GET", "/x", "search", "name", id="after-namespace"),
        pytest.param("orders_addNote", "POST", "/x", "create", "name", id="camel-after-snake"),
        pytest.param("shop.inviteRequests.approve", "POST", "/x", "action", "name", id="last-part"),
        pytest.param("createRefund", "POST", "/refunds", "create", "name", id="create"),
        pytest.param("orders", "DELETE", "/orders/{id}", "delete", "method", id="method-only"),
        pytest.param("cancelOrder", "POST", "/orders/{id}", "action", "name", id="act"),
        pytest.param("x", "POST", "/orders/{id}/approve", "action", "path", id="path-verb"),
        pytest.param("renderOrder", "GET", "/render", "read", "method", id="get-never-acts"),
        pytest.param("unit_converter", None, "", "action", "name", id="agent-noun"),
        pytest.param("주문취소", None, "", "action", "name", id="korean-compound"),
    ],
)
def test_action_comes_from_the_clearest_source(name, method, path, action, source):
    derived = meaning(name, method, path).action
    assert (derived.value, derived.source) == (action, source)


def test_action_of_a_noun_that_may_be_a_verb_yields_to_the_method():
    assert meaning("post_feed", "GET", "/posts/feed").action.value != "create"
    assert meaning("order_summary", "GET", "/orders/summary").action.value == "read"


def test_action_is_read_from_the_summary_when_the_name_says_nothing():
    derived = meaning("op_17", title="Deletes an expired coupon.").action
    assert (derived.value, derived.source) == ("delete", "summary")
    assert meaning("op_17", title="환불 내역을 조회합니다").action.value == "search"


def test_verb_of_the_text_is_found_inside_the_name():
    derived = meaning("acme_log_workout", description="Log a workout for a member.")
    assert derived.action.value == "create"
    assert derived.resource.value == "workout"


def test_action_is_unknown_without_any_evidence():
    derived = meaning("flux_capacitor")
    assert (derived.action.value, derived.action.confidence) == ("unknown", 0.0)
    assert derived.risk.value == "unknown"
    assert derived.result_shape.value == "unknown"


def test_words_are_never_found_inside_other_words():
    assert meaning("getAccount", "GET", "/accounts/{id}").result_shape.value == "single"
    assert meaning("getDiscount", "GET", "/discounts/{id}").result_shape.value == "single"
    assert meaning("listing_offset", None).action.value == "unknown"


@pytest.mark.parametrize(
    ("name", "path", "produces", "shape", "source"),
    [
        ("getOrders", "/orders", ("$[].id",), "list", "response"),
        ("fetchOrders", "/orders", ("$.total", "$.page", "$.orders[].id"), "list", "response"),
        ("fetchOrders", "/orders", ("$.data.items[].id", "$.status"), "list", "response"),
        ("getOrder", "/order", ("$.id", "$.items[].sku"), "single", "response"),
        ("getOrder", "/orders/{id}", (), "single", "path"),
        ("getOrderCount", "/orders/count", ("$.count",), "count", "name"),
        ("getRefundableOrderList", "/orders/refundable", (), "list", "name"),
        ("getList", "/lists/{id}", (), "single", "path"),
        ("getPreferences", "/preferences", (), "single", "path"),
    ],
)
def test_result_shape_of_a_read(name, path, produces, shape, source):
    derived = meaning(name, "GET", path, produces=tuple(map(output, produces))).result_shape
    assert (derived.value, derived.source) == (shape, source)


def test_result_shape_of_a_change_is_its_effect_whatever_it_returns():
    assert meaning(
        "createOrders", "POST", "/orders", produces=(output("$[].id"),)
    ).result_shape.value == ("mutation")


def test_result_shape_of_a_bare_number_is_a_count():
    produces = (output("$.total_count", "integer"),)
    assert (
        meaning("openOrders", "GET", "/orders/open", produces=produces).result_shape.value
        == "count"
    )


def test_a_read_that_gives_many_is_a_search():
    one = meaning("getOrder", "GET", "/orders/{id}").action.value
    many = meaning("getOrders", "GET", "/orders").action.value
    assert (one, many) == ("read", "search")


@pytest.mark.parametrize(
    ("name", "path", "resource"),
    [
        ("listOrderItems", "/orders/{id}/items", "order item"),
        ("listItems", "/orders/{id}/items", "item"),
        ("getOrders", "/api/v2/orders", "order"),
        ("getRefundableOrderList", "/orders/refundable", "order"),
        ("listAlerts", "/orgs/{org}/code-scanning/alerts", "code scanning alert"),
        ("searchHotels", "/hotels/searchHotels", "hotel"),
        ("list-for-authenticated-user", "/user/orders", "order"),
        ("cancel", "/orders/{id}/cancel", "order"),
        ("getCategory", "/categories/{id}", "category"),
        ("issueRefund", "/refunds", "refund"),
    ],
)
def test_resource_joins_path_and_name(name, path, resource):
    assert meaning(name, "GET", path).resource.value == resource


def test_resource_without_a_path_is_the_names_noun_phrase_or_the_tag():
    assert meaning("calculate_shipping_cost").resource.value == "shipping cost"
    assert meaning("get_weather_data").resource.value == "weather"
    tagged = meaning("get", tags=("Coupons",)).resource
    assert (tagged.value, tagged.source) == ("coupon", "tag")


def test_a_name_may_say_two_verbs_of_one_thing():
    derived = meaning("create-or-update-org-secret", "PUT", "/orgs/{org}/actions/secrets/{name}")
    assert (derived.action.value, derived.resource.value) == ("create", "action secret")
    assert meaning("find_and_replace", None).resource.value == "unknown"


def test_a_name_made_of_method_and_path_says_nothing_of_its_own():
    derived = meaning("GET_search-person", "GET", "/search/person")
    assert (derived.action.value, derived.resource.value) == ("search", "person")


@pytest.mark.parametrize(
    ("name", "path", "module"),
    [
        ("a", "/orders/{id}/items", "/orders"),
        ("a", "/api/v1/orders", "/orders"),
        ("a", "/admin/orders/{id}", "/admin/orders"),
        ("a", "/chat.postMessage", "/chat"),
        ("a", "/services/{id}", "/services"),
        ("billing/list", "/{org}", "/billing"),
        ("a", "/{org}", "unknown"),
    ],
)
def test_path_module_is_the_segment_that_groups(name, path, module):
    assert meaning(name, "GET", path).path_module.value == module


@pytest.mark.parametrize(
    ("name", "method", "hints", "risk", "source"),
    [
        ("getOrder", "GET", {}, "read", "method"),
        ("createOrder", "GET", {}, "write", "name"),
        ("putOrder", "PUT", {}, "write", "method"),
        ("dropOrder", "DELETE", {}, "destructive", "method"),
        ("purgeOrders", "POST", {}, "destructive", "name"),
        ("searchOrders", "POST", {}, "read", "name"),
        ("sync", "POST", {"read_only": True}, "read", "annotation"),
        ("sync", None, {"destructive": True}, "destructive", "annotation"),
        ("sync", None, {"read_only": False}, "write", "annotation"),
        ("deleteOrder", "DELETE", {"read_only": True}, "destructive", "method"),
        ("delete_order", None, {"read_only": True}, "destructive", "name"),
        ("send_mail", None, {}, "write", "name"),
        ("calculate_tax", None, {}, "read", "name"),
    ],
)
def test_risk_is_never_talked_down_by_a_hint(name, method, hints, risk, source):
    derived = meaning(name, method, "/orders", **hints).risk
    assert (derived.value, derived.source) == (risk, source)


@given(st.text(max_size=40), st.text(max_size=80), st.text(max_size=40))
def test_any_text_gives_a_meaning_with_confidences_that_fit_it(name, description, path):
    derived = meaning(name, "GET", f"/{path}", description=description)
    for part in (derived.action, derived.resource, derived.result_shape, derived.path_module):
        assert (part.value == "unknown") == (part.confidence == 0.0)
        assert part.value


@pytest.mark.parametrize(
    ("name", "path", "action", "risk"),
    [
        pytest.param("inspectReturn", "/returns/{id}/inspection", "action", "write", id="inspect"),
        pytest.param("exportOrders", "/orders/export", "action", "write", id="export"),
        pytest.param("reportReview", "/reviews/{id}/reports", "create", "write", id="report"),
        pytest.param("loadPallet", "/pallets/{id}/load", "action", "write", id="load"),
        pytest.param("verifyEmail", "/emails/{id}/verify", "action", "write", id="verify"),
        pytest.param("calculateFee", "/fees/calculate", "action", "read", id="calculate"),
        pytest.param("searchOrders", "/orders/search", "search", "read", id="search"),
        pytest.param("getOrders", "/orders/batch-get", "search", "read", id="get"),
        pytest.param("주문조회", "/orders/query", "read", "read", id="korean"),
    ],
)
def test_a_post_reads_only_by_a_verb_that_asks(name, path, action, risk):
    derived = meaning(name, "POST", path)
    assert (derived.action.value, derived.risk.value) == (action, risk)


@pytest.mark.parametrize(
    ("name", "method", "path", "title", "action", "resource"),
    [
        pytest.param(
            "capturePayment", "POST", "/payments/{id}/capture", "", "action", "payment", id="path"
        ),
        pytest.param(
            "quarantine_device", None, "", "Quarantine a device.", "action", "device", id="text"
        ),
        pytest.param(
            "bulkFoldMaps", "POST", "/maps/fold", "", "action", "map", id="after-a-transparent-word"
        ),
        pytest.param(
            "stockLevel", "GET", "/v1/stock", "", "read", "stock", id="a-get-names-things"
        ),
        pytest.param(
            "stock_level",
            None,
            "",
            "Stock level of a shop.",
            "unknown",
            "stock level",
            id="no-order",
        ),
    ],
)
def test_an_unlisted_verb_is_known_by_the_path_or_by_the_order_that_the_text_gives(
    name, method, path, title, action, resource
):
    derived = meaning(name, method, path, title=title)
    assert (derived.action.value, derived.resource.value) == (action, resource)


def test_an_unlisted_verb_leaves_the_risk_to_the_method():
    assert meaning("capturePayment", "POST", "/payments/{id}/capture").risk.value == "write"
    assert meaning("quarantine_device", title="Quarantine a device.").risk.value == "unknown"
    assert meaning("return_item").risk.value == "unknown"


def test_to_look_one_thing_up_gives_one_where_the_response_says_so():
    one = meaning("lookupCity", "GET", "/cities/{code}", produces=[output("$.name")])
    assert (one.action.value, one.result_shape.value) == ("search", "single")
    assert meaning("lookupCities", "GET", "/cities").result_shape.value == "list"


def test_a_put_never_reads():
    derived = meaning("convertMember", "PUT", "/collaborators/{name}")
    assert (derived.action.value, derived.risk.value) == ("update", "write")
