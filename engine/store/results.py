"""Case results without their evidence: one row a case, every part a column of its own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.models.failure import Failure
from engine.models.run import CaseResult
from engine.store import columns, documents, rows

LIGHT_SELECTION = frozenset(
    {
        "selected_target",
        "llm_target",
        "overrode_llm",
        "ambiguous",
        "decision",
        "policy",
        "reason_codes",
        "confidence",
        "margin",
        "llm_margin",
    }
)
"""Fields of a selection that have a column here."""

LIGHT_RESULT = frozenset(
    {
        "case_id",
        "case_fingerprint",
        "query_fingerprint",
        "verdict",
        "expected_target",
        "rank",
        "full_rank",
        "top_k",
        "failure",
        "gate",
        "measures",
        "latency_ms",
        "lang",
        "tags",
    }
)
"""Fields of a result that have a column here."""

_JSON = frozenset({"failure", "gate"})
ADD = "insert into case_results by name select * from incoming"


def incoming(run: int, first: int, results: Sequence[CaseResult]) -> dict[str, columns.Column]:
    """Return the light part of results of a run as columns; ``first`` is the place of the first."""
    selections = [result.selection for result in results]
    failures = [result.failure for result in results]
    return {
        "run": columns.same(run, len(results)),
        "place": columns.integers(list(range(first, first + len(results)))),
        "case_id": columns.texts([x.case_id for x in results]),
        "case_fingerprint": columns.texts([x.case_fingerprint for x in results]),
        "query_fingerprint": columns.texts([x.query_fingerprint for x in results]),
        "verdict": columns.texts([x.verdict.value for x in results]),
        "expected_target": columns.texts([x.expected_target for x in results]),
        "rank": columns.integers([x.rank for x in results]),
        "full_rank": columns.integers([x.full_rank for x in results]),
        "top_k": columns.integers([x.top_k for x in results]),
        "candidates": columns.integers([len(x.candidates) for x in results]),
        "lang": columns.texts([x.lang for x in results]),
        "tags": columns.text_lists([x.tags for x in results]),
        "selected_target": columns.texts([x.selected_target for x in selections]),
        "llm_target": columns.texts([x.llm_target for x in selections]),
        "overrode_llm": columns.flags([x.overrode_llm for x in selections]),
        "ambiguous": columns.flags([x.ambiguous for x in selections]),
        "decision": columns.texts([x.decision.value for x in selections]),
        "policy": columns.texts([x.policy.value for x in selections]),
        "reason_codes": columns.text_lists([x.reason_codes for x in selections]),
        "confidence": columns.numbers([x.confidence for x in selections]),
        "margin": columns.numbers([x.margin for x in selections]),
        "llm_margin": columns.numbers([x.llm_margin for x in selections]),
        "stage": columns.texts([x.stage.value if x else None for x in failures]),
        "reason": columns.texts([x.reason.value if x else None for x in failures]),
        "failure_evidence": columns.texts(
            [documents.to_text(x.evidence) if x and x.evidence else None for x in failures]
        ),
        "gate": columns.texts([documents.record_text(x.gate) if x.gate else None for x in results]),
        "measures": columns.number_maps([x.measures for x in results]),
        "latency_ms": columns.number_maps([x.latency_ms for x in results]),
    }


def fields(row: rows.Row) -> dict[str, Any]:
    """Return the fields of a :class:`CaseResult` that a row holds, its selection among them."""
    return {
        **{name: row[name] for name in LIGHT_RESULT if name not in _JSON},
        "failure": _failure(row),
        "gate": json.loads(row["gate"]) if row["gate"] else None,
        "selection": {name: row[name] for name in LIGHT_SELECTION},
    }


def failure_record(stage: str | None, reason: str | None, evidence: str | None) -> Failure | None:
    """Return the failure that three columns say; None for a case without one."""
    found = _failure({"stage": stage, "reason": reason, "failure_evidence": evidence})
    return None if found is None else Failure.model_validate(found)


def _failure(row: rows.Row) -> dict[str, Any] | None:
    if row["stage"] is None:
        return None
    found = row["failure_evidence"]
    return {
        "stage": row["stage"],
        "reason": row["reason"],
        "evidence": json.loads(found) if found else {},
    }
