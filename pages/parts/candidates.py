"""Ranked candidates: the table, one candidate's evidence, and what beat the expected tool."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import streamlit as st

from engine import frames
from engine.models.candidate import Candidate, EdgeEvidence
from engine.models.run import CaseResult, SignalCounterfactual
from engine.models.selection import Selection
from pages.parts import badges, figures, tables, words
from pages.parts.badges import Chip
from pages.parts.untrusted import escape, name

ROLES = (Chip("expected", "primary"), Chip("selected", "green"), Chip("LLM", "violet"))


def why_here(candidate: Candidate) -> str:
    """Say in a few words what brought a candidate into the ranking."""
    if candidate.expanded_from is not None:
        hops = len(candidate.edge_evidence)
        kinds = ", ".join(sorted({edge.kind for edge in candidate.edge_evidence}))
        via = f"graph: {kinds or 'edge'} from {candidate.expanded_from}"
        return f"{via} ({words.count(hops, 'hop')})" if hops > 1 else via
    breakdown = candidate.score_breakdown
    hits = []
    if breakdown.seed:
        hits.append("words")
    if breakdown.dense:
        hits.append("meaning")
    if candidate.learning_evidence is not None:
        hits.append("learned")
    return " + ".join(hits) or "other signals"


def ranked(result: CaseResult, *, key: str, of: str = "") -> Candidate | None:
    """Draw the ranked candidates and return the one to show in full.

    Parameters
    ----------
    result : CaseResult
        A case of a run.
    key : str
        Of the table in the session.
    of : str
        What tells the table from another one on the page, for people who cannot see it.
    """
    listed = list(result.candidates)
    below = result.expected_candidate
    cut_off = None
    if below is not None and all(c.name != below.name for c in listed):
        cut_off = len(listed)
        listed.append(below)
    if not listed:
        st.markdown(empty_words(result))
        return None
    frame = frames.candidates_frame(
        listed,
        roles=lambda tool: roles(tool, result.expected_target, result.selection),
        why=why_here,
        cut_off=cut_off,
    )
    position = tables.show(
        frame,
        key=key,
        alt=f"Ranked candidates{of} with score, matches, matched words and why they are here",
        columns=columns(max(c.score for c in listed), max(map(len, frame["Role"]))),
        at_most=11,
    )
    st.caption(cut_off_words(result))
    shown = [*listed] if cut_off is None else [*listed[:cut_off], None, *listed[cut_off:]]
    if position is not None and shown[position] is not None:
        return shown[position]
    return default_candidate(listed, result.expected_target)


def default_candidate(listed: Sequence[Candidate], expected: str | None) -> Candidate:
    """Return the expected tool when it is listed, else the winner."""
    return next((c for c in listed if c.name == expected), listed[0])


def cut_off_words(result: CaseResult) -> str:
    """Say where the cut-off stands and where the expected tool is."""
    text = f"Cut-off: the caller looks at the first {result.top_k}."
    if result.expected_target is None:
        return f"{text} No tool is expected for this case."
    if result.rank is not None:
        return text
    if result.full_rank is not None:
        return f"{text} The expected tool stands at rank {result.full_rank} of all scored tools."
    return f"{text} The expected tool has no score: nothing connects it to the query."


def empty_words(result: CaseResult) -> str:
    """Say why there are no candidates."""
    if result.stats.empty_reason:
        return f"No candidates: {words.code(result.stats.empty_reason)}."
    return (
        "This case was captured without evidence. Run it again with capture_evidence on to see "
        "its candidates."
    )


def roles(tool: str, expected: str | None, selection: Selection) -> list[str]:
    """Return what a tool is in its case: expected, selected, the model's choice."""
    found = []
    if tool == expected:
        found.append("expected")
    if tool == selection.selected_target:
        found.append("selected")
    if tool == selection.llm_target:
        found.append("LLM")
    return found


def columns(best: float, chips: int) -> dict[str, tables.Column]:
    """Return how the columns are drawn.

    Parameters
    ----------
    best : float
        Score of a full bar.
    chips : int
        Most roles that one tool has: their column is as wide as they need.
    """
    return {
        "#": st.column_config.TextColumn(width=36, alignment="right"),
        "Tool": st.column_config.TextColumn(width=200),
        "Role": badges.column("Role", ROLES, width=(60, 90, 160, 205)[chips]),
        "Score": st.column_config.ProgressColumn(
            width=120, min_value=0.0, max_value=max(best, 1e-9), format="%.3f"
        ),
        "Action": badges.column("Action", badges.MATCHES, width=56),
        "Resource": badges.column("Resource", badges.MATCHES, width=70),
        "Shape": badges.column("Shape", badges.MATCHES, width=54),
        "Contributions": st.column_config.ListColumn(
            width=270, help="Each signal's own part of the score; together they sum to it."
        ),
        "Matched": st.column_config.ListColumn(
            width=210, help="Words of the query with the field of the tool that they met."
        ),
        "Why it is here": st.column_config.TextColumn(width=130),
    }


