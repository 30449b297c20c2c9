"""Rules for retrieval and selection, in the order in which they are asked."""

from __future__ import annotations

from engine.models.failure import FailureReason, FailureStage, Guidance
from engine.models.selection import Decision, ReasonCode
from engine.triage.assertions import AssertionKind
from engine.triage.facts import Facts
from engine.triage.rule import Evidence, Rule

SHOWN = 5
"""Most names that evidence lists."""


def _unknown_target(facts: Facts) -> Evidence | None:
    judgement = facts.judgement
    if not judgement.missing:
        return None
    lost_target = judgement.target_scored and not judgement.targets
    lost_step = judgement.answerable and not judgement.target_scored and () in judgement.steps
    if lost_target or lost_step:
        return {"missing": list(judgement.missing[:SHOWN])}
    return None


def _no_candidates(facts: Facts) -> Evidence | None:
    if facts.results or not _search_missed(facts):
        return None
    return {"empty_reason": facts.empty_reason}


def _low_rank(facts: Facts) -> Evidence | None:
    if not _target_missed(facts) or facts.full_rank is None or facts.full_rank <= facts.top_k:
        return None
    return {"rank": facts.full_rank, "top_k": facts.top_k}


def _not_retrieved(facts: Facts) -> Evidence | None:
    check = facts.failed(AssertionKind.TOP_K_CONTAINS)
    if check is not None:
        return {"assertion": check.kind.value, "tool": check.value, "top_k": facts.top_k}
    if _target_missed(facts):
        return {"top_k": facts.top_k, "candidates": len(facts.results)}
    if _set_missed(facts):
        steps = facts.judgement.steps
        return {
            "top_k": facts.top_k,
            "found": len(steps) - len(facts.absent_steps),
            "expected": len(steps),
            "absent": [step[0] for step in facts.absent_steps[:SHOWN] if step],
        }
    return None


def _llm_target_unknown(facts: Facts) -> Evidence | None:
    selection = facts.selection
    if not _selected_wrong(facts) or selection.decision is not Decision.SELECT_FALLBACK:
        return None
    return {"llm_target": selection.llm_target, "selected": selection.selected_target}


def _llm_target_mismatch(facts: Facts) -> Evidence | None:
    selection = facts.selection
    kept = selection.llm_target is not None and selection.selected_target == selection.llm_target
    if not _selected_wrong(facts) or not kept:
        return None
    return {
        "llm_target": selection.llm_target,
        "rank": facts.rank,
        "llm_margin": _rounded(selection.llm_margin),
        "blocked": list(selection.override_assessment.reason_codes),
    }


def _ambiguous(facts: Facts) -> Evidence | None:
    selection = facts.selection
    if not _selected_wrong(facts) or not selection.ambiguous or selection.overrode_llm:
        return None
    return {
        "selected": selection.selected_target,
        "rank": facts.rank,
        "margin": _rounded(selection.margin),
        "tie": ReasonCode.CANDIDATE_TIE in selection.reason_codes,
        "ambiguity_set": list(selection.ambiguity_set[:SHOWN]),
    }


def _low_confidence(facts: Facts) -> Evidence | None:
    selection = facts.selection
    unsure = ReasonCode.LOW_CONFIDENCE in selection.reason_codes
    if not _selected_wrong(facts) or not unsure or selection.overrode_llm:
        return None
    return {
        "selected": selection.selected_target,
        "rank": facts.rank,
        "confidence": round(selection.confidence, 4),
    }


def _selector_mismatch(facts: Facts) -> Evidence | None:
    selection = facts.selection
    check = facts.failed(AssertionKind.SELECTED_TARGET)
    offered = facts.judgement.no_answer and selection.selected_target is not None
    sure = not selection.ambiguous and ReasonCode.LOW_CONFIDENCE not in selection.reason_codes
    if not (_selected_wrong(facts) or (offered and sure) or check is not None):
        return None
    evidence: Evidence = {
        "selected": selection.selected_target,
        "rank": facts.rank,
        "confidence": round(selection.confidence, 4),
        "overrode_llm": selection.overrode_llm,
    }
    if check is not None:
        evidence["assertion"] = check.kind.value
    return evidence


def _target_missed(facts: Facts) -> bool:
    """Whether the target is not among the candidates, and was not chosen all the same."""
    return facts.judgement.target_scored and facts.rank is None and not facts.selected_right


def _set_missed(facts: Facts) -> bool:
    """Whether a case that is judged on its whole set lacks a part of it."""
    judgement = facts.judgement
    return judgement.answerable and not judgement.target_scored and bool(facts.absent_steps)


