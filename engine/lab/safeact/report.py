"""Replays by protocol and agent, with gold joined at the very end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from engine.errors import InvalidInput
from engine.lab.safeact.catalog import Entry, read_catalogs, read_trajectories
from engine.lab.safeact.mutations import MUTATIONS, Caught, self_check
from engine.lab.safeact.records import Finding, Trajectory
from engine.lab.safeact.replay import outcome, replay
from engine.models.base import Record

NOTE = (
    "A replay of recorded trajectories under the catalogs' own requirements. It is no SafeActBench "
    "score: no model was run, and cases whose answers are public are no secret test."
)


class CaseReplay(Record):
    """One trajectory that did not hold."""

    case_id: str
    repetition: int
    findings: tuple[Finding, ...]


class ProtocolReport(Record):
    """One protocol as one agent left it."""

    protocol: str
    model: str
    """Empty where the trajectory does not say; then it is the catalog's own trace."""

    harness: str
    version: str
    """Of the harness."""

    repetitions: int
    """Most often that one case was recorded."""

    cases: int
    trajectories: int
    held: int
    """Trajectories against which nothing stands."""

    with_gold: int
    """Trajectories whose case says what should come out."""

    agree_with_gold: int
    codes: dict[str, int]
    """Trajectories by what stands against them, most first."""

    failed: tuple[CaseReplay, ...]


class ReplayReport(Record):
    """The whole replay."""

    note: str
    cases: dict[str, int]
    """Cases of the catalogs by protocol."""

    not_replayed: dict[str, int]
    """Of them, those without any recorded trajectory."""

    protocols: tuple[ProtocolReport, ...]
    mutations: dict[str, dict[str, Caught]]
    """By protocol and way of spoiling; only trajectories that hold are spoiled."""


def replay_folder(folder: Path, trajectories: Path | None = None) -> ReplayReport:
    """Replay every recorded trajectory of a folder and check the replay on spoiled ones.

    Parameters
    ----------
    folder : Path
        With the published catalogs.
    trajectories : Path, optional
        Folder of recorded trajectories; without it the catalogs' own traces are replayed.

    Raises
    ------
    InvalidInput
        If there is no catalog, or a trajectory is of no case of them.
    DocumentError
        If a catalog or a trajectory cannot be used.
    """
    entries = {entry.seen.case_id: entry for entry in read_catalogs(folder)}
    if trajectories is None:
        recorded = [entry.recorded for entry in entries.values() if entry.recorded is not None]
    else:
        recorded = list(read_trajectories(trajectories))
        strangers = sorted({each.case_id for each in recorded} - entries.keys())
        if strangers:
            raise InvalidInput(
                f"the catalogs hold no case {strangers[0]!r}, of which there is a trajectory"
                f"{f', nor {len(strangers) - 1:,} others' if len(strangers) > 1 else ''}; give "
                "the folder of the catalogs that it was recorded on."
            )
    rows = sorted(recorded, key=lambda each: _group(entries, each))
    protocols = [
        _protocol(entries, list(group))
        for _, group in groupby(rows, key=lambda each: _group(entries, each))
    ]
    played = {each.case_id for each in recorded}
    return ReplayReport(
        note=NOTE,
        cases=_count(entries.values()),
        not_replayed=_count(e for e in entries.values() if e.seen.case_id not in played),
        protocols=tuple(protocols),
        mutations=_mutations(entries, rows),
    )


def _group(entries: dict[str, Entry], each: Trajectory) -> tuple[str, str, str, str]:
    protocol = entries[each.case_id].seen.protocol.value
    return (protocol, each.model, each.harness, each.version)


def _count(entries: Iterable[Entry]) -> dict[str, int]:
    counts = Counter(e.seen.protocol.value for e in entries)
    return {name: counts[name] for name in sorted(counts)}


def _protocol(entries: dict[str, Entry], rows: Sequence[Trajectory]) -> ProtocolReport:
    first, codes = rows[0], Counter[str]()
    failed: list[CaseReplay] = []
    with_gold = agree = 0
    for each in rows:
        entry = entries[each.case_id]
        findings = replay(entry.seen, each)
        codes.update({finding.code for finding in findings})
        if findings:
            failed.append(
                CaseReplay(case_id=each.case_id, repetition=each.repetition, findings=findings)
            )
        if entry.gold is not None:
            with_gold += 1
            agree += outcome(entry.seen, findings) == entry.gold.outcome
    times = Counter(each.case_id for each in rows)
    return ProtocolReport(
        protocol=entries[first.case_id].seen.protocol.value,
        model=first.model,
        harness=first.harness,
        version=first.version,
        repetitions=max(times.values()),
        cases=len(times),
        trajectories=len(rows),
        held=len(rows) - len(failed),
        with_gold=with_gold,
        agree_with_gold=agree,
        codes=dict(sorted(codes.items(), key=lambda row: (-row[1], row[0]))),
        failed=tuple(failed),
    )


def _mutations(
    entries: dict[str, Entry], rows: Sequence[Trajectory]
) -> dict[str, dict[str, Caught]]:
    found: dict[str, dict[str, Caught]] = {}
    for each in rows:
        case = entries[each.case_id].seen
        if replay(case, each):
            continue
        sums = found.setdefault(case.protocol.value, {})
        for name, caught in self_check(case, each).items():
            before = sums.get(name, Caught(applied=0, caught=0, codes=caught.codes))
            sums[name] = Caught(
                applied=before.applied + caught.applied,
                caught=before.caught + caught.caught,
                codes=caught.codes,
            )
    return {name: {k: found[name][k] for k in MUTATIONS} for name in sorted(found)}
