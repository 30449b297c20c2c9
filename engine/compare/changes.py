"""How each case changed: outcome, place of the expected tool, evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.compare.comparability import Shared
from engine.compare.evidence import evidence_change
from engine.compare.outcomes import outcome_of
from engine.compare.repeats import NOT_REPEATED, RepeatsByCase, told_apart
from engine.models.bulk import trusted
from engine.models.diff import CaseChange, Change
from engine.models.listing import EvidenceChange
from engine.models.outcome import Outcome
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
_ORDER = {change: place for place, change in enumerate(_SEVERITY)}
_JUDGED = (Verdict.PASS, Verdict.FAIL)
_SAME_EVIDENCE = EvidenceChange()

_Fields = dict[str, Any]
"""Every field of a :class:`CaseChange`, before all of them become records in one go."""


def case_changes(
    shared: Shared,
    evidence: Mapping[str, EvidenceChange],
    base_repeats: RepeatsByCase = NOT_REPEATED,
    run_repeats: RepeatsByCase = NOT_REPEATED,
) -> tuple[CaseChange, ...]:
    """Return every case of both runs: outcome flips first, then the worst delta, then the id.

    Cases in both whose content differs are left out: they are other cases under the same name.

    Parameters
    ----------
    shared : Shared
        The cases, matched.
    evidence : mapping of str to EvidenceChange
        What differs in the evidence, by case id; absent where nothing does.
    base_repeats, run_repeats : mapping of str to Repeats
        How often each case passes in the repeats of either run.
    """
    found = [_compared(base, run, evidence) for base, run in shared.pairs]
    found.extend(_one_sided(case, Change.REMOVED) for case in shared.only_base)
    found.extend(_one_sided(case, Change.ADDED) for case in shared.only_run)
    if base_repeats or run_repeats:
        for fields in found:
            case_id = fields["case_id"]
            fields.update(
                told_apart(fields["change"], base_repeats.get(case_id), run_repeats.get(case_id))
            )
    found.sort(key=_by_severity)
    # Ours to trust: every value is of an outcome, of a record, or was made here.
    return trusted(CaseChange, found)


def compare_results(base: CaseResult, run: CaseResult) -> CaseChange:
    """Compare two results of the same case, with their evidence."""
    evidence = {run.case_id: evidence_change(base, run)}
    return CaseChange.model_validate(_compared(outcome_of(base), outcome_of(run), evidence))


def _by_severity(fields: _Fields) -> tuple[int, int, str]:
    return (_ORDER[fields["change"]], fields["delta"], fields["case_id"])


def _compared(base: Outcome, run: Outcome, evidence: Mapping[str, EvidenceChange]) -> _Fields:
    told = evidence.get(run.case_id, _SAME_EVIDENCE)
    return {
        "case_id": run.case_id,
        "change": _change(base, run),
        "verdict_base": base.verdict,
        "verdict_run": run.verdict,
        "rank_base": base.rank,
        "rank_run": run.rank,
        "delta": _delta(base, run),
        "expected_target": run.expected_target or base.expected_target,
        "selected_base": base.selected_target,
        "selected_run": run.selected_target,
        "failure_base": base.failure,
        "failure_run": run.failure,
        "overtaken_by": told.overtaken_by,
        "signals": told.signals,
        "repeats_base": None,
        "repeats_run": None,
    }


def _one_sided(case: Outcome, change: Change) -> _Fields:
    fields: _Fields = dict.fromkeys(CaseChange.model_fields)
    side = "run" if change is Change.ADDED else "base"
    return fields | {
        "case_id": case.case_id,
        "change": change,
        f"verdict_{side}": case.verdict,
        f"rank_{side}": case.rank,
        "delta": 0,
        "expected_target": case.expected_target,
        f"selected_{side}": case.selected_target,
        f"failure_{side}": case.failure,
        "overtaken_by": (),
        "signals": (),
    }


def _change(base: Outcome, run: Outcome) -> Change:
    if base.verdict is not run.verdict:
        if base.verdict not in _JUDGED or run.verdict not in _JUDGED:
            return Change.ERROR
        return Change.REGRESSED if run.verdict is Verdict.FAIL else Change.IMPROVED
    moved = base.rank != run.rank or base.selected_target != run.selected_target
    return Change.MOVED if moved else Change.SAME


def _delta(base: Outcome, run: Outcome) -> int:
    if base.rank is None and run.rank is None:
        return 0
    return (base.rank or base.top_k + 1) - (run.rank or run.top_k + 1)
