"""Records that are valid by default; a test names what it is about."""

from __future__ import annotations

from datetime import UTC, datetime

from engine.models.candidate import Candidate, ScoreBreakdown, SemanticEvidence
from engine.models.case import Case
from engine.models.run import CaseResult, Run, RunSettings, RunSummary, Verdict, VersionStamp
from engine.models.tool import (
    Annotations,
    ContractField,
    Derived,
    Endpoint,
    Location,
    Semantics,
    Tool,
)


def derived(value="unknown"):
    unknown = value == "unknown"
    return Derived(
        value=value, source="none" if unknown else "name", confidence=0.0 if unknown else 1.0
    )


def semantics(**values):
    parts = ("action", "resource", "result_shape", "path_module", "risk")
    return Semantics(**{part: derived(values.get(part, "unknown")) for part in parts})


def field(name, *, json_path=None, required=False, location=Location.QUERY, **values):
    return ContractField(
        name=name,
        json_path=json_path or f"$.{name}",
        required=required,
        location=location,
        **values,
    )


def tool(name, label=None, *, risk="unknown", action="unknown", shape="unknown", **values):
    """Return a tool; ``label`` is ``"GET /orders/{id}"``."""
    method, _, path = (label or "").partition(" ")
    return Tool(
        name=name,
        endpoint=Endpoint(method=method, path=path) if label else None,
        semantics=semantics(risk=risk, action=action, result_shape=shape),
        annotations=Annotations(),
        **values,
    )


def by_name(*tools):
    return {each.name: each for each in tools}


def candidate(name, rank, score=None, *, breakdown=None, **evidence):
    """Return a candidate whose whole score is its ``seed`` unless a breakdown is given."""
    evidence = evidence or {"matched_terms": ("order",)}
    parts = ScoreBreakdown(**breakdown) if breakdown is not None else None
    if parts is None:
        parts = ScoreBreakdown(seed=1.0 / rank if score is None else score)
    return Candidate(
        name=name,
        rank=rank,
        score=parts.total,
        score_breakdown=parts,
        semantic_evidence=SemanticEvidence(**evidence),
    )


def ranked(*names):
    """Return candidates in this order, with falling scores."""
    return tuple(candidate(name, rank) for rank, name in enumerate(names, start=1))


def case(case_id="case", query="show the order", **values):
    return Case.model_validate({"case_id": case_id, "query": query, **values})


def result(case_id="case", verdict=Verdict.PASS, **values):
    """Return a case result; the fingerprints follow from the id unless they are given."""
    return CaseResult(
        **{
            "case_id": case_id,
            "case_fingerprint": f"case-v1:{case_id}",
            "query_fingerprint": f"query-v1:{case_id}",
            "verdict": verdict,
            "top_k": 8,
            **values,
        }
    )


def run(results, run_id="run", *, settings=None, stamp=None, **values):
    """Return a run of these results; ``stamp`` and ``settings`` override single fields."""
    ordered = tuple(sorted(results, key=lambda each: each.case_id))
    stamped = {
        "engine_version": "1.0",
        "store_schema": 1,
        "catalog_fingerprint": "catalog-v1:0",
        "suite_fingerprint": "suite-v1:0",
        "settings_fingerprint": "settings-v1:0",
    }
    summary = RunSummary(
        **{
            "run_id": run_id,
            "catalog": "shop",
            "suite": "orders",
            "created_at": datetime(2026, 1, 1, tzinfo=UTC),
            "stamp": VersionStamp(**{**stamped, **(stamp or {})}),
            "settings": RunSettings(**(settings or {})),
            "cases": len(ordered),
            "planned": len(ordered),
            **values,
        }
    )
    return Run(summary=summary, results=ordered)
