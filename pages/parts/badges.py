"""Chips: one colour and one word for each idea, the same on every page.

A chip is drawn as Markdown in running text and as a coloured label in a table. Its text may be
untrusted; its colour and icon never are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from engine.models.diff import Change
from engine.models.failure import Failure, FailureStage
from engine.models.run import RunStatus, Verdict
from engine.models.selection import Decision, Selection
from pages.parts import words
from pages.parts.untrusted import escape

Colour = Literal["red", "orange", "yellow", "blue", "green", "violet", "gray", "primary"]


class Chip(NamedTuple):
    """A short word on a coloured ground; never colour alone."""

    text: str
    colour: Colour = "gray"
    icon: str = ""
    """Name of a Material symbol; empty for none."""


VERDICTS: dict[Verdict, Chip] = {
    Verdict.PASS: Chip("pass", "green", "check"),
    Verdict.FAIL: Chip("fail", "red", "close"),
    Verdict.ERROR: Chip("error", "red", "error"),
    Verdict.UNSCORED: Chip("unscored", "gray"),
}

CHANGES: dict[Change, Chip] = {
    Change.REGRESSED: Chip("regressed", "red", "arrow_downward"),
    Change.IMPROVED: Chip("improved", "green", "arrow_upward"),
    Change.MOVED: Chip("moved", "orange", "swap_vert"),
    Change.SAME: Chip("same", "gray"),
    Change.ADDED: Chip("added", "gray", "add"),
    Change.REMOVED: Chip("removed", "gray", "remove"),
    Change.ERROR: Chip("error", "red", "error"),
    Change.FLAKY: Chip("flaky", "orange", "shuffle"),
}

STAGES: dict[FailureStage, Chip] = {
    FailureStage.RETRIEVE: Chip("search", "red", "search_off"),
    FailureStage.SELECT_TARGET: Chip("selector", "orange", "call_split"),
    FailureStage.SYNTHESIZE: Chip("missing input", "violet", "input"),
    FailureStage.AUTH_PREFLIGHT: Chip("auth", "blue", "lock"),
    FailureStage.GATE: Chip("gate", "blue", "gpp_bad"),
    FailureStage.EXECUTE: Chip("execution", "gray", "cloud_off"),
    FailureStage.SERVICE: Chip("service", "gray", "cloud_off"),
}

RUN_STATUSES: dict[RunStatus, Chip] = {
    RunStatus.COMPLETE: Chip("complete", "gray", "check"),
    RunStatus.CANCELLED: Chip("cancelled", "orange", "warning"),
    RunStatus.INTERRUPTED: Chip("interrupted", "orange", "warning"),
}


def markdown(chip: Chip) -> str:
    """Return the chip as Markdown.

    Examples
    --------
    >>> markdown(Chip("fail", "red", "close"))
    ':red-badge[:material/close: fail]'
    """
    icon = f":material/{chip.icon}: " if chip.icon else ""
    return f":{chip.colour}-badge[{icon}{escape(chip.text, limit=120)}]"


def row(chips: Iterable[Chip]) -> str:
    """Return chips side by side as Markdown."""
    return " ".join(markdown(chip) for chip in chips)


def failure(value: Failure | None) -> tuple[Chip, ...]:
    """Stage and reason of a failure; nothing for a case that did not fail."""
    if value is None:
        return ()
    stage = STAGES[value.stage]
    return (stage, Chip(words.reason(value.reason), stage.colour))


def override(selection: Selection, *, right: bool | None) -> Chip:
    """Say what became of the model's target; ``right`` says whether the selected tool was expected.

    ``None`` for a case that expects no tool.
    """
    if selection.llm_target is None:
        return Chip("no LLM target", "gray")
    if selection.decision is Decision.AGREE:
        return Chip("agrees with LLM", "gray")
    if selection.decision is Decision.SELECT_FALLBACK:
        return Chip("LLM target unknown, replaced", "orange", "warning")
    if not selection.overrode_llm:
        return Chip("kept LLM target", "gray")
    if right is None:
        return Chip("overrode LLM", "orange", "swap_horiz")
    if right:
        return Chip("overrode LLM, right", "green", "check")
    return Chip("overrode LLM, wrong", "red", "close")


def column(
    label: str,
    chips: Iterable[Chip],
    *,
    width: int | None = None,
    help: str | None = None,
) -> ColumnConfig:
    """Return a table column whose cells, lists of texts, are drawn as coloured chips."""
    colours = {chip.text: chip.colour for chip in chips}
    return st.column_config.MultiselectColumn(
        label, options=list(colours), color=list(colours.values()), width=width, help=help
    )


MATCHES = (Chip("✓", "green"), Chip("✗", "red"))
