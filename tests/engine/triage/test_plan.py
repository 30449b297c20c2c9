from itertools import pairwise, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.models.plan import InputStatus, Producer
from engine.models.tool import FieldKind, Location
from engine.triage.plan import MAX_DEPTH, NoProducers, normal_name, required_inputs, resolve_plan
from tests.builders import by_name, field, tool


class Table:
    """Producers by (tool, field)."""

    def __init__(self, **rows):
        self.rows = rows

    def producers_of(self, name, wanted):
        return [
            Producer(tool=each, field="$.id") if isinstance(each, str) else each
            for each in self.rows.get(f"{name}__{wanted.name}", [])
        ]


def needs(*names, **values):
    return {"consumes": tuple(field(name, required=True, **values) for name in names)}


def statuses(plan):
    return {f"{i.tool}.{i.field}": i.status for i in plan.inputs}


def test_a_given_field_counts_in_any_spelling_and_by_its_identifier():
    tools = by_name(
        tool(
            "getPet",
            consumes=(
                field("id", required=True, identifier="petId"),
                field("ownerName", required=True),
            ),
        )
    )
    plan = resolve_plan("getPet", tools, ["pet_id", "owner-name"], NoProducers())
    assert plan.complete
    assert set(statuses(plan).values()) == {InputStatus.GIVEN}


def test_paging_and_context_fields_are_ambient_and_credentials_are_no_inputs():
    tools = by_name(
        tool(
            "list",
            consumes=(
                field("page", required=True, kind=FieldKind.PAGING),
                field("locale", required=True, kind=FieldKind.CONTEXT),
                field("token", required=True, kind=FieldKind.AUTH),
            ),
        )
    )
    plan = resolve_plan("list", tools, [], NoProducers())
    assert plan.complete
    assert statuses(plan) == {
        "list.locale": InputStatus.CONTEXT,
        "list.page": InputStatus.CONTEXT,
    }


def test_a_produced_input_brings_its_chain():
    tools = by_name(
        tool("refund", **needs("orderId")),
        tool("getOrder", **needs("memberId")),
        tool("findMember"),
    )
    producers = Table(refund__orderId=["getOrder"], getOrder__memberId=["findMember"])
    plan = resolve_plan("refund", tools, [], producers)
    assert plan.complete
    assert plan.steps == ("findMember", "getOrder", "refund")
    assert statuses(plan) == {
        "getOrder.memberId": InputStatus.PRODUCED,
        "refund.orderId": InputStatus.PRODUCED,
    }
    assert plan.inputs[-1].producer == "getOrder"
    assert plan.inputs[-1].producer_field == "$.id"


def test_a_producer_that_changes_something_is_denied_unless_allowed():
    tools = by_name(tool("refund", **needs("orderId")), tool("createOrder", risk="write"))
    producers = Table(refund__orderId=["createOrder"])
    denied = resolve_plan("refund", tools, [], producers)
    assert not denied.complete
    assert denied.inputs[0].status is InputStatus.MISSING
    assert denied.inputs[0].blocked == ("mutation_denied",)
    assert denied.user_input_slots == ("refund.orderId",)
    allowed = resolve_plan("refund", tools, [], producers, allow_mutation=True)
    assert allowed.steps == ("createOrder", "refund")


def test_tools_that_feed_each_other_end_in_a_reported_cycle():
    tools = by_name(tool("a", **needs("x")), tool("b", **needs("y")), tool("c", **needs("z")))
    producers = Table(a__x=["b"], b__y=["a"], c__z=["c"])
    assert resolve_plan("a", tools, [], producers).inputs[0].blocked == ("cycle",)
    assert resolve_plan("c", tools, [], producers).inputs[0].blocked == ("cycle",)


def test_a_way_around_a_cycle_is_taken():
    tools = by_name(tool("a", **needs("x")), tool("b", **needs("y")), tool("safe"))
    plan = resolve_plan("a", tools, [], Table(a__x=["b", "safe"], b__y=["a"]))
    assert plan.complete
    assert plan.steps == ("safe", "a")


