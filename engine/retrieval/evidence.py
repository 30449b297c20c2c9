"""Evidence of ranked tools: the score taken apart, down to the word and the field.

Made only for the tools that are shown. What the words gave is read off the same postings that
were summed, so the parts add up to the whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from engine.models.candidate import Candidate, MatchedTerm, ScoreBreakdown, SemanticEvidence
from engine.models.tool import Tool
from engine.retrieval.fields import EVIDENCE_NAMES
from engine.retrieval.index import LexicalIndex
from engine.retrieval.lexical import ideal_of
from engine.retrieval.lookup import Meeting, SoughtWord
from engine.retrieval.scored import DECIMALS, Scored
from engine.retrieval.signals import action_agreement, shape_agreement

FULL_MATCH = 0.999
"""Strength from which a tool's resource or module counts as named in full."""


class _Match(NamedTuple):
    """A sought word's best meeting with one tool."""

    word: SoughtWord
    meeting: Meeting
    posting: int
    gain: float


def candidates(
    scored: Scored,
    positions: Sequence[int],
    tools: Sequence[Tool],
    index: LexicalIndex,
    *,
    include_evidence: bool,
) -> list[Candidate]:
    """Return the candidates at some positions of a scoring pass.

    Positions are the first ones of its order, or a single one from anywhere.

    Records are built without validation: they are made of values that this package computed,
    and there are hundreds of them in one answer.
    """
    matches = _matches(scored, positions, index) if include_evidence else {}
    made: list[Candidate] = []
    for position, rank in zip(positions, _ranks(scored, positions), strict=True):
        number = int(scored.hits[position])
        tool = tools[number]
        parts: dict[str, float] = {
            name: float(values[position]) for name, values in scored.contributions.items()
        }
        breakdown = _breakdown(parts)
        semantic = (
            _semantic(
                tool,
                scored,
                parts["seed"],
                {name: float(values[position]) for name, values in scored.strengths.items()},
                _terms(matches.get(number, []), parts["seed"], scored, index),
            )
            if include_evidence
            else SemanticEvidence.model_construct()
        )
        made.append(
            Candidate.model_construct(
                name=tool.name,
                rank=rank,
                score=float(scored.totals[position]),
                tool_fingerprint=tool.fingerprint,
                score_breakdown=breakdown,
                semantic_evidence=semantic,
            )
        )
    return made


def _breakdown(parts: Mapping[str, float]) -> ScoreBreakdown:
    history = parts.get("history", 0.0)
    return ScoreBreakdown.model_construct(
        seed=parts["seed"],
        dense=parts.get("dense", 0.0),
        graph=parts.get("graph", 0.0),
        name_match=parts["name_match"],
        action_match=parts["action_match"],
        resource_match=parts["resource_match"],
        module_match=parts["module_match"],
        shape_match=parts["shape_match"],
        contract_match=parts["contract_match"],
        graph_expansion=parts.get("graph_expansion", 0.0),
        history=history,
        history_demoted=history < 0.0,
    )


def _ranks(scored: Scored, positions: Sequence[int]) -> Sequence[int]:
    """Return ranks: positions are the first of the order, or a single one from anywhere."""
    if len(positions) == 1:
        return [scored.rank_at(positions[0])]
    return range(1, len(positions) + 1)


def _matches(
    scored: Scored, positions: Sequence[int], index: LexicalIndex
) -> dict[int, list[_Match]]:
    """Return the matches of each tool by its number, in the order of the query's words."""
    wanted = np.sort(scored.hits[np.asarray(positions, dtype=np.intp)])
    found: dict[int, list[_Match]] = defaultdict(list)
    for word in scored.sought:
        best: dict[int, _Match] = {}
        for meeting in word.meetings:
            tools, impacts = index.tools_with(meeting.term)
            places = np.searchsorted(tools, wanted)
            places[places == len(tools)] = 0
            hit = tools[places] == wanted
            start = int(index.postings.starts[meeting.term])
            for tool, place, impact in zip(
                wanted[hit].tolist(),
                places[hit].tolist(),
                impacts[places[hit]].tolist(),
                strict=True,
            ):
                gain = meeting.weight * impact
                if tool not in best or gain > best[tool].gain:
                    best[tool] = _Match(word, meeting, start + place, gain)
        for tool, match in best.items():
            found[tool].append(match)
    return found


def _terms(
    matches: Sequence[_Match], seed: float, scored: Scored, index: LexicalIndex
) -> tuple[MatchedTerm, ...]:
    ideal = ideal_of(scored.sought)
    rows: dict[tuple[str, str, str, str], float] = {}
    for match in matches:
        start, end = index.postings.part_starts[match.posting : match.posting + 2].tolist()
        for field, share, surface in zip(
            index.parts.fields[start:end].tolist(),
            index.parts.shares[start:end].tolist(),
            index.parts.surfaces[start:end].tolist(),
            strict=True,
        ):
            form = index.surfaces[surface]
            step = match.meeting.step
            if step == "exact" and form != match.word.surface:
                step = "stem"
            shown = "" if form == match.word.surface else form
            row = (match.word.surface, EVIDENCE_NAMES[field], step, shown)
            rows[row] = rows.get(row, 0.0) + match.gain * share / ideal
    ordered = sorted(rows.items(), key=lambda item: (-item[1], item[0]))
    gains = _rounded_to([gain for _, gain in ordered], seed)
    return tuple(
        MatchedTerm.model_construct(
            term=term, field=field, step=step, indexed=form, contribution=gain
        )
        for ((term, field, step, form), _), gain in zip(ordered, gains, strict=True)
    )


def _rounded_to(gains: Sequence[float], total: float) -> list[float]:
    """Round gains so that they sum to a rounded total; the largest takes up the difference."""
    if not gains:
        return []
    rounded = [round(gain, DECIMALS) for gain in gains]
    rounded[0] = round(rounded[0] + total - sum(rounded), DECIMALS)
    return rounded


def _semantic(
    tool: Tool,
    scored: Scored,
    seed: float,
    strengths: Mapping[str, float],
    matched: tuple[MatchedTerm, ...],
) -> SemanticEvidence:
    meaning, query = tool.semantics, scored.query
    action = action_agreement(query.action, meaning.action.value)
    shape = shape_agreement(query.shape, meaning.result_shape.value)
    return SemanticEvidence.model_construct(
        canonical_action=meaning.action.value,
        primary_resource=meaning.resource.value,
        result_shape=meaning.result_shape.value,
        path_module=meaning.path_module.value,
        query_action=query.action.value,
        query_result_shape=query.shape.value,
        action_match=None if action is None else action > 0.0,
        resource_match=_named(meaning.resource.value, strengths["resource_match"]),
        module_match=_named(meaning.path_module.value, strengths["module_match"]),
        shape_match=None if shape is None else shape > 0.0,
        contract_match=strengths["contract_match"] > 0.0
        if tool.consumes or tool.produces
        else None,
        matched_terms=tuple(dict.fromkeys(term.term for term in matched)),
        matched_fields=matched,
    )


def _named(value: str, strength: float) -> bool | None:
    return None if value == "unknown" else strength >= FULL_MATCH