def evidence(candidate: Candidate) -> None:
    """Draw one candidate in full: contributions that sum, matches, words, edges."""
    st.markdown(f"**Rank {candidate.rank}** {name(candidate.name)}")
    st.markdown(contribution_line(candidate))
    chips = list(meaning_chips(candidate))
    if chips:
        st.markdown(badges.row(chips))
    if candidate.edge_evidence:
        st.markdown("**Graph path that brought it in**")
        for edge in candidate.edge_evidence:
            st.markdown(edge_line(edge))
    terms = candidate.semantic_evidence.matched_fields
    if terms:
        tables.still(
            frames.matched_terms_frame(candidate),
            alt="Where each word of the query met the tool, and what it gave",
            columns={"Contribution": st.column_config.NumberColumn(format="%.3f")},
            at_most=6,
        )
    elif candidate.expanded_from is None:
        st.caption("No word of the query met this tool.")


def contribution_line(candidate: Candidate) -> str:
    """Return the contributions as chips that sum to the score."""
    chips = [
        Chip(f"{signal} {words.signed(value)}", "red" if value < 0 else "gray")
        for signal, value in frames.largest(candidate.score_breakdown.contributions())
    ]
    total = f"= **{words.number(candidate.score)}**"
    return f"{badges.row(chips)} {total}" if chips else f"no contribution {total}"


def meaning_chips(candidate: Candidate) -> Iterable[Chip]:
    """Return what was compared with the query, as chips with a tick or a cross."""
    meaning = candidate.semantic_evidence
    compared = (
        ("action", meaning.canonical_action, meaning.action_match),
        ("resource", meaning.primary_resource, meaning.resource_match),
        ("shape", meaning.result_shape, meaning.shape_match),
        ("module", meaning.path_module, meaning.module_match),
        ("fields", "", meaning.contract_match),
    )
    for label, value, fits in compared:
        text = f"{label}: {value}" if value and value != "unknown" else label
        if fits is None:
            if value and value != "unknown":
                yield Chip(text, "gray")
        else:
            yield Chip(text, "green" if fits else "red", "check" if fits else "close")


def edge_line(edge: EdgeEvidence) -> str:
    """Return one edge in words, with its fields and the sentence that explains it."""
    pairs = ", ".join(
        name(source) if source == target else f"{name(source)} → {name(target)}"
        for source, target in edge.fields
    )
    kind = badges.markdown(Chip(words.code(edge.kind), "gray"))
    line = f"{name(edge.source)} → {name(edge.target)} {kind} confidence {edge.confidence:.2f}"
    if pairs:
        line += f", by {pairs}"
    return f"{line}  \n{escape(edge.evidence)}" if edge.evidence else line


def why_not(result: CaseResult) -> None:
    """Draw expected minus rival for each signal, and what removing a signal would do."""
    rows = result.counterfactuals
    if not rows:
        st.caption(incomparable_words(result))
        return
    first = result.rank == 1
    st.markdown(
        f"**{'How the expected tool won' if first else 'Why the wrong tool ranked higher'}**"
    )
    st.markdown(sum_words(rows, result))
    if all(row.expected == row.winner for row in rows):
        st.caption("Every signal gave both tools the same; the tie fell by name.")
        return
    st.plotly_chart(
        figures.signal_difference(rows, won=first),
        key="case.why",
        config={"displayModeBar": False},
        alt="Contribution to the expected tool minus contribution to its rival, by signal",
    )
    decisive = [row for row in rows if removal_words(row, result.rank)]
    if decisive:
        st.caption(" ".join(removal_words(row, result.rank) for row in decisive[:3]))


def incomparable_words(result: CaseResult) -> str:
    """Say why no signal of the expected tool is held against one of the winner."""
    if result.expected_target is None:
        return "No tool is expected here, so there is nothing to compare the winner with."
    if not result.candidates:
        return "Nothing was found, so no signal can be compared."
    if result.full_rank is None:
        return "The expected tool has no score, so no signal can be compared."
    return "No other tool has a score, so there is nothing to compare the expected tool with."


def sum_words(rows: Sequence[SignalCounterfactual], result: CaseResult) -> str:
    """Say by how much the expected tool trails or leads, and behind whom."""
    difference = sum(row.expected - row.winner for row in rows)
    other = _rival(result)
    against = name(other) if other else "the other tool"
    if result.rank == 1:
        return f"The expected tool leads {against} at rank 2 by {words.number(difference)}."
    return (
        f"{name(result.expected_target or '')} trails {against} at rank 1 by "
        f"{words.number(-difference)}; a bar to the left costs it, a bar to the right helps it."
    )


def _rival(result: CaseResult) -> str | None:
    rank = 2 if result.rank == 1 else 1
    return next((c.name for c in result.candidates if c.rank == rank), None)


def removal_words(row: SignalCounterfactual, rank: int | None) -> str:
    """Say what rank the expected tool would have without a signal; empty when it is the same."""
    if row.rank_without is None or row.rank_without == rank:
        return ""
    return f"Without {escape(words.code(row.signal))} it would stand at rank {row.rank_without}."
