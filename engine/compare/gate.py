"""Conditions under which a comparison stops a release: ``regressed>0``, ``MRR<-0.01``."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from engine.errors import InvalidInput, nearest
from engine.measures.names import Measure
from engine.models.diff import (
    Change,
    ConditionResult,
    GateDecision,
    GateOutcome,
    MeasureDifference,
    RunDiff,
)

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_SYNTAX = re.compile(r"(?P<left>[^<>=!]+)(?P<operator><=|>=|==|!=|<|>)(?P<right>[^<>=!]+)")

_CASES = {change.value for change in Change} | {"only_base", "only_run", "changed_cases", "common"}
MCNEMAR = "mcnemar_p"
CURRENT = "run."
"""Prefix that asks for a measure's value in the current run in place of its difference."""


class Condition(NamedTuple):
    """One thing that must not hold."""

    left: str
    """A change, a count of comparability, a measure, ``run.`` with a measure, or
    ``mcnemar_p``."""

    operator: str
    right: float

    def __str__(self) -> str:
        return f"{self.left}{self.operator}{self.right:g}"

    def holds(self, value: float) -> bool:
        """Whether the condition is true of ``value``."""
        return _COMPARE[self.operator](value, self.right)


def parse_condition(text: str) -> Condition:
    """Read a condition such as ``regressed>0``, ``MRR<-0.01`` or ``run.R@5<0.8``.

    A change stands for the number of its cases; a measure for its difference, current minus
    baseline; with ``run.`` before it for its value in the current run, over common cases.

    Raises
    ------
    InvalidInput
        If the text is no comparison of a known name with a number.

    Examples
    --------
    >>> parse_condition("MRR < -0.01")
    Condition(left='MRR', operator='<', right=-0.01)
    """
    match = _SYNTAX.fullmatch(text.strip())
    if match is None:
        raise InvalidInput(
            f"{text!r} is no condition; write a name, one of {' '.join(_COMPARE)} and a number, "
            f"for example 'regressed>0' or 'MRR<-0.01'."
        )
    left, right = match["left"].strip(), match["right"].strip()
    try:
        number = float(right)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InvalidInput(f"{text!r} compares with {right!r}, which is not a finite number.")
    return Condition(_left(left, text), match["operator"], number)


def _left(name: str, text: str) -> str:
    if name in _CASES or name == MCNEMAR:
        return name
    prefix = CURRENT if name.startswith(CURRENT) else ""
    try:
        return f"{prefix}{Measure.parse(name.removeprefix(CURRENT))}"
    except InvalidInput:
        known = [*sorted(_CASES), MCNEMAR, "MRR", "Success@1", "R@5", "nDCG@10", "run.MRR"]
        near = nearest(name, known)
        hint = f" Did you mean {near!r}?" if near else ""
        raise InvalidInput(
            f"{text!r} asks for {name!r}, which is neither a change "
            f"({', '.join(change.value for change in Change)}) nor a measure "
            f"(MRR, Success@1, R@5, …).{hint}"
        ) from None


def evaluate_gate(diff: RunDiff, conditions: Sequence[Condition]) -> GateOutcome:
    """Ask conditions of a comparison: each that holds stops the release.

    A count that trips its condition blocks. A measure that trips one blocks when its difference
    is significant; otherwise it may be chance, and the answer is inconclusive. So is a condition
    on something that the comparison does not know, and everything when the runs share no case.

    Parameters
    ----------
    diff : RunDiff
        The comparison.
    conditions : sequence of Condition
        From :func:`parse_condition`; none means that there is nothing to stop for.
    """
    results = tuple(_evaluate(diff, condition) for condition in conditions)
    return GateOutcome(decision=_worst(result.decision for result in results), conditions=results)


def _worst(decisions: Iterable[GateDecision]) -> GateDecision:
    found = set(decisions)
    for decision in (GateDecision.BLOCK, GateDecision.INCONCLUSIVE):
        if decision in found:
            return decision
    return GateDecision.SHIP


def _evaluate(diff: RunDiff, condition: Condition) -> ConditionResult:
    name = condition.left
    if not diff.comparable.comparable:
        return _result(
            condition, None, GateDecision.INCONCLUSIVE, "the runs have no case in common"
        )
    if name in _CASES:
        count = diff.counts[name] if name in diff.counts else getattr(diff.comparable, name)
        return _counted(condition, float(count))
    if name == MCNEMAR:
        # No case changed sides: as far from significant as can be.
        return _counted(condition, 1.0 if diff.mcnemar_p is None else diff.mcnemar_p)
    measure = next((m for m in diff.measures if m.name == name.removeprefix(CURRENT)), None)
    value = None
    if measure is not None:
        value = measure.run if name.startswith(CURRENT) else measure.difference
    if measure is None or value is None:
        return _result(
            condition, None, GateDecision.INCONCLUSIVE, f"no common case is scored on {name}"
        )
    if not condition.holds(value):
        return _result(condition, value, GateDecision.SHIP, f"{name} is {value:+.4g}")
    if name.startswith(CURRENT):
        return _result(condition, value, GateDecision.BLOCK, f"{name} is {value:.4g}")
    return _tripped(condition, measure, value)


def _counted(condition: Condition, value: float) -> ConditionResult:
    decision = GateDecision.BLOCK if condition.holds(value) else GateDecision.SHIP
    return _result(condition, value, decision, f"{condition.left} is {value:g}")


def _tripped(condition: Condition, measure: MeasureDifference, value: float) -> ConditionResult:
    if measure.significant:
        return _result(
            condition, value, GateDecision.BLOCK, f"{condition.left} changed by {value:+.4g}"
        )
    text = f"{condition.left} changed by {value:+.4g}, which is within chance"
    return _result(condition, value, GateDecision.INCONCLUSIVE, text)


def _result(
    condition: Condition, value: float | None, decision: GateDecision, text: str
) -> ConditionResult:
    message = f"{condition}: {text}."
    return ConditionResult(
        condition=str(condition), value=value, decision=decision, message=message
    )
