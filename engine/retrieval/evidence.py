"""Evidence of ranked tools: the score taken apart, down to the word and the field.

Made only for the tools that are shown. What the words gave is read off the same postings that
were summed, so the parts add up to the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from engine.models.candidate import (
    Candidate,
    EdgeEvidence,
    LearningEvidence,
    MatchedTerm,
    ScoreBreakdown,
    SemanticEvidence,
)
from engine.models.tool import Tool
from engine.retrieval.expansion import Reached
from engine.retrieval.fields import EVIDENCE_NAMES
from engine.retrieval.index import LexicalIndex
from engine.retrieval.lexical import ideal_of
from engine.retrieval.records import record
from engine.retrieval.scored import UNITS, Scored
from engine.retrieval.signals import action_agreement, shape_agreement

FULL_MATCH = 0.999
"""Strength from which a tool's resource or module counts as named in full."""


class _Match(NamedTuple):
    """A sought word's best meeting with one tool."""

    surface: str
    step: str
    posting: int
    gain: float


def candidates(
    scored: Scored,
    positions: Sequence[int],
    tools: Sequence[Tool],
    index: LexicalIndex,
    *,
    nearest_text: Callable[[int, str], str],
    learning: Mapping[int, LearningEvidence],
    include_evidence: bool,
) -> list[Candidate]:
    """Return the candidates at some positions of a scoring pass.

    Positions are the first ones of its order, or a single one from anywhere.

    Records are built without validation: they are made of values that this package computed,
    and there are hundreds of them in one answer.
    """
    matched = _matched_terms(scored, positions, index) if include_evidence else {}
    made: list[Candidate] = []
    for position, rank in zip(positions, _ranks(scored, positions), strict=True):
        number = int(scored.hits[position])
        tool = tools[number]
        reached = scored.expansion.reached.get(number)
        parts = {
            name: float(values[position]) / UNITS for name, values in scored.contributions.items()
        }
        semantic = (
            _semantic(
                tool,
                scored,
                position,
                matched.get(number, ()),
                None if scored.cosines is None else float(scored.cosines[number]),
                nearest_text(number, scored.query.text) if scored.cosines is not None else "",
            )
            if include_evidence
            else _NOT_SHOWN
        )
        made.append(
            record(
                Candidate,
                {
                    "name": tool.name,
                    "rank": rank,
                    "score": float(scored.totals[position]) / UNITS,
                    "tool_fingerprint": tool.fingerprint,
                    "score_breakdown": _breakdown(parts),
                    "expanded_from": _expanded_from(parts, reached, tools),
                    "edge_evidence": _edges(parts, reached) if include_evidence else (),
                    "semantic_evidence": semantic,
                    "learning_evidence": learning.get(number),
                },
            )
        )
    return made


def _expanded_from(
    parts: Mapping[str, float], reached: Reached | None, tools: Sequence[Tool]
) -> str | None:
    if reached is None or not parts.get("graph_expansion"):
        return None
    return tools[reached.origin].name


def _edges(parts: Mapping[str, float], reached: Reached | None) -> tuple[EdgeEvidence, ...]:
    """Return the path that gave a tool something, from the direct hit outwards."""
    if reached is None or not (parts.get("graph") or parts.get("graph_expansion")):
        return ()
    return tuple(
        record(
            EdgeEvidence,
            {
                "source": edge.source,
                "target": edge.target,
                "kind": edge.kind.value,
                "confidence": edge.confidence,
                "evidence": edge.evidence,
                "fields": edge.fields,
            },
        )
        for edge in reached.path
    )


_NOT_SHOWN = SemanticEvidence()
_BREAKDOWN = {name: field.default for name, field in ScoreBreakdown.model_fields.items()}


def _breakdown(parts: Mapping[str, float]) -> ScoreBreakdown:
    values: dict[str, object] = {**_BREAKDOWN, **parts}
    values["history_demoted"] = parts.get("history", 0.0) < 0.0
    return record(ScoreBreakdown, values)


def _ranks(scored: Scored, positions: Sequence[int]) -> Sequence[int]:
    """Return ranks: positions are the first of the order, or a single one from anywhere."""
    if len(positions) == 1:
        return [scored.rank_at(positions[0])]
    return range(1, len(positions) + 1)


def _matches(
    scored: Scored, positions: Sequence[int], index: LexicalIndex
) -> list[tuple[int, _Match]]:
    """Return tool numbers with their matches, in the order of the query's words."""
    wanted = np.sort(scored.hits[np.asarray(positions, dtype=np.intp)])
    found: list[tuple[int, _Match]] = []
    for word in scored.sought:
        best: dict[int, _Match] = {}
        for meeting in word.meetings:
            tools, impacts = index.tools_with(meeting.term)
            places = np.searchsorted(tools, wanted)
            places[places == len(tools)] = 0
            places = places[tools[places] == wanted]
            start = int(index.postings.starts[meeting.term])
            for tool, place, impact in zip(
                tools[places].tolist(), places.tolist(), impacts[places].tolist(), strict=True
            ):
                gain = meeting.weight * impact
                if tool not in best or gain > best[tool].gain:
                    best[tool] = _Match(word.surface, meeting.step, start + place, gain)
        found.extend(best.items())
    return found


