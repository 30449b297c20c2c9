import pytest

from engine.measures.judgement import judge
from engine.models.case import Case, TargetKind
from engine.models.catalog import Catalog
from engine.models.tool import Derived, Endpoint, Semantics, Tool, normal_label

UNKNOWN = Derived(value="unknown", source="none", confidence=0.0)
SEMANTICS = Semantics(
    action=UNKNOWN, resource=UNKNOWN, result_shape=UNKNOWN, path_module=UNKNOWN, risk=UNKNOWN
)


def tool(name, label=None):
    method, _, path = (label or "").partition(" ")
    endpoint = Endpoint(method=method, path=path) if label else None
    return Tool(name=name, endpoint=endpoint, semantics=SEMANTICS)


CATALOG = Catalog(
    name="shop",
    tools=(
        tool("cancelOrder", "POST /orders/{id}/cancel"),
        tool("getOrder", "GET /orders/{id}"),
        tool("getOrderV2", "GET /orders/{id}"),
        tool("listOrders", "GET /orders"),
        tool("ping"),
    ),
)


def case(**fields):
    return Case.model_validate({"case_id": "c", "query": "q", **fields})


def test_without_paths_a_tool_counts_by_its_name():
    judged = judge(case(expected_target="listOrders"), CATALOG)
    assert judged.targets == ("listOrders",)
    assert judged.steps == (("listOrders",),)
    assert judged.answerable
    assert judged.target_scored
    assert judged.missing == ()


def test_with_paths_a_tool_counts_by_method_and_path_whatever_it_is_called():
    judged = judge(
        case(
            expected=["GetTheOrder", "ping"],
            expected_paths=["GET /orders/{id}", "POST /orders/{id}/cancel"],
            expected_target="GetTheOrder",
        ),
        CATALOG,
    )
    assert judged.targets == ("getOrder", "getOrderV2")
    assert judged.steps == (("getOrder", "getOrderV2"), ("cancelOrder",))


def test_two_operations_of_one_name_are_told_apart_by_their_paths():
    judged = judge(
        case(expected=["orders", "orders"], expected_paths=["GET /orders", "GET /orders/{id}"]),
        CATALOG,
    )
    assert judged.steps == (("listOrders",), ("getOrder", "getOrderV2"))


def test_one_path_beside_a_target_is_the_targets_own():
    judged = judge(case(expected_target="whatever", expected_paths=["GET /orders"]), CATALOG)
    assert judged.targets == ("listOrders",)
    assert judged.steps == (("listOrders",),)


def test_paths_alone_make_a_set_without_a_target():
    judged = judge(case(expected_paths=["GET /orders", "GET /orders/{id}"]), CATALOG)
    assert judged.targets == ()
    assert judged.answerable
    assert not judged.target_scored
    assert judged.steps == (("listOrders",), ("getOrder", "getOrderV2"))


def test_alternatives_count_by_name_or_by_path():
    judged = judge(
        case(
            expected_target="cancelOrder",
            target_alternatives=["ping", "get /orders", "nowhere"],
            expected=["cancelOrder", "listOrders"],
            expected_alternatives=[[], ["ping"]],
        ),
        CATALOG,
    )
    assert judged.targets == ("cancelOrder", "listOrders", "ping")
    assert judged.steps == (("cancelOrder",), ("listOrders", "ping"))
    assert judged.missing == ()


def test_an_alternative_that_is_a_step_counts_by_that_steps_path():
    judged = judge(
        case(
            expected=["a", "b"],
            expected_paths=["GET /orders", "GET /orders/{id}"],
            expected_target="a",
            target_alternatives=["b"],
        ),
        CATALOG,
    )
    assert judged.targets == ("getOrder", "getOrderV2", "listOrders")


def test_an_expected_tool_that_the_catalog_lacks_stays_expected_and_is_reported():
    judged = judge(
        case(
            expected=["gone", "gone too"],
            expected_target="gone",
            expected_paths=["GET /gone", "GET /other"],
        ),
        CATALOG,
    )
    assert judged.targets == ()
    assert judged.steps == ((), ())
    assert judged.target_scored
    assert judged.missing == ("GET /gone", "GET /other")


def test_an_arbitrary_target_is_judged_on_the_whole_set_only():
    judged = judge(
        case(
            expected=["listOrders", "ping"],
            expected_target="ping",
            target_kind=TargetKind.ARBITRARY,
        ),
        CATALOG,
    )
    assert judged.answerable
    assert not judged.target_scored
    assert judged.steps == (("listOrders",), ("ping",))


def test_a_case_without_any_expectation_is_a_no_answer_case():
    judged = judge(case(), CATALOG)
    assert judged.no_answer
    assert not judged.answerable
    assert not judged.target_scored
    assert judged.steps == ()


def test_a_case_of_several_tools_that_names_none_cannot_be_judged():
    judged = judge(case(target_kind=TargetKind.ARBITRARY), CATALOG)
    assert not judged.no_answer
    assert not judged.answerable


def test_a_step_that_is_expected_twice_is_one_step():
    assert judge(case(expected=["ping", "ping"]), CATALOG).steps == (("ping",),)


def test_only_a_counted_name_is_the_target():
    judged = judge(case(expected_target="ping"), CATALOG)
    assert judged.is_target("ping")
    assert not judged.is_target("getOrder")
    assert not judged.is_target(None)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        pytest.param("GET /orders", "GET /orders", id="as-it-is"),
        pytest.param("get  /orders", "GET /orders", id="case-and-blanks"),
        pytest.param("GET orders/{id}", "GET /orders/{id}", id="leading-slash"),
    ],
)
def test_labels_are_compared_in_the_form_of_endpoints(text, label):
    assert normal_label(text) == label
