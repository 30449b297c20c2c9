"""``triage`` and ``decisions``."""

from __future__ import annotations

import argparse
from collections import defaultdict

from engine.cli.output import MISSING, Output
from engine.cli.session import check_writable, open_lab, write_file
from engine.errors import InvalidInput
from engine.fingerprint import JsonValue
from engine.ingest.files import read_file
from engine.models.run import CaseResult
from engine.models.triage import TriageEntry, TriageVerdict
from engine.models.triage_queue import TriageItem, TriageProgress
from engine.report.words import count
from engine.triage.diagnose import explain
from engine.triage.edits import read_edit

SHOWN_CASES = 20
"""Cases of a group printed for people; JSON has them all."""

PARTS = ("status", "cause", "owner", "note", "link")
"""Parts of a verdict, each an option of ``decisions set``."""


def triage(arguments: argparse.Namespace, output: Output) -> int:
    """List failing cases by stage and reason with guidance and what was decided."""
    lab = open_lab(arguments)
    run_id = lab.runs.resolve(arguments.run)
    queue = lab.triage.queue(run_id)
    items = {item.case.case_id: item for item in queue.items}
    groups: dict[tuple[str, str], list[CaseResult]] = defaultdict(list)
    for result in lab.runs.results(run_id):
        if result.failure is not None:
            groups[result.failure.stage.value, result.failure.reason.value].append(result)
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    output.data(
        {
            "run_id": run_id,
            "groups": [_group_json(*key, cases, items) for key, cases in ordered],
            "progress": queue.progress.model_dump(mode="json"),
        }
    )
    if not ordered:
        output.line(f"no case of run {run_id} failed.")
        return 0
    for (stage, reason), cases in ordered:
        failure = cases[0].failure
        output.line(f"{stage} › {reason}: {count(len(cases), 'case')}")
        if failure is not None:
            guidance = explain(failure)
            output.line(f"  likely cause: {guidance.cause}")
            output.line(f"  look at: {', '.join(guidance.inspect)}")
        for result in cases[:SHOWN_CASES]:
            rank = MISSING if result.rank is None else str(result.rank)
            output.line(
                f"  {result.case_id}  rank {rank}  expected {result.expected_target}  "
                f"{_standing(items[result.case_id])}"
            )
        if len(cases) > SHOWN_CASES:
            output.line(f"  … {len(cases) - SHOWN_CASES:,} more with --json")
    output.line(_progress(queue.progress))
    return 0


def set_decision(arguments: argparse.Namespace, output: Output) -> int:
    """Decide about failing cases of a run: all of them, or none."""
    lab = open_lab(arguments)
    parts = {name: value for name in PARTS if (value := getattr(arguments, name)) is not None}
    edit = read_edit(parts)
    run_id = lab.runs.resolve(arguments.run)
    based_on = None
    if arguments.revision is not None:
        if arguments.revision < 0:
            raise InvalidInput(
                f"--revision counts from 0, for no decision yet, but {arguments.revision} was "
                "given."
            )
        based_on = dict.fromkeys(arguments.cases, arguments.revision)
    outcome = lab.triage.classify(run_id, arguments.cases, edit, based_on=based_on)
    output.data({"run_id": run_id, **outcome.model_dump(mode="json")})
    for conflict in outcome.conflicts:
        output.note(
            f"quality-lab: case {conflict.case_id!r} stands at revision "
            f"{conflict.stored.revision}, and this edit is based on {conflict.based_on}.\n"
            f"  stored: {_verdict(conflict.stored.verdict)}\n"
            f"  yours:  {_verdict(conflict.yours)}\n"
            f"Nothing was stored; say it again with --revision {conflict.stored.revision} to "
            "put yours in its place."
        )
    for entry in outcome.stored:
        identity = entry.change.identity
        output.line(f"{identity.case_id}: {_verdict(entry.verdict)} (revision {entry.revision})")
    for case_id in outcome.unchanged:
        output.line(f"{case_id}: unchanged")
    return 2 if outcome.conflicts else 0


