"""Evidence of ranked tools: the score taken apart, down to the word and the field.

Made only for the tools that are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from engine.models.candidate import (
    Candidate,
    EdgeEvidence,
    LearningEvidence,
    ScoreBreakdown,
    SemanticEvidence,
)
from engine.models.tool import Tool
from engine.retrieval.expansion import Path
from engine.retrieval.index import LexicalIndex
from engine.retrieval.matches import matched_terms
from engine.retrieval.records import record
from engine.retrieval.scored import UNITS, Scored
from engine.retrieval.signals import action_agreement, shape_agreement

FULL_MATCH = 0.999
"""Strength from which a tool's resource or module counts as named in full."""


def candidates(
    scored: Scored,
    positions: Sequence[int],
    tools: Sequence[Tool],
    index: LexicalIndex,
    *,
    nearest_text: Callable[[int], str],
    learning: Mapping[int, LearningEvidence],
    include_evidence: bool,
) -> list[Candidate]:
    """Return the candidates at some positions of a scoring pass.

    Positions are the first ones of its order, or a single one from anywhere.

    Records are built without validation: they are made of values that this package computed,
    and there are hundreds of them in one answer.
    """
    numbers = scored.hits[np.asarray(positions, dtype=np.intp)].tolist()
    parts = _parts(scored, positions)
    meanings = (
        _meanings(scored, positions, numbers, tools, index, nearest_text)
        if include_evidence
        else [_NOT_SHOWN] * len(numbers)
    )
    made: list[Candidate] = []
    for number, rank, own, semantic in zip(
        numbers, _ranks(scored, positions), parts, meanings, strict=True
    ):
        tool = tools[number]
        path = _path(scored, number, own)
        made.append(
            record(
                Candidate,
                {
                    "name": tool.name,
                    "rank": rank,
                    "score": sum(own.values()) / UNITS,
                    "tool_fingerprint": tool.fingerprint,
                    "score_breakdown": _breakdown(own),
                    "expanded_from": _expanded_from(own, path, tools),
                    "edge_evidence": _edges(path) if include_evidence else (),
                    "semantic_evidence": semantic,
                    "learning_evidence": learning.get(number),
                },
            )
        )
    return made


def _parts(scored: Scored, positions: Sequence[int]) -> list[dict[str, float]]:
    """Return each candidate's contributions by signal, in whole units."""
    places = np.asarray(positions, dtype=np.intp)
    columns = [values[places].tolist() for values in scored.contributions.values()]
    return [dict(zip(scored.contributions, row, strict=True)) for row in zip(*columns, strict=True)]


def _path(scored: Scored, number: int, parts: Mapping[str, float]) -> Path | None:
    """Return the path that gave a tool something, if one did."""
    if not (parts.get("graph") or parts.get("graph_expansion")):
        return None
    return scored.expansion.path(number)


def _expanded_from(
    parts: Mapping[str, float], path: Path | None, tools: Sequence[Tool]
) -> str | None:
    if path is None or not parts.get("graph_expansion"):
        return None
    return tools[path.origin].name


def _edges(path: Path | None) -> tuple[EdgeEvidence, ...]:
    """Return the edges of a path, from the direct hit outwards."""
    if path is None:
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
        for edge in path.edges
    )


_NOT_SHOWN = SemanticEvidence()
_BREAKDOWN = {name: field.default for name, field in ScoreBreakdown.model_fields.items()}


def _breakdown(parts: Mapping[str, float]) -> ScoreBreakdown:
    values: dict[str, object] = dict(_BREAKDOWN)
    for signal, units in parts.items():
        values[signal] = units / UNITS
    values["history_demoted"] = parts.get("history", 0.0) < 0.0
    return record(ScoreBreakdown, values)


def _ranks(scored: Scored, positions: Sequence[int]) -> Sequence[int]:
    """Return ranks: positions are the first of the order, or a single one from anywhere."""
    if len(positions) == 1:
        return [scored.rank_at(positions[0])]
    return range(1, len(positions) + 1)


def _meanings(
    scored: Scored,
    positions: Sequence[int],
    numbers: Sequence[int],
    tools: Sequence[Tool],
    index: LexicalIndex,
    nearest_text: Callable[[int], str],
) -> list[SemanticEvidence]:
    query, cosines = scored.query, scored.cosines
    matched = matched_terms(scored, positions, index)
    places = np.asarray(positions, dtype=np.intp)
    resources, modules, contracts = (
        scored.strengths[signal][places].tolist()
        for signal in ("resource_match", "module_match", "contract_match")
    )
    made: list[SemanticEvidence] = []
    for at, number in enumerate(numbers):
        tool, terms = tools[number], matched.get(number, ())
        meaning = tool.semantics
        action = action_agreement(query.action, meaning.action.value)
        shape = shape_agreement(query.shape, meaning.result_shape.value)
        has_contract = bool(tool.consumes or tool.produces)
        made.append(
            record(
                SemanticEvidence,
                {
                    "canonical_action": meaning.action.value,
                    "primary_resource": meaning.resource.value,
                    "result_shape": meaning.result_shape.value,
                    "path_module": meaning.path_module.value,
                    "query_action": query.action.value,
                    "query_result_shape": query.shape.value,
                    "action_match": None if action is None else action > 0.0,
                    "resource_match": _named(meaning.resource.value, resources[at]),
                    "module_match": _named(meaning.path_module.value, modules[at]),
                    "shape_match": None if shape is None else shape > 0.0,
                    "contract_match": contracts[at] > 0.0 if has_contract else None,
                    "dense_similarity": (
                        None if cosines is None else round(float(cosines[number]), 6)
                    ),
                    "dense_text": "" if cosines is None else nearest_text(number),
                    "matched_terms": tuple(dict.fromkeys([term.term for term in terms])),
                    "matched_fields": terms,
                },
            )
        )
    return made


def _named(value: str, strength: float) -> bool | None:
    return None if value == "unknown" else strength >= FULL_MATCH
