"""The selector's card: what the model chose, what was selected, how sure, and why."""

from __future__ import annotations

import streamlit as st

from engine.models.run import CaseResult, Verdict
from engine.models.selection import Reasoned, Selection
from pages.parts import badges, words
from pages.parts.badges import Chip
from pages.parts.untrusted import name

SHOWN_REJECTED = 3


def card(result: CaseResult) -> None:
    """Draw the selection of a case."""
    selection = result.selection
    chips = [badges.override(selection, right=_right(result))]
    if selection.ambiguous:
        chips.insert(0, Chip("ambiguous", "orange", "warning"))
    with st.container(border=True):
        st.markdown(f"**Selector** {badges.row(chips)}")
        st.table(rows(selection), border="horizontal")
        rejected = selection.why_rejected[:SHOWN_REJECTED]
        if rejected:
            st.markdown("  \n".join(rejected_words(reasoned) for reasoned in rejected))


def _right(result: CaseResult) -> bool | None:
    if result.expected_target is None:
        return None
    if result.verdict is Verdict.PASS:
        return True
    return result.selection.selected_target == result.expected_target


def rows(selection: Selection) -> dict[str, str]:
    """Return the card's lines as Markdown, by label."""
    lines = {
        "LLM target": name(selection.llm_target or ""),
        "Selected": name(selection.selected_target or ""),
        "Confidence": words.percent(selection.confidence),
        "Margin": f"{words.number(selection.margin)} to the runner-up",
        "Policy": badges.markdown(Chip(words.code(selection.policy.value))),
        "Reasons": badges.row(Chip(words.code(code)) for code in selection.reason_codes) or "–",
    }
    if selection.llm_margin is not None:
        lines["LLM margin"] = (
            f"{words.number(selection.llm_margin)} from the best tool to the LLM's"
        )
    if selection.ambiguity_set:
        lines["Cannot tell apart"] = " ".join(name(tool) for tool in selection.ambiguity_set)
    assessment = selection.override_assessment
    if assessment.evaluated:
        lines["Override"] = _assessment(selection)
    return lines


def _assessment(selection: Selection) -> str:
    assessment = selection.override_assessment
    chips = [Chip("allowed", "gray", "check") if assessment.allowed else Chip("blocked", "gray")]
    chips.extend(Chip(words.code(signal), "green", "add") for signal in assessment.supporting)
    chips.extend(Chip(words.code(signal), "red", "remove") for signal in assessment.contradicting)
    if not assessment.allowed:
        chips.extend(Chip(words.code(code)) for code in assessment.reason_codes)
    return badges.row(chips)


def rejected_words(reasoned: Reasoned) -> str:
    """Say why a tool was left."""
    reasons = ", ".join(words.code(code) for code in reasoned.reason_codes)
    behind = f"{words.number(reasoned.score_difference)} behind"
    return f"{name(reasoned.name)}: {behind}{', ' + reasons if reasons else ''}"
