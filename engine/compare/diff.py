"""Compare two runs: comparability first, then cases, then measures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.compare.changes import case_changes
from engine.compare.comparability import compare_stamps, match_cases
from engine.compare.evidence import evidence_change
from engine.compare.measured import measure_difference, paired_values
from engine.compare.outcomes import outcomes_of
from engine.compare.repeats import NOT_REPEATED, RepeatsByCase
from engine.compare.rollups import Kinds, places_of, rollups
from engine.compare.significance import mcnemar_exact
from engine.models.diff import Change, GroupBy, RunDiff
from engine.models.listing import EvidenceChange, ToolKind
from engine.models.outcome import Outcome, Outcomes
from engine.models.run import Run, RunSummary, Verdict


class Side(NamedTuple):
    """One of the two runs of a comparison, without evidence."""

    summary: RunSummary
    outcomes: Outcomes
    tools: Kinds | None = None
    """The catalog's tools by name, to count what changed in it and to group cases by what their
    expected tool is; None when it is unknown."""

    repeats: RepeatsByCase = NOT_REPEATED
    repeated: int = 1
    """Runs under the run's stamp, itself among them."""


def diff_runs(
    base: Run,
    run: Run,
    *,
    base_tools: Kinds | None = None,
    run_tools: Kinds | None = None,
    base_repeats: RepeatsByCase = NOT_REPEATED,
    run_repeats: RepeatsByCase = NOT_REPEATED,
    repeated: tuple[int, int] = (1, 1),
) -> RunDiff:
    """Return what changed from a baseline to a current run, both whole and in memory.

    Parameters
    ----------
    base, run : Run
        Baseline and current run, with evidence where signal differences are wanted.
    base_tools, run_tools : mapping of str to ToolKind, optional
        As :attr:`Side.tools`.
    base_repeats, run_repeats : mapping of str to Repeats, optional
        How often each case passes in the repeats of either run. A flip counts only where the side
        that passes does so in all its repeats; otherwise the case is flaky.
    repeated : (int, int)
        Runs under either stamp.

    Returns
    -------
    RunDiff
        As :func:`diff_outcomes`.
    """
    before = {result.case_id: result for result in base.results}
    return diff_outcomes(
        Side(base.summary, outcomes_of(base.results), base_tools, base_repeats, repeated[0]),
        Side(run.summary, outcomes_of(run.results), run_tools, run_repeats, repeated[1]),
        {
            now.case_id: evidence_change(before[now.case_id], now)
            for now in run.results
            if now.case_id in before
        },
    )


def diff_outcomes(base: Side, run: Side, evidence: Mapping[str, EvidenceChange]) -> RunDiff:
    """Return what changed from a baseline to a current run.

    Every number is over the cases that both runs hold with the same content, and a delta is
    current minus baseline: positive for places gained. Comparing a run with itself shows no
    change; comparing the other way round shows the mirror image.

    Parameters
    ----------
    base, run : Side
        Baseline and current run.
    evidence : mapping of str to EvidenceChange
        What differs in the evidence of the same cases, by case id; absent where nothing does.

    Returns
    -------
    RunDiff
        With every case of both runs but those whose content differs.
    """
    shared = match_cases(base.outcomes, run.outcomes)
    changes = case_changes(shared, evidence, base.repeats, run.repeats)
    counts = Counter(change.change for change in changes)
    values = paired_values(base.outcomes, run.outcomes, shared)
    return RunDiff(
        base=base.summary.run_id,
        run=run.summary.run_id,
        comparable=compare_stamps(
            base.summary, run.summary, shared, _fingerprints(base.tools), _fingerprints(run.tools)
        ),
        cases=changes,
        counts={change.value: counts[change] for change in Change},
        measures=tuple(map(measure_difference, values)),
        mcnemar_p=_mcnemar(shared.pairs),
        rollups=rollups(
            shared.pairs,
            changes,
            values,
            suites=(base.summary.suite, run.summary.suite),
            kinds=(base.tools or {}, run.tools or {}),
        ),
        repeats_base=base.repeated,
        repeats_run=run.repeated,
    )


def members(base: Side, run: Side, by: GroupBy, value: str | None) -> frozenset[str]:
    """Return the ids of the cases in one group of :attr:`RunDiff.rollups`.

    Parameters
    ----------
    base, run : Side
        Baseline and current run.
    by : GroupBy
        Kind of the group.
    value : str or None
        Its value; None for the cases that have none.

    Returns
    -------
    frozenset of str
        Empty when there is no such group.
    """
    pairs = match_cases(base.outcomes, run.outcomes).pairs
    groups = places_of(
        by,
        pairs,
        suites=(base.summary.suite, run.summary.suite),
        kinds=(base.tools or {}, run.tools or {}),
    )
    return frozenset(pairs[place][1].case_id for place in groups.get(value, ()))


def _fingerprints(tools: Mapping[str, ToolKind] | None) -> dict[str, str] | None:
    return None if tools is None else {name: tool.fingerprint for name, tool in tools.items()}


def _mcnemar(pairs: Sequence[tuple[Outcome, Outcome]]) -> float | None:
    """Test pass against not pass; a crash is no pass, an unscored case is left out."""
    outcomes = Counter((base.verdict, run.verdict) for base, run in pairs)
    only_base = only_run = 0
    for (base, run), cases in outcomes.items():
        if Verdict.UNSCORED in (base, run):
            continue
        only_base += cases * (base is Verdict.PASS and run is not Verdict.PASS)
        only_run += cases * (run is Verdict.PASS and base is not Verdict.PASS)
    return mcnemar_exact(only_base, only_run)
