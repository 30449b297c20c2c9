"""What numbers, codes and verdicts are called in every report and on every page.

Unknown is a dash, never zero; the minus is a real one. Nothing here takes untrusted text.
"""

from __future__ import annotations

from datetime import datetime

from engine.models.diff import Change, MeasureDifference, RunDiff
from engine.models.failure import FailureStage
from engine.models.run import RunStatus, StageLatency

MISSING = "–"
"""Shown where there is no value: unknown is not zero."""

STAGES: dict[FailureStage, str] = {
    FailureStage.RETRIEVE: "search",
    FailureStage.SELECT_TARGET: "selector",
    FailureStage.SYNTHESIZE: "missing input",
    FailureStage.AUTH_PREFLIGHT: "auth",
    FailureStage.GATE: "gate",
    FailureStage.EXECUTE: "execution",
    FailureStage.SERVICE: "service",
}
"""Stages in the order in which a case passes them."""

SHARES = ("selector_accuracy", "no_answer_accuracy", "Success@", "All@")
"""Measures whose value per case is 0 or 1: shown as a percentage."""


def number(value: float | None, *, digits: int = 3) -> str:
    """Return ``value`` with fixed decimals, a dash when unknown.

    Examples
    --------
    >>> number(0.5), number(None), number(-0.25, digits=2)
    ('0.500', '–', '−0.25')
    """
    return MISSING if value is None else f"{value:.{digits}f}".replace("-", "−")


def signed(value: float | None, *, digits: int = 3) -> str:
    """Return ``value`` with its sign, a dash when unknown; zero has none.

    Examples
    --------
    >>> signed(0.25), signed(-0.25, digits=2), signed(0.0)
    ('+0.250', '−0.25', '0.000')
    """
    if value is None:
        return MISSING
    shown = f"{value:+.{digits}f}"
    return shown[1:] if float(shown) == 0 else shown.replace("-", "−")


def percent(value: float | None, *, digits: int = 1) -> str:
    """Return a share in [0, 1] as a percentage.

    Examples
    --------
    >>> percent(0.7917), percent(None)
    ('79.2%', '–')
    >>> percent(0.0001), percent(0.0), percent(0.99999), percent(1.0)
    ('<0.1%', '0.0%', '>99.9%', '100.0%')
    """
    if value is None:
        return MISSING
    # What is not all or nothing must not be rounded to it.
    least = 0.1**digits
    if 0.0 < value * 100 < least / 2:
        return f"<{least:.{digits}f}%"
    if least / 2 > 100 - value * 100 > 0.0:
        return f">{100 - least:.{digits}f}%"
    return f"{100 * value:.{digits}f}%"


def places(delta: int) -> str:
    """Return a signed count of ranks.

    Examples
    --------
    >>> places(3), places(-2), places(0)
    ('+3', '−2', '0')
    """
    return f"{delta:+d}".replace("-", "−") if delta else "0"


def rank(value: int | None) -> str:
    """Return a rank, a dash when the tool is absent."""
    return MISSING if value is None else str(value)


def rank_move(base: int | None, run: int | None) -> str:
    """Return how a rank moved.

    Examples
    --------
    >>> rank_move(1, None)
    '1 → –'
    """
    return f"{rank(base)} → {rank(run)}"


def moment(value: datetime) -> str:
    """Return a time of day in UTC, to the minute.

    Examples
    --------
    >>> from datetime import UTC
    >>> moment(datetime(2026, 3, 1, 9, 5, tzinfo=UTC))
    '2026-03-01 09:05'
    """
    return value.strftime("%Y-%m-%d %H:%M")


def count(n: int, one: str, many: str | None = None) -> str:
    """Return ``n`` with its noun.

    Examples
    --------
    >>> count(1, "case"), count(1223, "tool"), count(0, "case")
    ('1 case', '1,223 tools', '0 cases')
    """
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def latency(stage: str, value: StageLatency) -> str:
    """Return how long a stage took a case.

    Queries are encoded many at a time, ahead of their cases: each has its share of that.

    Examples
    --------
    >>> latency("select", StageLatency(p50=4.4, p95=17.35))
    'select p50 4.4 ms, p95 17.4 ms'
    >>> latency("encode", StageLatency(p50=12.0, p95=12.0))
    'encode p50 12.0 ms, p95 12.0 ms a query, its share of a batch'
    """
    share = " a query, its share of a batch" if stage == "encode" else ""
    return f"{stage} p50 {value.p50:.1f} ms, p95 {value.p95:.1f} ms{share}"


