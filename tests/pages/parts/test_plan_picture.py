from __future__ import annotations

from engine.models.plan import InputStatus, Plan, PlanInput
from pages.parts import plan_picture

PLAN = Plan(
    target="cancelOrder",
    complete=False,
    steps=("findOrder", "cancelOrder"),
    inputs=(
        PlanInput(tool="findOrder", field="phone", status=InputStatus.GIVEN),
        PlanInput(
            tool="cancelOrder",
            field="orderId",
            status=InputStatus.PRODUCED,
            producer="findOrder",
            producer_field="$.id",
        ),
        PlanInput(tool="cancelOrder", field="<b>why</b>", status=InputStatus.MISSING),
    ),
)


def test_an_arrow_goes_from_a_call_to_the_input_that_it_fills():
    (arrow,) = plan_picture.figure(PLAN).layout.annotations
    assert arrow.ax < arrow.x


def test_calls_stand_in_their_order_and_what_is_missing_stands_first_below():
    calls, needs = plan_picture.figure(PLAN).data[-2:]
    assert list(calls.text) == ["1. findOrder", "2. cancelOrder"]
    assert list(needs.text)[1:] == ["&lt;b&gt;why&lt;/b&gt; · missing", "orderId · produced"]


def test_a_long_plan_is_cut_and_says_how_much():
    steps = tuple(f"call{n}" for n in range(9))
    inputs = tuple(
        PlanInput(tool="call8", field=f"f{n}", status=InputStatus.MISSING) for n in range(8)
    )
    plan = Plan(target="call8", complete=False, steps=steps, inputs=inputs)
    calls, needs = plan_picture.figure(plan).data[-2:]
    assert len(calls.text) == plan_picture.SHOWN_CALLS
    assert len(needs.text) == plan_picture.SHOWN_INPUTS
    assert plan_picture.left_out(plan) == (3, 2)


def test_a_plan_of_one_call_without_inputs_is_drawn():
    plan = Plan(target="ping", complete=True, steps=("ping",))
    assert list(plan_picture.figure(plan).data[-2].text) == ["1. ping"]