def show_history(arguments: argparse.Namespace, output: Output) -> int:
    """List every decision about the failures of a case."""
    entries = open_lab(arguments).triage.history(arguments.case, suite=arguments.suite)
    output.data({"case_id": arguments.case, "history": [_entry_json(entry) for entry in entries]})
    if not entries:
        output.line(f"nothing was decided about case {arguments.case!r} yet.")
    output.table(
        ("decided (UTC)", "suite", "failure", "rev>", "status", "cause", "owner", "note", "link"),
        [
            (
                f"{entry.change.changed_at:%Y-%m-%d %H:%M}",
                entry.change.identity.suite,
                f"{entry.change.identity.stage.value} › {entry.change.identity.reason.value}",
                str(entry.revision),
                entry.verdict.status.value,
                entry.verdict.cause.value if entry.verdict.cause else MISSING,
                entry.verdict.owner,
                " ".join(entry.verdict.note.split())[:60],
                entry.verdict.link,
            )
            for entry in entries
        ],
    )
    return 0


def export_decisions(arguments: argparse.Namespace, output: Output) -> int:
    """Write every decision with its history as JSON lines."""
    check_writable(arguments.output)
    data = open_lab(arguments).triage.export(suite=arguments.suite)
    write_file(arguments.output, data)
    count = data.count(b"\n")
    output.data({"decisions": count, "file": arguments.output.name})
    output.line(f"{count:,} decisions written to {arguments.output}")
    return 0


def import_decisions(arguments: argparse.Namespace, output: Output) -> int:
    """Take over decisions that another store exported."""
    report = open_lab(arguments).triage.load(read_file(arguments.file), dry_run=arguments.dry_run)
    output.data(report.model_dump(mode="json"))
    stored = "stored" if report.stored else "not stored (dry run)"
    output.line(
        f"{report.changes:,} decisions read: {report.new:,} new ({stored}), {report.known:,} known "
        f"already, {report.superseded:,} older than what holds here"
    )
    return 0


def _standing(item: TriageItem) -> str:
    """Return the status column of a case, with whose it is."""
    verdict = item.verdict
    words = "fixed, but back" if item.recurred else verdict.status.value
    return f"{words}  {verdict.owner}".rstrip()


def _verdict(verdict: TriageVerdict) -> str:
    said = [verdict.status.value, verdict.cause.value if verdict.cause else "", verdict.owner]
    said += [" ".join(verdict.note.split()), verdict.link]
    return ", ".join(part for part in said if part)


def _progress(progress: TriageProgress) -> str:
    parts = [f"{count:,} {name}" for name, count in progress.by_status.items() if count]
    back = f"; {progress.recurred:,} fixed, but back" if progress.recurred else ""
    return f"{progress.done:,} of {progress.failing:,} decided: {', '.join(parts)}{back}"


def _entry_json(entry: TriageEntry) -> dict[str, JsonValue]:
    return {"revision": entry.revision, **entry.change.model_dump(mode="json")}


def _group_json(
    stage: str, reason: str, cases: list[CaseResult], items: dict[str, TriageItem]
) -> dict[str, JsonValue]:
    failure = cases[0].failure
    guidance = explain(failure) if failure is not None else None
    return {
        "stage": stage,
        "reason": reason,
        "count": len(cases),
        "open": sum(items[result.case_id].open for result in cases),
        "symptom": guidance.symptom if guidance else None,
        "likely_cause": guidance.cause if guidance else None,
        "inspect": list(guidance.inspect) if guidance else [],
        "cases": [_case_json(result, items[result.case_id]) for result in cases],
    }


def _case_json(result: CaseResult, item: TriageItem) -> dict[str, JsonValue]:
    return {
        "case_id": result.case_id,
        "expected_target": result.expected_target,
        "selected_target": result.selection.selected_target,
        "rank": result.rank,
        "evidence": dict(result.failure.evidence) if result.failure else {},
        "suggested_cause": item.suggested_cause.value,
        "signature": item.identity.signature,
        "revision": item.revision,
        "open": item.open,
        "recurred": item.recurred,
        **item.verdict.model_dump(mode="json"),
    }
