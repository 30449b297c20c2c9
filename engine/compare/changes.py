"""How each case changed: outcome, place of the expected tool, evidence."""

from __future__ import annotations

from collections.abc import Iterable

from engine.compare.comparability import Shared
from engine.models.candidate import Candidate
from engine.models.diff import CaseChange, Change, SignalDifference
from engine.models.run import CaseResult, Verdict

NOISE = 1e-9
"""Contributions that differ by less are equal: they sum to a score within this."""

_SEVERITY = (
    Change.REGRESSED,
    Change.ERROR,
    Change.IMPROVED,
    Change.FLAKY,
    Change.MOVED,
    Change.SAME,
    Change.ADDED,
    Change.REMOVED,
)
_JUDGED = (Verdict.PASS, Verdict.FAIL)


def case_changes(shared: Shared) -> tuple[CaseChange, ...]:
    """Return every case of both runs: outcome flips first, then the worst delta, then the id.

    Cases in both whose content differs are left out: they are other cases under the same name.
    """
    changes = [
        *(_compared(base, run) for base, run in shared.pairs),
        *(_one_sided(result, Change.REMOVED) for result in shared.only_base),
        *(_one_sided(result, Change.ADDED) for result in shared.only_run),
    ]
    return in_order(changes)


def in_order(changes: Iterable[CaseChange]) -> tuple[CaseChange, ...]:
    """Sort changes: outcome flips first, then the worst delta, then the id."""
    order = {change: place for place, change in enumerate(_SEVERITY)}
    return tuple(sorted(changes, key=lambda each: (order[each.change], each.delta, each.case_id)))


def _compared(base: CaseResult, run: CaseResult) -> CaseChange:
    expected = run.expected_target or base.expected_target
    return CaseChange(
        case_id=run.case_id,
        change=_change(base, run),
        verdict_base=base.verdict,
        verdict_run=run.verdict,
        rank_base=base.rank,
        rank_run=run.rank,
        delta=_delta(base, run),
        expected_target=expected,
        selected_base=base.selection.selected_target,
        selected_run=run.selection.selected_target,
        failure_base=base.failure,
        failure_run=run.failure,
        overtaken_by=_overtaken_by(base, run),
        signals=_signals(base, run),
    )


def _one_sided(result: CaseResult, change: Change) -> CaseChange:
    selected, failure = result.selection.selected_target, result.failure
    if change is Change.ADDED:
        return CaseChange(
            case_id=result.case_id,
            change=change,
            verdict_run=result.verdict,
            rank_run=result.rank,
            expected_target=result.expected_target,
            selected_run=selected,
            failure_run=failure,
        )
    return CaseChange(
        case_id=result.case_id,
        change=change,
        verdict_base=result.verdict,
        rank_base=result.rank,
        expected_target=result.expected_target,
        selected_base=selected,
        failure_base=failure,
    )


def _change(base: CaseResult, run: CaseResult) -> Change:
    if base.verdict is not run.verdict:
        if base.verdict not in _JUDGED or run.verdict not in _JUDGED:
            return Change.ERROR
        return Change.REGRESSED if run.verdict is Verdict.FAIL else Change.IMPROVED
    moved = base.rank != run.rank
    moved = moved or base.selection.selected_target != run.selection.selected_target
    return Change.MOVED if moved else Change.SAME


def _delta(base: CaseResult, run: CaseResult) -> int:
    if base.rank is None and run.rank is None:
        return 0
    return (base.rank or base.top_k + 1) - (run.rank or run.top_k + 1)


def _overtaken_by(base: CaseResult, run: CaseResult) -> tuple[str, ...]:
    """Tools that stand above the expected one now and did not in the baseline, best first."""
    if base.rank is None or run.rank == 1:
        return ()
    # Ranks are 1..n without gaps, so a rank is a place.
    above = run.candidates if run.rank is None else run.candidates[: run.rank - 1]
    above_before = {candidate.name for candidate in base.candidates[: base.rank - 1]}
    return tuple(c.name for c in above if c.name not in above_before)


def _signals(base: CaseResult, run: CaseResult) -> tuple[SignalDifference, ...]:
    """Contributions to the expected tool that changed; none where a side has no evidence of it."""
    before, after = _expected(base), _expected(run)
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


def _expected(result: CaseResult) -> Candidate | None:
    """Return the candidate that counts as the target, with its evidence."""
    if result.rank is None:
        return result.expected_candidate
    return result.candidates[result.rank - 1] if result.rank <= len(result.candidates) else None
