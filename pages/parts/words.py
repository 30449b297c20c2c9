"""What numbers, codes and verdicts are called on a page: the words of the reports, and a few more.

Nothing here touches Streamlit, and nothing here takes untrusted text.
"""

from __future__ import annotations

from engine.models.failure import FailureReason
from engine.models.report import Overview
from engine.models.run import RunSummary, Verdict
from engine.report.words import (
    MISSING,
    STAGES,
    certainty,
    code,
    count,
    diff_line,
    headline_measure,
    interval,
    is_share,
    latency,
    measure_name,
    measure_step,
    measure_value,
    moment,
    number,
    percent,
    places,
    rank,
    rank_move,
    signed,
    stage,
)

__all__ = [
    "MISSING",
    "STAGES",
    "certainty",
    "code",
    "count",
    "diff_line",
    "fact",
    "headline_measure",
    "interval",
    "is_share",
    "latency",
    "measure_name",
    "measure_step",
    "measure_value",
    "moment",
    "number",
    "pass_rate",
    "percent",
    "places",
    "rank",
    "rank_move",
    "reason",
    "signed",
    "stage",
    "verdict_line",
]


def fact(key: str, value: object) -> str:
    """Return one compact fact of a failure in words.

    Examples
    --------
    >>> fact("overrode_llm", False), fact("margin", 0.12345), fact("missing", ["a", "b"])
    ('overrode LLM: no', 'margin: 0.123', 'missing: a, b')
    """
    if isinstance(value, bool):
        shown = "yes" if value else "no"
    elif isinstance(value, float):
        shown = number(value)
    elif isinstance(value, list | tuple):
        shown = ", ".join(str(part) for part in value)
    else:
        shown = MISSING if value is None else str(value)
    return f"{code(key)}: {shown}"


def reason(value: FailureReason) -> str:
    """Return a failure's reason in words."""
    return code(value.value)


def pass_rate(run: RunSummary) -> float | None:
    """Return the share of judged cases that passed; None when none was judged."""
    judged = sum(run.verdicts.get(v.value, 0) for v in (Verdict.PASS, Verdict.FAIL, Verdict.ERROR))
    return run.verdicts.get(Verdict.PASS.value, 0) / judged if judged else None


def verdict_line(overview: Overview) -> str:
    """Say in one sentence whether the newest run is better or worse than its baseline."""
    run, base, diff = overview.run, overview.baseline, overview.diff
    if base is None or diff is None:
        failed = run.verdicts.get(Verdict.FAIL.value, 0) + run.verdicts.get(Verdict.ERROR.value, 0)
        return (
            f"{run.run_id[:6]} is the only run of this suite: "
            f"{failed:,} of {count(run.cases, 'case')} failed. A second run makes it comparable."
        )
    return diff_line(diff, base=base.run_id, run=run.run_id, status=run.status)