def _matched_terms(
    scored: Scored, positions: Sequence[int], index: LexicalIndex
) -> dict[int, tuple[MatchedTerm, ...]]:
    """Return each tool's matched terms by its number, by falling contribution."""
    matches = _matches(scored, positions, index)
    if not matches:
        return {}
    postings = np.array([match.posting for _, match in matches], dtype=np.intp)
    starts, ends = index.postings.part_starts[postings], index.postings.part_starts[postings + 1]
    lengths = ends - starts
    counts = lengths.tolist()
    parts = np.arange(lengths.sum()) + np.repeat(starts - np.cumsum(lengths) + lengths, lengths)
    fields = index.parts.fields[parts].tolist()
    shares = index.parts.shares[parts].tolist()
    forms = index.parts.surfaces[parts].tolist()
    scale = UNITS / ideal_of(scored.sought)
    rows: dict[int, list[_Row]] = {}
    surfaces = index.surfaces
    at = 0
    for (tool, match), count in zip(matches, counts, strict=True):
        surface, step, gain = match.surface, match.step, match.gain * scale
        # Two parts of one field (a lead and the rest of a description) are one row.
        gains: dict[tuple[str, int], float] = {}
        for part in range(at, at + count):
            place = (EVIDENCE_NAMES[fields[part]], forms[part])
            gains[place] = gains.get(place, 0.0) - gain * shares[part]
        at += count
        own = rows.setdefault(tool, [])
        for (field, number), lost in gains.items():
            form = surfaces[number]
            if form == surface:
                own.append((lost, surface, field, step, ""))
            else:
                own.append((lost, surface, field, "stem" if step == "exact" else step, form))
    places = np.asarray(positions, dtype=np.intp)
    seeds = scored.contributions["seed"][places].tolist()
    return {
        number: _as_terms(rows[number], seed)
        for number, seed in zip(scored.hits[places].tolist(), seeds, strict=True)
        if number in rows
    }


_Row = tuple[float, str, str, str, str]
"""Minus the gain in units, then term, field, step and form: rows sort as they are shown."""


def _as_terms(rows: list[_Row], seed: float) -> tuple[MatchedTerm, ...]:
    rows.sort()
    gains = _in_whole_units([-row[0] for row in rows], seed)
    return tuple(
        [
            record(
                MatchedTerm,
                {"term": term, "field": field, "step": step, "indexed": form, "contribution": gain},
            )
            for (_, term, field, step, form), gain in zip(rows, gains, strict=True)
        ]
    )


def _in_whole_units(gains: Sequence[float], total: float) -> list[float]:
    """Round gains to whole units that sum to a total; the largest takes up the difference."""
    whole = [round(gain) for gain in gains]
    whole[0] += round(total) - sum(whole)
    return [gain / UNITS for gain in whole]


def _semantic(
    tool: Tool,
    scored: Scored,
    position: int,
    matched: tuple[MatchedTerm, ...],
    similarity: float | None,
    text: str,
) -> SemanticEvidence:
    meaning, query = tool.semantics, scored.query
    action = action_agreement(query.action, meaning.action.value)
    shape = shape_agreement(query.shape, meaning.result_shape.value)
    strengths = scored.strengths
    has_contract = bool(tool.consumes or tool.produces)
    return record(
        SemanticEvidence,
        {
            "canonical_action": meaning.action.value,
            "primary_resource": meaning.resource.value,
            "result_shape": meaning.result_shape.value,
            "path_module": meaning.path_module.value,
            "query_action": query.action.value,
            "query_result_shape": query.shape.value,
            "action_match": None if action is None else action > 0.0,
            "resource_match": _named(meaning.resource.value, strengths["resource_match"][position]),
            "module_match": _named(meaning.path_module.value, strengths["module_match"][position]),
            "shape_match": None if shape is None else shape > 0.0,
            "contract_match": (
                bool(strengths["contract_match"][position] > 0.0) if has_contract else None
            ),
            "dense_similarity": None if similarity is None else round(similarity, 6),
            "dense_text": text,
            "matched_terms": tuple(dict.fromkeys(term.term for term in matched)),
            "matched_fields": matched,
        },
    )


def _named(value: str, strength: float) -> bool | None:
    return None if value == "unknown" else bool(strength >= FULL_MATCH)
