"""What is asked of a graph: its ends and settings, all of them in the address."""

from __future__ import annotations

import math
from typing import NamedTuple

import streamlit as st

from engine.models.path import EvidenceGraph, Recency
from engine.trace.tracer import MOST_PATHS
from pages.parts import address
from pages.parts.path_costs import TABLE, hours
from pages.parts.untrusted import visible

HALF_LIVES = ("6", "12", "24", "48", "72", "168", "336", "720", "1440", "2160", "4380", "8760")
"""Hours; each step about doubles."""

HALF_LIFE = "168"
HOPS = tuple(str(number) for number in (1, 2, 3, 4, 5, 6, 8, 10, 15, 20))
PATHS = tuple(str(number) for number in range(1, MOST_PATHS + 1))
WAYS = {"arrows": "Follow arrows", "both": "Both directions"}
RECENCIES = {
    Recency.HALF_LIFE.value: "Half-life",
    Recency.LINEAR.value: "Linear",
    Recency.OFF.value: "No age",
}

LISTED_NODES = 5_000
"""With more nodes a list of them no longer loads at once, and an id is typed."""

FORGET = (TABLE,)


class Asked(NamedTuple):
    """The question that the controls make."""

    source: str
    target: str
    k: int
    half_life_hours: float
    both_ways: bool
    max_hops: int
    recency: Recency


def draw(graph: EvidenceGraph, source: str, target: str, *, way: str) -> Asked:
    """Draw the controls and return the question.

    Parameters
    ----------
    graph : EvidenceGraph
        Whose nodes can be chosen.
    source, target : str
        Ends when the address names none.
    way : str
        ``arrows`` or ``both``, when the address does not say.
    """
    first, second, third = st.columns([5, 5, 4], vertical_alignment="bottom")
    with first:
        start = node(graph, "From", source, param="from")
    with second:
        end = node(graph, "To", target, param="to")
    with third:
        chosen_way = address.segments(
            "Direction",
            list(WAYS),
            param="way",
            key="paths.way",
            default=way,
            words=WAYS.__getitem__,
            forget=FORGET,
        )
    first, second, third, fourth = st.columns([3, 5, 3, 3], vertical_alignment="bottom")
    with first:
        k = address.steps("Paths", PATHS, param="k", key="paths.k", default="3", forget=FORGET)
    with second:
        half_life = address.steps(
            "Half-life of evidence",
            _half_lives(),
            param="half_life",
            key="paths.half_life",
            default=HALF_LIFE,
            words=lambda each: hours(float(each)),
            help="An edge of this age costs what an edge of half its confidence costs.",
        )
    with third:
        hops = address.steps(
            "Most hops", HOPS, param="hops", key="paths.hops", default="10", forget=FORGET
        )
    with fourth:
        recency = address.segments(
            "How age is charged",
            list(RECENCIES),
            param="recency",
            key="paths.recency",
            default=Recency.HALF_LIFE.value,
            words=RECENCIES.__getitem__,
        )
    return Asked(
        start,
        end,
        int(k),
        float(half_life),
        chosen_way == "both",
        int(hops),
        Recency(recency),
    )


def _half_lives() -> list[str]:
    """Return the slider's steps, with the one that the address names."""
    named = st.query_params.get("half_life", HALF_LIFE)
    try:
        value = float(named)
    except ValueError:
        return list(HALF_LIVES)
    if named in HALF_LIVES or not math.isfinite(value) or not 1e-3 <= value <= 1e6:
        return list(HALF_LIVES)
    return sorted({*HALF_LIVES, named}, key=float)


def node(graph: EvidenceGraph, label: str, default: str, *, param: str) -> str:
    """Draw the choice of a node, by typing where there are too many to list; return its id."""
    chosen = st.query_params.get(param) or default
    key = f"paths.{param}"
    if len(graph.nodes) > LISTED_NODES:
        return address.text(label, chosen, param=param, key=key, forget=FORGET)
    names = [node.id for node in graph.nodes]
    # An id of an old link is shown and refused by the search in its own words.
    options = names if chosen in graph.node_by_id else [chosen, *names]
    return address.pick(
        label,
        options,
        chosen,
        param=param,
        key=key,
        words=lambda each: _called(graph, each),
        forget=FORGET,
        drop=["edge", "rank"],
    )


def _called(graph: EvidenceGraph, name: str) -> str:
    found = graph.node_by_id.get(name)
    if found is None or not found.label or found.label == name:
        return visible(name)
    return visible(f"{found.label} · {name}")
