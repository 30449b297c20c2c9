"""Compare two runs: comparability first, then cases, then measures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.compare.changes import case_changes
from engine.compare.comparability import Fingerprints, compare_stamps, match_cases
from engine.compare.significance import compare_pairs, mcnemar_exact
from engine.measures.aggregate import values_of
from engine.measures.names import display_order, higher_is_better
from engine.models.diff import Change, MeasureDifference, RunDiff
from engine.models.run import CaseResult, Run, Verdict

Pairs = Sequence[tuple[CaseResult, CaseResult]]


def diff_runs(
    base: Run,
    run: Run,
    *,
    base_tools: Fingerprints | None = None,
    run_tools: Fingerprints | None = None,
) -> RunDiff:
    """Return what changed from a baseline to a current run.

    Every number is over the cases that both runs hold with the same content, and a delta is
    current minus baseline: positive for places gained. Comparing a run with itself shows no
    change; comparing the other way round shows the mirror image.

    Parameters
    ----------
    base, run : Run
        Baseline and current run, with evidence where signal differences are wanted.
    base_tools, run_tools : mapping of str to str, optional
        Fingerprints of both catalogs' tools by name, to count what changed in the catalog.

    Returns
    -------
    RunDiff
        With every case of both runs but those whose content differs.
    """
    shared = match_cases(base, run)
    changes = case_changes(shared)
    counts = Counter(change.change for change in changes)
    return RunDiff(
        base=base.summary.run_id,
        run=run.summary.run_id,
        comparable=compare_stamps(base.summary, run.summary, shared, base_tools, run_tools),
        cases=changes,
        counts={change.value: counts[change] for change in Change},
        measures=measure_differences(shared.pairs),
        mcnemar_p=_mcnemar(shared.pairs),
    )


def measure_differences(pairs: Pairs) -> tuple[MeasureDifference, ...]:
    """Compare every measure over pairs of results of the same case, in display order.

    A case on which the engine crashed counts 0.0; a case that either run could not score is left
    out on both sides and counted.
    """
    before = [base for base, _ in pairs]
    after = [run for _, run in pairs]
    names = {name for result in (*before, *after) for name in result.measures}
    return tuple(
        _measure(name, _values(before, name), _values(after, name))
        for name in sorted(names, key=display_order)
    )


def _values(results: Sequence[CaseResult], name: str) -> NDArray[np.float64]:
    """Return a measure's value for each case, NaN where it cannot be scored."""
    return np.array(values_of(results, name), dtype=np.float64)


def _measure(name: str, base: NDArray[np.float64], run: NDArray[np.float64]) -> MeasureDifference:
    known = ~(np.isnan(base) | np.isnan(run))
    scored = int(np.count_nonzero(known))
    higher = higher_is_better(name)
    paired = compare_pairs(base[known], run[known], higher_is_better=higher)
    if paired is None:
        return MeasureDifference(
            name=name,
            base=None,
            run=None,
            difference=None,
            higher_is_better=higher,
            unscored=base.size,
        )
    interval = paired.interval
    return MeasureDifference(
        name=name,
        base=paired.base,
        run=paired.run,
        difference=paired.run - paired.base,
        ci=interval,
        significant=interval is not None and (interval.low > 0 or interval.high < 0),
        higher_is_better=higher,
        scored=scored,
        unscored=base.size - scored,
        wins=paired.wins,
        ties=paired.ties,
        losses=paired.losses,
    )


def _mcnemar(pairs: Pairs) -> float | None:
    """Test pass against not pass; a crash is no pass, an unscored case is left out."""
    scored = [pair for pair in pairs if all(r.verdict is not Verdict.UNSCORED for r in pair)]
    outcomes = Counter(
        (base.verdict is Verdict.PASS, run.verdict is Verdict.PASS) for base, run in scored
    )
    return mcnemar_exact(outcomes[True, False], outcomes[False, True])