def test_a_chain_that_is_too_long_is_given_up():
    names = [f"t{n}" for n in range(MAX_DEPTH + 3)]
    last = tool(names[-1])
    tools = by_name(*(tool(name, **needs("x")) for name in names[:-1]), last)
    chain = {f"{name}__x": [after] for name, after in pairwise(names)}
    plan = resolve_plan("t0", tools, [], Table(**chain))
    assert not plan.complete
    near = resolve_plan(names[2], tools, [], Table(**chain))
    assert near.complete
    assert len(near.steps) == MAX_DEPTH + 1


def test_the_surest_producer_wins_then_the_name():
    tools = by_name(tool("t", **needs("x")), tool("p1"), tool("p2"), tool("p3"))
    rows = [
        Producer(tool="p3", field="$.id", confidence=0.5),
        Producer(tool="p2", field="$.id", confidence=0.9),
        Producer(tool="p1", field="$.id", confidence=0.9),
    ]
    for order in permutations(rows):
        plan = resolve_plan("t", tools, [], Table(t__x=list(order)))
        assert plan.inputs[0].producer == "p1"
        assert plan.inputs[0].producers == 3


def test_a_field_of_few_values_is_to_be_chosen():
    tools = by_name(tool("t", **needs("status", enum=("open", "closed"))))
    plan = resolve_plan("t", tools, [], NoProducers())
    assert plan.inputs[0].status is InputStatus.CHOOSE
    assert plan.inputs[0].options == ("open", "closed")


def test_a_part_of_an_optional_object_is_not_required_and_an_object_is_not_filled_in_itself():
    body = {"location": Location.BODY}
    fields = (
        field("order", required=True, **body),
        field("sku", required=True, **body).model_copy(update={"json_path": "$.order.sku"}),
        field("gift", required=False, **body),
        field("note", required=True, **body).model_copy(update={"json_path": "$.gift.note"}),
    )
    assert [f.name for f in required_inputs(tool("t", consumes=fields))] == ["sku"]


def test_spellings_of_a_field_are_one_name():
    assert len({normal_name(name) for name in ("orderId", "order_id", "ORDER-ID", "orderid")}) == 1


def test_producers_that_the_catalog_lacks_are_not_used():
    tools = by_name(tool("t", **needs("x")))
    plan = resolve_plan("t", tools, [], Table(t__x=["gone"]))
    assert plan.inputs[0].blocked == ("unresolved",)


NAMES = "abcdef"
graphs = st.dictionaries(
    st.sampled_from(NAMES), st.lists(st.sampled_from(NAMES), max_size=4), max_size=6
)


@settings(max_examples=60)
@given(graphs)
def test_any_graph_of_producers_gives_a_plan_whose_calls_come_after_what_they_use(graph):
    tools = by_name(
        *(tool(name, **needs("x")) if graph.get(name) else tool(name) for name in NAMES)
    )
    plan = resolve_plan("a", tools, [], Table(**{f"{n}__x": graph.get(n, []) for n in NAMES}))
    assert plan.steps[-1] == "a"
    assert len(set(plan.steps)) == len(plan.steps)
    for found in plan.inputs:
        if found.status is InputStatus.PRODUCED:
            assert plan.steps.index(found.producer) < plan.steps.index(found.tool)


def test_who_has_the_object_or_the_list_has_what_stands_inside():
    inner = field("sku", required=True, json_path="$.items[].sku", location=Location.BODY)
    outer = field("items", required=True, json_path="$.items", location=Location.BODY)
    tools = by_name(tool("createOrder", consumes=(inner, outer)))
    assert resolve_plan("createOrder", tools, ["items"], NoProducers()).complete
    assert not resolve_plan("createOrder", tools, ["item"], NoProducers()).complete
