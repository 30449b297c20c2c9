"""A comparison group by group: where a difference comes from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.compare.measured import Values, measure_difference
from engine.measures.names import MRR, SELECTOR_ACCURACY
from engine.models.diff import CaseChange, Change, GroupBy, GroupDifference, Rollup
from engine.models.listing import ToolKind
from engine.models.outcome import Outcome

MEASURES = (SELECTOR_ACCURACY, "Success@1", MRR)
"""Was the right tool chosen, was it first, how far from first."""

MAX_GROUPS = 20
"""Most groups of one kind: a comparison must stay small, whatever tags a suite has."""

Kinds = Mapping[str, ToolKind]
"""Tools by name."""

Key = TypeVar("Key")
_Places = NDArray[np.int64]


class _Flips(NamedTuple):
    """Which pairs flipped; shape (pairs,) each."""

    regressed: NDArray[np.bool_]
    improved: NDArray[np.bool_]


def rollups(
    pairs: Sequence[tuple[Outcome, Outcome]],
    changes: Iterable[CaseChange],
    values: Iterable[Values],
    *,
    suites: tuple[str, str],
    kinds: tuple[Kinds, Kinds],
) -> tuple[Rollup, ...]:
    """Compare the cases of every suite, tag, module, action and language for themselves.

    A case stands in the groups that either side puts it in: one whose expected tool reads in one
    catalog and writes in the other counts in both, and so does every case of two suites. Which
    run is the baseline therefore never changes who is in a group. Tags and language are content
    of the case, and so the same on both sides.

    Parameters
    ----------
    pairs : sequence of (Outcome, Outcome)
        Baseline and current run of the same case.
    changes : iterable of CaseChange
        How each case changed.
    values : iterable of Values
        Measures over the pairs, in their order.
    suites : (str, str)
        Suite of the baseline and of the current run.
    kinds : (mapping, mapping) of str to ToolKind
        Both catalogs' tools by name; the expected one says a case's module and action. A tool
        that one catalog lacks is looked up in the other.

    Returns
    -------
    tuple of Rollup
        At most ``MAX_GROUPS`` groups each, the largest ones. A kind of which no case has a value
        is left out.
    """
    told = tuple(each for each in values if each.name in MEASURES)
    change_of = {change.case_id: change.change for change in changes}
    found_changes = [change_of[run.case_id] for _, run in pairs]
    flips = _Flips(
        np.array([each is Change.REGRESSED for each in found_changes], dtype=np.bool_),
        np.array([each is Change.IMPROVED for each in found_changes], dtype=np.bool_),
    )
    grouped = ((by, places_of(by, pairs, suites=suites, kinds=kinds)) for by in GroupBy)
    return tuple(
        _rollup(by, groups, flips, told) for by, groups in grouped if groups.keys() - {None}
    )


def places_of(
    by: GroupBy,
    pairs: Sequence[tuple[Outcome, Outcome]],
    *,
    suites: tuple[str, str],
    kinds: tuple[Kinds, Kinds],
) -> Mapping[str | None, _Places]:
    """Return the places of the pairs in each group of one kind, rising.

    Parameters
    ----------
    by : GroupBy
        The kind.
    pairs, suites, kinds
        As :func:`rollups`.

    Returns
    -------
    mapping of (str or None) to ndarray of int64
        Under None the places of the pairs that have no value.
    """
    match by:
        case GroupBy.SUITE:
            everywhere = np.arange(len(pairs), dtype=np.int64)
            return dict.fromkeys(suites if pairs else (), everywhere)
        case GroupBy.TAG:
            return _grouped([run.tags for _, run in pairs], iter)
        case GroupBy.MODULE:
            return _grouped(_targets(pairs), _Tools(*kinds).modules)
        case GroupBy.ACTION:
            return _grouped(_targets(pairs), _Tools(*kinds).actions)
        case GroupBy.LANG:
            return _grouped([run.lang for _, run in pairs], lambda lang: filter(None, [lang]))


def _targets(
    pairs: Sequence[tuple[Outcome, Outcome]],
) -> list[tuple[str | None, str | None]]:
    return [(base.expected_target, run.expected_target) for base, run in pairs]


class _Tools(NamedTuple):
    """What the expected tools of a case's two sides are."""

    base: Kinds
    run: Kinds

    def modules(self, names: tuple[str | None, str | None]) -> set[str]:
        """Return the modules that either side knows."""
        return {kind.module for kind in self._kinds(names)} - {"unknown"}

    def actions(self, names: tuple[str | None, str | None]) -> set[str]:
        """Return the actions that either side knows."""
        return {kind.action for kind in self._kinds(names)} - {"unknown"}

    def _kinds(self, names: tuple[str | None, str | None]) -> list[ToolKind]:
        before, now = names[0] or "", names[1] or ""
        found = (
            self.base.get(before) or self.run.get(before),
            self.run.get(now) or self.base.get(now),
        )
        return [kind for kind in found if kind is not None]


def _grouped(
    keys: Sequence[Key], names: Callable[[Key], Iterable[str]]
) -> dict[str | None, _Places]:
    """Return the places of the pairs in each group, rising; under None those without one.

    Pairs of equal keys are in the same groups: their names are asked for once.
    """
    alike: defaultdict[Key, list[int]] = defaultdict(list)
    for place, key in enumerate(keys):
        alike[key].append(place)
    parts: defaultdict[str | None, list[list[int]]] = defaultdict(list)
    for key, places in alike.items():
        found: set[str | None] = {*names(key)}
        for name in found or {None}:
            parts[name].append(places)
    return {
        name: np.sort(np.array(list(chain.from_iterable(lists)), dtype=np.int64))
        for name, lists in parts.items()
    }


def _rollup(
    by: GroupBy,
    groups: Mapping[str | None, _Places],
    flips: _Flips,
    values: Sequence[Values],
) -> Rollup:
    ordered = sorted(groups.items(), key=_largest_first)
    return Rollup(
        by=by,
        groups=tuple(_group(name, inside, flips, values) for name, inside in ordered[:MAX_GROUPS]),
        left_out=max(0, len(ordered) - MAX_GROUPS),
    )


def _largest_first(item: tuple[str | None, _Places]) -> tuple[bool, int, str]:
    value, places = item
    return (value is None, -places.size, value or "")


def _group(
    value: str | None, places: _Places, flips: _Flips, values: Sequence[Values]
) -> GroupDifference:
    return GroupDifference(
        value=value,
        cases=places.size,
        regressed=int(np.count_nonzero(flips.regressed[places])),
        improved=int(np.count_nonzero(flips.improved[places])),
        measures=tuple(measure_difference(each.of(places)) for each in values),
    )
