"""May the numbers of two runs be read side by side? What else differs, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from engine.models.diff import Comparability, StampDifference
from engine.models.outcome import Outcome, Outcomes
from engine.models.run import RunStatus, RunSummary

SHOWN = 10
"""Most names that a sentence lists."""

Fingerprints = Mapping[str, str]
"""Tool names with the fingerprints of their content."""


class Shared(NamedTuple):
    """Cases of two runs, matched by id and content; each part sorted by case id."""

    pairs: tuple[tuple[Outcome, Outcome], ...]
    """Equal content in both: (baseline, current)."""

    base_places: NDArray[np.int64]
    """Places of the pairs' sides among the cases of each run; shape (pairs,)."""

    run_places: NDArray[np.int64]
    only_base: tuple[Outcome, ...]
    only_run: tuple[Outcome, ...]
    changed: tuple[str, ...]
    """Ids of cases in both whose content differs."""


def match_cases(base: Outcomes, run: Outcomes) -> Shared:
    """Match the cases of two runs by id, and tell equal content from other content."""
    old, new = base.cases, run.cases
    before = {case.case_id: place for place, case in enumerate(old)}
    after = {case.case_id: place for place, case in enumerate(new)}
    common = sorted(before.keys() & after.keys())
    equal = [
        (before[i], after[i])
        for i in common
        if old[before[i]].case_fingerprint == new[after[i]].case_fingerprint
    ]
    kept = {old[place].case_id for place, _ in equal}
    return Shared(
        pairs=tuple((old[one], new[other]) for one, other in equal),
        base_places=np.array([one for one, _ in equal], dtype=np.int64),
        run_places=np.array([other for _, other in equal], dtype=np.int64),
        only_base=tuple(old[before[i]] for i in sorted(before.keys() - after.keys())),
        only_run=tuple(new[after[i]] for i in sorted(after.keys() - before.keys())),
        changed=tuple(i for i in common if i not in kept),
    )


def compare_stamps(
    base: RunSummary,
    run: RunSummary,
    shared: Shared,
    base_tools: Fingerprints | None = None,
    run_tools: Fingerprints | None = None,
) -> Comparability:
    """Say what the two runs depended on differently, before any number is looked at.

    Parameters
    ----------
    base, run : RunSummary
        Baseline and current run.
    shared : Shared
        Their cases, matched.
    base_tools, run_tools : mapping of str to str, optional
        Fingerprints of both catalogs' tools by name; with them the catalogs' difference is
        counted in tools.
    """
    differences = [
        *_status(base, run),
        *_engine(base, run),
        *_catalog(base, run, base_tools, run_tools),
        *_plain(base, run, "graph", base.stamp.graph_fingerprint, run.stamp.graph_fingerprint),
        *_plain(base, run, "encoder", base.stamp.encoder, run.stamp.encoder),
        *_plain(base, run, "llm_model", base.stamp.llm_model, run.stamp.llm_model),
        *_plain(
            base,
            run,
            "learning",
            base.stamp.learning_fingerprint,
            run.stamp.learning_fingerprint,
        ),
        *_settings(base, run),
        *_gate(base, run),
        *_suite(base, run, shared),
    ]
    return Comparability(
        comparable=bool(shared.pairs),
        common=len(shared.pairs),
        only_base=len(shared.only_base),
        only_run=len(shared.only_run),
        changed_cases=len(shared.changed),
        differences=tuple(differences),
    )


def _status(base: RunSummary, run: RunSummary) -> list[StampDifference]:
    sides = (("baseline", base), ("current run", run))
    unfinished = [
        f"The {side} was {each.status.value} after {each.cases:,} of {each.planned:,} cases."
        for side, each in sides
        if each.status is not RunStatus.COMPLETE
    ]
    if not unfinished:
        return []
    return [_difference("status", " ".join(unfinished), base.status.value, run.status.value)]


def _engine(base: RunSummary, run: RunSummary) -> list[StampDifference]:
    one, other = base.stamp, run.stamp
    found = []
    if one.engine_version != other.engine_version:
        text = f"Engine {one.engine_version} → {other.engine_version}."
        found.append(_difference("engine", text, one.engine_version, other.engine_version))
    elif (one.git_commit, one.git_dirty) != (other.git_commit, other.git_dirty):
        before, after = (
            _commit(one.git_commit, one.git_dirty),
            _commit(other.git_commit, other.git_dirty),
        )
        text = f"Engine {one.engine_version} of another state of its source: {before} → {after}."
        found.append(_difference("engine", text, before, after))
    if one.evidence_format != other.evidence_format:
        text = f"Evidence format {one.evidence_format} → {other.evidence_format}."
        found.append(
            _difference(
                "evidence_format", text, str(one.evidence_format), str(other.evidence_format)
            )
        )
    return found


