"""Where to look next: links into the evidence, by the stage at which a case failed."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from engine.models.failure import FailureStage
from engine.models.run import CaseResult, RunSummary
from pages.parts.links import CatalogsLink, GateLink, Link, PathsLink


class Way(NamedTuple):
    """One link with its words."""

    label: str
    icon: str
    link: Link


def ways(result: CaseResult, run: RunSummary) -> tuple[Way, ...]:
    """Return the links that help with a failure, the most telling first; none without one.

    They open the newest version of the run's catalog.
    """
    failure = result.failure
    if failure is None:
        return ()
    expected, selected = result.expected_target, result.selection.selected_target
    catalog = run.catalog
    found: list[Way] = []
    if failure.stage is FailureStage.RETRIEVE and expected:
        found += [
            Way("The expected tool", "build", CatalogsLink(catalog, "tools", expected)),
            Way("Try other words", "search", CatalogsLink(catalog, "query")),
        ]
    elif failure.stage is FailureStage.SELECT_TARGET:
        found += [
            Way("Evidence paths", "route", PathsLink(run=run.run_id, case=result.case_id)),
            Way("Look-alikes", "content_copy", CatalogsLink(catalog, "readiness")),
        ]
        if expected:
            found.append(
                Way("The expected tool", "build", CatalogsLink(catalog, "tools", expected))
            )
    elif failure.stage is FailureStage.SYNTHESIZE and selected:
        found += [
            Way("Its producers", "hub", CatalogsLink(catalog, "graph", selected)),
            Way("Its inputs", "input", CatalogsLink(catalog, "tools", selected)),
        ]
    elif failure.stage is FailureStage.AUTH_PREFLIGHT:
        tool = (result.auth_readiness.tool if result.auth_readiness else None) or selected
        if tool:
            found.append(
                Way("What it needs to sign in", "lock", CatalogsLink(catalog, "tools", tool))
            )
    elif failure.stage is FailureStage.GATE and selected:
        found.append(
            Way("Try the contract", "verified_user", GateLink(catalog=catalog, tool=selected))
        )
    elif selected:
        found.append(
            Way("The tool that was called", "build", CatalogsLink(catalog, "tools", selected))
        )
    return tuple(found)


def draw(result: CaseResult, run: RunSummary) -> None:
    """Draw the links in one line."""
    found = ways(result, run)
    if not found:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        st.markdown("Look next:", width="content")
        for way in found:
            st.page_link(
                way.link.page,
                label=way.label,
                icon=f":material/{way.icon}:",
                query_params=way.link.to_query(),
                width="content",
            )
