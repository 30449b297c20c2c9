"""Conditions on one run alone: a floor under its measures, for CI."""

from __future__ import annotations

from collections.abc import Sequence

from engine.compare.gate import CURRENT, Condition, parse_condition
from engine.errors import InvalidInput
from engine.measures.names import Measure
from engine.models.run import RunSummary


def parse_floor(text: str) -> Condition:
    """Read a condition on a run's own measure, such as ``R@5<0.8``.

    Raises
    ------
    InvalidInput
        If the text is no condition, or asks for something that only a comparison knows.

    Examples
    --------
    >>> parse_floor("R@5 < 0.8")
    Condition(left='R@5', operator='<', right=0.8)
    """
    condition = parse_condition(text)
    name = condition.left.removeprefix(CURRENT)
    try:
        Measure.parse(name)
    except InvalidInput:
        raise InvalidInput(
            f"{text!r} asks for {name!r}, which only a comparison of two runs knows; ask "
            f"`quality-lab diff`, or name a measure of the run, for example 'R@5<0.8'."
        ) from None
    return Condition(name, condition.operator, condition.right)


def held_conditions(summary: RunSummary, conditions: Sequence[Condition]) -> tuple[str, ...]:
    """Return a sentence for each condition that holds, or that the run cannot answer.

    A measure that no case of the run is scored on stops a release too: it cannot be said to be
    fine.
    """
    sentences: list[str] = []
    for condition in conditions:
        measure = summary.measures.get(condition.left)
        if measure is None or measure.value is None:
            sentences.append(f"{condition}: no case of the run is scored on {condition.left}.")
        elif condition.holds(measure.value):
            sentences.append(
                f"{condition}: {condition.left} is {measure.value:.4g} "
                f"over {measure.scored:,} scored cases."
            )
    return tuple(sentences)