def _commit(commit: str | None, dirty: bool | None) -> str:
    if commit is None:
        return "unknown"
    return f"{commit[:10]} with changes" if dirty else commit[:10]


def _catalog(
    base: RunSummary,
    run: RunSummary,
    base_tools: Fingerprints | None,
    run_tools: Fingerprints | None,
) -> list[StampDifference]:
    one, other = base.stamp.catalog_fingerprint, run.stamp.catalog_fingerprint
    if one == other:
        return []
    if base.catalog == run.catalog:
        head = f"Catalog {run.catalog!r} has other content"
    else:
        head = f"Catalog {base.catalog!r} → {run.catalog!r}"
    if base_tools is None or run_tools is None:
        return [_difference("catalog", f"{head}.", one, other)]
    added = sorted(run_tools.keys() - base_tools.keys())
    removed = sorted(base_tools.keys() - run_tools.keys())
    both = base_tools.keys() & run_tools.keys()
    changed = sorted(name for name in both if base_tools[name] != run_tools[name])
    parts = [
        f"{len(names):,} {'tool' if len(names) == 1 else 'tools'} {word} ({_listed(names)})"
        for word, names in (("added", added), ("removed", removed), ("changed", changed))
        if names
    ]
    text = f"{head}: {', '.join(parts)}." if parts else f"{head}: the same tools, other links."
    return [_difference("catalog", text, one, other)]


_NAMES = {
    "graph": "Tool graph",
    "encoder": "Sentence encoder",
    "llm_model": "Model that chose targets",
    "learning": "Trace learning",
}


def _plain(
    base: RunSummary, run: RunSummary, what: str, one: str | None, other: str | None
) -> list[StampDifference]:
    if one == other:
        return []
    text = f"{_NAMES[what]} {one or 'none'} → {other or 'none'}."
    return [_difference(what, text, one, other)]


def _gate(base: RunSummary, run: RunSummary) -> list[StampDifference]:
    one, other = base.stamp, run.stamp
    found = []
    if one.contract_fingerprint != other.contract_fingerprint:
        before, after = one.contract_fingerprint, other.contract_fingerprint
        text = f"Evidence contract {before or 'none'} → {after or 'none'}."
        return [_difference("contract", text, before, after)]
    if one.gate_evidence_fingerprint != other.gate_evidence_fingerprint:
        text = "The gate held other evidence for every case."
        before, after = one.gate_evidence_fingerprint, other.gate_evidence_fingerprint
        found.append(_difference("gate_evidence", text, before, after))
    if one.gate_at != other.gate_at and one.gate_at is not None and other.gate_at is not None:
        before, after = one.gate_at.isoformat(), other.gate_at.isoformat()
        text = f"The gate judged as of {before} → {after}."
        found.append(_difference("gate_at", text, before, after))
    return found


def _settings(base: RunSummary, run: RunSummary) -> list[StampDifference]:
    one = _flat(base.settings.model_dump(mode="json"))
    other = _flat(run.settings.model_dump(mode="json"))
    return [
        _difference(
            "settings",
            f"{name}: {one.get(name, 'absent')} → {other.get(name, 'absent')}.",
            one.get(name),
            other.get(name),
        )
        for name in sorted(one.keys() | other.keys())
        if one.get(name) != other.get(name)
    ]


def _flat(value: JsonValue, path: str = "") -> dict[str, str]:
    """Return settings as text by dotted path; None is said as *default*."""
    if isinstance(value, dict):
        found: dict[str, str] = {}
        for key, inner in value.items():
            found.update(_flat(inner, f"{path}.{key}" if path else key))
        return found
    return {path: "default" if value is None else str(value)}


def _suite(base: RunSummary, run: RunSummary, shared: Shared) -> list[StampDifference]:
    one, other = base.stamp.suite_fingerprint, run.stamp.suite_fingerprint
    found = []
    if base.suite == run.suite and one != other:
        text = f"Suite {run.suite!r} has other content under the same name."
        found.append(_difference("suite", text, one, other))
    elif base.suite != run.suite:
        same = " with the same cases" if one == other else ""
        text = f"Suite {base.suite!r} → {run.suite!r}{same}."
        found.append(_difference("suite", text, base.suite, run.suite))
    if shared.changed:
        count = len(shared.changed)
        text = (
            f"{count:,} {'case has' if count == 1 else 'cases have'} other content and "
            f"{'is' if count == 1 else 'are'} not compared: {_listed(shared.changed)}."
        )
        found.append(_difference("case", text, None, None))
    return found


def _listed(names: list[str] | tuple[str, ...]) -> str:
    shown = ", ".join(names[:SHOWN])
    return f"{shown}, … {len(names) - SHOWN:,} more" if len(names) > SHOWN else shown


def _difference(what: str, message: str, base: str | None, run: str | None) -> StampDifference:
    return StampDifference(what=what, message=message, base=base, run=run)
