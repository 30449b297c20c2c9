"""The question whether an edge that is not in a graph yet would close a cycle."""

from __future__ import annotations

import streamlit as st

from engine.errors import InvalidInput
from engine.models.path import EvidenceGraph
from engine.models.topology import CyclePreview
from engine.trace.topology import would_make_cycle
from pages.parts import path_controls, problems, words
from pages.parts.untrusted import escape


def draw(graph: EvidenceGraph, source: str, target: str) -> None:
    """Draw both ends and the answer.

    Parameters
    ----------
    graph : EvidenceGraph
        Whose nodes can be joined.
    source, target : str
        Ends when the address names none.
    """
    st.markdown("**Would a new edge make a cycle?**")
    left, right = st.columns(2)
    with left:
        start = path_controls.node(graph, "New edge from", source, param="edge_from")
    with right:
        end = path_controls.node(graph, "New edge to", target, param="edge_to")
    try:
        _answer(would_make_cycle(graph, start, end), start, end)
    except InvalidInput as error:
        st.error(problems.sentence(error))


def _answer(found: CyclePreview, source: str, target: str) -> None:
    if not found.makes_cycle:
        st.markdown(
            f":material/check_circle: No: nothing leads back from {escape(target)} to"
            f" {escape(source)}."
        )
        return
    if not found.edges:
        st.markdown(":material/sync_problem: Yes: it would lead from a node to itself.")
        return
    way = " → ".join(escape(node) for node in found.path)
    st.markdown(
        f":material/sync_problem: Yes: {words.count(len(found.edges), 'edge')} already"
        f" {'leads' if len(found.edges) == 1 else 'lead'} back, {way}."
    )
