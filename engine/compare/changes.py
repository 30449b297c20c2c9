"""How each case changed: outcome, place of the expected tool, evidence."""

from __future__ import annotations

from collections.abc import Iterable

from engine.compare.comparability import Shared
from engine.compare.evidence import expected_evidence, signal_differences
from engine.models.diff import CaseChange, Change
from engine.models.run import CaseResult, Verdict

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
        *(compare_results(base, run) for base, run in shared.pairs),
        *(_one_sided(result, Change.REMOVED) for result in shared.only_base),
        *(_one_sided(result, Change.ADDED) for result in shared.only_run),
    ]
    return in_order(changes)


def in_order(changes: Iterable[CaseChange]) -> tuple[CaseChange, ...]:
    """Sort changes: outcome flips first, then the worst delta, then the id."""
    order = {change: place for place, change in enumerate(_SEVERITY)}
    return tuple(sorted(changes, key=lambda each: (order[each.change], each.delta, each.case_id)))


def compare_results(base: CaseResult, run: CaseResult) -> CaseChange:
    """Compare two results of the same case."""
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
        signals=signal_differences(expected_evidence(base), expected_evidence(run)),
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
