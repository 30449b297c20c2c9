"""Candidates with their evidence: one row a candidate, so that SQL can ask for any signal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import pyarrow as pa

from engine.models.candidate import (
    Candidate,
    EdgeEvidence,
    LearningEvidence,
    MatchedTerm,
    ScoreBreakdown,
    SemanticEvidence,
)
from engine.models.run import CaseResult
from engine.store import columns, documents, rows

CONTRIBUTIONS = (
    "seed",
    "dense",
    "graph",
    "learning",
    "name_match",
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
_BREAKDOWN = frozenset({*CONTRIBUTIONS, "history_demoted"})
_SEMANTICS = frozenset(
    {
        *_MEANINGS,
        *_MATCHES.values(),
        "dense_similarity",
        "dense_text",
        "matched_terms",
        "matched_fields",
    }
)
_EDGE = frozenset({"source", "target", "kind", "confidence", "evidence", "fields"})
_TERM = pa.struct(
    [
        *((name, pa.string()) for name in ("term", "field", "step", "indexed")),
        ("contribution", pa.float64()),
    ]
)
_LEARNING = frozenset({"suggestion_id", "suggestion_type", "status", "observations"})
_CANDIDATE = frozenset(
    {
        "name",
        "rank",
        "score",
        "tool_fingerprint",
        "score_breakdown",
        "expanded_from",
        "edge_evidence",
        "semantic_evidence",
        "learning_evidence",
    }
)
ADD = "insert into candidates by name select * from incoming"


def incoming(run: int, first: int, results: Sequence[CaseResult]) -> dict[str, columns.Column]:
    """Return the candidates of results of a run, case by case in rank order, as columns.

    ``first`` is the place of the first result.
    """
    places: list[int] = []
    below: list[bool] = []
    found: list[Candidate] = []
    for place, result in enumerate(results, start=first):
        kept = len(result.candidates)
        found.extend(result.candidates)
        below.extend([False] * kept)
        if result.expected_candidate is not None:
            found.append(result.expected_candidate)
            below.append(True)
            kept += 1
        places.extend([place] * kept)
    rank, name, fingerprint, score, origin, *evidence = columns.values(
        found,
        *("rank", "name", "tool_fingerprint", "score", "expanded_from"),
        *("score_breakdown", "semantic_evidence", "edge_evidence", "learning_evidence"),
    )
    breakdowns, semantics, edges, learned = evidence
    return {
        "run": columns.same(run, len(found)),
        "place": columns.integers(places),
        "below_cutoff": columns.flags(below),
        "rank": columns.integers(rank),
        "name": columns.texts(name),
        "tool_fingerprint": columns.texts(fingerprint),
        "score": columns.numbers(score),
        "expanded_from": columns.texts(origin),
        "candidate_extra": columns.extras(found, _CANDIDATE),
        "edges": _edges(edges),
        "learning_evidence": _learning(learned),
        **_breakdowns(breakdowns),
        **_semantics(semantics),
    }


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
            "dense_similarity": row["dense_similarity"],
            "dense_text": row["dense_text"] or "",
            "matched_terms": row["matched_terms"],
            "matched_fields": row["matched_fields"],
            **documents.extra_values(row["semantic_extra"]),
        },
        "learning_evidence": _with_extra(learning) if learning else None,
        **documents.extra_values(row["candidate_extra"]),
    }


def _breakdowns(parts: Sequence[ScoreBreakdown]) -> dict[str, columns.Column]:
    *contributions, demoted = columns.values(parts, *CONTRIBUTIONS, "history_demoted")
    return {
        **{
            name: columns.numbers(values)
            for name, values in zip(CONTRIBUTIONS, contributions, strict=True)
        },
        "history_demoted": columns.flags(demoted),
        "breakdown_extra": columns.extras(parts, _BREAKDOWN),
    }


def _semantics(parts: Sequence[SemanticEvidence]) -> dict[str, columns.Column]:
    similarity, text, terms, met, *named = columns.values(
        parts,
        *("dense_similarity", "dense_text", "matched_terms", "matched_fields"),
        *_MEANINGS,
        *_MATCHES.values(),
    )
    meanings, matches = named[: len(_MEANINGS)], named[len(_MEANINGS) :]
    return {
        **{name: columns.texts(x) for name, x in zip(_MEANINGS, meanings, strict=True)},
        **{name: columns.flags(x) for name, x in zip(_MATCHES, matches, strict=True)},
        "dense_similarity": columns.numbers(similarity),
        "dense_text": columns.texts(text),
        "matched_terms": columns.text_lists(terms),
        "matched_fields": columns.lists(met, _terms(list(chain.from_iterable(met)))),
        "semantic_extra": columns.extras(parts, _SEMANTICS),
    }


def _terms(terms: Sequence[MatchedTerm]) -> columns.Column:
    return columns.records(terms, _TERM)


def _edges(paths: Sequence[Sequence[EdgeEvidence]]) -> columns.Column:
    edges = list(chain.from_iterable(paths))
    source, target, kind, confidence, evidence, fields = columns.values(
        edges, "source", "target", "kind", "confidence", "evidence", "fields"
    )
    pairs = list(chain.from_iterable(fields))
    return columns.lists(
        paths,
        columns.structs(
            {
                "source": columns.texts(source),
                "target": columns.texts(target),
                "kind": columns.texts(kind),
                "confidence": columns.numbers(confidence),
                "evidence": columns.texts(evidence),
                "fields": columns.lists(
                    fields,
                    columns.structs(
                        {
                            "produced": columns.texts([produced for produced, _ in pairs]),
                            "consumed": columns.texts([consumed for _, consumed in pairs]),
                        }
                    ),
                ),
                "extra": columns.extras(edges, _EDGE),
            }
        ),
    )


def _learning(found: Sequence[LearningEvidence | None]) -> columns.Column:
    learned = [evidence for evidence in found if evidence is not None]
    suggestion, kind, status, observations = columns.values(
        learned, "suggestion_id", "suggestion_type", "status", "observations"
    )
    return columns.spread(
        columns.structs(
            {
                "suggestion_id": columns.texts(suggestion),
                "suggestion_type": columns.texts(kind),
                "status": columns.texts(status),
                "observations": columns.integers(observations),
                "extra": columns.extras(learned, _LEARNING),
            }
        ),
        [evidence is not None for evidence in found],
    )


def _edge(edge: rows.Row) -> dict[str, Any]:
    pairs = [(pair["produced"], pair["consumed"]) for pair in edge["fields"]]
    return {**_with_extra(edge), "fields": pairs}


def _with_extra(part: rows.Row) -> dict[str, Any]:
    known = {name: value for name, value in part.items() if name != "extra"}
    return known | documents.extra_values(part["extra"])
