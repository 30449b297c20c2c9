"""How the selected tool could be called: the plan as a picture, what is missing, and auth."""

from __future__ import annotations

import streamlit as st

from engine.models.plan import AuthReadiness, InputStatus, Plan
from engine.models.run import CaseResult
from pages.parts import badges, plan_picture, words
from pages.parts.badges import Chip
from pages.parts.untrusted import escape, name

SHOWN_SLOTS = 8


def draw(result: CaseResult) -> None:
    """Draw the plan of a case that goes beyond search; nothing for one that does not."""
    plan = result.plan
    if plan is None:
        return
    with st.container(border=True):
        calls = words.count(len(plan.steps), "call")
        state = Chip("complete", "green", "check") if plan.complete else _open(plan)
        st.markdown(f"**Plan** {badges.row([Chip(calls), state, *_auth(result.auth_readiness)])}")
        st.plotly_chart(
            plan_picture.figure(plan),
            key="case.plan",
            config={"displayModeBar": False},
            alt=f"{calls} that lead to {plan.target}, with what each of them needs",
        )
        st.caption(_caption(plan))
        _missing(plan)


def _open(plan: Plan) -> Chip:
    return Chip(f"{len(plan.user_input_slots):,} to ask for", "violet", "input")


def _auth(readiness: AuthReadiness | None) -> list[Chip]:
    if readiness is None:
        return []
    state = words.code(readiness.state.value)
    chips = [Chip(f"auth: {state}", "green" if not readiness.missing else "blue", "lock")]
    if readiness.missing:
        where = f" for {readiness.tool}" if readiness.tool else ""
        chips.append(Chip(f"lacks {', '.join(readiness.missing)}{where}", "red"))
    return chips


def _caption(plan: Plan) -> str:
    calls, inputs = plan_picture.left_out(plan)
    said = "Calls from left to right, the target last; an arrow is a result that fills an input."
    if calls or inputs:
        said += f" Left out: {words.count(calls, 'call')}, {words.count(inputs, 'input')}."
    return said


def _missing(plan: Plan) -> None:
    """List what the user would be asked for."""
    asked = [
        needed
        for needed in plan.inputs
        if needed.status in (InputStatus.MISSING, InputStatus.CHOOSE)
    ]
    lines = []
    for needed in asked[:SHOWN_SLOTS]:
        line = f"- {name(needed.field)} of {name(needed.tool)}"
        if needed.options:
            line += f": one of {escape(', '.join(needed.options[:8]), limit=160)}"
        elif needed.blocked:
            reasons = ", ".join(words.code(reason) for reason in needed.blocked)
            line += f": {words.count(needed.producers, 'producer')}, none usable ({reasons})"
        else:
            line += ": no tool produces it"
        lines.append(line)
    if len(asked) > SHOWN_SLOTS:
        lines.append(f"- … and {len(asked) - SHOWN_SLOTS:,} more")
    if lines:
        st.markdown("**To ask the user for**\n" + "\n".join(lines))
