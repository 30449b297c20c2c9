"""``gate replay``: recorded trajectories of published catalogs, walked through the gate."""

from __future__ import annotations

import argparse

from engine.cli.output import MISSING, Output
from engine.lab.safeact.report import ReplayReport, replay_folder


def replay(arguments: argparse.Namespace, output: Output) -> int:
    """Replay a folder; 1 when a spoiled trajectory was not caught."""
    report = replay_folder(arguments.folder, arguments.trajectories)
    output.data(report.model_dump(mode="json"))
    _show(report, output)
    caught = [each for ways in report.mutations.values() for each in ways.values()]
    return 1 if any(each.caught < each.applied for each in caught) else 0


def _show(report: ReplayReport, output: Output) -> None:
    output.line(report.note)
    output.table(
        (
            "protocol",
            "model",
            "harness",
            "version",
            "repetitions>",
            "cases>",
            "held>",
            "agree with gold>",
            "not replayed>",
        ),
        [
            (
                row.protocol,
                row.model or MISSING,
                row.harness or MISSING,
                row.version or MISSING,
                f"{row.repetitions:,}",
                f"{row.cases:,}",
                f"{row.held:,}/{row.trajectories:,}",
                f"{row.agree_with_gold:,}/{row.with_gold:,}",
                f"{report.not_replayed.get(row.protocol, 0):,}",
            )
            for row in report.protocols
        ],
    )
    for row in report.protocols:
        for failed in row.failed:
            found = ", ".join(f"{each.code} {each.what}" for each in failed.findings)
            output.line(f"  {failed.case_id} (repetition {failed.repetition}): {found}")
    output.table(
        ("spoiled by", *(f"{protocol}>" for protocol in report.mutations)),
        [
            (
                name.replace("_", " "),
                *(
                    f"{ways[name].caught:,}/{ways[name].applied:,}"
                    for ways in report.mutations.values()
                ),
            )
            for name in next(iter(report.mutations.values()), {})
        ],
    )
