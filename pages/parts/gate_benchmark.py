"""The frozen benchmark: three conditions side by side, with counts and intervals."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from engine.models.gate_bench import Metric, Report, SetResult
from pages.parts import address, tables, words
from pages.parts.untrusted import escape

CONDITIONS = {"vanilla": "Bare agent", "routing": "Routing", "gated": "Routing and gate"}
SETS = {"extended": "Our own cases", "seed8": "The eight known cases"}
QUANTITIES = frozenset({"latency_ms", "token_overhead"})
"""Metrics that are no shares of cases."""


def draw(report: Report) -> None:
    """Draw the benchmark of the chosen set."""
    chosen = address.segments(
        "Set",
        [name for name in SETS if name in report.sets],
        param="set",
        key="gate.set",
        default="extended",
        words=SETS.__getitem__,
    )
    result = report.sets[chosen]
    st.caption(
        f"{words.count(result.cases, 'case')}; real retrieval, selection and gate under a "
        "deterministic agent. Value, n of N, Wilson's 95 % interval. No model takes part."
    )
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown("**Over all cases**, as the field reports them")
        _metrics(
            {name: each.metrics for name, each in result.conditions.items()},
            alt="Metrics over all cases by condition, with counts and intervals",
        )
    with right:
        st.markdown("**Over the cases that a metric can be wrong about**")
        _metrics(
            {name: each.honest for name, each in result.conditions.items()},
            alt="Metrics over the cases that each can be wrong about, by condition",
        )
        _ablation(result)
    _errors(result)


def _metrics(conditions: Mapping[str, Mapping[str, Metric]], *, alt: str) -> None:
    tables.still(
        metrics_frame(conditions),
        alt=alt,
        columns={
            "Metric": st.column_config.TextColumn(width=160),
            **{
                title: st.column_config.TextColumn(width=146, alignment="right")
                for title in CONDITIONS.values()
            },
        },
        at_most=12,
    )


def metrics_frame(conditions: Mapping[str, Mapping[str, Metric]]) -> pd.DataFrame:
    """Return metrics as rows, one column a condition."""
    names = list(next(iter(conditions.values()), {}))
    frame = {"Metric": [words.code(each) for each in names]}
    for condition, title in CONDITIONS.items():
        metrics = conditions.get(condition, {})
        frame[title] = [cell(each, metrics.get(each)) for each in names]
    return pd.DataFrame(frame)


def cell(name: str, metric: Metric | None) -> str:
    """Return a share as value, n of N and interval; a quantity as its median.

    Examples
    --------
    >>> cell("false_refusal_rate", Metric(value=0.0, n=0, total=17, low=0.0, high=0.184))
    '0.000 0/17 [0.00, 0.18]'
    """
    if metric is None or metric.value is None:
        return words.MISSING
    if name in QUANTITIES:
        return f"{metric.value:,.2f}"
    low, high = metric.low or 0.0, metric.high or 0.0
    return f"{metric.value:.3f} {metric.n:,}/{metric.total:,} [{low:.2f}, {high:.2f}]"


def _ablation(result: SetResult) -> None:
    st.markdown("**If refusals for one requirement were ignored**, unsupported actions")
    rows = sorted(result.ablation.items(), key=lambda row: (-row[1].n, row[0]))
    tables.still(
        pd.DataFrame(
            {
                "Requirement": [words.code(name) for name, _ in rows],
                "Would slip through": [f"{metric.n:,}/{metric.total:,}" for _, metric in rows],
            }
        ),
        alt="Unsupported actions that each requirement alone stops",
        columns={
            "Requirement": st.column_config.TextColumn(width=190),
            "Would slip through": st.column_config.TextColumn(width=160, alignment="right"),
        },
        at_most=6,
    )


def _errors(result: SetResult) -> None:
    if not result.errors:
        st.caption("With the gate, every case was settled as it should be.")
        return
    st.markdown("**Cases that were not settled as they should be**")
    for error in result.errors:
        st.markdown(f"- {escape(error.case_id)}: {escape(error.message)}")
