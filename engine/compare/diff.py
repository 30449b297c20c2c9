"""Compare two runs: comparability first, then cases, then measures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.compare.changes import case_changes
from engine.compare.comparability import compare_stamps, match_cases
from engine.compare.measured import Pairs, measure_difference, paired_values
from engine.compare.repeats import RepeatsByCase, with_repeats
from engine.compare.rollups import Kinds, rollups
from engine.compare.significance import mcnemar_exact
from engine.models.diff import Change, RunDiff
from engine.models.listing import ToolKind
from engine.models.run import Run, Verdict

_NO_REPEATS: RepeatsByCase = {}


def diff_runs(
    base: Run,
    run: Run,
    *,
    base_tools: Kinds | None = None,
    run_tools: Kinds | None = None,
    base_repeats: RepeatsByCase = _NO_REPEATS,
    run_repeats: RepeatsByCase = _NO_REPEATS,
    repeated: tuple[int, int] = (1, 1),
) -> RunDiff:
    """Return what changed from a baseline to a current run.

    Every number is over the cases that both runs hold with the same content, and a delta is
    current minus baseline: positive for places gained. Comparing a run with itself shows no
    change; comparing the other way round shows the mirror image.

    Parameters
    ----------
    base, run : Run
        Baseline and current run, with evidence where signal differences are wanted.
    base_tools, run_tools : mapping of str to ToolKind, optional
        Both catalogs' tools by name, to count what changed in the catalog and to group cases by
        what their expected tool is.
    base_repeats, run_repeats : mapping of str to Repeats, optional
        How often each case passes in the repeats of either run. A flip counts only where the side
        that passes does so in all its repeats; otherwise the case is flaky.
    repeated : (int, int)
        Runs under either stamp.

    Returns
    -------
    RunDiff
        With every case of both runs but those whose content differs.
    """
    shared = match_cases(base, run)
    changes = with_repeats(case_changes(shared), base_repeats, run_repeats)
    counts = Counter(change.change for change in changes)
    return RunDiff(
        base=base.summary.run_id,
        run=run.summary.run_id,
        comparable=compare_stamps(
            base.summary, run.summary, shared, _fingerprints(base_tools), _fingerprints(run_tools)
        ),
        cases=changes,
        counts={change.value: counts[change] for change in Change},
        measures=tuple(measure_difference(each) for each in paired_values(shared.pairs)),
        mcnemar_p=_mcnemar(shared.pairs),
        rollups=rollups(
            shared.pairs,
            changes,
            suite=run.summary.suite,
            kinds={**(base_tools or {}), **(run_tools or {})},
        ),
        repeats_base=repeated[0],
        repeats_run=repeated[1],
    )


def _fingerprints(tools: Mapping[str, ToolKind] | None) -> dict[str, str] | None:
    return None if tools is None else {name: tool.fingerprint for name, tool in tools.items()}


def _mcnemar(pairs: Pairs) -> float | None:
    """Test pass against not pass; a crash is no pass, an unscored case is left out."""
    scored = [pair for pair in pairs if all(r.verdict is not Verdict.UNSCORED for r in pair)]
    outcomes = Counter(
        (base.verdict is Verdict.PASS, run.verdict is Verdict.PASS) for base, run in scored
    )
    return mcnemar_exact(outcomes[True, False], outcomes[False, True])
