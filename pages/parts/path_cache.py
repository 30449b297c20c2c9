"""What does not change while a slider moves, kept by the graph's content."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import streamlit as st

from engine.trace.flips import Flip, half_life_flips
from engine.trace.suggest import suggest_ends
from engine.trace.tracer import Tracer
from pages.parts.path_controls import HALF_LIVES, Asked
from pages.parts.topology_view import Topology, assess

BUDGET = 200_000
"""Nodes that one trace of a page may expand: about a second."""


def flips(tracer: Tracer, asked: Asked, now: datetime | None) -> tuple[Flip, ...]:
    """Return where on the slider the cheapest path becomes another one."""
    return _flips(tracer, tracer.graph.fingerprint, asked._replace(half_life_hours=1.0, k=1), now)


@st.cache_data(show_spinner=False, max_entries=64)
def _flips(
    _tracer: Tracer, fingerprint: str, asked: Asked, now: datetime | None
) -> tuple[Flip, ...]:
    return half_life_flips(
        _tracer,
        asked.source,
        asked.target,
        bidirectional=asked.both_ways,
        max_hops=asked.max_hops,
        recency=asked.recency,
        now=now,
        shortest_hours=float(HALF_LIVES[0]),
        longest_hours=float(HALF_LIVES[-1]),
        budget=BUDGET,
    )


def ends(tracer: Tracer) -> tuple[str, str]:
    """Return the ends that are asked about when the address names none."""
    return _ends(tracer, tracer.graph.fingerprint)


@st.cache_data(show_spinner=False, max_entries=16)
def _ends(_tracer: Tracer, fingerprint: str) -> tuple[str, str]:
    nodes = _tracer.graph.nodes
    return suggest_ends(_tracer.graph) or (nodes[0].id, nodes[-1].id)


def topology(tracer: Tracer, source_kinds: Sequence[str]) -> Topology:
    """Return what the shape of a graph says."""
    return _topology(tracer, tracer.graph.fingerprint, tuple(source_kinds))


@st.cache_data(show_spinner=False, max_entries=8)
def _topology(_tracer: Tracer, fingerprint: str, source_kinds: tuple[str, ...]) -> Topology:
    return assess(_tracer.graph, source_kinds)
