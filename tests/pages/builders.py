"""Records of runs, cases and differences as the pages meet them; valid by default."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from engine.models.candidate import (
    Candidate,
    EdgeEvidence,
    MatchedTerm,
    ScoreBreakdown,
    SemanticEvidence,
)
from engine.models.case import Case
from engine.models.diff import CaseChange, Change, Comparability, MeasureDifference, RunDiff
from engine.models.failure import Failure, FailureReason, FailureStage
from engine.models.listing import CaseRow, TrendPoint
from engine.models.run import (
    CaseResult,
    MeasureValue,
    RunSettings,
    RunSummary,
    SignalCounterfactual,
    Verdict,
    VersionStamp,
)
from engine.models.selection import Decision, Selection

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def case(case_id: str = "refund-001", **fields: object) -> Case:
    """Return a search case that expects ``getRefund``."""
    known: dict[str, object] = {
        "case_id": case_id,
        "query": "find refund-ready orders",
        "expected_target": "getRefund",
    }
    return Case.model_validate({**known, **fields})


def candidate(name: str = "getRefund", rank: int = 1, **fields: object) -> Candidate:
    """Return a candidate whose score is the sum of its contributions."""
    breakdown = fields.pop("score_breakdown", ScoreBreakdown(seed=2.0 / rank, action_match=0.5))
    assert isinstance(breakdown, ScoreBreakdown)
    known: dict[str, object] = {
        "name": name,
        "rank": rank,
        "score": breakdown.total,
        "score_breakdown": breakdown,
        "semantic_evidence": SemanticEvidence(
            canonical_action="read",
            primary_resource="refund",
            result_shape="list",
            action_match=True,
            resource_match=rank == 1,
            matched_terms=("refund",),
            matched_fields=(MatchedTerm(term="refund", field="name", contribution=breakdown.seed),),
        ),
    }
    return Candidate.model_validate({**known, **fields})


def edge(source: str = "searchOrder", target: str = "getRefund", **fields: object) -> EdgeEvidence:
    """Return a data-flow edge by ``orderId``."""
    known: dict[str, object] = {
        "source": source,
        "target": target,
        "kind": "data_flow",
        "confidence": 0.9,
        "evidence": "searchOrder produces orderId, which getRefund consumes.",
        "fields": (("orderId", "orderId"),),
    }
    return EdgeEvidence.model_validate({**known, **fields})


def result(case_id: str = "refund-001", **fields: object) -> CaseResult:
    """Return a failing result: ``getRefund`` stands second, behind ``getOrder``."""
    known: dict[str, object] = {
        "case_id": case_id,
        "case_fingerprint": "case-v1:0000000000000001",
        "query_fingerprint": "query-v1:0000000000000001",
        "verdict": Verdict.FAIL,
        "expected_target": "getRefund",
        "rank": 2,
        "full_rank": 2,
        "top_k": 8,
        "candidates": (candidate("getOrder", 1), candidate("getRefund", 2)),
        "counterfactuals": (
            SignalCounterfactual(signal="seed", expected=1.0, winner=2.0, rank_without=1),
            SignalCounterfactual(signal="action_match", expected=0.5, winner=0.5, rank_without=2),
        ),
        "selection": Selection(
            selected_target="getOrder",
            llm_target="getRefund",
            overrode_llm=True,
            decision=Decision.OVERRIDE_LLM,
            reason_codes=("selected_by_strong_evidence", "llm_target_overridden"),
            confidence=0.7,
            margin=1.0,
        ),
        "failure": Failure(
            stage=FailureStage.SELECT_TARGET, reason=FailureReason.SELECTOR_MISMATCH
        ),
        "measures": {"Success@1": 0.0, "MRR": 0.5},
    }
    return CaseResult.model_validate({**known, **fields})


def row(case_id: str = "refund-001", **fields: object) -> CaseRow:
    """Return the light row of a failing case."""
    known: dict[str, object] = {
        "case_id": case_id,
        "case_fingerprint": "case-v1:0000000000000001",
        "query_fingerprint": "query-v1:0000000000000001",
        "verdict": Verdict.FAIL,
        "expected_target": "getRefund",
        "selected_target": "getOrder",
        "rank": 2,
        "top_k": 8,
        "candidates": 2,
        "stage": FailureStage.SELECT_TARGET,
        "reason": FailureReason.SELECTOR_MISMATCH,
    }
    return CaseRow.model_validate({**known, **fields})


def summary(run_id: str = "a19c00000000", **fields: object) -> RunSummary:
    """Return a complete run of ten cases, three of which failed."""
    known: dict[str, object] = {
        "run_id": run_id,
        "catalog": "shop",
        "suite": "shop",
        "created_at": NOON,
        "stamp": VersionStamp(
            engine_version="0.1.0",
            store_schema=1,
            catalog_fingerprint="catalog-v1:1",
            suite_fingerprint="suite-v1:1",
            settings_fingerprint="settings-v1:1",
        ),
        "settings": RunSettings(),
        "cases": 10,
        "planned": 10,
        "verdicts": {"pass": 7, "fail": 3, "error": 0, "unscored": 0},
        "failures": {"retrieve": 1, "select_target": 2},
        "measures": {
            "Success@1": MeasureValue(value=0.7, scored=10, unscored=0),
            "MRR": MeasureValue(value=0.8, scored=10, unscored=0),
            "selector_accuracy": MeasureValue(value=0.7, scored=10, unscored=0),
        },
    }
    return RunSummary.model_validate({**known, **fields})


def trend_point(index: int = 0, **fields: object) -> TrendPoint:
    """Return the ``index``-th run of a suite, an hour apart."""
    known: dict[str, object] = {
        "run_id": f"{index:012x}",
        "created_at": NOON + timedelta(hours=index),
        "catalog": "shop",
        "catalog_fingerprint": "catalog-v1:1",
        "suite_fingerprint": "suite-v1:1",
        "settings_fingerprint": "settings-v1:1",
        "cases": 10,
        "measures": {"MRR": MeasureValue(value=0.5, scored=10, unscored=0)},
    }
    return TrendPoint.model_validate({**known, **fields})


def change(case_id: str = "refund-001", **fields: object) -> CaseChange:
    """Return a regression from rank 1 to rank 3."""
    known: dict[str, object] = {
        "case_id": case_id,
        "change": Change.REGRESSED,
        "verdict_base": Verdict.PASS,
        "verdict_run": Verdict.FAIL,
        "rank_base": 1,
        "rank_run": 3,
        "delta": -2,
        "expected_target": "getRefund",
        "selected_base": "getRefund",
        "selected_run": "getOrder",
    }
    return CaseChange.model_validate({**known, **fields})


def run_diff(**fields: object) -> RunDiff:
    """Return a diff of ten common cases with one regression."""
    known: dict[str, object] = {
        "base": "a19c00000000",
        "run": "b7f200000000",
        "comparable": Comparability(
            comparable=True, common=10, only_base=0, only_run=0, changed_cases=0
        ),
        "cases": (change(),),
        "counts": {**{c.value: 0 for c in Change}, "regressed": 1, "same": 9},
        "measures": (
            MeasureDifference(
                name="selector_accuracy",
                base=0.8,
                run=0.7,
                difference=-0.1,
                ci=(-0.3, 0.1),
                scored=10,
                wins=0,
                ties=9,
                losses=1,
            ),
        ),
    }
    return RunDiff.model_validate({**known, **fields})
