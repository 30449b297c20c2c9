"""How the evidence of one tool differs between two results of the same case."""

from __future__ import annotations

from engine.models.candidate import Candidate
from engine.models.diff import NOISE, BadgeDifference, EvidenceDifference, SignalDifference
from engine.models.listing import EvidenceChange
from engine.models.run import CaseResult

BADGES = ("action_match", "resource_match", "module_match", "shape_match", "contract_match")


def expected_evidence(result: CaseResult) -> Candidate | None:
    """Return the candidate that counts as the target, also below the cut-off; None without one."""
    if result.rank is None:
        return result.expected_candidate
    return result.candidates[result.rank - 1] if result.rank <= len(result.candidates) else None


def signal_differences(
    before: Candidate | None, after: Candidate | None
) -> tuple[SignalDifference, ...]:
    """Return the contributions that changed, largest change first.

    None where a side has no evidence: an absent contribution is not a contribution of zero.
    """
    if before is None or after is None or before.score_breakdown == after.score_breakdown:
        return ()
    old, new = before.score_breakdown.contributions(), after.score_breakdown.contributions()
    changed = [
        (name, old.get(name, 0.0), new.get(name, 0.0))
        for name in sorted(old.keys() | new.keys())
        if abs(old.get(name, 0.0) - new.get(name, 0.0)) > NOISE
    ]
    changed.sort(key=lambda found: (-abs(found[2] - found[1]), found[0]))
    return tuple(SignalDifference(signal=name, base=one, run=two) for name, one, two in changed)


def evidence_change(base: CaseResult, run: CaseResult) -> EvidenceChange:
    """Say of two whole results of one case what the store says of two runs' cases at once."""
    return EvidenceChange(
        overtaken_by=_overtaken_by(base, run),
        signals=signal_differences(expected_evidence(base), expected_evidence(run)),
    )


def _overtaken_by(base: CaseResult, run: CaseResult) -> tuple[str, ...]:
    """Tools that stand above the expected one now and did not in the baseline, best first."""
    if base.rank is None or run.rank == 1:
        return ()
    # Ranks are 1..n without gaps, so a rank is a place.
    above = run.candidates if run.rank is None else run.candidates[: run.rank - 1]
    above_before = {candidate.name for candidate in base.candidates[: base.rank - 1]}
    return tuple(c.name for c in above if c.name not in above_before)


def evidence_difference(base: CaseResult, run: CaseResult) -> EvidenceDifference:
    """Compare everything that spoke for the expected tool in two results of one case.

    Empty when either side has no evidence of it; compared the other way round it is the mirror
    image.
    """
    before, after = expected_evidence(base), expected_evidence(run)
    if before is None or after is None:
        return EvidenceDifference()
    old, new = before.semantic_evidence, after.semantic_evidence
    badges = [(name, getattr(old, name), getattr(new, name)) for name in BADGES]
    terms_before, terms_after = set(old.matched_terms), set(new.matched_terms)
    edges_before, edges_after = _edges(before), _edges(after)
    return EvidenceDifference(
        signals=signal_differences(before, after),
        badges=tuple(
            BadgeDifference(badge=name, base=one, run=two)
            for name, one, two in badges
            if one is not two
        ),
        terms_gained=tuple(sorted(terms_after - terms_before)),
        terms_lost=tuple(sorted(terms_before - terms_after)),
        edges_gained=tuple(sorted(edges_after - edges_before)),
        edges_lost=tuple(sorted(edges_before - edges_after)),
    )


def _edges(candidate: Candidate) -> set[str]:
    return {f"{edge.source} → {edge.target} ({edge.kind})" for edge in candidate.edge_evidence}
