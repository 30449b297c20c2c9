"""Records to store: valid by default, and realistic runs of any size from a seed."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from engine.fingerprint import fingerprint
from engine.models.candidate import (
    Candidate,
    EdgeEvidence,
    Intent,
    MatchedTerm,
    RankingStats,
    ScoreBreakdown,
    SemanticEvidence,
)
from engine.models.case import Case, Suite
from engine.models.catalog import Catalog, DeclaredLink, IngestWarning, SourceDocument
from engine.models.failure import Failure, FailureReason, FailureStage
from engine.models.run import (
    CaseResult,
    MeasureValue,
    Run,
    RunSettings,
    RunSummary,
    SignalCounterfactual,
    StageLatency,
    Verdict,
    VersionStamp,
)
from engine.models.selection import Decision, RankSignal, Reasoned, Selection
from engine.models.tool import ContractField, Derived, Endpoint, Location, Semantics, Tool

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
SIGNALS = ("seed", "dense", "graph", "action_match", "resource_match", "contract_match")
WORDS = ("order", "refund", "member", "delivery", "coupon", "payment", "stock", "주문", "환불")


def tool(name: str = "getOrder", *, description: str = "Returns one order.") -> Tool:
    known = Derived(value="order", source="path", confidence=0.9)
    return Tool(
        name=name,
        title="One order",
        description=description,
        endpoint=Endpoint(method="GET", path=f"/orders/{name}/{{id}}"),
        tags=("orders", "주문"),
        consumes=(
            ContractField(name="id", json_path="$.id", required=True, location=Location.PATH),
        ),
        semantics=Semantics(
            action=known, resource=known, result_shape=known, path_module=known, risk=known
        ),
        source="shop.yaml",
    )


def catalog(name: str = "shop", *tools: Tool) -> Catalog:
    chosen = tools or (tool("cancelOrder"), tool("getOrder"), tool("listOrders"))
    return Catalog(
        name=name,
        tools=tuple(sorted(chosen, key=lambda x: x.name)),
        documents=(
            SourceDocument(
                name="shop.yaml", format="openapi-3.1", sha256="0" * 64, size=7, operations=3
            ),
        ),
        links=(DeclaredLink(source="listOrders", target="getOrder", kind="openapi_link"),),
        warnings=(IngestWarning(code="no_summary", message="cancelOrder has no summary."),),
    )


def suite(name: str = "core", *cases: Case) -> Suite:
    chosen = cases or (
        Case(case_id="order-001", query="환불 가능한 주문", expected_target="getOrder", lang="ko"),
        Case(case_id="order-002", query="cancel it", expected_target="cancelOrder"),
    )
    return Suite(name=name, cases=tuple(sorted(chosen, key=lambda x: x.case_id)))


def candidate(
    name: str = "getOrder", rank: int = 1, *, score: float = 1.0, terms: int = 1
) -> Candidate:
    return Candidate(
        name=name,
        rank=rank,
        score=score,
        tool_fingerprint=fingerprint("tool", name),
        score_breakdown=ScoreBreakdown(seed=score * 0.75, action_match=score * 0.25),
        semantic_evidence=SemanticEvidence(
            canonical_action="read",
            primary_resource="order",
            action_match=True,
            matched_terms=WORDS[:terms],
            matched_fields=tuple(
                MatchedTerm(term=word, field="name", contribution=score * 0.75 / terms)
                for word in WORDS[:terms]
            ),
        ),
    )


def result(case_id: str = "order-001", verdict: Verdict = Verdict.PASS, **changes) -> CaseResult:
    fields = {
        "case_id": case_id,
        "case_fingerprint": fingerprint("case", case_id),
        "query_fingerprint": fingerprint("query", case_id),
        "verdict": verdict,
        "expected_target": "getOrder",
        "rank": 1,
        "full_rank": 1,
        "top_k": 8,
        "candidates": (candidate("getOrder", 1, score=2.0), candidate("listOrders", 2)),
        "selection": Selection(
            selected_target="getOrder", decision=Decision.SELECT, confidence=0.8, margin=0.25
        ),
        "measures": {"RR": 1.0, "nDCG@10": None},
        "latency_ms": {"retrieve": 1.25, "select": 0.5},
    }
    if verdict is Verdict.FAIL:
        fields["failure"] = Failure(
            stage=FailureStage.RETRIEVE, reason=FailureReason.LOW_RANK, evidence={"rank": 2}
        )
    return CaseResult(**(fields | changes))


def run(
    run_id: str = "a1b2c3d4e5f6", *results: CaseResult, day: int = 0, suite: str = "core", **changes
) -> Run:
    chosen = results or (
        result("order-001"),
        result("order-002", Verdict.FAIL, rank=2, tags=("bulk",)),
    )
    chosen = tuple(sorted(chosen, key=lambda x: x.case_id))
    fields = {
        "run_id": run_id,
        "catalog": "shop",
        "suite": suite,
        "created_at": START + timedelta(days=day),
        "note": "",
        "stamp": VersionStamp(
            engine_version="0.1.0",
            store_schema=1,
            catalog_fingerprint="catalog-v1:0123456789abcdef",
            suite_fingerprint="suite-v1:0123456789abcdef",
            settings_fingerprint="settings-v1:0123456789abcdef",
        ),
        "settings": RunSettings(retrieval={"k1": 1.2, "fields": ["name", "path"]}),
        "cases": len(chosen),
        "planned": len(chosen),
        "verdicts": {x.value: sum(r.verdict is x for r in chosen) for x in Verdict},
        "failures": {"retrieve": sum(r.failure is not None for r in chosen)},
        "measures": {
            "MRR": MeasureValue(value=0.75, scored=len(chosen), unscored=0),
            "All@8": MeasureValue(value=None, scored=0, unscored=len(chosen)),
        },
        "latency_ms": {"retrieve": StageLatency(p50=1.0, p95=2.5)},
    }
    return Run(summary=RunSummary(**(fields | changes)), results=chosen)


def large_run(run_id: str, *, cases: int, candidates: int, seed: int, day: int = 0) -> Run:
    """Return a run as the engine makes them: every candidate with its terms, some with a path."""
    dice = random.Random(seed)
    names = [f"{a}{b.title()}{n:03d}" for a in ("get", "list") for b in WORDS for n in range(40)]
    found = [_large_result(dice, names, place, candidates) for place in range(cases)]
    return run(run_id, *found, day=day)


def _large_result(dice: random.Random, names: list[str], place: int, candidates: int) -> CaseResult:
    chosen = dice.sample(names, candidates)
    scores = sorted((dice.uniform(0.5, 12.0) for _ in chosen), reverse=True)
    ranked = tuple(
        _large_candidate(dice, name, number, score, chosen[0])
        for number, (name, score) in enumerate(zip(chosen, scores, strict=True), start=1)
    )
    rank = dice.choice([1, 1, 1, 2, 3, None])
    passed = rank == 1
    return CaseResult(
        case_id=f"case-{place:05d}",
        case_fingerprint=fingerprint("case", place),
        query_fingerprint=fingerprint("query", place),
        verdict=Verdict.PASS if passed else Verdict.FAIL,
        expected_target=chosen[(rank - 1) % candidates] if rank else "missingTool",
        rank=rank,
        full_rank=rank or 40,
        top_k=candidates,
        candidates=ranked,
        counterfactuals=tuple(
            SignalCounterfactual(signal=x, expected=dice.random(), winner=dice.random())
            for x in SIGNALS
        ),
        intent=Intent(dominant="read", read=0.75),
        stats=RankingStats(seeds=tuple(chosen[:5]), visited_nodes=40, elapsed_ms=dice.random()),
        selection=Selection(
            selected_target=chosen[0],
            decision=Decision.SELECT,
            confidence=dice.random(),
            margin=scores[0] - scores[-1],
            reason_codes=("selected_by_rank",),
            rank_signals=tuple(
                RankSignal(
                    name=x.name,
                    rank=x.rank,
                    selector_score=x.score,
                    signals={name: dice.random() for name in SIGNALS},
                )
                for x in ranked
            ),
            why_selected=Reasoned(name=chosen[0], reason_codes=("selected_by_rank",)),
            why_rejected=tuple(
                Reasoned(name=x.name, score_difference=scores[0] - x.score) for x in ranked[1:4]
            ),
        ),
        failure=None
        if passed
        else Failure(
            stage=FailureStage.RETRIEVE if rank is None else FailureStage.SELECT_TARGET,
            reason=FailureReason.NOT_RETRIEVED if rank is None else FailureReason.LOW_RANK,
            evidence={"rank": rank},
        ),
        measures={"RR": 1 / rank if rank else 0.0, "R@10": float(rank is not None)},
        latency_ms={"retrieve": dice.random(), "select": dice.random()},
        lang=dice.choice(["en", "ko"]),
        tags=(dice.choice(["read", "write"]),),
    )


def _large_candidate(
    dice: random.Random, name: str, rank: int, score: float, seed: str
) -> Candidate:
    terms = dice.sample(WORDS, dice.randint(4, 8))
    parts = {x: dice.random() for x in SIGNALS}
    whole = sum(parts.values())
    edges = (
        EdgeEvidence(
            source=seed,
            target=name,
            kind="data_flow",
            confidence=0.75,
            evidence=f"{seed} returns orderId, which {name} needs.",
            fields=(("orderId", "id"),),
        ),
    )
    return Candidate(
        name=name,
        rank=rank,
        score=score,
        tool_fingerprint=fingerprint("tool", name),
        score_breakdown=ScoreBreakdown(**{x: score * y / whole for x, y in parts.items()}),
        expanded_from=seed if rank % 5 == 0 else None,
        edge_evidence=edges if rank % 5 == 0 else (),
        semantic_evidence=SemanticEvidence(
            canonical_action="read",
            primary_resource=dice.choice(WORDS),
            result_shape="single",
            path_module="/orders",
            query_action="read",
            action_match=True,
            resource_match=dice.random() > 0.5,
            matched_terms=tuple(terms),
            matched_fields=tuple(
                MatchedTerm(term=x, field="name", contribution=dice.random()) for x in terms
            ),
        ),
    )
