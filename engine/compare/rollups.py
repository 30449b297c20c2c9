"""A comparison group by group: where a difference comes from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from engine.compare.measured import Pairs, Values, measure_difference, paired_values
from engine.measures.names import MRR, SELECTOR_ACCURACY
from engine.models.diff import CaseChange, Change, GroupBy, GroupDifference, Rollup
from engine.models.listing import ToolKind
from engine.models.run import CaseResult

MEASURES = (SELECTOR_ACCURACY, "Success@1", MRR)
"""Was the right tool chosen, was it first, how far from first."""

MAX_GROUPS = 20
"""Most groups of one kind: a comparison must stay small, whatever tags a suite has."""

Kinds = Mapping[str, ToolKind]
"""Tools by name."""


class _Case(NamedTuple):
    result: CaseResult
    kind: ToolKind | None
    """Of the expected tool."""

    suite: str


_VALUES: dict[GroupBy, Callable[[_Case], Iterable[str | None]]] = {
    GroupBy.SUITE: lambda case: (case.suite,),
    GroupBy.TAG: lambda case: sorted(set(case.result.tags)) or (None,),
    GroupBy.MODULE: lambda case: (_known(case.kind.module) if case.kind else None,),
    GroupBy.ACTION: lambda case: (_known(case.kind.action) if case.kind else None,),
    GroupBy.LANG: lambda case: (case.result.lang or None,),
}


def rollups(
    pairs: Pairs, changes: Iterable[CaseChange], *, suite: str, kinds: Kinds
) -> tuple[Rollup, ...]:
    """Compare the cases of every suite, tag, module, action and language for themselves.

    Parameters
    ----------
    pairs : sequence of pairs of CaseResult
        Results of the same case.
    changes : iterable of CaseChange
        How each case changed.
    suite : str
        Suite of the current run.
    kinds : mapping of str to ToolKind
        Tools by name; the expected one says a case's module and action.

    Returns
    -------
    tuple of Rollup
        At most ``MAX_GROUPS`` groups each, the largest ones. A kind of which no case has a value
        is left out.
    """
    values = paired_values(pairs, MEASURES)
    change_of = {change.case_id: change.change for change in changes}
    cases = [_Case(run, kinds.get(run.expected_target or ""), suite) for _, run in pairs]
    flips = [change_of.get(case.result.case_id) for case in cases]
    found = []
    for by, values_of in _VALUES.items():
        places: dict[str | None, list[int]] = defaultdict(list)
        for place, case in enumerate(cases):
            for value in values_of(case):
                places[value].append(place)
        if not places.keys() - {None}:
            continue
        ordered = sorted(places.items(), key=_largest_first)
        found.append(
            Rollup(
                by=by,
                groups=tuple(
                    _group(value, inside, flips, values) for value, inside in ordered[:MAX_GROUPS]
                ),
                left_out=max(0, len(ordered) - MAX_GROUPS),
            )
        )
    return tuple(found)


def _largest_first(item: tuple[str | None, list[int]]) -> tuple[bool, int, str]:
    value, places = item
    return (value is None, -len(places), value or "")


def _group(
    value: str | None,
    places: list[int],
    flips: list[Change | None],
    values: tuple[Values, ...],
) -> GroupDifference:
    inside = [flips[place] for place in places]
    return GroupDifference(
        value=value,
        cases=len(places),
        regressed=inside.count(Change.REGRESSED),
        improved=inside.count(Change.IMPROVED),
        measures=tuple(measure_difference(each.of(places)) for each in values),
    )


def _known(value: str) -> str | None:
    return None if value == "unknown" else value
