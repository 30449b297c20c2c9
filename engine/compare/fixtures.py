"""Regression fixtures: made from results, and held against new ones."""

from __future__ import annotations

from engine.compare.changes import compare_results
from engine.compare.evidence import evidence_difference
from engine.models.candidate import Candidate, SemanticEvidence
from engine.models.case import Case, TargetKind
from engine.models.fixture import (
    FORMAT,
    Expectation,
    Fixture,
    FixtureCheck,
    FixtureSettings,
    FixtureSide,
)
from engine.models.run import CaseResult, RunSettings, RunSummary, Verdict, VersionStamp
from engine.models.selection import Selection

KEPT = 5
"""Candidates that a fixture keeps, and more where the expected tool stands lower."""

_STAMPED = {
    "engine": ("engine_version", "git_commit", "git_dirty", "evidence_format"),
    "catalog": ("catalog_fingerprint",),
    "graph": ("graph_fingerprint",),
    "encoder": ("encoder",),
    "settings": ("settings_fingerprint",),
}


def fixture_side(run: RunSummary, result: CaseResult) -> FixtureSide:
    """Return what a run made of a case, cut down to what explains its rank."""
    settings = run.settings
    return FixtureSide(
        run_id=run.run_id,
        stamp=run.stamp,
        settings=FixtureSettings(
            channels=settings.channels, policy=settings.policy, top_k=settings.top_k
        ),
        result=compact(result),
    )


def make_fixture(case: Case, actual: FixtureSide, baseline: FixtureSide | None = None) -> Fixture:
    """Return a fixture of ``case``.

    What it expects follows from the side that passes, the baseline first: that verdict, and the
    expected tool at that rank or better. Where neither passes it expects the case to pass, so it
    fails until the case is mended. A case that is judged on its whole set has no rank to hold.

    Parameters
    ----------
    case : Case
        Values of provided entities are left out.
    actual, baseline : FixtureSide
        What the run, and the one it was compared with, made of it.
    """
    fixture = Fixture(
        quality_lab_fixture=FORMAT,
        case=Case.model_validate(case.storable()),
        actual=actual,
        baseline=baseline,
    )
    reference = fixture.reference.result
    ranked = reference.verdict is Verdict.PASS and case.target_kind is not TargetKind.ARBITRARY
    return fixture.model_copy(
        update={"expectation": Expectation(rank=reference.rank if ranked else None)}
    )


def compact(result: CaseResult) -> CaseResult:
    """Return a result with its best candidates, without measures, times and the long texts."""
    kept = result.candidates[: max(KEPT, result.rank or 0)]
    selection = result.selection
    below = result.expected_candidate
    return CaseResult(
        case_id=result.case_id,
        case_fingerprint=result.case_fingerprint,
        query_fingerprint=result.query_fingerprint,
        verdict=result.verdict,
        expected_target=result.expected_target,
        rank=result.rank,
        full_rank=result.full_rank,
        top_k=result.top_k,
        candidates=tuple(_compact_candidate(each) for each in kept),
        expected_candidate=None if below is None else _compact_candidate(below),
        selection=Selection(
            selected_target=selection.selected_target,
            llm_target=selection.llm_target,
            overrode_llm=selection.overrode_llm,
            ambiguous=selection.ambiguous,
            decision=selection.decision,
            policy=selection.policy,
            reason_codes=selection.reason_codes,
            confidence=selection.confidence,
            margin=selection.margin,
        ),
        failure=result.failure,
    )


def _compact_candidate(candidate: Candidate) -> Candidate:
    meaning = candidate.semantic_evidence
    return candidate.model_copy(
        update={
            "semantic_evidence": SemanticEvidence(
                action_match=meaning.action_match,
                resource_match=meaning.resource_match,
                module_match=meaning.module_match,
                shape_match=meaning.shape_match,
                contract_match=meaning.contract_match,
                matched_terms=meaning.matched_terms,
            )
        }
    )


def check_fixture(
    fixture: Fixture, result: CaseResult, stamp: VersionStamp | None = None
) -> FixtureCheck:
    """Hold a fixture's expectation against a new result of its case.

    Parameters
    ----------
    fixture : Fixture
        With the old evidence.
    result : CaseResult
        The new one.
    stamp : VersionStamp, optional
        What the new result was made with, to say what differs.
    """
    reference = fixture.reference
    problems = tuple(_problems(fixture.expectation, result))
    return FixtureCheck(
        case_id=result.case_id,
        holds=not problems,
        problems=problems,
        change=compare_results(reference.result, result),
        evidence=evidence_difference(reference.result, result),
        made_with=_made_with(reference.stamp, stamp) if stamp is not None else (),
        reference=reference,
        result=result,
    )


def _problems(expectation: Expectation, result: CaseResult) -> list[str]:
    found = []
    if result.verdict is not expectation.verdict:
        found.append(
            f"the verdict is {result.verdict.value}, but {expectation.verdict.value} is expected."
        )
    wanted = expectation.rank
    if wanted is not None and (result.rank is None or result.rank > wanted):
        now = f"not in the top {result.top_k}" if result.rank is None else f"at rank {result.rank}"
        target = result.expected_target or "the expected tool"
        found.append(f"{target} is {now}, but rank {wanted} or better is expected.")
    return found


def _made_with(old: VersionStamp, new: VersionStamp) -> tuple[str, ...]:
    return tuple(
        sorted(
            what
            for what, parts in _STAMPED.items()
            if any(getattr(old, part) != getattr(new, part) for part in parts)
        )
    )


def run_settings(settings: FixtureSettings) -> RunSettings:
    """Return the settings under which a fixture's case is run again."""
    return RunSettings(channels=settings.channels, policy=settings.policy, top_k=settings.top_k)