def code(value: str) -> str:
    """Return a machine-readable code in words: ``low_rank`` is ``low rank``.

    Examples
    --------
    >>> code("llm_target_not_in_candidates")
    'LLM target not in candidates'
    """
    return " ".join("LLM" if word == "llm" else word for word in value.split("_"))


def is_share(measure: str) -> bool:
    """Whether a measure is a share of cases (0 or 1 for each case)."""
    return measure.startswith(SHARES)


def measure_name(name: str) -> str:
    """Return a measure's name for a person; the field's own spelling stays.

    Examples
    --------
    >>> measure_name("selector_accuracy"), measure_name("R@8")
    ('Selector accuracy', 'R@8')
    """
    return code(name).capitalize() if "_" in name else name


def measure_value(name: str, value: float | None) -> str:
    """Return a measure's value: a percentage for a share, else three decimals."""
    return percent(value) if is_share(name) else number(value)


def measure_step(name: str, value: float | None) -> str:
    """Return a difference of a measure: percentage points for a share.

    Examples
    --------
    >>> measure_step("Success@1", -0.011), measure_step("MRR", 0.0162)
    ('−1.1 pp', '+0.016')
    """
    if value is None:
        return MISSING
    return f"{signed(100 * value, digits=1)} pp" if is_share(name) else signed(value)


def interval(difference: MeasureDifference) -> str:
    """Return a difference's 95 % interval in words; empty without one."""
    if difference.ci is None:
        return ""
    low, high = difference.ci
    if is_share(difference.name):
        return f"95% CI {signed(100 * low, digits=1)} to {signed(100 * high, digits=1)}"
    return f"95% CI {signed(low)} to {signed(high)}"


def certainty(difference: MeasureDifference) -> str:
    """Say whether a difference is more than chance; empty when there is no interval to say it."""
    if difference.ci is None:
        return ""
    return "significant" if difference.significant else "not significant"


def headline_measure(names: list[str]) -> str | None:
    """Return the measure that a verdict line speaks of; None when there is none."""
    for wanted in ("selector_accuracy", "Success@1", "MRR"):
        if wanted in names:
            return wanted
    return names[0] if names else None


def diff_line(diff: RunDiff, *, base: str, run: str, status: RunStatus) -> str:
    """Say in one sentence what changed between two runs, and whether it is more than chance."""
    head = f"{run[:6]} against {base[:6]}"
    if not diff.comparable.comparable:
        return f"{head}: not comparable, they have no case with the same content in common."
    worse = diff.counts.get(Change.REGRESSED.value, 0)
    better = diff.counts.get(Change.IMPROVED.value, 0)
    if worse == better == 0:
        sentence = f"{run[:6]} passes and fails the same cases as {base[:6]}"
    else:
        verdict = "is worse than" if worse > better else "is better than"
        verdict = "is as good as" if worse == better else verdict
        net = places(better - worse)
        sentence = (
            f"{run[:6]} {verdict} {base[:6]}: {worse:,} regressed, {better:,} improved, net {net}"
        )
    flaky = diff.counts.get(Change.FLAKY.value, 0)
    if flaky:
        sentence = f"{sentence}, {flaky:,} flaky"
    main = next(
        (m for m in diff.measures if m.name == headline_measure([d.name for d in diff.measures])),
        None,
    )
    if status is not RunStatus.COMPLETE:
        return f"{sentence}; provisional, the run was {status.value}."
    if main is None or main.difference is None:
        return f"{sentence}."
    if main.difference == 0 and main.ci in (None, (0.0, 0.0)):
        return f"{sentence}; {measure_name(main.name).lower()} unchanged."
    chance = ""
    if main.ci is not None:
        chance = f", {certainty(main)}"
    parts = [f"{measure_name(main.name).lower()} {measure_step(main.name, main.difference)}"]
    if interval(main):
        parts.append(interval(main) + chance)
    return f"{sentence}; {', '.join(parts)}."


def stage(value: FailureStage) -> str:
    """Return the stage as operators call it."""
    return STAGES.get(value, code(value.value))
