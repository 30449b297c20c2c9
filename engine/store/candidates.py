"""Candidates with their evidence: one row a candidate, so that SQL can ask for any signal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb

from engine.models.candidate import Candidate, LearningEvidence, ScoreBreakdown, SemanticEvidence
from engine.models.run import CaseResult
from engine.store import columns, documents, rows

CONTRIBUTIONS = (
    "seed",
    "dense",
    "graph",
    "learning",
    "action_match",
    "resource_match",
    "module_match",
    "shape_match",
    "contract_match",
    "graph_expansion",
    "history",
)
"""Numeric entries of a score breakdown that have a column."""

_MEANINGS = (
    "canonical_action",
    "primary_resource",
    "result_shape",
    "path_module",
    "query_action",
    "query_result_shape",
)
_MATCHES = {
    "action_matches": "action_match",
    "resource_matches": "resource_match",
    "module_matches": "module_match",
    "shape_matches": "shape_match",
    "contract_matches": "contract_match",
}
_NO_LEARNING = LearningEvidence(suggestion_id="", suggestion_type="", status="", observations=0)
_ADD = "insert into candidates by name select * from incoming"


def save(connection: duckdb.DuckDBPyConnection, run: int, results: Sequence[CaseResult]) -> None:
    """Store every candidate of a run, case by case in rank order."""
    places: list[int] = []
    below: list[bool] = []
    found: list[Candidate] = []
    for place, result in enumerate(results):
        kept = len(result.candidates)
        found.extend(result.candidates)
        below.extend([False] * kept)
        if result.expected_candidate is not None:
            found.append(result.expected_candidate)
            below.append(True)
            kept += 1
        places.extend([place] * kept)
    rows.insert(
        connection,
        _ADD,
        {
            "run": columns.same(run, len(found)),
            "place": columns.integers(places),
            "below_cutoff": columns.flags(below),
            "rank": columns.integers([x.rank for x in found]),
            "name": columns.texts([x.name for x in found]),
            "tool_fingerprint": columns.texts([x.tool_fingerprint for x in found]),
            "score": columns.numbers([x.score for x in found]),
            "expanded_from": columns.texts([x.expanded_from for x in found]),
            "edges": _edges(found),
            "learning_evidence": _learning(found),
            **_breakdowns([x.score_breakdown for x in found]),
            **_semantics([x.semantic_evidence for x in found]),
        },
    )


def fields(row: rows.Row) -> dict[str, Any]:
    """Return the fields of the :class:`Candidate` that a row holds."""
    learning = row["learning_evidence"]
    return {
        "name": row["name"],
        "rank": row["rank"],
        "score": row["score"],
        "tool_fingerprint": row["tool_fingerprint"],
        "score_breakdown": {
            **{name: row[name] for name in CONTRIBUTIONS},
            "history_demoted": row["history_demoted"],
            **documents.extra_values(row["breakdown_extra"]),
        },
        "expanded_from": row["expanded_from"],
        "edge_evidence": [_edge(edge) for edge in row["edges"]],
        "semantic_evidence": {
            **{name: row[name] for name in _MEANINGS},
            **{name: row[column] for column, name in _MATCHES.items()},
            "matched_terms": row["matched_terms"],
            "matched_fields": row["matched_fields"],
            **documents.extra_values(row["semantic_extra"]),
        },
        "learning_evidence": _with_extra(learning) if learning else None,
    }


def _breakdowns(parts: Sequence[ScoreBreakdown]) -> dict[str, columns.Column]:
    return {
        **{name: columns.numbers([getattr(x, name) for x in parts]) for name in CONTRIBUTIONS},
        "history_demoted": columns.flags([x.history_demoted for x in parts]),
        "breakdown_extra": columns.texts([documents.extra_text(x) for x in parts]),
    }


def _semantics(parts: Sequence[SemanticEvidence]) -> dict[str, columns.Column]:
    terms = [term for part in parts for term in part.matched_fields]
    return {
        **{name: columns.texts([getattr(x, name) for x in parts]) for name in _MEANINGS},
        **{
            column: columns.flags([getattr(x, name) for x in parts])
            for column, name in _MATCHES.items()
        },
        "matched_terms": columns.text_lists([x.matched_terms for x in parts]),
        "matched_fields": columns.lists(
            [x.matched_fields for x in parts],
            columns.structs(
                {
                    "term": columns.texts([x.term for x in terms]),
                    "field": columns.texts([x.field for x in terms]),
                    "step": columns.texts([x.step for x in terms]),
                    "indexed": columns.texts([x.indexed for x in terms]),
                    "contribution": columns.numbers([x.contribution for x in terms]),
                }
            ),
        ),
        "semantic_extra": columns.texts([documents.extra_text(x) for x in parts]),
    }


def _edges(found: Sequence[Candidate]) -> columns.Column:
    edges = [edge for candidate in found for edge in candidate.edge_evidence]
    pairs = [pair for edge in edges for pair in edge.fields]
    return columns.lists(
        [candidate.edge_evidence for candidate in found],
        columns.structs(
            {
                "source": columns.texts([x.source for x in edges]),
                "target": columns.texts([x.target for x in edges]),
                "kind": columns.texts([x.kind for x in edges]),
                "confidence": columns.numbers([x.confidence for x in edges]),
                "evidence": columns.texts([x.evidence for x in edges]),
                "fields": columns.lists(
                    [x.fields for x in edges],
                    columns.structs(
                        {
                            "produced": columns.texts([produced for produced, _ in pairs]),
                            "consumed": columns.texts([consumed for _, consumed in pairs]),
                        }
                    ),
                ),
                "extra": columns.texts([documents.extra_text(x) for x in edges]),
            }
        ),
    )


def _learning(found: Sequence[Candidate]) -> columns.Column:
    learned = [candidate.learning_evidence or _NO_LEARNING for candidate in found]
    return columns.structs(
        {
            "suggestion_id": columns.texts([x.suggestion_id for x in learned]),
            "suggestion_type": columns.texts([x.suggestion_type for x in learned]),
            "status": columns.texts([x.status for x in learned]),
            "observations": columns.integers([x.observations for x in learned]),
            "extra": columns.texts([documents.extra_text(x) for x in learned]),
        },
        present=[candidate.learning_evidence is not None for candidate in found],
    )


def _edge(edge: rows.Row) -> dict[str, Any]:
    pairs = [(pair["produced"], pair["consumed"]) for pair in edge["fields"]]
    return {**_with_extra(edge), "fields": pairs}


def _with_extra(part: rows.Row) -> dict[str, Any]:
    known = {name: value for name, value in part.items() if name != "extra"}
    return known | documents.extra_values(part["extra"])