def _search_missed(facts: Facts) -> bool:
    return _target_missed(facts) or _set_missed(facts)


def _selected_wrong(facts: Facts) -> bool:
    return facts.judgement.target_scored and not facts.selected_right


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


SEARCH_RULES: tuple[Rule, ...] = (
    Rule(
        FailureStage.RETRIEVE,
        FailureReason.UNKNOWN_TARGET,
        _unknown_target,
        Guidance(
            symptom="The expected tool is not in the catalog.",
            cause="The tool was renamed or removed, or the case names it otherwise.",
            inspect=("expected_target", "stamp.catalog_fingerprint"),
            action="Correct the case, or name the tool by its method and path.",
        ),
    ),
    Rule(
        FailureStage.RETRIEVE,
        FailureReason.NO_CANDIDATES,
        _no_candidates,
        Guidance(
            symptom="The search came back empty.",
            cause="No word of the query occurs in the catalog, or its language is not covered.",
            inspect=("stats.empty_reason", "query"),
            action="Add aliases in the words and the language of the callers.",
        ),
    ),
    Rule(
        FailureStage.RETRIEVE,
        FailureReason.LOW_RANK,
        _low_rank,
        Guidance(
            symptom="The correct target has a score but stands below the cut-off.",
            cause="Weak metadata, or many siblings that share its words.",
            inspect=("full_rank", "expected_candidate.score_breakdown", "counterfactuals"),
            action="Sharpen the tool's texts or aliases, or let the caller look further down.",
        ),
    ),
    Rule(
        FailureStage.RETRIEVE,
        FailureReason.NOT_RETRIEVED,
        _not_retrieved,
        Guidance(
            symptom="The correct target is missing from the candidates.",
            cause="Weak metadata or missing aliases: the query's words are not the tool's words.",
            inspect=(
                "semantic_evidence.canonical_action",
                "semantic_evidence.primary_resource",
                "semantic_evidence.path_module",
                "semantic_evidence.matched_terms",
            ),
            action="Give the tool a description or an alias in the words that callers use.",
        ),
    ),
    Rule(
        FailureStage.SELECT_TARGET,
        FailureReason.LLM_TARGET_NOT_IN_CANDIDATES,
        _llm_target_unknown,
        Guidance(
            symptom="The model named a tool that the catalog does not hold.",
            cause="The model invented or misspelled a name, or chose from an older catalog.",
            inspect=("selection.llm_target", "selection.reason_codes", "candidates"),
            action="Give the model the candidate list of this catalog, by exact names.",
            retryable=True,
        ),
    ),
    Rule(
        FailureStage.SELECT_TARGET,
        FailureReason.LLM_TARGET_MISMATCH,
        _llm_target_mismatch,
        Guidance(
            symptom="The model chose a wrong tool and the selector kept it.",
            cause="The selector's margin was insufficient, or risk or policy forbade an override.",
            inspect=(
                "selection.rank_signals",
                "selection.llm_margin",
                "selection.override_assessment",
                "selection.policy",
            ),
            action="Compare the two tools' signals; give them texts that tell them apart.",
        ),
    ),
    # Before the tie: where next to nothing of the query was met, that tools look alike says little.
    Rule(
        FailureStage.SELECT_TARGET,
        FailureReason.LOW_CONFIDENCE,
        _low_confidence,
        Guidance(
            symptom="A wrong tool was taken with little confidence.",
            cause="Little of the query matched any tool.",
            inspect=("selection.confidence", "semantic_evidence.matched_terms"),
            action="Let the agent ask back below this confidence, or add aliases.",
        ),
    ),
    Rule(
        FailureStage.SELECT_TARGET,
        FailureReason.AMBIGUOUS_TARGET,
        _ambiguous,
        Guidance(
            symptom="Several tools could not be told apart, and the wrong one was taken.",
            cause="A sibling tie: the tools share their words, action and shape.",
            inspect=("selection.ambiguity_set", "selection.margin", "score_breakdown"),
            action="Let the agent ask back, or give the siblings texts that tell them apart.",
        ),
    ),
    Rule(
        FailureStage.SELECT_TARGET,
        FailureReason.SELECTOR_MISMATCH,
        _selector_mismatch,
        Guidance(
            symptom="A wrong tool has a high score and was selected.",
            cause="Noisy text of the wrong tool, or a sibling that fits the words better.",
            inspect=(
                "score_breakdown",
                "semantic_evidence.shape_match",
                "selection.rank_signals",
                "selection.why_rejected",
            ),
            action="Compare the two tools signal by signal and correct the text that misleads.",
        ),
    ),
)
