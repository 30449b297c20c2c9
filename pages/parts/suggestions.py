"""Suggestions of trace learning: the list, the gates of one, what it would change, its history."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from engine.models.learning import (
    Gate,
    LearningDecision,
    RankChange,
    Suggestion,
    SuggestionStatus,
    SuggestionType,
    TraceRecord,
)
from pages.parts import badges, tables, words
from pages.parts.badges import Chip
from pages.parts.untrusted import escape, one_line

STATUSES: dict[SuggestionStatus, Chip] = {
    SuggestionStatus.OBSERVE: Chip("observe", "gray", "visibility"),
    SuggestionStatus.SHADOW: Chip("shadow", "blue", "tonality"),
    SuggestionStatus.PROMOTED: Chip("promoted", "green", "check"),
    SuggestionStatus.REJECTED: Chip("rejected", "red", "block"),
    SuggestionStatus.EXPIRED: Chip("expired", "orange", "schedule"),
}
TYPES = {
    SuggestionType.TARGET_PREFERENCE: "target",
    SuggestionType.PLAN_PATH: "plan",
    SuggestionType.DATA_FLOW_EDGE: "data flow",
    SuggestionType.ALIAS: "alias",
}
_MANY = 200


def says(suggestion: Suggestion) -> str:
    """Return what a suggestion says, in one line of plain text."""
    if suggestion.type is SuggestionType.DATA_FLOW_EDGE:
        (source, target), (given, taken) = suggestion.tools, suggestion.fields
        return one_line(f"{source} {given} → {target} {taken}")
    about = (
        "a word that the catalog lacks"
        if suggestion.type is SuggestionType.ALIAS
        else " ".join(suggestion.known_words) or "queries of one family"
    )
    return one_line(f"{about} → {' → '.join(suggestion.tools)}")


def table(suggestions: Sequence[Suggestion], *, key: str, start: int) -> int | None:
    """Draw the suggestions and return the position of the chosen one."""
    frame = pd.DataFrame(
        {
            "Suggestion": [says(each) for each in suggestions],
            "Type": [TYPES[each.type] for each in suggestions],
            "Status": [[each.status.value] for each in suggestions],
            "Seen": [each.observations for each in suggestions],
            "Against": [each.against for each in suggestions],
            "Failed": [each.failures for each in suggestions],
            "Closed gates": [
                ", ".join(_spaced(gate.code) for gate in each.gates if not gate.passed)
                for each in suggestions
            ],
        }
    )
    return tables.show(
        frame,
        key=key,
        alt="Suggestions, those with most observations first",
        columns={
            "Suggestion": st.column_config.TextColumn(width=235),
            "Type": st.column_config.TextColumn(width=75),
            "Status": badges.column("Status", STATUSES.values(), width=90),
            "Seen": tables.count(width=50, help="Traces that speak for it."),
            "Against": tables.count(
                width=65, help="Traces of the same family that succeeded otherwise."
            ),
            "Failed": tables.count(width=55, help="Newest traces that did as it says and failed."),
            "Closed gates": st.column_config.TextColumn(width=150),
        },
        at_most=14,
        start=start,
    )


def head(suggestion: Suggestion) -> None:
    """Draw what a suggestion says and where it stands."""
    st.markdown(f"**{escape(says(suggestion))}**")
    chips = [STATUSES[suggestion.status], Chip(TYPES[suggestion.type])]
    if suggestion.writes:
        chips.append(Chip("may write: needs an operator", "orange", "warning"))
    st.markdown(badges.row(chips))
    st.caption(
        f"{suggestion.observations:,} successes in "
        f"{words.count(suggestion.sessions, 'session')}; "
        f"weight {suggestion.weight:.2f} after decay; "
        f"last on {suggestion.last_seen:%Y-%m-%d}, expires {suggestion.expires_at:%Y-%m-%d}."
    )


def gates(found: Sequence[Gate]) -> None:
    """Draw every gate with what it needs and what there is."""
    frame = pd.DataFrame(
        {
            "Gate": [[_spaced(gate.code)] for gate in found],
            "State": ["open" if gate.passed else "closed" for gate in found],
            "Needs": [gate.needed for gate in found],
            "Found": [one_line(gate.found) for gate in found],
        }
    )
    chips = [Chip(_spaced(gate.code), "green" if gate.passed else "red") for gate in found]
    tables.still(
        frame,
        alt="Gates between this suggestion and rankings",
        columns={
            "Gate": badges.column("Gate", chips, width=190),
            "State": st.column_config.TextColumn(width=60),
            "Needs": st.column_config.TextColumn(width=135),
            "Found": st.column_config.TextColumn(width=150),
        },
    )


def first_closed(found: Sequence[Gate]) -> None:
    """Say in full what the first closed gate asks for; a cell of the table may be too narrow."""
    for gate in found:
        if not gate.passed:
            needed, there = escape(gate.needed), escape(gate.found)
            st.caption(f"Closed: {_spaced(gate.code)}. Needs {needed}; found {there}.")
            return


def ranks(changes: Sequence[RankChange], run_id: str | None) -> None:
    """Draw the ranks of a run beside those that the suggestion would give."""
    if run_id is None:
        st.caption("No run computed its shadow ranks yet.")
        return
    moved = sum(change.delta != 0 for change in changes)
    st.caption(
        f"Run {run_id[:6]}: {words.count(len(changes), 'case')} of its family, {moved} moved."
    )
    if not changes:
        return
    shown = changes[:_MANY]
    frame = pd.DataFrame(
        {
            "Case": [change.case_id for change in shown],
            "Rank → shadow": [f"{_rank(c.rank)} → {_rank(c.shadow_rank)}" for c in shown],
            "Δ": [f"{c.delta:+d}" if c.delta else "0" for c in shown],
            "Expected": [change.expected_target for change in shown],
        }
    )
    tables.still(
        frame,
        alt="Ranks of the expected tools, now and with the suggestion",
        columns={
            "Case": st.column_config.TextColumn(width=130),
            "Rank → shadow": st.column_config.TextColumn(width=110),
            "Δ": st.column_config.TextColumn(width=50, help="Ranks gained; negative: lost."),
            "Expected": st.column_config.TextColumn(width=240),
        },
        at_most=8,
    )


def evidence(records: Sequence[TraceRecord]) -> None:
    """Draw what is kept of the traces behind a suggestion."""
    shown = records[-_MANY:][::-1]
    frame = pd.DataFrame(
        {
            "When": [f"{record.happened_at:%Y-%m-%d %H:%M}" for record in shown],
            "Outcome": [_outcome(record) for record in shown],
            "Tools": [" → ".join(record.plan) for record in shown],
            "Scrubbed": [record.scrubbed for record in shown],
            "Session": [record.session.rpartition(":")[2][:8] for record in shown],
        }
    )
    st.caption("Of a query only words that the catalog has are kept; of a call only names.")
    tables.still(
        frame,
        alt="Traces behind the suggestion, newest first",
        columns={
            "When": st.column_config.TextColumn(width=125),
            "Outcome": st.column_config.TextColumn(width=85),
            "Tools": st.column_config.TextColumn(width=280),
            "Scrubbed": tables.count(width=75, help="Secrets that the trace held; none was kept."),
            "Session": st.column_config.TextColumn(width=80, help="Fingerprint of the session."),
        },
        at_most=8,
    )


def history(decisions: Sequence[LearningDecision]) -> None:
    """Draw what was decided, newest first."""
    if not decisions:
        st.caption("Nothing was decided yet.")
        return
    ordered = decisions[::-1]
    frame = pd.DataFrame(
        {
            "When": [f"{each.decided_at:%Y-%m-%d %H:%M}" for each in ordered],
            "Became": [[each.status.value] for each in ordered],
            "Suggestion": [says(each.suggestion) for each in ordered],
            "Run": [each.run_id[:6] if each.run_id else "" for each in ordered],
            "By": [one_line(each.decided_by) for each in ordered],
            "Forced": ["forced" if each.forced else "" for each in ordered],
            "Reason": [one_line(each.reason) for each in ordered],
        }
    )
    tables.still(
        frame,
        alt="Decisions about suggestions, newest first",
        columns={
            "When": st.column_config.TextColumn(width=125),
            "Became": badges.column("Became", STATUSES.values(), width=100),
            "Suggestion": st.column_config.TextColumn(width=210),
            "Run": st.column_config.TextColumn(width=65),
            "By": st.column_config.TextColumn(width=70),
            "Forced": st.column_config.TextColumn(width=60),
            "Reason": st.column_config.TextColumn(width=180),
        },
    )


def _spaced(code: str) -> str:
    return code.replace("_", " ")


def _rank(rank: int | None) -> str:
    return "–" if rank is None else str(rank)


def _outcome(record: TraceRecord) -> str:
    if record.success is None:
        return "unknown"
    return "success" if record.success else record.failure_reason or "failure"
